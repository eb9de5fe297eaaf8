// A client of Service Broker, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type Credentials = {
  readonly credentials: {
    readonly uri: string
    readonly username: string
    readonly password: string
  }
}

export type ErrorBody = {
  readonly error?: string
  readonly description: string
}

export type OfferingEntry = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly bindable: boolean
  readonly plan_updateable: boolean
  readonly plans: readonly PlanEntry[]
}

export type PlanEntry = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly free: boolean
  readonly schemas: {
    readonly service_instance: {
      readonly create: {
        readonly parameters: { readonly [name: string]: unknown }
      }
      readonly update: {
        readonly parameters: { readonly [name: string]: unknown }
      }
    }
    readonly service_binding: {
      readonly create: {
        readonly parameters: { readonly [name: string]: unknown }
      }
    }
  }
}

/** The platform is not known */
export type UnauthorizedRefusal = {
  readonly error: "unauthorized"
  readonly status: 401
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

/** Bodies are JSON */
export type MediaRefusal = {
  readonly error: "media"
  readonly status: 415
  readonly headers: Headers
  readonly body: ErrorBody
}

/** The request is not valid */
export type InvalidRefusal = {
  readonly error: "invalid"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** This broker works asynchronously only */
export type AsyncRefusal = {
  readonly error: "async"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody
}

/** The plan and the service do not belong together */
export type UnfitRefusal = {
  readonly error: "unfit"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** The parameters do not fit the plan */
export type ParametersRefusal = {
  readonly error: "parameters"
  readonly status: 400
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Another one has this id */
export type ConflictRefusal = {
  readonly error: "conflict"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody
}

/** It is not there */
export type GoneRefusal = {
  readonly error: "gone"
  readonly status: 410
  readonly headers: Headers
  readonly body: ErrorBody
}

/** The instance is ${error.state} */
export type NotReadyRefusal = {
  readonly error: "not-ready"
  readonly status: 410 | 422
  readonly headers: Headers
  readonly body: ErrorBody
}

/** Another operation on the instance is under way */
export type BusyRefusal = {
  readonly error: "busy"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody
}

export type CatalogValue = {
  readonly services: readonly OfferingEntry[]
}

export type CatalogFailure = UnauthorizedRefusal | UnexpectedRefusal | Unexpected

export type ProvisionRequest = {
  readonly id: string
  readonly accepts_incomplete?: boolean
  readonly body: {
    readonly service_id: string
    readonly plan_id: string
    readonly organization_guid: string
    readonly space_guid: string
    readonly parameters?: { readonly [name: string]: unknown }
  }
}

export type ProvisionValue = {
  readonly operation?: "provision"
}

export type ProvisionFailure = UnauthorizedRefusal | MediaRefusal | InvalidRefusal | AsyncRefusal | UnfitRefusal | ParametersRefusal | ConflictRefusal | UnexpectedRefusal | Unexpected

export type ChangeRequest = {
  readonly id: string
  readonly accepts_incomplete?: boolean
  readonly body: {
    readonly service_id: string
    readonly plan_id?: string
    readonly parameters?: { readonly [name: string]: unknown }
  }
}

export type ChangeValue = {
  readonly operation: "change"
}

export type ChangeFailure = UnauthorizedRefusal | MediaRefusal | InvalidRefusal | GoneRefusal | NotReadyRefusal | AsyncRefusal | UnfitRefusal | ParametersRefusal | UnexpectedRefusal | Unexpected

export type DeprovisionRequest = {
  readonly id: string
  readonly accepts_incomplete?: boolean
  readonly service_id: string
  readonly plan_id: string
}

export type DeprovisionValue = {
  readonly operation: "remove"
}

export type DeprovisionFailure = UnauthorizedRefusal | InvalidRefusal | GoneRefusal | NotReadyRefusal | AsyncRefusal | UnfitRefusal | UnexpectedRefusal | Unexpected

export type LastOperationRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type LastOperationValue = {
  readonly state: "succeeded" | "in progress"
} | undefined

export type LastOperationFailure = UnauthorizedRefusal | InvalidRefusal | GoneRefusal | UnexpectedRefusal | Unexpected

export type BindRequest = {
  readonly instance: string
  readonly id: string
  readonly body: {
    readonly service_id: string
    readonly plan_id: string
    readonly parameters?: { readonly [name: string]: unknown }
  }
}

export type BindValue = Credentials

export type BindFailure = UnauthorizedRefusal | MediaRefusal | InvalidRefusal | GoneRefusal | BusyRefusal | UnfitRefusal | ParametersRefusal | ConflictRefusal | UnexpectedRefusal | Unexpected

export type UnbindRequest = {
  readonly instance: string
  readonly id: string
  readonly service_id: string
  readonly plan_id: string
}

export type UnbindValue = { readonly [name: string]: unknown }

export type UnbindFailure = UnauthorizedRefusal | InvalidRefusal | GoneRefusal | UnfitRefusal | UnexpectedRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly platform?: { readonly username: string; readonly password: string }
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * List Offering
   *
   * `GET /v2/catalog`
   */
  catalog(call?: Call): Promise<Result<CatalogValue, CatalogFailure>>

  /**
   * Create Instance
   *
   * `PUT /v2/service_instances/{id}`
   */
  provision(request: ProvisionRequest, call?: Call): Promise<Result<ProvisionValue, ProvisionFailure>>

  /**
   * Transition Instance.change
   *
   * `PATCH /v2/service_instances/{id}`
   */
  change(request: ChangeRequest, call?: Call): Promise<Result<ChangeValue, ChangeFailure>>

  /**
   * Transition Instance.remove
   *
   * `DELETE /v2/service_instances/{id}`
   */
  deprovision(request: DeprovisionRequest, call?: Call): Promise<Result<DeprovisionValue, DeprovisionFailure>>

  /**
   * Read Instance
   *
   * `GET /v2/service_instances/{id}/last_operation`
   */
  lastOperation(request: LastOperationRequest, call?: Call): Promise<Result<LastOperationValue, LastOperationFailure>>

  /**
   * Create Binding
   *
   * `PUT /v2/service_instances/{instance}/service_bindings/{id}`
   */
  bind(request: BindRequest, call?: Call): Promise<Result<BindValue, BindFailure>>

  /**
   * Delete Binding
   *
   * `DELETE /v2/service_instances/{instance}/service_bindings/{id}`
   */
  unbind(request: UnbindRequest, call?: Call): Promise<Result<UnbindValue, UnbindFailure>>
}

export function client(settings: Options): Client {
  return {
    catalog: (call) => send(settings, {"method":"GET","path":"/v2/catalog","good":[200],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, {}, call) as Promise<Result<CatalogValue, CatalogFailure>>,
    provision: (request, call) => send(settings, {"method":"PUT","path":"/v2/service_instances/{id}","good":[202,200],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"media","statuses":[415]},{"error":"invalid","statuses":[400]},{"error":"async","statuses":[422]},{"error":"unfit","statuses":[400]},{"error":"parameters","statuses":[400]},{"error":"conflict","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { id: request.id }, query: { accepts_incomplete: request.accepts_incomplete }, body: request.body }, call) as Promise<Result<ProvisionValue, ProvisionFailure>>,
    change: (request, call) => send(settings, {"method":"PATCH","path":"/v2/service_instances/{id}","good":[202],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"media","statuses":[415]},{"error":"invalid","statuses":[400]},{"error":"gone","statuses":[410]},{"error":"not-ready","statuses":[410,422]},{"error":"async","statuses":[422]},{"error":"unfit","statuses":[400]},{"error":"parameters","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { id: request.id }, query: { accepts_incomplete: request.accepts_incomplete }, body: request.body }, call) as Promise<Result<ChangeValue, ChangeFailure>>,
    deprovision: (request, call) => send(settings, {"method":"DELETE","path":"/v2/service_instances/{id}","good":[202],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"invalid","statuses":[400]},{"error":"gone","statuses":[410]},{"error":"not-ready","statuses":[410,422]},{"error":"async","statuses":[422]},{"error":"unfit","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { id: request.id }, query: { accepts_incomplete: request.accepts_incomplete, service_id: request.service_id, plan_id: request.plan_id } }, call) as Promise<Result<DeprovisionValue, DeprovisionFailure>>,
    lastOperation: (request, call) => send(settings, {"method":"GET","path":"/v2/service_instances/{id}/last_operation","good":[200,304],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"invalid","statuses":[400]},{"error":"gone","statuses":[410]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<LastOperationValue, LastOperationFailure>>,
    bind: (request, call) => send(settings, {"method":"PUT","path":"/v2/service_instances/{instance}/service_bindings/{id}","good":[201,200],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"media","statuses":[415]},{"error":"invalid","statuses":[400]},{"error":"gone","statuses":[410]},{"error":"busy","statuses":[422]},{"error":"unfit","statuses":[400]},{"error":"parameters","statuses":[400]},{"error":"conflict","statuses":[409]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { instance: request.instance, id: request.id }, body: request.body }, call) as Promise<Result<BindValue, BindFailure>>,
    unbind: (request, call) => send(settings, {"method":"DELETE","path":"/v2/service_instances/{instance}/service_bindings/{id}","good":[200],"failures":[{"error":"unauthorized","statuses":[401]},{"error":"invalid","statuses":[400]},{"error":"gone","statuses":[410]},{"error":"unfit","statuses":[400]},{"error":"unexpected","statuses":[500]}],"schemes":[["platform"]]}, { path: { instance: request.instance, id: request.id }, query: { service_id: request.service_id, plan_id: request.plan_id } }, call) as Promise<Result<UnbindValue, UnbindFailure>>,
  }
}

const schemes: { readonly [name: string]: Scheme } = {"platform":{"kind":"basic"}}

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
