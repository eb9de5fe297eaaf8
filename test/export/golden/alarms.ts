// A client of Alarm Management, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type AlarmRef = {
  readonly id: string
  readonly href?: string
}

export type AlarmView = {
  readonly id: string
  readonly alarmType: string
  readonly perceivedSeverity: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"
  readonly probableCause: string
  readonly specificProblem?: string
  readonly alarmedObject: AlarmedObject
  readonly alarmedObjectType?: string
  readonly sourceSystemId: string
  readonly externalAlarmId?: string
  readonly alarmDetails?: string
  readonly proposedRepairedActions?: string
  readonly alarmRaisedTime: string
  readonly alarmClearedTime?: string
  readonly isRootCause?: boolean
  readonly serviceAffecting?: boolean
  readonly ackSystemId?: string
  readonly ackUserId?: string
  readonly clearSystemId?: string
  readonly clearUserId?: string
  readonly comment: readonly Comment[]
  readonly state: "raised" | "updated" | "cleared"
  readonly ackState: "unacknowledged" | "acknowledged"
  readonly href: string
}

export type AlarmedObject = {
  readonly id?: string
  readonly href?: string
}

export type Comment = {
  readonly comment?: string
  readonly systemId?: string
  readonly userId?: string
  readonly time?: string
}

export type ErrorBody = {
  readonly code: string
  readonly reason: string
  readonly message?: string
  readonly status: string
}

export type ListenerView = {
  readonly id: string
  readonly callback: string
  readonly query?: string
}

