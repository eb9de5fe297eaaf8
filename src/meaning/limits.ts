// Rates and quotas of part 8: what an exchange takes of each that counts it, and what its answer says of them.

import { printJson } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { valueOfExpression } from '../exchange/context.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { Refusal } from '../exchange/refusal.ts'
import { jsonOf } from '../exchange/value-json.ts'
import type { Point } from '../fact/fact.ts'
import { type LimitHeader, type Rate, sendsHeader } from '../model/limits.ts'
import { type Origin, named, originOf, shown } from '../model/slot.ts'
import { type Act, contextOf } from './act.ts'
import type { Met, Policy } from './limiter.ts'
import type { Service } from './service.ts'
import type { Situation } from './situation.ts'

/** A request that one limit refuses takes nothing of the others; one that is refused for another reason was a request, and counts. */
export function askLimit({ act, exchange }: Pick<Situation, 'act' | 'exchange'>, point: Point): readonly Refusal[] {
  const { limiter, met } = act.service.meters
  const mine = met.get(exchange) ?? new Map<string, Met>()
  met.set(exchange, mine)
  const limit = limitAt(act.service, point)
  if (limit === undefined) return []
  const { policy, rate } = limit
  const before = mine.get(policy.id)
  if (before !== undefined) return before.taken.allowed ? [] : [exceeded(point, before)]
  const partition = partitionOf(act, rate)
  const now: Met = { name: point.name!, policy, partition, now: act.now, taken: limiter.take(policy, partition, act.now) }
  if (!now.taken.allowed) {
    for (const other of mine.values()) other.taken = limiter.giveBack(other.policy, other.partition, other.now)
  }
  mine.set(policy.id, now)
  return now.taken.allowed ? [] : [exceeded(point, now)]
}

function exceeded({ condition, name }: Point, { policy, taken }: Met): Refusal {
  const about = new Map<string, Value>([
    ['policy', name!],
    ['limit', BigInt(policy.quota)],
    ['window', { kind: 'duration', ms: policy.window }],
    ['retryAfter', BigInt(seconds(taken.reset))],
  ])
  return { condition, name: name!, about }
}

function partitionOf(act: Act, { partition }: Rate): string {
  const text = shown(partition)
  return text === undefined ? '' : printJson(jsonOf(valueOfExpression(text, contextOf(act, new Map())), act.service.keys))
}

type Limit = { readonly policy: Policy; readonly rate: Rate }

const limits = new WeakMap<Point, Limit | 'none'>()

/** The limit that a point is about. */
function limitAt(service: Service, point: Point): Limit | undefined {
  const known = limits.get(point) ?? makeLimit(service, point) ?? 'none'
  limits.set(point, known)
  return known === 'none' ? undefined : known
}

function makeLimit({ facts }: Service, { condition, name }: Point): Limit | undefined {
  const { rates, quotas } = facts.model.limits.value
  const slot = named(condition === 'rate-limited' ? rates : quotas, name ?? '')?.slot
  const rate = slot === undefined ? undefined : shown(slot)
  const quota = rate && shown(rate.quota)
  const window = rate && shown(rate.window)
  if (rate === undefined || quota === undefined || window === undefined) return undefined
  return { rate, policy: { id: `${condition} ${name}`, quota, window, burst: shown(rate.burst) ?? quota, lasting: condition === 'quota-exceeded' } }
}

/** The answer with the headers that part 8 lets it have; what the document says of one itself, it has already. */
export function withLimitHeaders(service: Service, exchange: Exchange, answer: Answer): Answer {
  const slot = service.facts.model.limits.value.headers
  if (slot.state !== 'shown') return answer
  const added = headersOf(service, exchange).filter(([name]) =>
    sendsHeader(service.facts.model.limits.value, name) && !answer.headers.some(([own]) => own.toLowerCase() === name.toLowerCase()))
  if (added.length === 0) return answer
  const origin: Origin = originOf(slot.at)
  const origins = [...answer.trace.origins, ...added.map(([name]) => [name, origin] as const)]
  return { ...answer, headers: [...answer.headers, ...added], trace: { ...answer.trace, origins } }
}

/**
 * `RateLimit-Policy` and `RateLimit` are lists of strings with parameters (draft-ietf-httpapi-ratelimit-headers, RFC 9651):
 * `q` requests in `w` seconds, of which `r` remain for now, and one more after `t` seconds.
 */
function headersOf(service: Service, exchange: Exchange): (readonly [LimitHeader, string])[] {
  const limits = service.operation(exchange.operation).points.flatMap((point) => {
    const limit = point.condition === 'rate-limited' || point.condition === 'quota-exceeded' ? limitAt(service, point) : undefined
    return limit === undefined ? [] : [{ name: point.name!, policy: limit.policy }]
  })
  if (limits.length === 0) return []
  const met = [...(service.meters.met.get(exchange)?.values() ?? [])]
  const refused = met.find(({ taken }) => !taken.allowed)
  return [
    ['RateLimit-Policy', limits.map(({ name, policy }) => `${item(name)};q=${policy.quota}${wholeWindow(policy)}`).join(', ')],
    ...(met.length === 0 ? [] : [['RateLimit', met.map(({ name, taken }) => `${item(name)};r=${taken.remaining};t=${seconds(taken.reset)}`).join(', ')] as const]),
    ...(refused === undefined ? [] : [['Retry-After', String(seconds(refused.taken.reset))] as const]),
  ]
}

/** A window is told in whole seconds or not at all. */
function wholeWindow({ window }: Policy): string {
  return window % 1000 === 0 ? `;w=${window / 1000}` : ''
}

/** A string of RFC 9651, section 3.3.3. */
function item(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}"`
}

/** Whoever waits so long does not come a moment early. */
function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
