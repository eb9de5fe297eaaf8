// Builds the headers of rates and quotas: `RateLimit-Policy`, `RateLimit` and `Retry-After`, or headers of other names.

import type { Header } from '../../exchange/answer.ts'
import type { Answer, Exchange, Trace } from '../../exchange/exchange.ts'
import { type LimitHeader, type LimitField, listRenamedHeaders, sendsHeader } from '../../model/limits.ts'
import { type Origin, originOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Interpreter } from '../service.ts'
import type { Policy } from './limiter.ts'
import { type AppliedLimit, findLimit, findAppliedLimits, roundUpToSeconds } from './limits.ts'

/** Data that is equal for all responses of an operation. */
type LimitHeaders = {
  readonly sends: { readonly [name in LimitHeader]: boolean }
  /** Headers of other names. */
  readonly renamed: readonly { readonly name: string; readonly tells: LimitField }[]
  readonly origin: Origin
  /** `RateLimit-Policy` of all limits. */
  readonly policies: Header
  /** By the names of limits. */
  readonly items: ReadonlyMap<string, string>
  /** The origins of the previous answer without and with these headers; usually the same again. */
  last?: { readonly origins: Trace['origins']; readonly added: readonly Header[]; readonly all: Trace['origins'] }
}

const headersByOperation = new WeakMap<Operation, LimitHeaders | undefined>()

/** Adds the headers of part 8 to an answer, except those that the document defines for the operation itself. */
export function withLimitHeaders(service: Interpreter, exchange: Exchange, answer: Answer): Answer {
  const limitHeaders = headersByOperation.getOrInsertComputed(exchange.operation, () => prepareLimitHeaders(service, exchange.operation))
  return limitHeaders === undefined ? answer : addLimitHeaders(limitHeaders, findAppliedLimits(exchange, service), answer)
}

/**
 * `RateLimit-Policy` and `RateLimit` are lists of strings with parameters (draft-ietf-httpapi-ratelimit-headers, RFC 9651): a quota of `q`
 * requests per `w` seconds, `r` remaining requests, and `t` seconds until the next one.
 */
function addLimitHeaders(limitHeaders: LimitHeaders, applied: readonly AppliedLimit[] | undefined, answer: Answer): Answer {
  const { sends, policies, items } = limitHeaders
  const headers = answer.headers.slice()
  if (sends['RateLimit-Policy'] && !has(answer.headers, 'RateLimit-Policy')) headers.push(policies)
  if (applied !== undefined && applied.length > 0) {
    if (sends.RateLimit && !has(answer.headers, 'RateLimit'))
      headers.push([
        'RateLimit',
        applied.map(({ limit, count }) => `${items.get(limit.name)};r=${count.remaining};t=${roundUpToSeconds(count.reset)}`).join(', '),
      ])
    const refused = applied.find(({ count }) => !count.allowed)
    if (refused !== undefined && sends['Retry-After'] && !has(answer.headers, 'Retry-After'))
      headers.push(['Retry-After', String(roundUpToSeconds(refused.count.reset))])
  }
  if (limitHeaders.renamed.length > 0 && applied !== undefined && applied.length > 0) {
    const nearest = applied.reduce((a, b) => (isNearer(b, a) ? b : a))
    for (const { name, tells } of limitHeaders.renamed) {
      const value = has(answer.headers, name) ? undefined : computeHeaderValue(tells, nearest)
      if (value !== undefined) headers.push([name, String(value)])
    }
  }
  return headers.length === answer.headers.length
    ? answer
    : {
        ...answer,
        headers,
        trace: { ...answer.trace, origins: addOrigins(limitHeaders, answer.trace.origins, headers.slice(answer.headers.length)) },
      }
}

/** The limit that refused, otherwise the limit with the fewest remaining requests. */
function isNearer({ count: a }: AppliedLimit, { count: b }: AppliedLimit): boolean {
  return a.allowed === b.allowed ? a.remaining < b.remaining : !a.allowed
}

/** Seconds, and for `reset-time` seconds since 1970. */
function computeHeaderValue(field: LimitField, { limit: { policy }, count, now }: AppliedLimit): number | undefined {
  switch (field) {
    case 'limit':
      return policy.quota
    case 'remaining':
      return count.remaining
    case 'window':
      return roundUpToSeconds(policy.window)
    case 'reset':
      return roundUpToSeconds(count.reset)
    case 'reset-time':
      return Math.ceil((now + count.reset) / 1000)
    case 'retry-after':
      return count.allowed ? undefined : roundUpToSeconds(count.reset)
  }
}

function has(headers: Answer['headers'], name: string): boolean {
  return headers.some(([ownName]) => ownName.length === name.length && ownName.toLowerCase() === name.toLowerCase())
}

function addOrigins(limitHeaders: LimitHeaders, origins: Trace['origins'], added: readonly Header[]): Trace['origins'] {
  const { last } = limitHeaders
  if (last?.origins === origins && last.added.length === added.length && last.added.every(([name], index) => name === added[index]![0]))
    return last.all
  limitHeaders.last = { origins, added, all: [...origins, ...added.map(([name]) => [name, limitHeaders.origin] as const)] }
  return limitHeaders.last.all
}

function prepareLimitHeaders(service: Interpreter, operation: Operation): LimitHeaders | undefined {
  const { limits } = service.facts.model
  const { headers } = limits.value
  const applicable = service.operation(operation).points.flatMap((point) => {
    const limit = point.condition === 'rate-limited' || point.condition === 'quota-exceeded' ? findLimit(service, point) : undefined
    return limit === undefined ? [] : [limit]
  })
  if (headers.state !== 'shown' || applicable.length === 0) return undefined
  const sends = (name: LimitHeader): boolean => sendsHeader(limits.value, name)
  return {
    sends: { 'RateLimit-Policy': sends('RateLimit-Policy'), RateLimit: sends('RateLimit'), 'Retry-After': sends('Retry-After') },
    renamed: listRenamedHeaders(limits.value),
    origin: originOf(headers.at),
    policies: [
      'RateLimit-Policy',
      applicable.map(({ name, policy }) => `${printItem(name)};q=${policy.quota}${printWindow(policy)}`).join(', '),
    ],
    items: new Map(applicable.map(({ name }) => [name, printItem(name)])),
  }
}

/** The header needs whole seconds; other windows are omitted. */
function printWindow({ window }: Policy): string {
  return window % 1000 === 0 ? `;w=${window / 1000}` : ''
}

/** A string of RFC 9651, section 3.3.3. */
function printItem(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}
