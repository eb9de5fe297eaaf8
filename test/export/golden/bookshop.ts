// A client of Bookshop, made by `ninefold export typescript`. Changes are made in the document.

/* eslint-disable */

export type Book = {
  readonly isbn: string
  readonly title: string
  /** In cents. */
  readonly price: number
  readonly binding: "hardback" | "paperback" | "ebook"
}

export type ErrorBody = {
  readonly type: string
  readonly status: number
  readonly title: string
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
  readonly book: string
  readonly count: number
}

export type Order = {
  readonly id: string
  readonly customer: string
  readonly items: readonly Item[]
  readonly gift: boolean
  readonly createdAt: string
  readonly status: "placed" | "sent" | "cancelled"
}

export type OrderLine = {
  readonly id: string
  readonly customer: string
  readonly status: "placed" | "sent" | "cancelled"
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

/** This book is known */
export type KnownBookRefusal = {
  readonly error: "known-book"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "known-book"
    readonly status?: 409
  }
}

/** No such book */
export type NoBookRefusal = {
  readonly error: "no-book"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-book"
    readonly status?: 404
  }
}

/** It names a book that there is not */
export type UnknownBookRefusal = {
  readonly error: "unknown-book"
  readonly status: 422
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "unknown-book"
    readonly status?: 422
  }
}

/** No such order */
export type NoOrderRefusal = {
  readonly error: "no-order"
  readonly status: 404
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "no-order"
    readonly status?: 404
  }
}

/** It is ${error.state} */
export type TooLateRefusal = {
  readonly error: "too-late"
  readonly status: 409
  readonly headers: Headers
  readonly body: ErrorBody & {
    readonly type?: "too-late"
    readonly status?: 409
  }
}

export type AddBookRequest = {
  readonly body: {
    readonly isbn: string
    readonly title: string
    readonly price: number
    readonly binding?: "hardback" | "paperback" | "ebook"
  }
}

export type AddBookValue = Book

export type AddBookFailure = NotValidRefusal | KnownBookRefusal | Unexpected

