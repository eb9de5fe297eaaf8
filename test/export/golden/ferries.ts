// A client of Island Ferries, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type ErrorBody = {
  readonly type: string
  readonly title?: string
  readonly status: number
  readonly detail?: string
  readonly errors: readonly {
    readonly property?: string
    readonly pointer?: string
    readonly keyword: string
    readonly limit?: unknown
    readonly actual?: unknown
    readonly value?: unknown
    readonly detail?: string
  }[]
}

export type Port = {
  readonly code: string
  readonly name: string
  readonly timezone: string
  readonly open: boolean
}

export type Reservation = {
  readonly reservationId: string
  readonly locator: string
  readonly sailingId: string
  readonly leadName: string
  readonly email: string
  readonly phone?: string
  readonly adults: number
  readonly children: number
  readonly vehicle: "none" | "bicycle" | "motorcycle" | "car" | "van"
  readonly fare: number
  /** who reserved it, where that was a traveller */
  readonly traveller?: string
  readonly status: "HELD" | "CONFIRMED" | "EXPIRED" | "CHECKED_IN" | "CANCELLED"
  readonly createdAt: string
}

export type Sailing = {
  readonly sailingId: string
  readonly origin: string
  readonly destination: string
  readonly departure: string
  readonly vessel: string
  readonly passengerCapacity: number
  readonly vehicleCapacity: number
  readonly status: "SCHEDULED" | "BOARDING" | "DEPARTED" | "CANCELLED"
}

export type TOOMANYREQUESTSRefusal = {
  readonly error: "TOO_MANY_REQUESTS"
  readonly status: 429
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "TOO_MANY_REQUESTS"
    readonly status?: 429
  }
}

/** There is no answer of an accepted media type */
export type NotAcceptableRefusal = {
  readonly error: "not-acceptable"
  readonly status: 406
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "not-acceptable"
    readonly status?: 406
  }
}

export type INVALIDRefusal = {
  readonly error: "INVALID"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "INVALID"
    readonly status?: 422
  }
}

/** The list cannot be continued from here */
export type CursorExpiredRefusal = {
  readonly error: "cursor-expired"
  readonly status: 410
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "cursor-expired"
    readonly status?: 410
  }
}

/** It took too long */
export type TimeoutRefusal = {
  readonly error: "timeout"
  readonly status: 503
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "timeout"
    readonly status?: 503
  }
}

/** The service is too busy */
export type OverloadedRefusal = {
  readonly error: "overloaded"
  readonly status: 503
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "overloaded"
    readonly status?: 503
  }
}

/** The service is not available */
export type UnavailableRefusal = {
  readonly error: "unavailable"
  readonly status: 503
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unavailable"
    readonly status?: 503
  }
}

/** Something went wrong that should not have */
export type InternalRefusal = {
  readonly error: "internal"
  readonly status: 500
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "internal"
    readonly status?: 500
  }
}

export type NOTFOUNDRefusal = {
  readonly error: "NOT_FOUND"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "NOT_FOUND"
    readonly status?: 404
  }
}

export type UNAUTHENTICATEDRefusal = {
  readonly error: "UNAUTHENTICATED"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "UNAUTHENTICATED"
    readonly status?: 401
  }
}

export type FORBIDDENRefusal = {
  readonly error: "FORBIDDEN"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "FORBIDDEN"
    readonly status?: 403
  }
}

/** The body has a media type that is not taken */
export type UnsupportedMediaRefusal = {
  readonly error: "unsupported-media"
  readonly status: 415
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unsupported-media"
    readonly status?: 415
  }
}

/** The body is too large */
export type TooLargeRefusal = {
  readonly error: "too-large"
  readonly status: 413
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "too-large"
    readonly status?: 413
  }
}

export type BADREQUESTRefusal = {
  readonly error: "BAD_REQUEST"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "BAD_REQUEST"
    readonly status?: 400
  }
}

export type VESSELBUSYRefusal = {
  readonly error: "VESSEL_BUSY"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "VESSEL_BUSY"
    readonly status?: 409
  }
}

/** Too many others change the same thing */
export type ContentionRefusal = {
  readonly error: "contention"
  readonly status: 503
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "contention"
    readonly status?: 503
  }
}

export type WRONGSTATERefusal = {
  readonly error: "WRONG_STATE"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "WRONG_STATE"
    readonly status?: 409
  }
}

