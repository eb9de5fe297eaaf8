// Rates and quotas of part 8: counts each exchange against all limits that apply to it.

import { type Prefixes, parseClientNetwork } from '../../base/address.ts'
import { printCanonical } from '../../base/json.ts'
import { withOuterBindings } from '../../cel/bindings.ts'
import type { Bindings, Value } from '../../cel/value.ts'
import { evaluateExpression } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { toReadPath } from '../../exchange/reads.ts'
import { type Refusal, toRefused } from '../../exchange/refusal.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Point } from '../../fact/fact.ts'
import { hasOwnCheck } from '../../fact/order.ts'
import type { Limits } from '../../model/limits.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import { type RecordlessContext, makeContext } from '../transaction-context.ts'
import type { Interpreter } from '../service.ts'
import type { LimitCount, LimitTake, Policy } from './limiter.ts'
import { printTenant } from '../caller/tenancy.ts'
import { walkRecords } from '../record/host.ts'

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
  const limit = findLimit(transaction.service, point)
  // A look of a wait is not a request.
  if (limit === undefined || exchange.until !== undefined) return none
  const appliedLimits = listCountedLimits(exchange, transaction.service)
  const countApplied = ({ policy }: Limit): AppliedLimit | undefined => appliedLimits.find((met) => met.limit.policy.id === policy.id)
  const { limits: together, isFirst } = prepareLimitsTogether(transaction.service, exchange.operation, point)
  // A repeated run reads the same data as the first run: a store that answers later compares their queries.
  if (isFirst || countApplied(limit) === undefined) {
    const due = findPartitions(context, together).filter((each) => countApplied(each.limit) === undefined)
    if (due.length > 0) countAgainst(transaction, due, appliedLimits)
  }
  const applied = countApplied(limit)
  return applied === undefined || applied.count.allowed ? none : [refuseExceeded(point, applied)]
}

type Counted = { readonly limit: Limit; readonly partition: string }

/** The limits that count the exchange, up to one whose partition fails: that one refuses at its own point. */
function findPartitions(context: LimitContext, [first, ...later]: readonly Limit[]): readonly Counted[] {
  const found: Counted[] = []
  const add = (limit: Limit): void => {
    const partition = limit.partition(context)
    if (partition !== undefined) found.push({ limit, partition })
  }
  add(first!)
  for (const limit of later)
    try {
      add(limit)
    } catch (error) {
      toRefused(error)
      break
    }
  return found
}

/** Counts the exchange against limits that follow one another, up to the first that refuses. */
function countAgainst({ service, now }: RecordlessContext, due: readonly Counted[], appliedLimits: AppliedLimit[]): void {
  const { limiter } = service.environment
  const takeOf = ({ limit: { policy }, partition }: Counted): LimitTake => ({ policy, partition })
  const counts = limiter.take(due.map(takeOf), now)
  const counted = counts.map((count, index): AppliedLimit => ({ ...due[index]!, now, count }))
  const refusedIndex = counted.findIndex(({ count }) => !count.allowed)
  if (refusedIndex >= 0) {
    const allowed = [...appliedLimits, ...counted].filter(({ count }) => count.allowed)
    if (allowed.length > 0) {
      const refunded = limiter.refund(allowed.map(takeOf), now)
      for (const [index, other] of allowed.entries()) other.count = refunded[index]!
    }
  }
  appliedLimits.push(...(refusedIndex < 0 ? counted : counted.slice(0, refusedIndex + 1)))
}

/** `limits`: those that begin with a point and follow one another, so that nothing is decided between them. */
type LimitRun = { readonly limits: readonly Limit[]; readonly isFirst: boolean }

const limitRuns = new WeakMap<Operation, ReadonlyMap<Point, LimitRun>>()

function prepareLimitsTogether(service: Interpreter, operation: Operation, point: Point): LimitRun {
  return prepareLimitRuns(service, operation).get(point) ?? { limits: [findLimit(service, point)!], isFirst: true }
}

/** How often a limiter is called at most for an exchange that no limit refuses. */
export function countLimitCalls(service: Interpreter, operation: Operation): number {
  return prepareLimitRuns(service, operation)
    .values()
    .filter(({ isFirst }) => isFirst)
    .toArray().length
}

function prepareLimitRuns(service: Interpreter, operation: Operation): ReadonlyMap<Point, LimitRun> {
  return limitRuns.getOrInsertComputed(operation, () => {
    const found = new Map<Point, LimitRun>()
    let limits: readonly Limit[] = []
    const points = service.operation(operation).points.filter(hasOwnCheck)
    for (const [index, each] of points.toReversed().entries()) {
      const limit = findLimit(service, each)
      limits = limit === undefined ? [] : [limit, ...limits]
      const before = points[points.length - index - 2]
      if (limit !== undefined) found.set(each, { limits, isFirst: before === undefined || findLimit(service, before) === undefined })
    }
    return found
  })
}

