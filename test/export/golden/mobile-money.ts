// A client of mobile-money, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type Amount = string

export type Batch = {
  readonly batchId: string
  readonly batchStatus: "created" | "pending" | "completed" | "failed" | "reversed" | "redeemed" | "approved"
  readonly completedCount: number
  readonly rejectionCount: number
}

export type Change = {
  readonly op: "replace"
  readonly path: "/batchStatus"
  readonly value: Name
}

export type Currency = string

export type ErrorBody = {
  readonly errorCategory: string
  readonly errorCode: string
  readonly errorDescription: string
}

export type Key = "accountid" | "msisdn" | "linkref" | "organisationid"

export type Name = string

export type Organisation = {
  readonly requestingOrganisationIdentifier?: Name
}

export type Organisations = readonly Organisation[]

export type Parties = readonly Party[]

export type Party = {
  readonly key: Key
  readonly value: ValueBody
}

export type RequestState = {
  readonly serverCorrelationId: string
  readonly status: "pending" | "completed" | "failed" | "reversed" | "redeemed" | "approved" | "completed"
  readonly notificationMethod: "polling" | "callback"
  readonly objectReference?: string
  readonly error?: { readonly [name: string]: unknown }
}

export type Transaction = {
  readonly type: string
  readonly amount: Amount
  readonly currency: string
  readonly transactionReference: string
  readonly transactionStatus: "pending" | "completed" | "failed" | "reversed" | "redeemed" | "approved"
  readonly debitParty?: readonly { readonly [name: string]: string }[]
  readonly creditParty?: readonly { readonly [name: string]: string }[]
  readonly originalTransactionReference?: string
  readonly billPaymentStatus?: "paid"
  readonly amountPaid?: string
}

export type Type = "adjustment" | "billpay" | "disbursement" | "inttransfer" | "merchantpay" | "transfer"

export type ValueBody = string

export type ClientAuthorisationErrorRefusal = {
  readonly error: "clientAuthorisationError"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly errorCode?: "clientAuthorisationError"
  }
}

export type UnexpectedRefusal = {
  readonly error: "unexpected"
  readonly status: 500
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly errorCode?: "genericError"
  }
}

export type FormatErrorRefusal = {
  readonly error: "formatError"
  readonly status: 415 | 400
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly errorCode?: "formatError"
  }
}

export type IdentifierErrorRefusal = {
  readonly error: "identifierError"
  readonly status: 405 | 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly errorCode?: "identifierError"
  }
}

export type DuplicateRequestRefusal = {
  readonly error: "duplicateRequest"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly errorCode?: "duplicateRequest"
  }
}

export type GetHeartbeatValue = {
  readonly serviceStatus: "available"
}

export type GetHeartbeatFailure = ClientAuthorisationErrorRefusal | UnexpectedRefusal | Unexpected

export type GetRequeststatesIdRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetRequeststatesIdValue = RequestState | undefined

