// The answer of an operation that was not refused: status, headers and body as the document says, each with its origin.

import { printJson } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import type { Tree } from '../fact/versions/version.ts'
import type { Operation } from '../model/model.ts'
import { type Origin, each, originOf, shown } from '../model/slot.ts'
import { type Context, valueOfExpression, valueOfTemplate } from './context.ts'
import { ifNoneMatch } from './etag.ts'
import type { Answer, Exchange, Trace } from './exchange.ts'
import { headerValue } from './header.ts'
import { internal } from './refusal.ts'
import { jsonOf } from './value-json.ts'
import type { Spoken } from './version/address.ts'
import { bringDown } from './version/convert.ts'

export type Header = readonly [name: string, value: string]
export type Told = { readonly headers: readonly Header[]; readonly origins: Trace['origins'] }

/** The body of an operation's answer as it is sent; undefined where it has none. */
export function bodyOf(operation: Operation, context: Context): string | Uint8Array | undefined {
  const output = shown(operation.slots.output)
  return output && printBody(valueOfTemplate(output, context) ?? null, mediaOf(operation), context, outputTree(operation, context.spoken))
}

/** JSON, but for texts and bytes of another media type, which are sent as they are. */
export function printBody(value: Value, media: string, { keys }: Context, tree?: Tree): string | Uint8Array {
  if (!isJson(media) && (typeof value === 'string' || value instanceof Uint8Array)) return value
  const json = jsonOf(value, keys)
  return printJson(tree === undefined ? json : bringDown(tree, json))
}

/** What differs of the answer in the version that is spoken; undefined where nothing does. */
export function outputTree(operation: Operation, spoken: Spoken | undefined): Tree | undefined {
  return spoken?.version.conversions.get(operation)?.output
}

export function isJson(media: string): boolean {
  return /^[^;]*[/+]json\s*(;|$)/i.test(media)
}

export function mediaOf(operation: Operation): string {
  return shown(operation.slots.media)?.text ?? 'application/json'
}

/** Whether a request is safe (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'QUERY'
}

/** What an answer depends on beside what expressions read. */
type Asked = Pick<Exchange, 'operation' | 'method' | 'headers'>

/** `tag` is the entity tag of what the address now shows, where the operation is conditional; `body` where it was needed for that. */
export function answerOf(exchange: Asked, context: Context, trace: Pick<Trace, 'transitions'>, tag?: string, body = bodyOf(exchange.operation, context)): Answer {
  const { operation } = exchange
  const status = statusOf(operation, context)
  const told = join(headersOf(operation, context), cacheOf(operation, context), tagOf(operation, tag), contentOf(operation, body))
  const origins: Trace['origins'] = [...slotOrigin('status', operation.slots.status), ...slotOrigin('body', operation.slots.output), ...told.origins]
  const whole: Trace = { operation: operation.id, transitions: trace.transitions, origins }
  if (tag !== undefined && status === 200 && isNotModified(exchange, tag)) return notModified(told, whole)
  return { status, headers: told.headers, ...(body === undefined ? {} : { body }), trace: whole }
}

function statusOf(operation: Operation, context: Context): number {
  const status = shown(operation.slots.status)
  const value = status && valueOfExpression(status, context)
  if (typeof value === 'bigint') return Number(value)
  return internal(`\`${operation.name}\` shows no status`)
}

function isNotModified({ method, headers }: Asked, tag: string): boolean {
  const field = headers.get('if-none-match')
  return isSafe(method) && field !== undefined && !ifNoneMatch(field, tag)
}

/** RFC 9110, section 15.4.5: what a 200 would have said of the content's validity and address, and no content. */
function notModified(told: Told, trace: Trace): Answer {
  const kept = ['etag', 'cache-control', 'content-location', 'date', 'expires', 'vary']
  const headers = told.headers.filter(([name]) => kept.includes(name.toLowerCase()))
  const standard: Origin = { kind: 'standard', reference: 'RFC 9110, section 15.4.5' }
  return { status: 304, headers, trace: { ...trace, origins: [['status', standard], ...told.origins.filter(([part]) => kept.includes(part.toLowerCase()))] } }
}

function headersOf(operation: Operation, context: Context): Told {
  const headers: Header[] = []
  const origins: (readonly [string, Origin])[] = []
  for (const { name, key, value } of each(operation.slots.headers)) {
    headers.push([name, headerValue(name, value, context)])
    origins.push([name, originOf(key)])
  }
  return { headers, origins }
}

function cacheOf(operation: Operation, context: Context): Told {
  const cache = shown(operation.slots.cache)
  if (cache === undefined) return { headers: [], origins: [] }
  if ('kind' in cache) return one('Cache-Control', headerValue('Cache-Control', cache, context), originOf(cache.node))
  const control = shown(cache.control)
  const vary = shown(cache.vary)
  return join(
    control === undefined ? none : one('Cache-Control', headerValue('Cache-Control', control, context), originOf(control.node)),
    vary?.[0] === undefined ? none : one('Vary', vary.map(({ text }) => text).join(', '), originOf(vary[0].node)),
  )
}

function tagOf(operation: Operation, tag: string | undefined): Told {
  const { conditional } = operation.slots
  return tag === undefined || conditional.state !== 'shown' ? none : one('ETag', tag, originOf(conditional.at))
}

function contentOf(operation: Operation, body: string | Uint8Array | undefined): Told {
  if (body === undefined) return none
  const { media } = operation.slots
  const standard: Origin = { kind: 'standard', reference: 'RFC 9110, section 8.3' }
  return one('Content-Type', mediaOf(operation), media.state === 'shown' ? originOf(media.at) : standard)
}

const none: Told = { headers: [], origins: [] }

function one(name: string, value: string, origin: Origin): Told {
  return { headers: [[name, value]], origins: [[name, origin]] }
}

function join(...parts: readonly Told[]): Told {
  return { headers: parts.flatMap(({ headers }) => headers), origins: parts.flatMap(({ origins }) => origins) }
}

export function slotOrigin(part: string, slot: { readonly state: string; readonly at?: Parameters<typeof originOf>[0] }): Trace['origins'] {
  return slot.state === 'shown' && slot.at !== undefined ? [[part, originOf(slot.at)]] : []
}
