// A client of shop, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type ErrorBody = {
  readonly type: string
  readonly title: string
  readonly status: number
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

export type Item = {
  readonly id: string
  readonly name: string
  readonly stock: number
  readonly note: string | null
  readonly madeAt: string
  readonly status: "offered"
}

/** Who is this? */
export type WhoRefusal = {
  readonly error: "who"
  readonly status: 401
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "who"
    readonly status?: 401
  }
}

/** The request is not valid */
export type NotValidRefusal = {
  readonly error: "not-valid"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "not-valid"
    readonly status?: 422
  }
}

/** The key was used for something else */
export type ReusedRefusal = {
  readonly error: "reused"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "reused"
    readonly status?: 422
  }
}

/** There is an item of this name */
export type NameTakenRefusal = {
  readonly error: "name-taken"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "name-taken"
    readonly status?: 409
  }
}

/** Begin again */
export type LateRefusal = {
  readonly error: "late"
  readonly status: 410
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "late"
    readonly status?: 410
  }
}

/** No such item */
export type NoItemRefusal = {
  readonly error: "no-item"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-item"
    readonly status?: 404
  }
}

/** Read it first */
export type UnreadRefusal = {
  readonly error: "unread"
  readonly status: 428
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unread"
    readonly status?: 428
  }
}

/** It was changed meanwhile */
export type ChangedRefusal = {
  readonly error: "changed"
  readonly status: 412
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "changed"
    readonly status?: 412
  }
}

/** Nothing is left */
export type SoldOutRefusal = {
  readonly error: "sold-out"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "sold-out"
    readonly status?: 409
  }
}

export type CreateItemRequest = {
  /** Names this request; by default the client generates a name. */
  readonly idempotencyKey?: string
  readonly body: {
    readonly name: string
    readonly stock: number
    readonly note?: string | null
  }
}

export type CreateItemValue = Item

export type CreateItemFailure = WhoRefusal | NotValidRefusal | ReusedRefusal | NameTakenRefusal | Unexpected

export type PrintLabelRequest = {
  readonly langs?: readonly string[]
  readonly margins?: readonly number[]
  readonly body: {
    readonly text: string
    readonly tags?: readonly string[]
    readonly size?: {
      readonly width?: number
    }
  }
}

export type PrintLabelValue = {
  readonly langs?: readonly string[]
  readonly margins?: readonly number[]
  readonly text: string
  readonly tags?: readonly string[]
  readonly width: number | null
}

export type PrintLabelFailure = WhoRefusal | NotValidRefusal | Unexpected