export type TaskView = {
  readonly id: string
  readonly href: string
  readonly state: "done"
  readonly alarmPattern: readonly {
    readonly id: string
    readonly href: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
}

/** Invalid query */
export type InvalidQueryRefusal = {
  readonly error: "invalid-query"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Internal error */
export type UnexpectedRefusal = {
  readonly error: "unexpected"
  readonly status: 500
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Unsupported media type */
export type MediaRefusal = {
  readonly error: "media"
  readonly status: 415
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Invalid request */
export type BadRequestRefusal = {
  readonly error: "bad-request"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** A member is missing */
export type MissingMemberRefusal = {
  readonly error: "missing-member"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Not found */
export type NotFoundRefusal = {
  readonly error: "not-found"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody
}

/** The alarm is ${error.state} */
export type StateRefusal = {
  readonly error: "state"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody
}

/** No such alarm */
export type UnknownAlarmRefusal = {
  readonly error: "unknown-alarm"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Registered already */
export type RegisteredRefusal = {
  readonly error: "registered"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody
}

export type ListAlarmRequest = {
  readonly offset?: number
  readonly limit?: number
  /** Only records whose `id` meets these comparisons. */
  readonly id?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `alarmType` meets these comparisons. */
  readonly alarmType?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `perceivedSeverity` meets these comparisons. */
  readonly perceivedSeverity?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared" | { readonly eq?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"; readonly ne?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"; readonly in?: readonly ("critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared")[] }
  /** Only records whose `probableCause` meets these comparisons. */
  readonly probableCause?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `sourceSystemId` meets these comparisons. */
  readonly sourceSystemId?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `state` meets these comparisons. */
  readonly state?: "raised" | "updated" | "cleared" | { readonly eq?: "raised" | "updated" | "cleared"; readonly ne?: "raised" | "updated" | "cleared"; readonly in?: readonly ("raised" | "updated" | "cleared")[] }
  /** Only records whose `ackState` meets these comparisons. */
  readonly ackState?: "unacknowledged" | "acknowledged" | { readonly eq?: "unacknowledged" | "acknowledged"; readonly ne?: "unacknowledged" | "acknowledged"; readonly in?: readonly ("unacknowledged" | "acknowledged")[] }
  /** Only records whose `alarmRaisedTime` meets these comparisons. */
  readonly alarmRaisedTime?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `alarmedObject.id` meets these comparisons. */
  readonly "alarmedObject.id"?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string; readonly exists?: boolean }
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "alarmType" | "perceivedSeverity" | "probableCause" | "specificProblem" | "alarmedObject" | "alarmedObject.id" | "alarmedObject.href" | "alarmedObjectType" | "sourceSystemId" | "externalAlarmId" | "alarmDetails" | "proposedRepairedActions" | "alarmRaisedTime" | "alarmClearedTime" | "isRootCause" | "serviceAffecting" | "ackSystemId" | "ackUserId" | "clearSystemId" | "clearUserId" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "state" | "ackState" | "href")[]
}

export type ListAlarmValue = readonly ({
  readonly id?: string
  readonly alarmType?: string
  readonly perceivedSeverity?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"
  readonly probableCause?: string
  readonly specificProblem?: string
  readonly alarmedObject?: AlarmedObject
  readonly alarmedObjectType?: string
  readonly sourceSystemId?: string
  readonly externalAlarmId?: string
  readonly alarmDetails?: string
  readonly proposedRepairedActions?: string
  readonly alarmRaisedTime?: string
  readonly alarmClearedTime?: string
  readonly isRootCause?: boolean
  readonly serviceAffecting?: boolean
  readonly ackSystemId?: string
  readonly ackUserId?: string
  readonly clearSystemId?: string
  readonly clearUserId?: string
  readonly comment?: readonly Comment[]
  readonly state?: "raised" | "updated" | "cleared"
  readonly ackState?: "unacknowledged" | "acknowledged"
  readonly href?: string
})[]

export type ListAlarmFailure = InvalidQueryRefusal | UnexpectedRefusal | Unexpected

export type CreateAlarmRequest = {
  readonly body: {
    readonly alarmType: string
    readonly perceivedSeverity: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"
    readonly probableCause: string
    readonly specificProblem?: string
    readonly alarmedObject: AlarmedObject
    readonly alarmedObjectType?: string
    readonly sourceSystemId: string
    readonly externalAlarmId?: string
    readonly alarmDetails?: string
    readonly proposedRepairedActions?: string
    readonly alarmRaisedTime: string
    readonly isRootCause?: boolean
    readonly serviceAffecting?: boolean
  }
}

export type CreateAlarmValue = AlarmView

export type CreateAlarmFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | UnexpectedRefusal | Unexpected

export type RetrieveAlarmRequest = {
  readonly id: string
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "alarmType" | "perceivedSeverity" | "probableCause" | "specificProblem" | "alarmedObject" | "alarmedObject.id" | "alarmedObject.href" | "alarmedObjectType" | "sourceSystemId" | "externalAlarmId" | "alarmDetails" | "proposedRepairedActions" | "alarmRaisedTime" | "alarmClearedTime" | "isRootCause" | "serviceAffecting" | "ackSystemId" | "ackUserId" | "clearSystemId" | "clearUserId" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "state" | "ackState" | "href")[]
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type RetrieveAlarmValue = {
  readonly id?: string
  readonly alarmType?: string
  readonly perceivedSeverity?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"
  readonly probableCause?: string
  readonly specificProblem?: string
  readonly alarmedObject?: AlarmedObject
  readonly alarmedObjectType?: string
  readonly sourceSystemId?: string
  readonly externalAlarmId?: string
  readonly alarmDetails?: string
  readonly proposedRepairedActions?: string
  readonly alarmRaisedTime?: string
  readonly alarmClearedTime?: string
  readonly isRootCause?: boolean
  readonly serviceAffecting?: boolean
  readonly ackSystemId?: string
  readonly ackUserId?: string
  readonly clearSystemId?: string
  readonly clearUserId?: string
  readonly comment?: readonly Comment[]
  readonly state?: "raised" | "updated" | "cleared"
  readonly ackState?: "unacknowledged" | "acknowledged"
  readonly href?: string
} | undefined

export type RetrieveAlarmFailure = BadRequestRefusal | InvalidQueryRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type PatchAlarmRequest = {
  readonly id: string
  readonly body?: {
    readonly alarmType?: string
    readonly perceivedSeverity?: "critical" | "major" | "minor" | "warning" | "indeterminate" | "cleared"
    readonly probableCause?: string
    readonly specificProblem?: string | null
    readonly alarmedObject?: {
      readonly id?: string | null
      readonly href?: string | null
    }
    readonly alarmedObjectType?: string | null
    readonly alarmDetails?: string | null
    readonly proposedRepairedActions?: string | null
    readonly isRootCause?: boolean | null
    readonly serviceAffecting?: boolean | null
    readonly state?: "raised" | "updated" | "cleared"
  }
}

export type PatchAlarmValue = AlarmView

export type PatchAlarmFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | NotFoundRefusal | StateRefusal | UnexpectedRefusal | Unexpected

export type DeleteAlarmRequest = {
  readonly id: string
}

export type DeleteAlarmValue = undefined

export type DeleteAlarmFailure = BadRequestRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type CreateAckAlarmsRequest = {
  readonly body: {
    readonly alarmPattern: readonly AlarmRef[]
    readonly ackSystemId?: string
    readonly ackUserId?: string
  }
}

export type CreateAckAlarmsValue = TaskView

export type CreateAckAlarmsFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | UnknownAlarmRefusal | StateRefusal | UnexpectedRefusal | Unexpected

export type CreateUnAckAlarmsRequest = {
  readonly body: {
    readonly alarmPattern: readonly AlarmRef[]
    readonly ackSystemId?: string
    readonly ackUserId?: string
  }
}

export type CreateUnAckAlarmsValue = TaskView

export type CreateUnAckAlarmsFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | UnknownAlarmRefusal | StateRefusal | UnexpectedRefusal | Unexpected

export type CreateClearAlarmsRequest = {
  readonly body: {
    readonly alarmPattern: readonly AlarmRef[]
    readonly clearSystemId?: string
    readonly clearUserId?: string
  }
}

export type CreateClearAlarmsValue = TaskView

export type CreateClearAlarmsFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | UnknownAlarmRefusal | StateRefusal | UnexpectedRefusal | Unexpected

export type CreateCommentAlarmsRequest = {
  readonly body: {
    readonly alarmPattern: readonly AlarmRef[]
    readonly comment: Comment
  }
}

export type CreateCommentAlarmsValue = TaskView

export type CreateCommentAlarmsFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | UnknownAlarmRefusal | UnexpectedRefusal | Unexpected

export type GetAckAlarmsRequest = {
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  readonly offset?: number
}

export type GetAckAlarmsValue = readonly ({
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
})[]

export type GetAckAlarmsFailure = InvalidQueryRefusal | UnexpectedRefusal | Unexpected

export type GetAckAlarmsIdRequest = {
  readonly id: string
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetAckAlarmsIdValue = {
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
} | undefined

export type GetAckAlarmsIdFailure = BadRequestRefusal | InvalidQueryRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type GetUnAckAlarmsRequest = {
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  readonly offset?: number
}

export type GetUnAckAlarmsValue = readonly ({
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
})[]

export type GetUnAckAlarmsFailure = InvalidQueryRefusal | UnexpectedRefusal | Unexpected

export type GetUnAckAlarmsIdRequest = {
  readonly id: string
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetUnAckAlarmsIdValue = {
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
} | undefined

export type GetUnAckAlarmsIdFailure = BadRequestRefusal | InvalidQueryRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type GetClearAlarmsRequest = {
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  readonly offset?: number
}

export type GetClearAlarmsValue = readonly ({
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
})[]

export type GetClearAlarmsFailure = InvalidQueryRefusal | UnexpectedRefusal | Unexpected

export type GetClearAlarmsIdRequest = {
  readonly id: string
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetClearAlarmsIdValue = {
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
} | undefined

export type GetClearAlarmsIdFailure = BadRequestRefusal | InvalidQueryRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type GetCommentAlarmsRequest = {
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  readonly offset?: number
}

export type GetCommentAlarmsValue = readonly ({
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
})[]

export type GetCommentAlarmsFailure = InvalidQueryRefusal | UnexpectedRefusal | Unexpected

export type GetCommentAlarmsIdRequest = {
  readonly id: string
  /** The members of the answer; by default all. */
  readonly fields?: readonly ("id" | "href" | "state" | "alarmPattern" | "alarmPattern.id" | "alarmPattern.href" | "comment" | "comment.comment" | "comment.systemId" | "comment.userId" | "comment.time" | "ackTime" | "alarmClearedTime")[]
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetCommentAlarmsIdValue = {
  readonly id?: string
  readonly href?: string
  readonly state?: "done"
  readonly alarmPattern?: readonly {
    readonly id?: string
    readonly href?: string
  }[]
  readonly comment?: Comment | null
  readonly ackTime?: string
  readonly alarmClearedTime?: string
} | undefined

export type GetCommentAlarmsIdFailure = BadRequestRefusal | InvalidQueryRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type RegisterListenerRequest = {
  readonly body: {
    readonly callback: string
    readonly query?: string
  }
}

export type RegisterListenerValue = ListenerView

export type RegisterListenerFailure = MediaRefusal | BadRequestRefusal | MissingMemberRefusal | RegisteredRefusal | UnexpectedRefusal | Unexpected

export type UnregisterListenerRequest = {
  readonly id: string
}

export type UnregisterListenerValue = undefined

export type UnregisterListenerFailure = BadRequestRefusal | NotFoundRefusal | UnexpectedRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * List Alarm
   *
   * `GET /tmf-api/alarmManagement/v4/alarm`
   */
  listAlarm(request?: ListAlarmRequest, call?: Call): Promise<Result<ListAlarmValue, ListAlarmFailure>>

  /**
   * Create Alarm
   *
   * `POST /tmf-api/alarmManagement/v4/alarm`
   */
  createAlarm(request: CreateAlarmRequest, call?: Call): Promise<Result<CreateAlarmValue, CreateAlarmFailure>>

  /**
   * Read Alarm
   *
   * `GET /tmf-api/alarmManagement/v4/alarm/{id}`
   */
  retrieveAlarm(request: RetrieveAlarmRequest, call?: Call): Promise<Result<RetrieveAlarmValue, RetrieveAlarmFailure>>

  /**
   * Transition Alarm.state
   *
   * `PATCH /tmf-api/alarmManagement/v4/alarm/{id}`
   */
  patchAlarm(request: PatchAlarmRequest, call?: Call): Promise<Result<PatchAlarmValue, PatchAlarmFailure>>

  /**
   * Delete Alarm
   *
   * `DELETE /tmf-api/alarmManagement/v4/alarm/{id}`
   */
  deleteAlarm(request: DeleteAlarmRequest, call?: Call): Promise<Result<DeleteAlarmValue, DeleteAlarmFailure>>

  /**
   * POST /ackAlarms
   *
   * `POST /tmf-api/alarmManagement/v4/ackAlarms`
   */
  createAckAlarms(request: CreateAckAlarmsRequest, call?: Call): Promise<Result<CreateAckAlarmsValue, CreateAckAlarmsFailure>>

  /**
   * POST /unAckAlarms
   *
   * `POST /tmf-api/alarmManagement/v4/unAckAlarms`
   */
  createUnAckAlarms(request: CreateUnAckAlarmsRequest, call?: Call): Promise<Result<CreateUnAckAlarmsValue, CreateUnAckAlarmsFailure>>

  /**
   * POST /clearAlarms
   *
   * `POST /tmf-api/alarmManagement/v4/clearAlarms`
   */
  createClearAlarms(request: CreateClearAlarmsRequest, call?: Call): Promise<Result<CreateClearAlarmsValue, CreateClearAlarmsFailure>>

  /**
   * POST /commentAlarms
   *
   * `POST /tmf-api/alarmManagement/v4/commentAlarms`
   */
  createCommentAlarms(request: CreateCommentAlarmsRequest, call?: Call): Promise<Result<CreateCommentAlarmsValue, CreateCommentAlarmsFailure>>

  /**
   * List Task
   *
   * `GET /tmf-api/alarmManagement/v4/ackAlarms`
   */
  getAckAlarms(request?: GetAckAlarmsRequest, call?: Call): Promise<Result<GetAckAlarmsValue, GetAckAlarmsFailure>>

  /**
   * Read Task
   *
   * `GET /tmf-api/alarmManagement/v4/ackAlarms/{id}`
   */
  getAckAlarmsId(request: GetAckAlarmsIdRequest, call?: Call): Promise<Result<GetAckAlarmsIdValue, GetAckAlarmsIdFailure>>

  /**
   * List Task
   *
   * `GET /tmf-api/alarmManagement/v4/unAckAlarms`
   */
  getUnAckAlarms(request?: GetUnAckAlarmsRequest, call?: Call): Promise<Result<GetUnAckAlarmsValue, GetUnAckAlarmsFailure>>

  /**
   * Read Task
   *
   * `GET /tmf-api/alarmManagement/v4/unAckAlarms/{id}`
   */
  getUnAckAlarmsId(request: GetUnAckAlarmsIdRequest, call?: Call): Promise<Result<GetUnAckAlarmsIdValue, GetUnAckAlarmsIdFailure>>

  /**
   * List Task
   *
   * `GET /tmf-api/alarmManagement/v4/clearAlarms`
   */
  getClearAlarms(request?: GetClearAlarmsRequest, call?: Call): Promise<Result<GetClearAlarmsValue, GetClearAlarmsFailure>>

  /**
   * Read Task
   *
   * `GET /tmf-api/alarmManagement/v4/clearAlarms/{id}`
   */
  getClearAlarmsId(request: GetClearAlarmsIdRequest, call?: Call): Promise<Result<GetClearAlarmsIdValue, GetClearAlarmsIdFailure>>

  /**
   * List Task
   *
   * `GET /tmf-api/alarmManagement/v4/commentAlarms`
   */
  getCommentAlarms(request?: GetCommentAlarmsRequest, call?: Call): Promise<Result<GetCommentAlarmsValue, GetCommentAlarmsFailure>>

  /**
   * Read Task
   *
   * `GET /tmf-api/alarmManagement/v4/commentAlarms/{id}`
   */
  getCommentAlarmsId(request: GetCommentAlarmsIdRequest, call?: Call): Promise<Result<GetCommentAlarmsIdValue, GetCommentAlarmsIdFailure>>

  /**
   * Create Listener
   *
   * `POST /tmf-api/alarmManagement/v4/hub`
   */
  registerListener(request: RegisterListenerRequest, call?: Call): Promise<Result<RegisterListenerValue, RegisterListenerFailure>>

  /**
   * Delete Listener
   *
   * `DELETE /tmf-api/alarmManagement/v4/hub/{id}`
   */
  unregisterListener(request: UnregisterListenerRequest, call?: Call): Promise<Result<UnregisterListenerValue, UnregisterListenerFailure>>
}

export function client(settings: Options): Client {
  return {
    listAlarm: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/alarm","good":[206,200],"failures":[{"error":"invalid-query","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { query: { offset: request?.offset, limit: request?.limit, id: request?.id, alarmType: request?.alarmType, perceivedSeverity: request?.perceivedSeverity, probableCause: request?.probableCause, sourceSystemId: request?.sourceSystemId, state: request?.state, ackState: request?.ackState, alarmRaisedTime: request?.alarmRaisedTime, "alarmedObject.id": request?.["alarmedObject.id"], fields: request?.fields } }, call) as Promise<Result<ListAlarmValue, ListAlarmFailure>>,
    createAlarm: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/alarm","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateAlarmValue, CreateAlarmFailure>>,
    retrieveAlarm: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/alarm/{id}","good":[200,304],"failures":[{"error":"bad-request","statuses":[400]},{"error":"invalid-query","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, query: { fields: request.fields }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<RetrieveAlarmValue, RetrieveAlarmFailure>>,
    patchAlarm: (request, call) => send(settings, {"method":"PATCH","path":"/tmf-api/alarmManagement/v4/alarm/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"state","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<PatchAlarmValue, PatchAlarmFailure>>,
    deleteAlarm: (request, call) => send(settings, {"method":"DELETE","path":"/tmf-api/alarmManagement/v4/alarm/{id}","good":[204],"failures":[{"error":"bad-request","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<DeleteAlarmValue, DeleteAlarmFailure>>,
    createAckAlarms: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/ackAlarms","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"unknown-alarm","statuses":[400]},{"error":"state","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateAckAlarmsValue, CreateAckAlarmsFailure>>,
    createUnAckAlarms: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/unAckAlarms","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"unknown-alarm","statuses":[400]},{"error":"state","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateUnAckAlarmsValue, CreateUnAckAlarmsFailure>>,
    createClearAlarms: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/clearAlarms","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"unknown-alarm","statuses":[400]},{"error":"state","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateClearAlarmsValue, CreateClearAlarmsFailure>>,
    createCommentAlarms: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/commentAlarms","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"unknown-alarm","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<CreateCommentAlarmsValue, CreateCommentAlarmsFailure>>,
    getAckAlarms: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/ackAlarms","good":[200],"failures":[{"error":"invalid-query","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { query: { fields: request?.fields, offset: request?.offset } }, call) as Promise<Result<GetAckAlarmsValue, GetAckAlarmsFailure>>,
    getAckAlarmsId: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/ackAlarms/{id}","good":[200,304],"failures":[{"error":"bad-request","statuses":[400]},{"error":"invalid-query","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, query: { fields: request.fields }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetAckAlarmsIdValue, GetAckAlarmsIdFailure>>,
    getUnAckAlarms: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/unAckAlarms","good":[200],"failures":[{"error":"invalid-query","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { query: { fields: request?.fields, offset: request?.offset } }, call) as Promise<Result<GetUnAckAlarmsValue, GetUnAckAlarmsFailure>>,
    getUnAckAlarmsId: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/unAckAlarms/{id}","good":[200,304],"failures":[{"error":"bad-request","statuses":[400]},{"error":"invalid-query","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, query: { fields: request.fields }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetUnAckAlarmsIdValue, GetUnAckAlarmsIdFailure>>,
    getClearAlarms: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/clearAlarms","good":[200],"failures":[{"error":"invalid-query","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { query: { fields: request?.fields, offset: request?.offset } }, call) as Promise<Result<GetClearAlarmsValue, GetClearAlarmsFailure>>,
    getClearAlarmsId: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/clearAlarms/{id}","good":[200,304],"failures":[{"error":"bad-request","statuses":[400]},{"error":"invalid-query","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, query: { fields: request.fields }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetClearAlarmsIdValue, GetClearAlarmsIdFailure>>,
    getCommentAlarms: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/commentAlarms","good":[200],"failures":[{"error":"invalid-query","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { query: { fields: request?.fields, offset: request?.offset } }, call) as Promise<Result<GetCommentAlarmsValue, GetCommentAlarmsFailure>>,
    getCommentAlarmsId: (request, call) => send(settings, {"method":"GET","path":"/tmf-api/alarmManagement/v4/commentAlarms/{id}","good":[200,304],"failures":[{"error":"bad-request","statuses":[400]},{"error":"invalid-query","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id }, query: { fields: request.fields }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetCommentAlarmsIdValue, GetCommentAlarmsIdFailure>>,
    registerListener: (request, call) => send(settings, {"method":"POST","path":"/tmf-api/alarmManagement/v4/hub","good":[201],"failures":[{"error":"media","statuses":[415]},{"error":"bad-request","statuses":[400]},{"error":"missing-member","statuses":[400]},{"error":"registered","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<RegisterListenerValue, RegisterListenerFailure>>,
    unregisterListener: (request, call) => send(settings, {"method":"DELETE","path":"/tmf-api/alarmManagement/v4/hub/{id}","good":[204],"failures":[{"error":"bad-request","statuses":[400]},{"error":"not-found","statuses":[404]},{"error":"unexpected","statuses":[500]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<UnregisterListenerValue, UnregisterListenerFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {}

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

// Parts of the document that this client omits:
// - Bounds, patterns and formats of values, which only the service asks.
// - Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.
