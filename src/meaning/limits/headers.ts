// Builds the headers of rates and quotas: `RateLimit-Policy`, `RateLimit` and `Retry-After`, or headers of other names.

import type { Header } from '../../exchange/answer.ts'
import type { Answer, Exchange, Trace } from '../../exchange/exchange.ts'
import { type LimitHeader, type LimitField, renamedHeaders, sendsHeader } from '../../model/limits.ts'
import { type Origin, originOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Interpreter } from '../service.ts'
import type { Policy } from './limiter.ts'
import { type MetLimit, limitAt, limitsMet, seconds } from './limits.ts'

/** Data that is equal for all responses of an operation. */
type Telling = {
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

const tellings = new WeakMap<Operation, Telling | undefined>()

/** Adds the headers of part 8 to an answer, except those that the document defines for the operation itself. */
export function withLimitHeaders(service: Interpreter, exchange: Exchange, answer: Answer): Answer {
  const telling = tellings.getOrInsertComputed(exchange.operation, () => limitHeadersOf(service, exchange.operation))
  return telling === undefined ? answer : addLimitHeaders(telling, limitsMet(exchange, service), answer)
}

/**
 * `RateLimit-Policy` and `RateLimit` are lists of strings with parameters (draft-ietf-httpapi-ratelimit-headers, RFC 9651): a quota of `q`
 * requests per `w` seconds, `r` remaining requests, and `t` seconds until the next one.
 */
function addLimitHeaders(telling: Telling, met: readonly MetLimit[] | undefined, answer: Answer): Answer {
  const { sends, policies, items } = telling
  const headers = answer.headers.slice()
  if (sends['RateLimit-Policy'] && !has(answer.headers, 'RateLimit-Policy')) headers.push(policies)
  if (met !== undefined && met.length > 0) {
    if (sends.RateLimit && !has(answer.headers, 'RateLimit'))
      headers.push([
        'RateLimit',
        met.map(({ limit, taken }) => `${items.get(limit.name)};r=${taken.remaining};t=${seconds(taken.reset)}`).join(', '),
      ])
    const refused = met.find(({ taken }) => !taken.allowed)
    if (refused !== undefined && sends['Retry-After'] && !has(answer.headers, 'Retry-After'))
      headers.push(['Retry-After', String(seconds(refused.taken.reset))])
  }
  if (telling.renamed.length > 0 && met !== undefined && met.length > 0) {
    const nearest = met.reduce((a, b) => (isNearer(b, a) ? b : a))
    for (const { name, tells } of telling.renamed) {
      const value = has(answer.headers, name) ? undefined : headerValueOf(tells, nearest)
      if (value !== undefined) headers.push([name, String(value)])
    }
  }
  return headers.length === answer.headers.length
    ? answer
    : {
        ...answer,
        headers,
        trace: { ...answer.trace, origins: originsOf(telling, answer.trace.origins, headers.slice(answer.headers.length)) },
      }
}

/** The limit that refused, otherwise the limit with the fewest remaining requests. */
function isNearer({ taken: a }: MetLimit, { taken: b }: MetLimit): boolean {
  return a.allowed === b.allowed ? a.remaining < b.remaining : !a.allowed
}

/** Seconds, and for `reset-time` seconds since 1970. */
function headerValueOf(tells: LimitField, { limit: { policy }, taken, now }: MetLimit): number | undefined {
  switch (tells) {
    case 'limit': return policy.quota
    case 'remaining': return taken.remaining
    case 'window': return seconds(policy.window)
    case 'reset': return seconds(taken.reset)
    case 'reset-time': return Math.ceil((now + taken.reset) / 1000)
    case 'retry-after': return taken.allowed ? undefined : seconds(taken.reset)
  }
}

function has(headers: Answer['headers'], name: string): boolean {
  return headers.some(([own]) => own.length === name.length && own.toLowerCase() === name.toLowerCase())
}

function originsOf(telling: Telling, origins: Trace['origins'], added: readonly Header[]): Trace['origins'] {
  const { last } = telling
  if (last?.origins === origins && last.added.length === added.length && last.added.every(([name], index) => name === added[index]![0]))
    return last.all
  telling.last = { origins, added, all: [...origins, ...added.map(([name]) => [name, telling.origin] as const)] }
  return telling.last.all
}

function limitHeadersOf(service: Interpreter, operation: Operation): Telling | undefined {
  const { limits } = service.facts.model
  const { headers } = limits.value
  const found = service.operation(operation).points.flatMap((point) => {
    const limit = point.condition === 'rate-limited' || point.condition === 'quota-exceeded' ? limitAt(service, point) : undefined
    return limit === undefined ? [] : [limit]
  })
  if (headers.state !== 'shown' || found.length === 0) return undefined
  const sends = (name: LimitHeader): boolean => sendsHeader(limits.value, name)
  return {
    sends: { 'RateLimit-Policy': sends('RateLimit-Policy'), 'RateLimit': sends('RateLimit'), 'Retry-After': sends('Retry-After') },
    renamed: renamedHeaders(limits.value),
    origin: originOf(headers.at),
    policies: ['RateLimit-Policy', found.map(({ name, policy }) => `${item(name)};q=${policy.quota}${wholeWindow(policy)}`).join(', ')],
    items: new Map(found.map(({ name }) => [name, item(name)])),
  }
}

/** The header needs whole seconds; other windows are omitted. */
function wholeWindow({ window }: Policy): string {
  return window % 1000 === 0 ? `;w=${window / 1000}` : ''
}

/** A string of RFC 9651, section 3.3.3. */
function item(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}