/** It refers to something that does not exist */
export type DanglingRefusal = {
  readonly error: "dangling"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "dangling"
    readonly status?: 422
  }
}

export type SAILINGFULLRefusal = {
  readonly error: "SAILING_FULL"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "SAILING_FULL"
    readonly status?: 409
  }
}

/** There is one already */
export type DuplicateRefusal = {
  readonly error: "duplicate"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "duplicate"
    readonly status?: 409
  }
}

export type ListSailingsRequest = {
  /** Only records whose `origin` meets these comparisons. */
  readonly origin?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `destination` meets these comparisons. */
  readonly destination?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `departure` meets these comparisons. */
  readonly departure?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  readonly size?: number
  readonly cursor?: string
}

export type ListSailingsValue = {
  readonly sailings: readonly Sailing[]
  readonly next: string | null
}

export type ListSailingsFailure = TOOMANYREQUESTSRefusal | NotAcceptableRefusal | INVALIDRefusal | CursorExpiredRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type GetSailingRequest = {
  readonly sailingId: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetSailingValue = Sailing | undefined

export type GetSailingFailure = TOOMANYREQUESTSRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type CreateSailingRequest = {
  readonly body: {
    readonly origin: string
    readonly destination: string
    readonly departure: string
    readonly vessel: string
    readonly passengerCapacity: number
    readonly vehicleCapacity?: number
  }
}

export type CreateSailingValue = Sailing

export type CreateSailingFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | TooLargeRefusal | BADREQUESTRefusal | INVALIDRefusal | VESSELBUSYRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type OpenBoardingRequest = {
  readonly sailingId: string
}

export type OpenBoardingValue = Sailing

export type OpenBoardingFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type DepartSailingRequest = {
  readonly sailingId: string
}

export type DepartSailingValue = Sailing

export type DepartSailingFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type CancelSailingRequest = {
  readonly sailingId: string
}

export type CancelSailingValue = Sailing

export type CancelSailingFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ReserveRequest = {
  readonly body: {
    readonly sailingId: string
    readonly leadName: string
    readonly email: string
    readonly phone?: string
    readonly adults: number
    readonly children?: number
    readonly vehicle?: "none" | "bicycle" | "motorcycle" | "car" | "van"
  }
}

export type ReserveValue = Reservation

export type ReserveFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | TooLargeRefusal | BADREQUESTRefusal | INVALIDRefusal | DanglingRefusal | SAILINGFULLRefusal | DuplicateRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type GetReservationRequest = {
  readonly reservationId: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetReservationValue = Reservation | undefined

export type GetReservationFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ConfirmReservationRequest = {
  readonly reservationId: string
}

export type ConfirmReservationValue = Reservation

export type ConfirmReservationFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type CancelReservationRequest = {
  readonly reservationId: string
}

export type CancelReservationValue = Reservation

export type CancelReservationFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type CheckInRequest = {
  readonly reservationId: string
}

export type CheckInValue = Reservation

export type CheckInFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | FORBIDDENRefusal | NotAcceptableRefusal | INVALIDRefusal | NOTFOUNDRefusal | WRONGSTATERefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ListReservationsRequest = {
  /** Only records whose `sailingId` meets these comparisons. */
  readonly sailingId?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[] }
  /** Only records whose `status` meets these comparisons. */
  readonly status?: "HELD" | "CONFIRMED" | "EXPIRED" | "CHECKED_IN" | "CANCELLED" | { readonly eq?: "HELD" | "CONFIRMED" | "EXPIRED" | "CHECKED_IN" | "CANCELLED"; readonly ne?: "HELD" | "CONFIRMED" | "EXPIRED" | "CHECKED_IN" | "CANCELLED"; readonly in?: readonly ("HELD" | "CONFIRMED" | "EXPIRED" | "CHECKED_IN" | "CANCELLED")[] }
  /** Only records whose `email` meets these comparisons. */
  readonly email?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  readonly size?: number
  readonly cursor?: string
}

export type ListReservationsValue = {
  readonly reservations: readonly Reservation[]
  readonly next: string | null
}

export type ListReservationsFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | NotAcceptableRefusal | INVALIDRefusal | CursorExpiredRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ListPortsRequest = {
  readonly size?: number
  readonly cursor?: string
}

export type ListPortsValue = {
  readonly ports: readonly Port[]
  readonly next: string | null
}

export type ListPortsFailure = TOOMANYREQUESTSRefusal | NotAcceptableRefusal | INVALIDRefusal | CursorExpiredRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type PutPortRequest = {
  readonly code: string
  readonly body: {
    readonly name: string
    readonly timezone: string
    readonly open?: boolean
  }
}

export type PutPortValue = Port

export type PutPortFailure = UNAUTHENTICATEDRefusal | TOOMANYREQUESTSRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | TooLargeRefusal | BADREQUESTRefusal | INVALIDRefusal | FORBIDDENRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly token?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * List Sailing
   *
   * `GET /sailings`
   */
  listSailings(request?: ListSailingsRequest, call?: Call): Promise<Result<ListSailingsValue, ListSailingsFailure>>
  /** All pages of `listSailings`, until the last page or a refusal. */
  listSailingsPages(request?: ListSailingsRequest, call?: Call): AsyncGenerator<Result<ListSailingsValue, ListSailingsFailure>, void>

  /**
   * Read Sailing
   *
   * `GET /sailings/{sailingId}`
   */
  getSailing(request: GetSailingRequest, call?: Call): Promise<Result<GetSailingValue, GetSailingFailure>>

  /**
   * Create Sailing
   *
   * `POST /sailings`
   */
  createSailing(request: CreateSailingRequest, call?: Call): Promise<Result<CreateSailingValue, CreateSailingFailure>>

  /**
   * Transition Sailing.open-boarding
   *
   * `POST /sailings/{sailingId}/open-boarding`
   */
  openBoarding(request: OpenBoardingRequest, call?: Call): Promise<Result<OpenBoardingValue, OpenBoardingFailure>>

  /**
   * Transition Sailing.depart
   *
   * `POST /sailings/{sailingId}/depart`
   */
  departSailing(request: DepartSailingRequest, call?: Call): Promise<Result<DepartSailingValue, DepartSailingFailure>>

  /**
   * Transition Sailing.cancel
   *
   * `POST /sailings/{sailingId}/cancel`
   */
  cancelSailing(request: CancelSailingRequest, call?: Call): Promise<Result<CancelSailingValue, CancelSailingFailure>>

  /**
   * Create Reservation
   *
   * `POST /reservations`
   */
  reserve(request: ReserveRequest, call?: Call): Promise<Result<ReserveValue, ReserveFailure>>

  /**
   * Read Reservation
   *
   * `GET /reservations/{reservationId}`
   */
  getReservation(request: GetReservationRequest, call?: Call): Promise<Result<GetReservationValue, GetReservationFailure>>

  /**
   * Transition Reservation.confirm
   *
   * `POST /reservations/{reservationId}/confirm`
   */
  confirmReservation(request: ConfirmReservationRequest, call?: Call): Promise<Result<ConfirmReservationValue, ConfirmReservationFailure>>

  /**
   * Transition Reservation.cancel
   *
   * `POST /reservations/{reservationId}/cancel`
   */
  cancelReservation(request: CancelReservationRequest, call?: Call): Promise<Result<CancelReservationValue, CancelReservationFailure>>

  /**
   * Transition Reservation.check-in
   *
   * `POST /reservations/{reservationId}/check-in`
   */
  checkIn(request: CheckInRequest, call?: Call): Promise<Result<CheckInValue, CheckInFailure>>

  /**
   * List Reservation
   *
   * `GET /reservations`
   */
  listReservations(request?: ListReservationsRequest, call?: Call): Promise<Result<ListReservationsValue, ListReservationsFailure>>
  /** All pages of `listReservations`, until the last page or a refusal. */
  listReservationsPages(request?: ListReservationsRequest, call?: Call): AsyncGenerator<Result<ListReservationsValue, ListReservationsFailure>, void>

  /**
   * List Port
   *
   * `GET /ports`
   */
  listPorts(request?: ListPortsRequest, call?: Call): Promise<Result<ListPortsValue, ListPortsFailure>>
  /** All pages of `listPorts`, until the last page or a refusal. */
  listPortsPages(request?: ListPortsRequest, call?: Call): AsyncGenerator<Result<ListPortsValue, ListPortsFailure>, void>

  /**
   * Put Port
   *
   * `PUT /ports/{code}`
   */
  putPort(request: PutPortRequest, call?: Call): Promise<Result<PutPortValue, PutPortFailure>>
}