export type GetRequeststatesIdFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetResponsesCorrelationRequest = {
  readonly correlation: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetResponsesCorrelationValue = {
  readonly link: string
} | undefined

export type GetResponsesCorrelationFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type PostTransactionsRequest = {
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body?: {
    readonly type?: string
    readonly amount?: Amount
    readonly currency?: string
    readonly debitParty?: Parties
    readonly creditParty?: Parties
    readonly oneTimeCode?: Name
  }
}

export type PostTransactionsValue = RequestState

export type PostTransactionsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type PostTransactionsTypeTypeRequest = {
  readonly type: Type
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body?: {
    readonly amount?: Amount
    readonly currency?: string
    readonly debitParty?: Parties
    readonly creditParty?: Parties
    readonly oneTimeCode?: Name
  }
}

export type PostTransactionsTypeTypeValue = RequestState

export type PostTransactionsTypeTypeFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type GetTransactionsReferenceRequest = {
  readonly reference: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetTransactionsReferenceValue = Transaction | undefined

export type GetTransactionsReferenceFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type PostTransactionsReversesReversalsRequest = {
  readonly reverses: string
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body: {
    readonly type: Name
  }
}

export type PostTransactionsReversesReversalsValue = RequestState

export type PostTransactionsReversesReversalsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type PostBatchtransactionsRequest = {
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body: {
    readonly transactions: readonly unknown[] | { readonly [name: string]: unknown }
  }
}

export type PostBatchtransactionsValue = RequestState

export type PostBatchtransactionsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | UnexpectedRefusal | DuplicateRequestRefusal | Unexpected

export type GetBatchtransactionsReferenceRequest = {
  readonly reference: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetBatchtransactionsReferenceValue = Batch | undefined

export type GetBatchtransactionsReferenceFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type PatchBatchtransactionsReferenceRequest = {
  readonly reference: string
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body: readonly Change[]
}

export type PatchBatchtransactionsReferenceValue = RequestState

export type PatchBatchtransactionsReferenceFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type GetBatchtransactionsReferenceCompletionsRequest = {
  readonly reference: string
  readonly offset?: number
  readonly limit?: number
}

export type GetBatchtransactionsReferenceCompletionsValue = readonly Transaction[]

export type GetBatchtransactionsReferenceCompletionsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetBatchtransactionsReferenceRejectionsRequest = {
  readonly reference: string
  readonly offset?: number
  readonly limit?: number
}

export type GetBatchtransactionsReferenceRejectionsValue = readonly Transaction[]

export type GetBatchtransactionsReferenceRejectionsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetAccountsTypeValueBalanceRequest = {
  readonly type: Key
  readonly value: ValueBody
}

export type GetAccountsTypeValueBalanceValue = {
  readonly currentBalance: string
  readonly currency: Currency
  readonly accountStatus: "available" | "unavailable"
}

export type GetAccountsTypeValueBalanceFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetAccountsTypeValueTransactionsRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly offset?: number
  readonly limit?: number
}

export type GetAccountsTypeValueTransactionsValue = readonly Transaction[]

export type GetAccountsTypeValueTransactionsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetAccountsTypeValueBillsRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly offset?: number
  readonly limit?: number
}

export type GetAccountsTypeValueBillsValue = readonly ({
  readonly billReference: Name
  readonly billStatus: "unpaid" | "paid"
  readonly amountDue: string
})[]

export type GetAccountsTypeValueBillsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type GetAccountsTypeValueBillsBillPaymentsRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly bill: Name
  readonly offset?: number
  readonly limit?: number
}

export type GetAccountsTypeValueBillsBillPaymentsValue = readonly Transaction[]

export type GetAccountsTypeValueBillsBillPaymentsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | UnexpectedRefusal | Unexpected

export type PostAccountsTypeValueBillsBillPaymentsRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly bill: Name
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body: {
    readonly amountPaid: Amount
    readonly currency: Currency
  }
}

export type PostAccountsTypeValueBillsBillPaymentsValue = RequestState

export type PostAccountsTypeValueBillsBillPaymentsFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type PostAccountsTypeValueAuthorisationcodesRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body?: {
    readonly amount?: Amount
    readonly currency?: string
  }
}

export type PostAccountsTypeValueAuthorisationcodesValue = RequestState

export type PostAccountsTypeValueAuthorisationcodesFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type PostAccountsTypeValueLinksRequest = {
  readonly type: Key
  readonly value: ValueBody
  readonly "x-callback-url"?: string
  readonly "x-correlationid"?: string
  readonly body: {
    readonly sourceAccountIdentifiers: Parties
    readonly requestingOrganisation: Organisations
  }
}

export type PostAccountsTypeValueLinksValue = RequestState

