// A client of Hours, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type ApiKey = {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly expiresAt?: string
  readonly createdAt: string
}

export type Entry = {
  readonly id: string
  readonly person: string
  readonly day: string
  readonly hours: number
  readonly pay?: number
  readonly note?: string
}

export type ErrorBody = {
  readonly type: string
  readonly title: string
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

export type Person = {
  readonly id: string
  readonly name: string
  readonly manager: boolean
}

/** Nobody is known by this */
export type UnknownCallerRefusal = {
  readonly error: "unknown-caller"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unknown-caller"
    readonly status?: 401
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

/** The request is not valid */
export type InvalidRefusal = {
  readonly error: "invalid"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "invalid"
    readonly status?: 422
  }
}

/** This page is no longer there */
export type OldPageRefusal = {
  readonly error: "old-page"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "old-page"
    readonly status?: 400
  }
}

/** That is not yours to do */
export type NotAllowedRefusal = {
  readonly error: "not-allowed"
  readonly status: 403
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "not-allowed"
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

/** The body is not JSON */
export type MalformedRefusal = {
  readonly error: "malformed"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "malformed"
    readonly status?: 400
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

/** There is nothing here */
export type AbsentRefusal = {
  readonly error: "absent"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "absent"
    readonly status?: 404
  }
}

export type GetMeValue = Person

export type GetMeFailure = UnknownCallerRefusal | NotAcceptableRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ListEntriesRequest = {
  /** Only records whose `person` meets these comparisons. */
  readonly person?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[] }
  /** Only records whose `day` meets these comparisons. */
  readonly day?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Names of properties; `-` before a name sorts in descending order. */
  readonly sort?: readonly ("day" | "-day")[]
  readonly size?: number
  readonly cursor?: string
}

export type ListEntriesValue = {
  readonly entries: readonly Entry[]
  readonly next: string | null
}

export type ListEntriesFailure = UnknownCallerRefusal | NotAcceptableRefusal | InvalidRefusal | OldPageRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type CreateEntryRequest = {
  readonly body: {
    readonly day: string
    readonly hours: number
    readonly note?: string
  }
}

export type CreateEntryValue = Entry

export type CreateEntryFailure = UnknownCallerRefusal | NotAllowedRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | MalformedRefusal | InvalidRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type GetEntryRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetEntryValue = Entry | undefined

export type GetEntryFailure = UnknownCallerRefusal | NotAcceptableRefusal | InvalidRefusal | AbsentRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type UpdateEntryRequest = {
  readonly id: string
  readonly body?: {
    readonly hours?: number
    readonly note?: string | null
    readonly pay?: number | null
  }
}

export type UpdateEntryValue = Entry

export type UpdateEntryFailure = UnknownCallerRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | MalformedRefusal | InvalidRefusal | AbsentRefusal | NotAllowedRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type DeleteEntryRequest = {
  readonly id: string
}

export type DeleteEntryValue = undefined

export type DeleteEntryFailure = UnknownCallerRefusal | InvalidRefusal | AbsentRefusal | NotAllowedRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type ListApiKeysRequest = {
  readonly size?: number
  readonly cursor?: string
}

export type ListApiKeysValue = {
  readonly items: readonly ApiKey[]
  readonly next: string | null
}

export type ListApiKeysFailure = UnknownCallerRefusal | NotAcceptableRefusal | InvalidRefusal | OldPageRefusal | TimeoutRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type IssueApiKeyRequest = {
  readonly body: {
    readonly name: string
    readonly expiresAt?: string
  }
}

export type IssueApiKeyValue = {
  readonly id: string
  readonly name: string
  readonly expiresAt?: string
  readonly createdAt: string
  readonly key: string
}

export type IssueApiKeyFailure = UnknownCallerRefusal | UnsupportedMediaRefusal | NotAcceptableRefusal | MalformedRefusal | InvalidRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type RevokeApiKeyRequest = {
  readonly id: string
}

export type RevokeApiKeyValue = undefined