/** Counts of one service's limits, and those of the services that the request was passed to. */
type CountedLimits = { readonly service: Interpreter; readonly applied: AppliedLimit[]; readonly others: CountedLimits | undefined }

/**
 * Stored on the exchange itself, so that a repeated attempt is not counted again: a weak map would cost more
 * than everything else about a limit.
 */
const countedLimits = Symbol('limits met')
type CountedExchange = Exchange & { [countedLimits]?: CountedLimits }

function listCountedLimits(exchange: CountedExchange, service: Interpreter): AppliedLimit[] {
  const known = findAppliedLimits(exchange, service)
  if (known !== undefined) return known
  const applied: AppliedLimit[] = []
  exchange[countedLimits] = { service, applied, others: exchange[countedLimits] }
  return applied
}

/** The limits that applied to the exchange so far; undefined if none. */
export function findAppliedLimits(exchange: CountedExchange, service: Interpreter): AppliedLimit[] | undefined {
  let counted = exchange[countedLimits]
  while (counted !== undefined && counted.service !== service) counted = counted.others
  return counted?.applied
}

function refuseExceeded({ condition, name }: Point, { limit: { policy }, count }: AppliedLimit): Refusal {
  const details = new Map<string, Value>([
    ['policy', name!],
    ['limit', BigInt(policy.quota)],
    ['window', { kind: 'duration', ms: policy.window }],
    ['retryAfter', BigInt(roundUpToSeconds(count.reset))],
  ])
  return { condition, name: name!, details }
}

const limits = new WeakMap<Point, Limit | undefined>()

/** The limit of a point. */
export function findLimit(service: Interpreter, point: Point): Limit | undefined {
  return limits.getOrInsertComputed(point, () => makeLimit(service, point))
}

function makeLimit(service: Interpreter, { condition, name = '' }: Point): Limit | undefined {
  const { rates, quotas } = service.facts.model.limits.value
  const slot = findNamedEntry(condition === 'rate-limited' ? rates : quotas, name)?.slot
  const rate = slot === undefined ? undefined : slotValueOf(slot)
  const quota = rate && slotValueOf(rate.quota)
  const window = rate && slotValueOf(rate.window)
  if (rate === undefined || quota === undefined || window === undefined) return undefined
  const policy: Policy = {
    id: `${condition} ${name}`,
    quota,
    window,
    burst: slotValueOf(rate.burst) ?? quota,
    isDurable: condition === 'quota-exceeded',
  }
  const partition = slotValueOf(rate.partition)
  return { name, policy, partition: partitionOf(service, partition), reads: partition === undefined ? [] : [partition] }
}

function partitionOf({ facts: { typing, model }, modelIndex }: Interpreter, text: ExpressionText | undefined): Limit['partition'] {
  if (text === undefined) return () => ''
  const expression = typing.expression(text)
  const path = expression && toReadPath(expression)?.join('.')
  const prefixes = readPrefixes(model.limits.value)
  // Most policies partition by address, which the exchange already has.
  if (path === 'request.address') return ({ exchange: { address } }) => JSON.stringify(parseClientNetwork(address, prefixes))
  const { variables } = modelIndex.readsOf(text)
  return (context) => {
    const { transaction, exchange } = context
    const known = variables.has('input') ? (context.names?.(nothingRead) ?? nothing) : nothing
    const value = evaluateExpression(
      text,
      makeContext(transaction, variables.has('request') ? withOuterBindings(bindRequest(transaction, exchange, prefixes), known) : known),
    )
    return value === null
      ? undefined
      : `${printCanonical(convertValueToJson(value, transaction.service.keys))}${transaction.service.hasTenants ? printTenantsOfValue(transaction, value) : ''}`
  }
}

function readPrefixes({ addresses }: Limits): Prefixes {
  const declared = slotValueOf(addresses)
  return { ipv4: (declared && slotValueOf(declared.ipv4)) ?? 32, ipv6: (declared && slotValueOf(declared.ipv6)) ?? 64 }
}

/** The request as limits see it: an address becomes the network of one client. */
function bindRequest({ base }: RecordlessContext, { address }: Exchange, prefixes: Prefixes): Bindings {
  const request = base.get('request') as ReadonlyMap<string, Value>
  return new Map<string, Value>([['request', new Map([...request, ['address', parseClientNetwork(address, prefixes)]])]])
}

const nothingRead: ReadonlySet<string> = new Set()

/** The tenants of the records in a value, which their keys do not contain; empty if it has none. */
function printTenantsOfValue({ service, host }: RecordlessContext, value: Value): string {
  const texts = [...walkRecords(value)].map(({ record }) =>
    printTenant(
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
export function roundUpToSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
