// The hand-written servers in a second style: find-my-way routes, Ajv validates, node:sqlite stores. It uses nothing of `src`.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import findMyWay, { type HTTPMethod } from 'find-my-way'

export type Failure = { readonly pointer?: string; readonly property?: string; readonly keyword: string }
export type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: { readonly [name: string]: string } }
export type Context = {
  readonly params: { readonly [name: string]: string }
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: string
}
export type Work = (context: Context) => Reply | Promise<Reply>

/** Thrown by a handler to answer with a refusal. */
export class HttpProblem extends Error {
  readonly reply: Reply
  constructor(status: number, body?: object, headers: { readonly [name: string]: string } = {}) {
    super(String(status))
    this.reply = { status, ...(body === undefined ? {} : { body }), headers }
  }
}

const isDate = (text: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return (
    year !== undefined &&
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  )
}

export const ajv = new Ajv({ allErrors: true, multipleOfPrecision: 9, strict: false })
ajv.addFormat('uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
ajv.addFormat('date', isDate)
ajv.addFormat(
  'date-time',
  (text: string) =>
    /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(text) &&
    isDate(text.slice(0, 10)),
)

/** The failures of a value against a schema. */
export function failures(validate: ValidateFunction, value: unknown): Failure[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, keyword, params }: ErrorObject) => ({
    pointer: keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath,
    keyword,
  }))
}

/** A server of routes; `lost` answers requests without a route, `around` wraps every request. */
export class Routed {
  readonly #router: ReturnType<typeof findMyWay>
  readonly #around: (work: () => Promise<Reply>, path: string) => Promise<Reply>
  readonly #lost: (method: string, path: string, allowed: readonly string[]) => Reply
  readonly #methods = new Map<string, string[]>()

  constructor(
    lost: (method: string, path: string, allowed: readonly string[]) => Reply,
    around: (work: () => Promise<Reply>, path: string) => Promise<Reply> = (work) => work(),
    ignoreTrailingSlash = false,
  ) {
    this.#router = findMyWay({ ignoreTrailingSlash })
    this.#lost = lost
    this.#around = around
  }

  on(method: HTTPMethod, path: string, work: Work): this {
    this.#router.on(method, path, () => undefined, { work })
    this.#methods.set(path, [...(this.#methods.get(path) ?? []), method])
    return this
  }

  reply(method: string, url: URL, headers: IncomingMessage['headers'], raw: string): Promise<Reply> {
    return this.#around(async () => {
      const found = this.#router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, url.pathname)
      if (found === null) {
        const allowed = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
          (each) => this.#router.find(each as HTTPMethod, url.pathname) !== null,
        )
        return this.#lost(method, url.pathname, allowed)
      }
      const { work } = found.store as { readonly work: Work }
      return work({ params: found.params as { readonly [name: string]: string }, query: url.searchParams, headers, raw })
    }, url.pathname)
  }
}

/** Reads a request, and writes the reply; `hook` takes the paths under `/-/`. */
export function serveRouted(
  routed: Pick<Routed, 'reply'>,
  request: IncomingMessage,
  response: ServerResponse,
  hook: (name: string, body: string) => void,
): void {
  let raw = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => (raw += text))
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://here')
    if (url.pathname.startsWith('/-/')) {
      hook(url.pathname.slice(3), raw)
      return void response.writeHead(204).end()
    }
    void writeReply(routed, url, request, response, raw)
  })
}

async function writeReply(
  routed: Pick<Routed, 'reply'>,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  raw: string,
): Promise<void> {
  let reply: Reply
  try {
    reply = await routed.reply(request.method ?? 'GET', url, request.headers, raw)
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    reply = error.reply
  }
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
  if (reply.body !== undefined) response.setHeader('Content-Type', reply.status < 400 ? 'application/json' : 'application/problem+json')
  response.writeHead(reply.status).end(reply.body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(reply.body))
}

/** A pause between a handler's reads and writes, in which other requests are answered. */
export async function yieldTurn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 3))
}

export type SqlRow = { readonly [column: string]: SQLInputValue }

export function openTables(...statements: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const statement of statements) database.exec(statement)
  return database
}

export type Column = { readonly sql: string; readonly read: (text: string) => SQLInputValue | undefined; readonly ordered?: boolean }

const comparisons: { readonly [operator: string]: string } = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** The filters of a query as SQL; what does not fit is a failure. */
export function whereOf(
  query: URLSearchParams,
  columns: { readonly [name: string]: Column },
  wrong: Failure[],
  onlyFirst: boolean,
): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  const parts: string[] = []
  const values: SQLInputValue[] = []
  for (const [name, text] of query) {
    const [property, operator = 'eq'] = name.replace(']', '').split('[') as [string, string?]
    const column = columns[property]
    if (column === undefined) continue
    const read = (operator === 'in' ? text.split(',') : [text]).map(column.read)
    const isKnown = operator === 'in' || operator === 'eq' || operator === 'ne' || (column.ordered === true && operator in comparisons)
    if (!isKnown || read.includes(undefined)) {
      wrong.push({ property: name, keyword: 'format' })
      continue
    }
    const own = (operator === 'in' && onlyFirst ? read.slice(0, 1) : read) as SQLInputValue[]
    parts.push(operator === 'in' ? `${column.sql} IN (${own.map(() => '?').join(', ')})` : `${column.sql} ${comparisons[operator]} ?`)
    values.push(...own)
  }
  return { sql: parts.length === 0 ? '' : ` AND ${parts.join(' AND ')}`, values }
}

/** The order that a query asks for. */
export function orderOf(
  query: URLSearchParams,
  columns: { readonly [name: string]: string },
  wrong: Failure[],
  last: string,
  usual: string,
): string {
  const said = query.get('sort')
  if (said === null) return usual
  const words = said.split(',').map((word) => {
    const column = columns[word.replace(/^-/, '')]
    if (column === undefined) wrong.push({ property: 'sort', keyword: 'enum' })
    return `${column} ${word.startsWith('-') ? 'DESC' : 'ASC'}`
  })
  return [...words, last].join(', ')
}

/** A page of rows after the one that the cursor names. */
export function pageOf<T extends { readonly id: string }>(
  query: URLSearchParams,
  rows: readonly T[],
  wrong: Failure[],
  dropsBorder: boolean,
  most = 100,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const size = Number(query.get('size') ?? 20)
  if (!/^\d+$/.test(query.get('size') ?? '20') || size < 1 || size > most) wrong.push({ property: 'size', keyword: 'minimum' })
  const cursor = query.get('cursor')
  const index = cursor === null ? -1 : rows.findIndex(({ id }) => `after-${id}` === cursor)
  if (cursor !== null && index < 0) wrong.push({ property: 'cursor', keyword: 'format' })
  const from = index + (index >= 0 && dropsBorder ? 2 : 1)
  const page = rows.slice(from, from + size)
  return { rows: page, next: from + size < rows.length && page.length > 0 ? `after-${page.at(-1)!.id}` : null }
}
