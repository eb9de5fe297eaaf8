// The part of an exported client that is the same for every document: sending, distinguishing refusals, retrying, and reading pages and
// streams. It is TypeScript as text, and needs only `fetch`.

export const runtime = `/** An answer that the operation gives, or why it refuses. */
export type Result<Value, Failure> = Answer<Value> | Refused<Failure>

export type Answer<Value> = { readonly ok: true; readonly status: number; readonly headers: Headers; readonly value: Value }

export type Refused<Failure> = { readonly ok: false; readonly failure: Failure }

/** What HTTP or the network says, which no entry of the catalogue answers. \`status\` 0: nothing was answered at all. */
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
  const path = operation.path.replace(/\\{([^}]*)\\}/g, (_, name: string) => encodeURIComponent(text(sent.path?.[name])))
  const asked = query.toString()
  return {
    url: settings.url.replace(/\\/$/, '') + path + (asked === '' ? '' : \`?\${asked}\`),
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
  if (Array.isArray(value)) for (const [index, item] of value.entries()) addToForm(form, typeof item === 'object' ? \`\${name}[\${index}]\` : name, item)
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addToForm(form, \`\${name}[\${inner}]\`, member)
  else form.append(name, text(value))
}

function addTo(query: URLSearchParams, name: string, value: unknown, repeated: readonly string[] = []): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value) && repeated.includes(name)) for (const item of value) query.append(name, text(item))
  else if (Array.isArray(value)) query.append(name, value.map(text).join(','))
  else if (typeof value === 'object') for (const [inner, member] of Object.entries(value)) addTo(query, \`\${name}[\${inner}]\`, member)
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
      const bytes = new TextEncoder().encode(\`\${username}:\${password}\`)
      headers.set('authorization', \`Basic \${btoa(String.fromCharCode(...bytes))}\`)
      continue
    }
    const plain = typeof secret === 'function' ? await (secret as () => string | Promise<string>)() : text(secret)
    if (scheme.kind === 'http') headers.set('authorization', \`\${scheme.word} \${plain}\`)
    else if (scheme.in === 'header') headers.set(scheme.name, plain)
    else if (scheme.in === 'query') query.set(scheme.name, plain)
    else headers.append('cookie', \`\${scheme.name}=\${plain}\`)
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
  return /[/+]json\\s*(;|$)/i.test(response.headers.get('content-type') ?? '') ? (JSON.parse(sent) as unknown) : sent
}

/** Of \`Retry-After\` (RFC 9110, section 10.2.3); a date is compared with the service's own clock. */
function seconds(headers: Headers | undefined): number | undefined {
  const after = headers?.get('retry-after') ?? ''
  if (/^\\d+$/.test(after)) return Number(after)
  const wait = (Date.parse(after) - Date.parse(headers?.get('date') ?? '')) / 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function pause(settings: Settings, milliseconds: number): Promise<void> {
  return settings.pause === undefined ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : settings.pause(milliseconds)
}
`

/** Added for a document that has pages. */
export const pagesRuntime = `
/** Iterates pages until the last one or a refusal. \`at\`: the members that lead to the next page's value. */
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
`

/** Added for a document that has streams (WHATWG HTML, section 9.2). */
export const streamsRuntime = `
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
      throw Object.assign(new Error(\`the stream was refused with \${response.status}\`), { status: response.status, body: await content(response) })
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
      for (let end = /\\r?\\n\\r?\\n/.exec(text); end !== null; end = /\\r?\\n\\r?\\n/.exec(text)) {
        const lines = text.slice(0, end.index).split(/\\r?\\n/)
        text = text.slice(end.index + end[0].length)
        const fields = lines.filter((line) => !line.startsWith(':')).map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? ['', line, ''])
        const of = (name: string): string | undefined => fields.findLast(([, field]) => field === name)?.[2]
        const data = fields.filter(([, field]) => field === 'data').map(([, , part]) => part ?? '')
        const [id, event] = [of('id'), of('event')]
        yield { ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }), ...(data.length === 0 ? {} : { data: data.join('\\n') }) }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
`