export type PostAccountsTypeValueLinksFailure = ClientAuthorisationErrorRefusal | FormatErrorRefusal | IdentifierErrorRefusal | DuplicateRequestRefusal | UnexpectedRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly client?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * GET /heartbeat
   *
   * `GET /heartbeat`
   */
  getHeartbeat(call?: Call): Promise<Result<GetHeartbeatValue, GetHeartbeatFailure>>

  /**
   * Read Request
   *
   * `GET /requeststates/{id}`
   */
  getRequeststatesId(request: GetRequeststatesIdRequest, call?: Call): Promise<Result<GetRequeststatesIdValue, GetRequeststatesIdFailure>>

  /**
   * Read Request
   *
   * `GET /responses/{correlation}`
   */
  getResponsesCorrelation(request: GetResponsesCorrelationRequest, call?: Call): Promise<Result<GetResponsesCorrelationValue, GetResponsesCorrelationFailure>>

  /**
   * Create Request
   *
   * `POST /transactions`
   */
  postTransactions(request?: PostTransactionsRequest, call?: Call): Promise<Result<PostTransactionsValue, PostTransactionsFailure>>

  /**
   * Create Request
   *
   * `POST /transactions/type/{type}`
   */
  postTransactionsTypeType(request: PostTransactionsTypeTypeRequest, call?: Call): Promise<Result<PostTransactionsTypeTypeValue, PostTransactionsTypeTypeFailure>>

  /**
   * Read Request
   *
   * `GET /transactions/{reference}`
   */
  getTransactionsReference(request: GetTransactionsReferenceRequest, call?: Call): Promise<Result<GetTransactionsReferenceValue, GetTransactionsReferenceFailure>>

  /**
   * Create Request
   *
   * `POST /transactions/{reverses}/reversals`
   */
  postTransactionsReversesReversals(request: PostTransactionsReversesReversalsRequest, call?: Call): Promise<Result<PostTransactionsReversesReversalsValue, PostTransactionsReversesReversalsFailure>>

  /**
   * Create Request
   *
   * `POST /batchtransactions`
   */
  postBatchtransactions(request: PostBatchtransactionsRequest, call?: Call): Promise<Result<PostBatchtransactionsValue, PostBatchtransactionsFailure>>

  /**
   * Read Request
   *
   * `GET /batchtransactions/{reference}`
   */
  getBatchtransactionsReference(request: GetBatchtransactionsReferenceRequest, call?: Call): Promise<Result<GetBatchtransactionsReferenceValue, GetBatchtransactionsReferenceFailure>>

  /**
   * Create Request
   *
   * `PATCH /batchtransactions/{reference}`
   */
  patchBatchtransactionsReference(request: PatchBatchtransactionsReferenceRequest, call?: Call): Promise<Result<PatchBatchtransactionsReferenceValue, PatchBatchtransactionsReferenceFailure>>

  /**
   * List Request
   *
   * `GET /batchtransactions/{reference}/completions`
   */
  getBatchtransactionsReferenceCompletions(request: GetBatchtransactionsReferenceCompletionsRequest, call?: Call): Promise<Result<GetBatchtransactionsReferenceCompletionsValue, GetBatchtransactionsReferenceCompletionsFailure>>

  /**
   * List Request
   *
   * `GET /batchtransactions/{reference}/rejections`
   */
  getBatchtransactionsReferenceRejections(request: GetBatchtransactionsReferenceRejectionsRequest, call?: Call): Promise<Result<GetBatchtransactionsReferenceRejectionsValue, GetBatchtransactionsReferenceRejectionsFailure>>

  /**
   * GET /accounts/{type}/{value}/balance
   *
   * `GET /accounts/{type}/{value}/balance`
   */
  getAccountsTypeValueBalance(request: GetAccountsTypeValueBalanceRequest, call?: Call): Promise<Result<GetAccountsTypeValueBalanceValue, GetAccountsTypeValueBalanceFailure>>

  /**
   * List Request
   *
   * `GET /accounts/{type}/{value}/transactions`
   */
  getAccountsTypeValueTransactions(request: GetAccountsTypeValueTransactionsRequest, call?: Call): Promise<Result<GetAccountsTypeValueTransactionsValue, GetAccountsTypeValueTransactionsFailure>>

  /**
   * List Bill
   *
   * `GET /accounts/{type}/{value}/bills`
   */
  getAccountsTypeValueBills(request: GetAccountsTypeValueBillsRequest, call?: Call): Promise<Result<GetAccountsTypeValueBillsValue, GetAccountsTypeValueBillsFailure>>

  /**
   * List Request
   *
   * `GET /accounts/{type}/{value}/bills/{bill}/payments`
   */
  getAccountsTypeValueBillsBillPayments(request: GetAccountsTypeValueBillsBillPaymentsRequest, call?: Call): Promise<Result<GetAccountsTypeValueBillsBillPaymentsValue, GetAccountsTypeValueBillsBillPaymentsFailure>>

  /**
   * Create Request
   *
   * `POST /accounts/{type}/{value}/bills/{bill}/payments`
   */
  postAccountsTypeValueBillsBillPayments(request: PostAccountsTypeValueBillsBillPaymentsRequest, call?: Call): Promise<Result<PostAccountsTypeValueBillsBillPaymentsValue, PostAccountsTypeValueBillsBillPaymentsFailure>>

  /**
   * Create Request
   *
   * `POST /accounts/{type}/{value}/authorisationcodes`
   */
  postAccountsTypeValueAuthorisationcodes(request: PostAccountsTypeValueAuthorisationcodesRequest, call?: Call): Promise<Result<PostAccountsTypeValueAuthorisationcodesValue, PostAccountsTypeValueAuthorisationcodesFailure>>

  /**
   * Create Request
   *
   * `POST /accounts/{type}/{value}/links`
   */
  postAccountsTypeValueLinks(request: PostAccountsTypeValueLinksRequest, call?: Call): Promise<Result<PostAccountsTypeValueLinksValue, PostAccountsTypeValueLinksFailure>>
}

