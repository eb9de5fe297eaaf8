// What answers say of the rates and quotas of part 8: `RateLimit-Policy`, `RateLimit` and `Retry-After`.

import type { Answer, Exchange } from '../exchange/exchange.ts'
import { type LimitHeader, limitHeaders, sendsHeader } from '../model/limits.ts'
import { type Origin, originOf } from '../model/slot.ts'
import type { Operation } from '../model/model.ts'
import type { Met, Policy } from './limiter.ts'
import { limitAt, seconds } from './limits.ts'
import type { Service } from './service.ts'

/** What is the same of every answer of an operation. */
type Telling = { readonly sends: ReadonlySet<LimitHeader>; readonly origin: Origin; /** Of all its limits. */ readonly policies: string; /** By the names of limits. */ readonly items: ReadonlyMap<string, string> }

const tellings = new WeakMap<Operation, Telling | 'nothing'>()

/** The answer with the headers that part 8 lets it have; what the document says of one itself, it has already. */
export function withLimitHeaders(service: Service, exchange: Exchange, answer: Answer): Answer {
  const known = tellings.get(exchange.operation) ?? tellingOf(service, exchange.operation) ?? 'nothing'
  tellings.set(exchange.operation, known)
  if (known === 'nothing') return answer
  const added = headersOf(known, service.meters.met.get(exchange)).filter(([name]) => known.sends.has(name) && !answer.headers.some(([own]) => isName(own, name)))
  if (added.length === 0) return answer
  const origins = [...answer.trace.origins, ...added.map(([name]) => [name, known.origin] as const)]
  return { ...answer, headers: [...answer.headers, ...added], trace: { ...answer.trace, origins } }
}

function isName(own: string, name: LimitHeader): boolean {
  return own.length === name.length && own.toLowerCase() === name.toLowerCase()
}

function tellingOf(service: Service, operation: Operation): Telling | undefined {
  const { limits } = service.facts.model
  const { headers } = limits.value
  const found = service.operation(operation).points.flatMap((point) => {
    const limit = point.condition === 'rate-limited' || point.condition === 'quota-exceeded' ? limitAt(service, point) : undefined
    return limit === undefined ? [] : [{ name: point.name!, policy: limit.policy }]
  })
  if (headers.state !== 'shown' || found.length === 0) return undefined
  return {
    sends: new Set(limitHeaders.filter((name) => sendsHeader(limits.value, name))),
    origin: originOf(headers.at),
    policies: found.map(({ name, policy }) => `${item(name)};q=${policy.quota}${wholeWindow(policy)}`).join(', '),
    items: new Map(found.map(({ name }) => [name, item(name)])),
  }
}

/**
 * `RateLimit-Policy` and `RateLimit` are lists of strings with parameters (draft-ietf-httpapi-ratelimit-headers, RFC 9651):
 * `q` requests in `w` seconds, of which `r` remain for now, and one more after `t` seconds.
 */
function headersOf({ policies, items }: Telling, mine: ReadonlyMap<string, Met> | undefined): (readonly [LimitHeader, string])[] {
  const headers: (readonly [LimitHeader, string])[] = [['RateLimit-Policy', policies]]
  const met = [...(mine?.values() ?? [])]
  if (met.length > 0) headers.push(['RateLimit', met.map(({ name, taken }) => `${items.get(name)};r=${taken.remaining};t=${seconds(taken.reset)}`).join(', ')])
  const refused = met.find(({ taken }) => !taken.allowed)
  if (refused !== undefined) headers.push(['Retry-After', String(seconds(refused.taken.reset))])
  return headers
}

/** A window is told in whole seconds or not at all. */
function wholeWindow({ window }: Policy): string {
  return window % 1000 === 0 ? `;w=${window / 1000}` : ''
}

/** A string of RFC 9651, section 3.3.3. */
function item(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}
