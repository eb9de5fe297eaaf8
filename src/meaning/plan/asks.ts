// What every plan of a reading asks before it looks for records: whether the answer is wanted, who calls, and what part 8 counts.

import type { Value } from '../../cel/value.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { holds } from '../../exchange/context.ts'
import { accepts } from '../../exchange/negotiate.ts'
import { mediaOf } from '../../exchange/answer.ts'
import { security } from '../../fact/conditions/caller.ts'
import type { Stage } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import type { ExpressionText } from '../../model/slot.ts'
import { type Act, type Knowing, contextOf } from '../act.ts'
import { alone, isKnownAlone, readsNoRecords } from '../caller/alone.ts'
import { begin } from '../begin.ts'
import { askLimit, limitAt } from '../limits/limits.ts'
import { Prepared } from '../prepare.ts'
import type { Service } from '../service.ts'
import type { Asker, Store } from '../store.ts'

export type Asks = {
  isAcceptable(exchange: Exchange): boolean
  /** Whether anything of the caller matters at all. */
  readonly ofCaller: boolean
  /** Whether the caller is known and allowed, as far as that needs no record. The request is counted then. */
  passes(act: Act, exchange: Exchange): boolean
  /**
   * What is made of records in a transaction of whoever calls; nothing where the caller is not known or not allowed, as far as that
   * needs no record. The request is counted where all of it holds.
   */
  within<T>(store: Store, exchange: Exchange, work: (act: Act) => T | undefined): T | undefined
  /** The same where nothing of it needs a record, for what needs no transaction either. Undefined where something does. */
  readonly alone: ((exchange: Exchange) => Asker | undefined) | undefined
}

const later: ReadonlySet<Stage> = new Set<Stage>(['find', 'permission', 'match', 'state', 'effect'])

/** Undefined where a limit would be asked only after records were. */
export function asksOf(service: Service, operation: Operation, early: readonly ExpressionText[]): Asks | undefined {
  const { points } = service.operation(operation)
  const limits = points.filter(({ condition }) => condition === 'rate-limited')
  const first = points.findIndex(({ stage }) => later.has(stage))
  if (first >= 0 && limits.some((point) => points.indexOf(point) > first)) return undefined
  // What is counted by the input is asked once that is read.
  if (limits.some(({ stage }) => stage === 'input')) return undefined
  const media = mediaOf(operation)
  const partitions = limits.flatMap((point) => limitAt(service, point)?.reads ?? [])
  const needsNoRecords = isKnownAlone(service, operation) && [...early, ...partitions].every((text) => readsNoRecords(service.world, text))
  return {
    isAcceptable({ headers }) {
      const accept = headers.get('accept')
      return accept === undefined || accept === '*/*' || accepts(accept, media)
    },
    ofCaller: limits.length > 0 || early.length > 0 || security({ world: service.world, operation }).length > 0,
    passes: (act, exchange) => act.unknown === undefined && passes(act, exchange),
    within(store, exchange, work) {
      const tx = store.begin()
      try {
        const act = begin(service, tx, service.lending.clock.now(), exchange, new Prepared())
        return act.unknown === undefined && passes(act, exchange) ? work(act) : undefined
      } finally {
        tx.rollback()
      }
    },
    alone: !needsNoRecords ? undefined : (exchange) => {
      const act = alone(service, exchange, service.lending.clock.now())
      return act !== undefined && passes(act, exchange) ? { variables: act.base, host: act.host } : undefined
    },
  }

  function passes(act: Knowing, exchange: Exchange): boolean {
    if (early.length > 0) {
      const context = contextOf(act, nothing)
      if (!early.every((rule) => holds(rule, context))) return false
    }
    return limits.every((point) => askLimit({ act, exchange }, point).length === 0)
  }
}

const nothing: ReadonlyMap<string, Value> = new Map()