export function client(settings: Options): Client {
  return {
    getHeartbeat: (call) => send(settings, {"method":"GET","path":"/heartbeat","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, {}, call) as Promise<Result<GetHeartbeatValue, GetHeartbeatFailure>>,
    getRequeststatesId: (request, call) => send(settings, {"method":"GET","path":"/requeststates/{id}","good":[200,304],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetRequeststatesIdValue, GetRequeststatesIdFailure>>,
    getResponsesCorrelation: (request, call) => send(settings, {"method":"GET","path":"/responses/{correlation}","good":[200,304],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { correlation: request.correlation }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetResponsesCorrelationValue, GetResponsesCorrelationFailure>>,
    postTransactions: (request, call) => send(settings, {"method":"POST","path":"/transactions","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { headers: { "x-callback-url": request?.["x-callback-url"], "x-correlationid": request?.["x-correlationid"] }, body: request?.body }, call) as Promise<Result<PostTransactionsValue, PostTransactionsFailure>>,
    postTransactionsTypeType: (request, call) => send(settings, {"method":"POST","path":"/transactions/type/{type}","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostTransactionsTypeTypeValue, PostTransactionsTypeTypeFailure>>,
    getTransactionsReference: (request, call) => send(settings, {"method":"GET","path":"/transactions/{reference}","good":[200,304],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reference: request.reference }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetTransactionsReferenceValue, GetTransactionsReferenceFailure>>,
    postTransactionsReversesReversals: (request, call) => send(settings, {"method":"POST","path":"/transactions/{reverses}/reversals","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reverses: request.reverses }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostTransactionsReversesReversalsValue, PostTransactionsReversesReversalsFailure>>,
    postBatchtransactions: (request, call) => send(settings, {"method":"POST","path":"/batchtransactions","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]}],"schemes":[["client"],[]]}, { headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostBatchtransactionsValue, PostBatchtransactionsFailure>>,
    getBatchtransactionsReference: (request, call) => send(settings, {"method":"GET","path":"/batchtransactions/{reference}","good":[200,304],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reference: request.reference }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetBatchtransactionsReferenceValue, GetBatchtransactionsReferenceFailure>>,
    patchBatchtransactionsReference: (request, call) => send(settings, {"method":"PATCH","path":"/batchtransactions/{reference}","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reference: request.reference }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PatchBatchtransactionsReferenceValue, PatchBatchtransactionsReferenceFailure>>,
    getBatchtransactionsReferenceCompletions: (request, call) => send(settings, {"method":"GET","path":"/batchtransactions/{reference}/completions","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reference: request.reference }, query: { offset: request.offset, limit: request.limit } }, call) as Promise<Result<GetBatchtransactionsReferenceCompletionsValue, GetBatchtransactionsReferenceCompletionsFailure>>,
    getBatchtransactionsReferenceRejections: (request, call) => send(settings, {"method":"GET","path":"/batchtransactions/{reference}/rejections","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { reference: request.reference }, query: { offset: request.offset, limit: request.limit } }, call) as Promise<Result<GetBatchtransactionsReferenceRejectionsValue, GetBatchtransactionsReferenceRejectionsFailure>>,
    getAccountsTypeValueBalance: (request, call) => send(settings, {"method":"GET","path":"/accounts/{type}/{value}/balance","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value } }, call) as Promise<Result<GetAccountsTypeValueBalanceValue, GetAccountsTypeValueBalanceFailure>>,
    getAccountsTypeValueTransactions: (request, call) => send(settings, {"method":"GET","path":"/accounts/{type}/{value}/transactions","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value }, query: { offset: request.offset, limit: request.limit } }, call) as Promise<Result<GetAccountsTypeValueTransactionsValue, GetAccountsTypeValueTransactionsFailure>>,
    getAccountsTypeValueBills: (request, call) => send(settings, {"method":"GET","path":"/accounts/{type}/{value}/bills","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value }, query: { offset: request.offset, limit: request.limit } }, call) as Promise<Result<GetAccountsTypeValueBillsValue, GetAccountsTypeValueBillsFailure>>,
    getAccountsTypeValueBillsBillPayments: (request, call) => send(settings, {"method":"GET","path":"/accounts/{type}/{value}/bills/{bill}/payments","good":[200],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value, bill: request.bill }, query: { offset: request.offset, limit: request.limit } }, call) as Promise<Result<GetAccountsTypeValueBillsBillPaymentsValue, GetAccountsTypeValueBillsBillPaymentsFailure>>,
    postAccountsTypeValueBillsBillPayments: (request, call) => send(settings, {"method":"POST","path":"/accounts/{type}/{value}/bills/{bill}/payments","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value, bill: request.bill }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostAccountsTypeValueBillsBillPaymentsValue, PostAccountsTypeValueBillsBillPaymentsFailure>>,
    postAccountsTypeValueAuthorisationcodes: (request, call) => send(settings, {"method":"POST","path":"/accounts/{type}/{value}/authorisationcodes","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostAccountsTypeValueAuthorisationcodesValue, PostAccountsTypeValueAuthorisationcodesFailure>>,
    postAccountsTypeValueLinks: (request, call) => send(settings, {"method":"POST","path":"/accounts/{type}/{value}/links","good":[202],"failures":[{"error":"clientAuthorisationError","statuses":[401],"told":["errorCode","clientAuthorisationError"]},{"error":"formatError","statuses":[415,400],"told":["errorCode","formatError"]},{"error":"identifierError","statuses":[405,404],"told":["errorCode","identifierError"]},{"error":"duplicateRequest","statuses":[409],"told":["errorCode","duplicateRequest"]},{"error":"unexpected","statuses":[500],"told":["errorCode","genericError"]}],"schemes":[["client"],[]]}, { path: { type: request.type, value: request.value }, headers: { "x-callback-url": request["x-callback-url"], "x-correlationid": request["x-correlationid"] }, body: request.body }, call) as Promise<Result<PostAccountsTypeValueLinksValue, PostAccountsTypeValueLinksFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"client":{"kind":"key","in":"header","name":"X-Client-Id"}}

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