export type RevokeApiKeyFailure = UnknownCallerRefusal | InvalidRefusal | AbsentRefusal | NotAllowedRefusal | TimeoutRefusal | ContentionRefusal | OverloadedRefusal | UnavailableRefusal | InternalRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly "sign-on"?: Secret
    readonly "api-key"?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * GET /me
   *
   * `GET /me`
   */
  getMe(call?: Call): Promise<Result<GetMeValue, GetMeFailure>>

  /**
   * List Entry
   *
   * `GET /entries`
   */
  listEntries(request?: ListEntriesRequest, call?: Call): Promise<Result<ListEntriesValue, ListEntriesFailure>>
  /** All pages of `listEntries`, until the last page or a refusal. */
  listEntriesPages(request?: ListEntriesRequest, call?: Call): AsyncGenerator<Result<ListEntriesValue, ListEntriesFailure>, void>

  /**
   * Create Entry
   *
   * `POST /entries`
   */
  createEntry(request: CreateEntryRequest, call?: Call): Promise<Result<CreateEntryValue, CreateEntryFailure>>

  /**
   * Read Entry
   *
   * `GET /entries/{id}`
   */
  getEntry(request: GetEntryRequest, call?: Call): Promise<Result<GetEntryValue, GetEntryFailure>>

  /**
   * Update Entry
   *
   * `PATCH /entries/{id}`
   */
  updateEntry(request: UpdateEntryRequest, call?: Call): Promise<Result<UpdateEntryValue, UpdateEntryFailure>>

  /**
   * Delete Entry
   *
   * `DELETE /entries/{id}`
   */
  deleteEntry(request: DeleteEntryRequest, call?: Call): Promise<Result<DeleteEntryValue, DeleteEntryFailure>>

  /**
   * List ApiKey
   *
   * `GET /api-keys`
   */
  listApiKeys(request?: ListApiKeysRequest, call?: Call): Promise<Result<ListApiKeysValue, ListApiKeysFailure>>
  /** All pages of `listApiKeys`, until the last page or a refusal. */
  listApiKeysPages(request?: ListApiKeysRequest, call?: Call): AsyncGenerator<Result<ListApiKeysValue, ListApiKeysFailure>, void>

  /**
   * Create ApiKey
   *
   * `POST /api-keys`
   */
  issueApiKey(request: IssueApiKeyRequest, call?: Call): Promise<Result<IssueApiKeyValue, IssueApiKeyFailure>>

  /**
   * Delete ApiKey
   *
   * `DELETE /api-keys/{id}`
   */
  revokeApiKey(request: RevokeApiKeyRequest, call?: Call): Promise<Result<RevokeApiKeyValue, RevokeApiKeyFailure>>
}

export function client(settings: Options): Client {
  return {
    getMe: (call) => send(settings, {"method":"GET","path":"/me","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, {}, call) as Promise<Result<GetMeValue, GetMeFailure>>,
    listEntries: (request, call) => send(settings, {"method":"GET","path":"/entries","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"old-page","statuses":[400],"told":["type","old-page"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { query: { person: request?.person, day: request?.day, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListEntriesValue, ListEntriesFailure>>,
    listEntriesPages: (request, call) => pages(settings, {"method":"GET","path":"/entries","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"old-page","statuses":[400],"told":["type","old-page"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { query: { person: request?.person, day: request?.day, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListEntriesValue, ListEntriesFailure>, void>,
    createEntry: (request, call) => send(settings, {"method":"POST","path":"/entries","good":[201],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-allowed","statuses":[403],"told":["type","not-allowed"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { body: request.body }, call) as Promise<Result<CreateEntryValue, CreateEntryFailure>>,
    getEntry: (request, call) => send(settings, {"method":"GET","path":"/entries/{id}","good":[200,304],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"absent","statuses":[404],"told":["type","absent"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetEntryValue, GetEntryFailure>>,
    updateEntry: (request, call) => send(settings, {"method":"PATCH","path":"/entries/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"absent","statuses":[404],"told":["type","absent"]},{"error":"not-allowed","statuses":[403],"told":["type","not-allowed"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { path: { id: request.id }, body: request.body }, call) as Promise<Result<UpdateEntryValue, UpdateEntryFailure>>,
    deleteEntry: (request, call) => send(settings, {"method":"DELETE","path":"/entries/{id}","good":[204],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"absent","statuses":[404],"told":["type","absent"]},{"error":"not-allowed","statuses":[403],"told":["type","not-allowed"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { path: { id: request.id } }, call) as Promise<Result<DeleteEntryValue, DeleteEntryFailure>>,
    listApiKeys: (request, call) => send(settings, {"method":"GET","path":"/api-keys","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"old-page","statuses":[400],"told":["type","old-page"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { query: { size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListApiKeysValue, ListApiKeysFailure>>,
    listApiKeysPages: (request, call) => pages(settings, {"method":"GET","path":"/api-keys","good":[200],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"old-page","statuses":[400],"told":["type","old-page"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { query: { size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListApiKeysValue, ListApiKeysFailure>, void>,
    issueApiKey: (request, call) => send(settings, {"method":"POST","path":"/api-keys","good":[201],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"unsupported-media","statuses":[415],"told":["type","unsupported-media"]},{"error":"not-acceptable","statuses":[406],"told":["type","not-acceptable"]},{"error":"malformed","statuses":[400],"told":["type","malformed"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { body: request.body }, call) as Promise<Result<IssueApiKeyValue, IssueApiKeyFailure>>,
    revokeApiKey: (request, call) => send(settings, {"method":"DELETE","path":"/api-keys/{id}","good":[204],"failures":[{"error":"unknown-caller","statuses":[401],"told":["type","unknown-caller"]},{"error":"invalid","statuses":[422],"told":["type","invalid"]},{"error":"absent","statuses":[404],"told":["type","absent"]},{"error":"not-allowed","statuses":[403],"told":["type","not-allowed"]},{"error":"timeout","statuses":[503],"told":["type","timeout"]},{"error":"contention","statuses":[503],"told":["type","contention"]},{"error":"overloaded","statuses":[503],"told":["type","overloaded"]},{"error":"unavailable","statuses":[503],"told":["type","unavailable"]},{"error":"internal","statuses":[500],"told":["type","internal"]}],"schemes":[["sign-on"],["api-key"]]}, { path: { id: request.id } }, call) as Promise<Result<RevokeApiKeyValue, RevokeApiKeyFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"sign-on":{"kind":"http","word":"Bearer"},"api-key":{"kind":"key","in":"header","name":"X-API-Key"}}

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