export function client(settings: Options): Client {
  return {
    listSailings: (request, call) => send(settings, {"method":"GET","path":"/sailings","good":[200],"failures":[{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[]}, { query: { origin: request?.origin, destination: request?.destination, departure: request?.departure, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListSailingsValue, ListSailingsFailure>>,
    listSailingsPages: (request, call) => pages(settings, {"method":"GET","path":"/sailings","good":[200],"failures":[{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[]}, { query: { origin: request?.origin, destination: request?.destination, departure: request?.departure, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListSailingsValue, ListSailingsFailure>, void>,
    getSailing: (request, call) => send(settings, {"method":"GET","path":"/sailings/{sailingId}","good":[200,304],"failures":[{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[]}, { path: { sailingId: request.sailingId }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetSailingValue, GetSailingFailure>>,
    createSailing: (request, call) => send(settings, {"method":"POST","path":"/sailings","good":[201],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"BAD_REQUEST","statuses":[400],"told":["type","BAD_REQUEST"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"VESSEL_BUSY","statuses":[409],"told":["type","VESSEL_BUSY"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { body: request.body }, call) as Promise<Result<CreateSailingValue, CreateSailingFailure>>,
    openBoarding: (request, call) => send(settings, {"method":"POST","path":"/sailings/{sailingId}/open-boarding","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { sailingId: request.sailingId } }, call) as Promise<Result<OpenBoardingValue, OpenBoardingFailure>>,
    departSailing: (request, call) => send(settings, {"method":"POST","path":"/sailings/{sailingId}/depart","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { sailingId: request.sailingId } }, call) as Promise<Result<DepartSailingValue, DepartSailingFailure>>,
    cancelSailing: (request, call) => send(settings, {"method":"POST","path":"/sailings/{sailingId}/cancel","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { sailingId: request.sailingId } }, call) as Promise<Result<CancelSailingValue, CancelSailingFailure>>,
    reserve: (request, call) => send(settings, {"method":"POST","path":"/reservations","good":[201],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"BAD_REQUEST","statuses":[400],"told":["type","BAD_REQUEST"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"dangling","statuses":[422],"told":["type","dangling"]},{"error":"SAILING_FULL","statuses":[409],"told":["type","SAILING_FULL"]},{"error":"duplicate","statuses":[409],"told":["type","duplicate"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { body: request.body }, call) as Promise<Result<ReserveValue, ReserveFailure>>,
    getReservation: (request, call) => send(settings, {"method":"GET","path":"/reservations/{reservationId}","good":[200,304],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { reservationId: request.reservationId }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetReservationValue, GetReservationFailure>>,
    confirmReservation: (request, call) => send(settings, {"method":"POST","path":"/reservations/{reservationId}/confirm","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { reservationId: request.reservationId } }, call) as Promise<Result<ConfirmReservationValue, ConfirmReservationFailure>>,
    cancelReservation: (request, call) => send(settings, {"method":"POST","path":"/reservations/{reservationId}/cancel","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { reservationId: request.reservationId } }, call) as Promise<Result<CancelReservationValue, CancelReservationFailure>>,
    checkIn: (request, call) => send(settings, {"method":"POST","path":"/reservations/{reservationId}/check-in","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"NOT_FOUND","statuses":[404],"told":["type","NOT_FOUND"]},{"error":"WRONG_STATE","statuses":[409],"told":["type","WRONG_STATE"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { reservationId: request.reservationId } }, call) as Promise<Result<CheckInValue, CheckInFailure>>,
    listReservations: (request, call) => send(settings, {"method":"GET","path":"/reservations","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { query: { sailingId: request?.sailingId, status: request?.status, email: request?.email, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListReservationsValue, ListReservationsFailure>>,
    listReservationsPages: (request, call) => pages(settings, {"method":"GET","path":"/reservations","good":[200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { query: { sailingId: request?.sailingId, status: request?.status, email: request?.email, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListReservationsValue, ListReservationsFailure>, void>,
    listPorts: (request, call) => send(settings, {"method":"GET","path":"/ports","good":[200],"failures":[{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[]}, { query: { size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListPortsValue, ListPortsFailure>>,
    listPortsPages: (request, call) => pages(settings, {"method":"GET","path":"/ports","good":[200],"failures":[{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"cursor-expired","statuses":[410],"told":["type","cursor-expired"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[]}, { query: { size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListPortsValue, ListPortsFailure>, void>,
    putPort: (request, call) => send(settings, {"method":"PUT","path":"/ports/{code}","good":[201,200],"failures":[{"error":"UNAUTHENTICATED","statuses":[401],"told":["type","UNAUTHENTICATED"]},{"error":"TOO_MANY_REQUESTS","statuses":[429],"told":["type","TOO_MANY_REQUESTS"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"too-large","statuses":[413],"told":["type","too-large"]},{"error":"BAD_REQUEST","statuses":[400],"told":["type","BAD_REQUEST"]},{"error":"INVALID","statuses":[422],"told":["type","INVALID"]},{"error":"FORBIDDEN","statuses":[403],"told":["type","FORBIDDEN"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["token"]]}, { path: { code: request.code }, body: request.body }, call) as Promise<Result<PutPortValue, PutPortFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"token":{"kind":"http","word":"Bearer"}}

/** An answer that the operation gives, or why it refuses. */
export type Result<Value, Failure> = Answer<Value> | Refused<Failure>

export type Answer<Value> = { readonly ok: true; readonly status: number; readonly headers: Headers; readonly value: Value }

export type Refused<Failure> = { readonly ok: false; readonly failure: Failure }

/** What HTTP or the network says, which no entry of the catalogue answers. `status` 0: nothing was answered at all. */
export type Unexpected = { readonly error: null; readonly status: number; readonly headers: Headers; readonly body: unknown; readonly cause?: unknown }

export type Call = {
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
}

/** A secret, or what gives it when it is needed. */
export type Secret = string | (() => string | Promise<string>)

export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string }

type Operation = {
  readonly method: string
  readonly path: string
  readonly media?: string
  /** Lists in the query whose name is repeated; others are sent with commas. */
  readonly repeated?: readonly string[]
  /** Statuses of its own answer; empty where they are computed. */
  readonly good: readonly number[]
  readonly failures: readonly { readonly error: string; readonly statuses: readonly number[]; readonly told?: readonly [member: string, value: unknown] }[]
  readonly schemes: readonly (readonly string[])[]
  readonly keyHeader?: string
}

type Sent = {
  readonly path?: { readonly [name: string]: unknown }
  readonly query?: { readonly [name: string]: unknown }
  readonly headers?: { readonly [name: string]: unknown }
  readonly body?: unknown
}

type Settings = {
  readonly url: string
  readonly fetch?: typeof fetch
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: { readonly [scheme: string]: unknown }
  readonly retries?: number
  readonly pause?: (milliseconds: number) => Promise<void>
}

type Scheme = { readonly kind: 'basic' } | { readonly kind: 'http'; readonly word: string } | { readonly kind: 'key'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }

const idempotent = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'QUERY'])

async function send(settings: Settings, operation: Operation, sent: Sent, call: Call = {}): Promise<Result<unknown, unknown>> {
  const { request, url } = await prepare(settings, operation, sent, call)
  const mayRepeat = idempotent.has(operation.method) || (operation.keyHeader !== undefined && request.headers.has(operation.keyHeader))
  for (let tries = 0; ; tries++) {
    const isLast = !mayRepeat || tries >= (settings.retries ?? 2)
    let response: Response
    try {
      response = await (settings.fetch ?? fetch)(url, request)
    } catch (cause) {
      if (call.signal?.aborted === true) throw cause
      if (isLast) return { ok: false, failure: { error: null, status: 0, headers: new Headers(), body: undefined, cause } satisfies Unexpected }
      await pause(settings, 250 * 2 ** tries)
      continue
    }
    const wait = seconds(response.headers)
    if (!isLast && (response.status === 429 || response.status === 503 || response.status === 502)) {
      await response.body?.cancel()
      await pause(settings, wait === undefined ? 250 * 2 ** tries : wait * 1000)
      continue
    }
    return readResult(operation, response)
  }
}

async function prepare(settings: Settings, operation: Operation, sent: Sent, call: Call): Promise<{ readonly url: string; readonly request: RequestInit & { readonly headers: Headers } }> {
  const headers = new Headers({ ...settings.headers, ...call.headers })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value !== undefined) headers.set(name, text(value))
  for (const [name, value] of Object.entries(sent.query ?? {})) addTo(query, name, value, operation.repeated)
  if (operation.keyHeader !== undefined && !headers.has(operation.keyHeader)) headers.set(operation.keyHeader, crypto.randomUUID())
  await present(settings, operation, headers, query)
  if (sent.body !== undefined) headers.set('content-type', operation.media ?? 'application/json')
  const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(text(sent.path?.[name])))
  const asked = query.toString()
  return {
    url: settings.url.replace(/\/$/, '') + path + (asked === '' ? '' : `?${asked}`),
    request: {
      method: operation.method, headers,
      ...(sent.body === undefined ? {} : { body: encode(sent.body, headers.get('content-type')!) }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    },
  }
}

function encode(body: unknown, media: string): string {
  if (!media.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body as object)) addToForm(form, name, value)
  return form.toString()
}

function addToForm(form: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) for (const [index, item] of value.entries()) addToForm(form, typeof item === 'object' ? `${name}[${index}]` : name, item)
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addToForm(form, `${name}[${inner}]`, member)
  else form.append(name, text(value))
}

function addTo(query: URLSearchParams, name: string, value: unknown, repeated: readonly string[] = []): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value) && repeated.includes(name)) for (const item of value) query.append(name, text(item))
  else if (Array.isArray(value)) query.append(name, value.map(text).join(','))
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addTo(query, `${name}[${inner}]`, member)
  else query.append(name, text(value))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The first way in for which there are all credentials. */
async function present(settings: Settings, operation: Operation, headers: Headers, query: URLSearchParams): Promise<void> {
  const given = settings.credentials ?? {}
  const way = operation.schemes.find((names) => names.every((name) => given[name] !== undefined)) ?? []
  for (const name of way) {
    const scheme = schemes[name]
    const secret = given[name]
    if (scheme === undefined) continue
    if (scheme.kind === 'basic') {
      const { username, password } = secret as { readonly username: string; readonly password: string }
      const bytes = new TextEncoder().encode(`${username}:${password}`)
      headers.set('authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`)
      continue
    }
    const plain = typeof secret === 'function' ? await (secret as () => string | Promise<string>)() : text(secret)
    if (scheme.kind === 'http') headers.set('authorization', `${scheme.word} ${plain}`)
    else if (scheme.in === 'header') headers.set(scheme.name, plain)
    else if (scheme.in === 'query') query.set(scheme.name, plain)
    else headers.append('cookie', `${scheme.name}=${plain}`)
  }
}

async function readResult({ good, failures }: Operation, response: Response): Promise<Result<unknown, unknown>> {
  const { status, headers } = response
  const body = await content(response)
  if (good.length === 0 ? status < 400 : good.includes(status)) return { ok: true, status, headers, value: body }
  const among = failures.filter(({ statuses }) => statuses.length === 0 || statuses.includes(status))
  const matching = among.filter(({ told: by }) => by === undefined || (typeof body === 'object' && body !== null && (body as { [name: string]: unknown })[by[0]] === by[1]))
  const [only, ...more] = matching
  return { ok: false, failure: { error: only === undefined || more.length > 0 ? null : only.error, status, headers, body } }
}

async function content(response: Response): Promise<unknown> {
  const sent = await response.text()
  if (sent === '') return undefined
  return /[/+]json\s*(;|$)/i.test(response.headers.get('content-type') ?? '') ? (JSON.parse(sent) as unknown) : sent
}

/** Of `Retry-After` (RFC 9110, section 10.2.3); a date is compared with the service's own clock. */
function seconds(headers: Headers | undefined): number | undefined {
  const after = headers?.get('retry-after') ?? ''
  if (/^\d+$/.test(after)) return Number(after)
  const wait = (Date.parse(after) - Date.parse(headers?.get('date') ?? '')) / 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function pause(settings: Settings, milliseconds: number): Promise<void> {
  return settings.pause === undefined ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : settings.pause(milliseconds)
}

/** Iterates pages until the last one or a refusal. `at`: the members that lead to the next page's value. */
async function* pages(settings: Settings, operation: Operation, sent: Sent, parameter: string, at: readonly string[], call?: Call): AsyncGenerator<Result<unknown, unknown>, void> {
  let asked = sent
  for (;;) {
    const result = await send(settings, operation, asked, call)
    yield result
    if (!result.ok) return
    let next: unknown = result.value
    for (const member of at) next = (next as { readonly [name: string]: unknown } | undefined)?.[member]
    if (next === undefined || next === null) return
    asked = { ...asked, query: { ...asked.query, [parameter]: next } }
  }
}

// Parts of the document that this client omits:
// - Bounds, patterns and formats of values, which only the service asks.
// - Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.
