// Rates and quotas of part 8: what an exchange takes of each that counts it.

import { printJson } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { valueOfExpression } from '../exchange/context.ts'
import type { Refusal } from '../exchange/refusal.ts'
import { jsonOf } from '../exchange/value-json.ts'
import type { Point } from '../fact/fact.ts'
import type { Rate } from '../model/limits.ts'
import { named, shown } from '../model/slot.ts'
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
export function limitAt(service: Service, point: Point): Limit | undefined {
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

/** Whoever waits so long does not come a moment early. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
