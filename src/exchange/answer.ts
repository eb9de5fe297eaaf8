// Builds the response of an operation that was not refused: status, headers and body by the document, each with its origin.

import type { Value } from '../cel/value.ts'
import { unlessHidden } from '../cel/values/hidden.ts'
import type { Tree } from '../fact/versions/version.ts'
import { isSafe } from '../model/methods.ts'
import type { Operation } from '../model/model.ts'
import { type Named, type Origin, type Slot, type TemplateText, listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import { type Context, evaluateExpression, evaluateTemplate } from './context.ts'
import { satisfiesIfMatch, satisfiesIfNoneMatch } from './etag.ts'
import type { Answer, Exchange, Trace } from './exchange.ts'
import { computeHeader } from './header.ts'
import { choosePreferredMedia } from './negotiate.ts'
import { printTemplate } from './print-template.ts'
import { failInternally } from './refusal.ts'
import { printValue } from './value-print.ts'
import type { RequestedVersion } from './version/requested-version.ts'
import { downgradeJsonText } from './version/rewrite.ts'

export type Header = readonly [name: string, value: string]

/** The body of an operation's answer; undefined without `output`. */
export function makeBody(operation: Operation, context: Context): string | Uint8Array | undefined {
  const output = context.output ?? slotValueOf(operation.slots.output)
  if (output === undefined) return undefined
  const [media, tree] = [listMediaTypes(operation)[0]!, findOutputTree(operation, context.requestedVersion)]
  if (isJson(media) && tree === undefined) return printTemplate(output, context) ?? 'null'
  return printBody(evaluateTemplate(output, context) ?? null, media, context, tree)
}

/** JSON, except for texts and bytes of another media type, which are sent unchanged. */
export function printBody(value: Value, media: string, { keys }: Context, tree?: Tree): string | Uint8Array {
  if (!isJson(media) && (typeof value === 'string' || value instanceof Uint8Array)) return value
  const text = printValue(value, keys)
  return tree === undefined ? text : downgradeJsonText(tree, text)
}

/** The output's differences in the request's version; undefined if it has none. */
export function findOutputTree(operation: Operation, requestedVersion: RequestedVersion | undefined): Tree | undefined {
  return requestedVersion?.version.conversions.get(operation)?.output
}

export function isJson(media: string): boolean {
  return media === 'application/json' || /^[^;]*[/+]json\s*(;|$)/i.test(media)
}

const mediaTypesByOperation = new WeakMap<Operation, readonly [string, ...string[]]>()

/** The media types of an operation's answer, the usual one first: all JSON, or none. */
export function listMediaTypes(operation: Operation): readonly [string, ...string[]] {
  let types = mediaTypesByOperation.get(operation)
  if (types === undefined) {
    const [first, ...others] = (slotValueOf(operation.slots.media) ?? []).map(({ text }) => text)
    mediaTypesByOperation.set(operation, (types = [first ?? 'application/json', ...others]))
  }
  return types
}

/** The media type that `Accept` selects (RFC 9110, section 12.5.1). */
function chooseContentType({ operation, headers }: AnsweredRequest): string {
  const types = listMediaTypes(operation)
  return types.length === 1 ? types[0] : (choosePreferredMedia(headers.get('accept'), types) ?? types[0])
}

/** The parts of an exchange that affect an answer in addition to its expressions. */
type AnsweredRequest = Pick<Exchange, 'operation' | 'method' | 'headers'>

/** `tag` is the entity tag of the address's current content, if the operation is conditional; `body` is present if the tag needed it. */
export function makeAnswer(
  exchange: AnsweredRequest,
  context: Context,
  trace: Pick<Trace, 'transitions'>,
  tag?: string,
  body = makeBody(exchange.operation, context),
): Answer {
  const { operation } = exchange
  const { slots } = operation
  const status = computeStatus(operation, context)
  const headers: Header[] = evaluateHeaders(slots.headers, context)
  addCache(headers, operation, context)
  const isTagged = tag !== undefined && slots.conditional.state === 'shown'
  if (isTagged) headers.push(['ETag', tag])
  if (body !== undefined) headers.push(['Content-Type', chooseContentType(exchange)])
  const fullTrace: Trace = {
    operation: operation.id,
    transitions: trace.transitions,
    origins: traceOrigins(operation, isTagged, body !== undefined),
  }
  if (isTagged && status < 300 && failsIfMatch(exchange, tag))
    return answerByHttp(412, 'RFC 9110, section 13.1.1', ['etag', 'vary'], headers, fullTrace)
  if (tag !== undefined && status === 200 && isNotModified(exchange, tag)) return answerNotModified(headers, fullTrace)
  return { status, headers, ...(body === undefined ? {} : { body }), trace: fullTrace }
}

/** Omits headers whose text is hidden from the caller. */
export function evaluateHeaders(declared: Slot<readonly Named<TemplateText>[]>, context: Context): Header[] {
  const headers: Header[] = []
  if (declared.state !== 'shown') return headers
  for (const { name, slot } of declared.value) {
    if (slot.state !== 'shown') continue
    const text = unlessHidden(() => computeHeader(name, slot.value, context))
    if (text !== undefined) headers.push([name, text])
  }
  return headers
}

function computeStatus(operation: Operation, context: Context): number {
  const status = slotValueOf(operation.slots.status)
  const value = status && evaluateExpression(status, context)
  if (typeof value === 'bigint') return Number(value)
  return failInternally(`\`${operation.name}\` shows no status`)
}

/**
 * If-Match and If-None-Match take precedence over dates (RFC 9110, section 13.2.2). For a write, the comparison happened before the change.
 */
function failsIfMatch({ method, headers }: AnsweredRequest, tag: string): boolean {
  const field = headers.get('if-match')
  return isSafe(method) && field !== undefined && !satisfiesIfMatch(field, tag)
}

function isNotModified({ method, headers }: AnsweredRequest, tag: string): boolean {
  const field = headers.get('if-none-match')
  return isSafe(method) && field !== undefined && !satisfiesIfNoneMatch(field, tag)
}

/** A 304 answer (RFC 9110, section 15.4.5): the validators and location headers of the 200 answer, without its content. */
function answerNotModified(headers: readonly Header[], trace: Trace): Answer {
  return answerByHttp(
    304,
    'RFC 9110, section 15.4.5',
    ['etag', 'cache-control', 'content-location', 'date', 'expires', 'vary'],
    headers,
    trace,
  )
}

/** An answer by HTTP alone, with the headers that it keeps. */
function answerByHttp(status: number, reference: string, headerNames: readonly string[], headers: readonly Header[], trace: Trace): Answer {
  const isKept = (name: string): boolean => headerNames.includes(name.toLowerCase())
  const standard: Origin = { kind: 'standard', reference }
  return {
    status,
    headers: headers.filter(([name]) => isKept(name)),
    trace: { ...trace, origins: [['status', standard], ...trace.origins.filter(([part]) => isKept(part))] },
  }
}

/** A response that `Accept` chose varies by it (RFC 9110, section 12.5.5). */
function addCache(headers: Header[], operation: Operation, context: Context): void {
  const cache = slotValueOf(operation.slots.cache)
  const isVaried = listMediaTypes(operation).length > 1
  if (cache === undefined) {
    if (isVaried) headers.push(['Vary', 'Accept'])
    return
  }
  const varied = isVaried ? ['Accept'] : []
  const control = 'kind' in cache ? cache : slotValueOf(cache.control)
  const declaredVary = 'kind' in cache ? [] : (slotValueOf(cache.vary) ?? []).map(({ text }) => text)
  const vary = [...declaredVary, ...varied.filter((name) => !declaredVary.some((each) => each.toLowerCase() === name.toLowerCase()))]
  const value = control && unlessHidden(() => computeHeader('Cache-Control', control, context))
  if (value !== undefined) headers.push(['Cache-Control', value])
  if (vary.length > 0) headers.push(['Vary', vary.join(', ')])
}

/** By the presence of a tag (2) and of a body (1). */
const originsByOperation = new WeakMap<Operation, Trace['origins'][]>()

/** The origins of a response's parts depend only on which parts it has. */
export function traceOrigins(operation: Operation, isTagged: boolean, hasBody: boolean): Trace['origins'] {
  let known = originsByOperation.get(operation)
  if (known === undefined) originsByOperation.set(operation, (known = []))
  return (known[(isTagged ? 2 : 0) + (hasBody ? 1 : 0)] ??= makeOrigins(operation, isTagged, hasBody))
}

function makeOrigins(operation: Operation, isTagged: boolean, hasBody: boolean): Trace['origins'] {
  const { slots } = operation
  const { cache, conditional, media } = slots
  const standard: Origin = { kind: 'standard', reference: 'RFC 9110, section 8.3' }
  const caching = slotValueOf(cache)
  const control = caching === undefined || 'kind' in caching ? caching : slotValueOf(caching.control)
  const vary = caching === undefined || 'kind' in caching ? undefined : slotValueOf(caching.vary)?.[0]
  return [
    ...traceSlotOrigin('status', slots.status),
    ...traceSlotOrigin('body', slots.output),
    ...listSpecifiedEntries(slots.headers).map(({ name, key }) => [name, originOf(key)] as const),
    ...(control === undefined ? [] : [['Cache-Control', originOf(control.node)] as const]),
    ...(vary === undefined ? [] : [['Vary', originOf(vary.node)] as const]),
    ...(vary === undefined && listMediaTypes(operation).length > 1
      ? [['Vary', { kind: 'standard', reference: 'RFC 9110, section 12.5.5' }] as const]
      : []),
    ...(isTagged ? traceSlotOrigin('ETag', conditional) : []),
    ...(hasBody ? [['Content-Type', media.state === 'shown' ? originOf(media.at) : standard] as const] : []),
  ]
}

export function traceSlotOrigin(
  part: string,
  slot: { readonly state: string; readonly at?: Parameters<typeof originOf>[0] },
): Trace['origins'] {
  return slot.state === 'shown' && slot.at !== undefined ? [[part, originOf(slot.at)]] : []
}