export type ListBooksRequest = {
  /** Only records whose `binding` meets these comparisons. */
  readonly binding?: "hardback" | "paperback" | "ebook" | { readonly eq?: "hardback" | "paperback" | "ebook"; readonly ne?: "hardback" | "paperback" | "ebook"; readonly in?: readonly ("hardback" | "paperback" | "ebook")[] }
  /** Only records whose `price` meets these comparisons. */
  readonly price?: number | { readonly eq?: number; readonly ne?: number; readonly in?: readonly (number)[]; readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
  /** Names of properties; `-` before a name sorts in descending order. */
  readonly sort?: readonly ("title" | "-title" | "price" | "-price")[]
}

export type ListBooksValue = {
  readonly books: readonly Book[]
}

export type ListBooksFailure = NotValidRefusal | Unexpected

export type GetBookRequest = {
  readonly isbn: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetBookValue = Book | undefined

export type GetBookFailure = NotValidRefusal | NoBookRefusal | Unexpected

export type ReplaceBookRequest = {
  readonly isbn: string
  readonly body: {
    readonly title: string
    readonly price: number
    readonly binding?: "hardback" | "paperback" | "ebook"
  }
}

export type ReplaceBookValue = Book

export type ReplaceBookFailure = NotValidRefusal | NoBookRefusal | Unexpected

export type PlaceOrderRequest = {
  readonly body: {
    readonly customer: string
    readonly items: readonly Item[]
    readonly gift?: boolean
  }
}

export type PlaceOrderValue = Order

export type PlaceOrderFailure = NotValidRefusal | UnknownBookRefusal | Unexpected

export type ListOrdersRequest = {
  /** Only records whose `customer` meets these comparisons. */
  readonly customer?: string | { readonly eq?: string; readonly ne?: string; readonly in?: readonly (string)[]; readonly gt?: string; readonly gte?: string; readonly lt?: string; readonly lte?: string }
  /** Only records whose `status` meets these comparisons. */
  readonly status?: "placed" | "sent" | "cancelled" | { readonly eq?: "placed" | "sent" | "cancelled"; readonly ne?: "placed" | "sent" | "cancelled"; readonly in?: readonly ("placed" | "sent" | "cancelled")[] }
  readonly size?: number
  readonly cursor?: string
}

export type ListOrdersValue = {
  readonly orders: readonly OrderLine[]
  readonly next: string | null
}

export type ListOrdersFailure = NotValidRefusal | Unexpected

export type GetOrderRequest = {
  readonly id: string
  /** A known entity tag: if it is current, the answer is 304, without a value. */
  readonly ifNoneMatch?: string
}

export type GetOrderValue = Order | undefined

export type GetOrderFailure = NotValidRefusal | NoOrderRefusal | Unexpected

export type SendOrderRequest = {
  readonly id: string
}

export type SendOrderValue = Order

export type SendOrderFailure = NotValidRefusal | NoOrderRefusal | TooLateRefusal | Unexpected

export type CancelOrderRequest = {
  readonly id: string
}

export type CancelOrderValue = Order

export type CancelOrderFailure = NotValidRefusal | NoOrderRefusal | TooLateRefusal | Unexpected

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
   * Create Book
   *
   * `POST /books`
   */
  addBook(request: AddBookRequest, call?: Call): Promise<Result<AddBookValue, AddBookFailure>>

  /**
   * List Book
   *
   * `GET /books`
   */
  listBooks(request?: ListBooksRequest, call?: Call): Promise<Result<ListBooksValue, ListBooksFailure>>

  /**
   * Read Book
   *
   * `GET /books/{isbn}`
   */
  getBook(request: GetBookRequest, call?: Call): Promise<Result<GetBookValue, GetBookFailure>>

  /**
   * Replace Book
   *
   * `PUT /books/{isbn}`
   */
  replaceBook(request: ReplaceBookRequest, call?: Call): Promise<Result<ReplaceBookValue, ReplaceBookFailure>>

  /**
   * Create Order
   *
   * `POST /orders`
   */
  placeOrder(request: PlaceOrderRequest, call?: Call): Promise<Result<PlaceOrderValue, PlaceOrderFailure>>

  /**
   * List Order
   *
   * `GET /orders`
   */
  listOrders(request?: ListOrdersRequest, call?: Call): Promise<Result<ListOrdersValue, ListOrdersFailure>>
  /** All pages of `listOrders`, until the last page or a refusal. */
  listOrdersPages(request?: ListOrdersRequest, call?: Call): AsyncGenerator<Result<ListOrdersValue, ListOrdersFailure>, void>

  /**
   * Read Order
   *
   * `GET /orders/{id}`
   */
  getOrder(request: GetOrderRequest, call?: Call): Promise<Result<GetOrderValue, GetOrderFailure>>

  /**
   * Transition Order.send
   *
   * `POST /orders/{id}/send`
   */
  sendOrder(request: SendOrderRequest, call?: Call): Promise<Result<SendOrderValue, SendOrderFailure>>

  /**
   * Transition Order.cancel
   *
   * `POST /orders/{id}/cancel`
   */
  cancelOrder(request: CancelOrderRequest, call?: Call): Promise<Result<CancelOrderValue, CancelOrderFailure>>
}

export function client(settings: Options): Client {
  return {
    addBook: (request, call) => send(settings, {"method":"POST","path":"/books","good":[201],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"known-book","statuses":[409],"told":["type","known-book"]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<AddBookValue, AddBookFailure>>,
    listBooks: (request, call) => send(settings, {"method":"GET","path":"/books","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { binding: request?.binding, price: request?.price, sort: request?.sort } }, call) as Promise<Result<ListBooksValue, ListBooksFailure>>,
    getBook: (request, call) => send(settings, {"method":"GET","path":"/books/{isbn}","good":[200,304],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-book","statuses":[404],"told":["type","no-book"]}],"schemes":[]}, { path: { isbn: request.isbn }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetBookValue, GetBookFailure>>,
    replaceBook: (request, call) => send(settings, {"method":"PUT","path":"/books/{isbn}","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-book","statuses":[404],"told":["type","no-book"]}],"schemes":[]}, { path: { isbn: request.isbn }, body: request.body }, call) as Promise<Result<ReplaceBookValue, ReplaceBookFailure>>,
    placeOrder: (request, call) => send(settings, {"method":"POST","path":"/orders","good":[201],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"unknown-book","statuses":[422],"told":["type","unknown-book"]}],"schemes":[]}, { body: request.body }, call) as Promise<Result<PlaceOrderValue, PlaceOrderFailure>>,
    listOrders: (request, call) => send(settings, {"method":"GET","path":"/orders","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { customer: request?.customer, status: request?.status, size: request?.size, cursor: request?.cursor } }, call) as Promise<Result<ListOrdersValue, ListOrdersFailure>>,
    listOrdersPages: (request, call) => pages(settings, {"method":"GET","path":"/orders","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]}],"schemes":[]}, { query: { customer: request?.customer, status: request?.status, size: request?.size, cursor: request?.cursor } }, "cursor", ["next"], call) as AsyncGenerator<Result<ListOrdersValue, ListOrdersFailure>, void>,
    getOrder: (request, call) => send(settings, {"method":"GET","path":"/orders/{id}","good":[200,304],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]}],"schemes":[]}, { path: { id: request.id }, headers: { "If-None-Match": request.ifNoneMatch } }, call) as Promise<Result<GetOrderValue, GetOrderFailure>>,
    sendOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/send","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"too-late","statuses":[409],"told":["type","too-late"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<SendOrderValue, SendOrderFailure>>,
    cancelOrder: (request, call) => send(settings, {"method":"POST","path":"/orders/{id}/cancel","good":[200],"failures":[{"error":"not-valid","statuses":[422],"told":["type","not-valid"]},{"error":"no-order","statuses":[404],"told":["type","no-order"]},{"error":"too-late","statuses":[409],"told":["type","too-late"]}],"schemes":[]}, { path: { id: request.id } }, call) as Promise<Result<CancelOrderValue, CancelOrderFailure>>,
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