export type ListItemsRequest = {
  /** Only records whose `stock` meets these comparisons. */
  readonly stock?: number | { readonly eq?: number; readonly ne?: number; readonly in?: readonly (number)[]; readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
  /** Only records whose `name` meets these comparisons. */
  readonly name?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Names of properties; `-` before a name sorts in descending order. */
  readonly sort?: readonly ("name" | "-name" | "stock" | "-stock")[]
  readonly size?: number
  readonly cursor?: string
}

export type ListItemsValue = {
  readonly items: readonly Item[]
  readonly next: string | null
}

export type ListItemsFailure = WhoRefusal | NotValidRefusal | LateRefusal | Unexpected

export type ReadItemRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type ReadItemValue = Item | undefined

export type ReadItemFailure = WhoRefusal | NotValidRefusal | NoItemRefusal | Unexpected

export type ChangeItemRequest = {
  readonly id: string
  /** The entity tag of the record as it was read. */
  readonly ifMatch: string
  readonly body?: {
    readonly name?: string
    readonly stock?: number
    readonly note?: string | null
  }
}

export type ChangeItemValue = Item

export type ChangeItemFailure = WhoRefusal | NotValidRefusal | NoItemRefusal | UnreadRefusal | ChangedRefusal | NameTakenRefusal | Unexpected

export type TakeItemRequest = {
  readonly id: string
}

export type TakeItemValue = Item

export type TakeItemFailure = WhoRefusal | NotValidRefusal | NoItemRefusal | SoldOutRefusal | Unexpected

export type Options = {
  /** The service's address: `https://api.example.com`. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** Sent with every request. */
  readonly headers?: { readonly [name: string]: string }
  readonly credentials?: {
    readonly key?: Secret
  }
  /** How often a repeatable request is retried (2) if the network or the service is unavailable. */
  readonly retries?: number
  /** The wait between two attempts, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

export type Client = {
  /**
   * Create Item
   *
   * `POST /items`
   */
  createItem(request: CreateItemRequest, call?: Call): Promise<Result<CreateItemValue, CreateItemFailure>>

  /**
   * POST /labels
   *
   * `POST /labels`
   */
  printLabel(request: PrintLabelRequest, call?: Call): Promise<Result<PrintLabelValue, PrintLabelFailure>>

  /**
   * List Item
   *
   * `GET /items`
   */
  listItems(request?: ListItemsRequest, call?: Call): Promise<Result<ListItemsValue, ListItemsFailure>>
  /** All pages of `listItems`, until the last page or a refusal. */
  listItemsPages(request?: ListItemsRequest, call?: Call): AsyncGenerator<Result<ListItemsValue, ListItemsFailure>, void>

  /**
   * Read Item
   *
   * `GET /items/{id}`
   */
  readItem(request: ReadItemRequest, call?: Call): Promise<Result<ReadItemValue, ReadItemFailure>>

  /**
   * Update Item
   *
   * `PATCH /items/{id}`
   */
  changeItem(request: ChangeItemRequest, call?: Call): Promise<Result<ChangeItemValue, ChangeItemFailure>>

  /**
   * Transition Item.take
   *
   * `POST /items/{id}/take`
   */
  takeItem(request: TakeItemRequest, call?: Call): Promise<Result<TakeItemValue, TakeItemFailure>>

  /**
   * GET /events
   *
   * `GET /events`
   */
  itemEvents(call?: Call & { readonly lastEventId?: string }): AsyncGenerator<StreamEvent, void>
}

export function client(settings: Options): Client {
  return {
    createItem: (request, call) => send(settings, {"method":"POST","path":"/items","good":[201],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"reused","statuses":[422],"told":["type","reused"]},{"error":"name-taken","statuses":[409],"told":["type","name-taken"]}],"schemes":[["key"]],"keyHeader":"Idempotency-Key"}, { headers: { "Idempotency-Key": request.idempotencyKey }, body: request.body }, call) as Promise<Result<CreateItemValue, CreateItemFailure>>,
    printLabel: (request, call) => send(settings, {"method":"POST","path":"/labels","media":"application/x-www-form-urlencoded","repeated":["langs"],"good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[["key"]]}, { query: { langs: request.langs, margins: request.margins }, body: request.body }, call) as Promise<Result<PrintLabelValue, PrintLabelFailure>>,
    listItems: (request, call) => send(settings, {"method":"GET","path":"/items","good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"late","statuses":[410],"told":["type","late"]}],"schemes":[["key"]]}, { query: { stock: request?.stock, name: request?.name, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListItemsValue, ListItemsFailure>>,
    listItemsPages: (request, call) => pages(settings, {"method":"GET","path":"/items","good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"late","statuses":[410],"told":["type","late"]}],"schemes":[["key"]]}, { query: { stock: request?.stock, name: request?.name, sort: request?.sort, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListItemsValue, ListItemsFailure>, void>,
    readItem: (request, call) => send(settings, {"method":"GET","path":"/items/{id}","good":[200,304],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-item","statuses":[404],"told":["type","no-item"]}],"schemes":[["key"]]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<ReadItemValue, ReadItemFailure>>,
    changeItem: (request, call) => send(settings, {"method":"PATCH","path":"/items/{id}","media":"application/merge-patch+json","good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-item","statuses":[404],"told":["type","no-item"]},{"error":"unread","statuses":[428],"told":["type","unread"]},{"error":"changed","statuses":[412],"told":["type","changed"]},{"error":"name-taken","statuses":[409],"told":["type","name-taken"]}],"schemes":[["key"]]}, { path: { id: request.id }, headers: { "If-Match": request.ifMatch }, body: request.body }, call) as Promise<Result<ChangeItemValue, ChangeItemFailure>>,
    takeItem: (request, call) => send(settings, {"method":"POST","path":"/items/{id}/take","good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]},{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-item","statuses":[404],"told":["type","no-item"]},{"error":"sold-out","statuses":[409],"told":["type","sold-out"]}],"schemes":[["key"]]}, { path: { id: request.id } }, call) as Promise<Result<TakeItemValue, TakeItemFailure>>,
    itemEvents: (call) => stream(settings, {"method":"GET","path":"/events","good":[200],"failures":[{"error":"who","statuses":[401],"told":["type","who"]}],"schemes":[["key"]]}, {}, call),
  }
}

const schemes: { readonly [name: string]: Scheme } = {"key":{"kind":"key","in":"header","name":"X-Key"}}

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

/** Events as they happen. A connection that ends is opened again, and goes on after the last event that came. */
async function* stream(settings: Settings, operation: Operation, sent: Sent, call: Call & { readonly lastEventId?: string } = {}): AsyncGenerator<StreamEvent, void> {
  let last = call.lastEventId
  let wait = 250
  for (;;) {
    const { url, request } = await prepare(settings, operation, sent, call)
    if (last !== undefined) request.headers.set('last-event-id', last)
    request.headers.set('accept', 'text/event-stream')
    let response: Response | undefined
    try {
      response = await (settings.fetch ?? fetch)(url, request)
    } catch (cause) {
      if (call.signal?.aborted === true) return
      if (!(cause instanceof TypeError)) throw cause
    }
    if (response !== undefined && !response.ok && response.status < 500 && response.status !== 429) {
      throw Object.assign(new Error(`the stream was refused with ${response.status}`), { status: response.status, body: await content(response) })
    }
    if (response?.ok === true && response.body !== null) {
      wait = 250
      try {
        for await (const event of eventsIn(response.body)) {
          if (event.id !== undefined) last = event.id
          if (event.data !== undefined) yield { id: last ?? '', event: event.event ?? 'message', data: event.data }
        }
      } catch (cause) {
        if (call.signal?.aborted === true) return
        if (!(cause instanceof TypeError)) throw cause
      }
    }
    if (call.signal?.aborted === true) return
    await pause(settings, (seconds(response?.headers) ?? wait / 1000) * 1000)
    wait = Math.min(wait * 2, 30_000)
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<{ readonly id?: string; readonly event?: string; readonly data?: string }, void> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      for (let end = /\r?\n\r?\n/.exec(text); end !== null; end = /\r?\n\r?\n/.exec(text)) {
        const lines = text.slice(0, end.index).split(/\r?\n/)
        text = text.slice(end.index + end[0].length)
        const fields = lines.filter((line) => !line.startsWith(':')).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? ['', line, ''])
        const of = (name: string): string | undefined => fields.findLast(([, field]) => field === name)?.[2]
        const data = fields.filter(([, field]) => field === 'data').map(([, , part]) => part ?? '')
        const [id, event] = [of('id'), of('event')]
        yield { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }), ...(data.length === 0 ? {} : { data: data.join('\n') }) }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

// Parts of the document that this client omits:
// - Bounds, patterns and formats of values, which only the service asks.
// - Entity tags: they are in `headers` of an answer, and are sent by `ifMatch` and `ifNoneMatch`.
