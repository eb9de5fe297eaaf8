// Rates and quotas of part 8: counts each exchange against all limits that apply to it.

import { type Prefixes, networkOf } from '../../base/address.ts'
import { canonical } from '../../base/json.ts'
import { withOuterBindings } from '../../cel/bindings.ts'
import type { Bindings, Value } from '../../cel/value.ts'
import { valueOfExpression } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { pathOf } from '../../exchange/reads.ts'
import type { Refusal } from '../../exchange/refusal.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import type { Point } from '../../fact/fact.ts'
import type { Limits } from '../../model/limits.ts'
import { type ExpressionText, entryNamed, slotValue } from '../../model/slot.ts'
import { type RecordlessContext, contextOf } from '../transaction-context.ts'
import type { Interpreter } from '../service.ts'
import type { Policy, LimitCount } from './limiter.ts'
import { tenantText } from '../caller/tenancy.ts'
import { recordsIn } from '../record/host.ts'

/** One limit with its state for an exchange. */
export type AppliedLimit = { readonly limit: Limit; readonly partition: string; readonly now: number; count: LimitCount }

/** A limit with its name; `partition` identifies the requests that share a count, undefined for requests that are not counted. */
export type Limit = {
  readonly name: string
  readonly policy: Policy
  readonly partition: (context: LimitContext) => string | undefined
  /** The expressions that compute the partition. */
  readonly reads: readonly ExpressionText[]
}

/** `names`: those of the operation; `input` where a partition reads it. */
type LimitContext = { readonly transaction: RecordlessContext; readonly exchange: Exchange; names?(read: ReadonlySet<string>): Bindings }

const none: readonly Refusal[] = []

/** A request that one limit refuses does not count towards the others; a request refused for another reason counts. */
export function checkLimit(context: LimitContext, point: Point): readonly Refusal[] {
  const { transaction, exchange } = context
  const limit = limitAt(transaction.service, point)
  if (limit === undefined) return none
  const { limiter } = transaction.service.environment
  const appliedLimits = limitsCountedOn(exchange, transaction.service)
  // A repeated run reads what the first one read: a store that answers later compares their queries.
  const partition = limit.partition(context)
  const earlier = appliedLimits.find((met) => met.limit.policy.id === limit.policy.id)
  if (earlier !== undefined) return earlier.count.allowed ? none : [refuseExceeded(point, earlier)]
  if (partition === undefined) return none
  const applied: AppliedLimit = { limit, partition, now: transaction.now, count: limiter.take(limit.policy, partition, transaction.now) }
  if (!applied.count.allowed) {
    for (const other of appliedLimits) other.count = limiter.refund(other.limit.policy, other.partition, other.now)
  }
  appliedLimits.push(applied)
  return applied.count.allowed ? none : [refuseExceeded(point, applied)]
}

/** Counts of one service's limits, and those of the services that the request was passed to. */
type CountedLimits = { readonly service: Interpreter; readonly applied: AppliedLimit[]; readonly others: CountedLimits | undefined }

/**
 * Stored on the exchange itself, so that a repeated attempt is not counted again: a weak map would cost more
 * than everything else about a limit.
 */
const countedLimits = Symbol('limits met')
type CountedExchange = Exchange & { [countedLimits]?: CountedLimits }

function limitsCountedOn(exchange: CountedExchange, service: Interpreter): AppliedLimit[] {
  const known = limitsAppliedTo(exchange, service)
  if (known !== undefined) return known
  const applied: AppliedLimit[] = []
  exchange[countedLimits] = { service, applied, others: exchange[countedLimits] }
  return applied
}

/** The limits that applied to the exchange so far; undefined if none. */
export function limitsAppliedTo(exchange: CountedExchange, service: Interpreter): AppliedLimit[] | undefined {
  let counted = exchange[countedLimits]
  while (counted !== undefined && counted.service !== service) counted = counted.others
  return counted?.applied
}

function refuseExceeded({ condition, name }: Point, { limit: { policy }, count }: AppliedLimit): Refusal {
  const details = new Map<string, Value>([
    ['policy', name!],
    ['limit', BigInt(policy.quota)],
    ['window', { kind: 'duration', ms: policy.window }],
    ['retryAfter', BigInt(seconds(count.reset))],
  ])
  return { condition, name: name!, details }
}

const limits = new WeakMap<Point, Limit | undefined>()

/** The limit of a point. */
export function limitAt(service: Interpreter, point: Point): Limit | undefined {
  return limits.getOrInsertComputed(point, () => makeLimit(service, point))
}

function makeLimit(service: Interpreter, { condition, name = '' }: Point): Limit | undefined {
  const { rates, quotas } = service.facts.model.limits.value
  const slot = entryNamed(condition === 'rate-limited' ? rates : quotas, name)?.slot
  const rate = slot === undefined ? undefined : slotValue(slot)
  const quota = rate && slotValue(rate.quota)
  const window = rate && slotValue(rate.window)
  if (rate === undefined || quota === undefined || window === undefined) return undefined
  const policy: Policy = {
    id: `${condition} ${name}`,
    quota,
    window,
    burst: slotValue(rate.burst) ?? quota,
    isDurable: condition === 'quota-exceeded',
  }
  const partition = slotValue(rate.partition)
  return { name, policy, partition: partitionOf(service, partition), reads: partition === undefined ? [] : [partition] }
}

function partitionOf({ facts: { typing, model }, modelIndex }: Interpreter, text: ExpressionText | undefined): Limit['partition'] {
  if (text === undefined) return () => ''
  const expression = typing.expression(text)
  const path = expression && pathOf(expression)?.join('.')
  const prefixes = prefixesOf(model.limits.value)
  // Most policies partition by address, which the exchange already has.
  if (path === 'request.address') return ({ exchange: { address } }) => JSON.stringify(networkOf(address, prefixes))
  const { variables } = modelIndex.readsOf(text)
  return (context) => {
    const { transaction, exchange } = context
    const known = variables.has('input') ? (context.names?.(nothingRead) ?? nothing) : nothing
    const value = valueOfExpression(
      text,
      contextOf(transaction, variables.has('request') ? withOuterBindings(requestIn(transaction, exchange, prefixes), known) : known),
    )
    return value === null
      ? undefined
      : `${canonical(jsonOf(value, transaction.service.keys))}${transaction.service.hasTenants ? tenantsIn(transaction, value) : ''}`
  }
}

function prefixesOf({ addresses }: Limits): Prefixes {
  const declared = slotValue(addresses)
  return { ipv4: (declared && slotValue(declared.ipv4)) ?? 32, ipv6: (declared && slotValue(declared.ipv6)) ?? 64 }
}

/** The request as limits see it: an address becomes the network of one client. */
function requestIn({ base }: RecordlessContext, { address }: Exchange, prefixes: Prefixes): Bindings {
  const request = base.get('request') as ReadonlyMap<string, Value>
  return new Map<string, Value>([['request', new Map([...request, ['address', networkOf(address, prefixes)]])]])
}

const nothingRead: ReadonlySet<string> = new Set()

/** The tenants of the records in a value, which their keys do not contain; empty if it has none. */
function tenantsIn({ service, host }: RecordlessContext, value: Value): string {
  const texts = [...recordsIn(value)].map(({ record }) =>
    tenantText(
      service.resource(record.resource).tenant.map(({ property }) => host.property(record, property) ?? null),
      service.keys,
    ),
  )
  return texts
    .filter((text) => text !== '')
    .map((text) => `\n${text}`)
    .join('')
}

const nothing: ReadonlyMap<string, Value> = new Map()

/** Rounds up: a client that waits this long is never too early. */
export function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
