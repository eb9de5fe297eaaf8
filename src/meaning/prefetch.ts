// Prefetches records whose keys are known, so that a store that answers later gets these queries together. The work runs each query
// again; the result here decides nothing.

import type { Exchange } from '../exchange/exchange.ts'
import { makeOperationContext } from '../fact/operation-context.ts'
import type { Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { beginPrefetch } from './begin.ts'
import { prepareSecurity } from './caller/schemes.ts'
import type { CompiledOperation } from './compiled.ts'
import { findNaturalRecord, replayOf } from './idempotency.ts'
import type { Prepared } from './prepare.ts'
import { listPageQueries } from './reading/list.ts'
import { findPageReads } from './reading/page.ts'
import { RequestState } from './request-state.ts'
import type { Interpreter } from './service.ts'
import type { Store } from './store.ts'
import { makeEffectPrefetches } from './writing/prefetch-effects.ts'
import { queryPrefetches } from './writing/prefetch-queries.ts'
import { makeReferencePrefetches } from './writing/prefetch-references.ts'
import { type Prefetch, tryPrefetch } from './writing/try-prefetch.ts'
import { writePrefetches } from './writing/prefetch-writes.ts'

/** Runs all look-ups of an exchange whose keys are known. `byRows`: the store accepts no drafts. */
export type PrefetchExchange = (exchange: Exchange, prepared: Prepared | undefined, byRows: boolean) => void

/** `compile` compiles an operation once, with its drafts: the store checks these itself. */
export function createPrefetch(service: Interpreter, store: Store, compile: (operation: Operation) => CompiledOperation): PrefetchExchange {
  const prefetchesByOperation = new Map<Operation, readonly Prefetch[]>()
  return (exchange, prepared, byRows) => {
    const { operation } = exchange
    const prefetches = prefetchesByOperation.getOrInsertComputed(operation, () => compilePrefetches(service, operation, compile))
    if (prefetches.length === 0) return
    const transaction = beginPrefetch(service, store.begin(), exchange, prepared)
    if (transaction.callerRefusal !== undefined) return
    const { draftMakers } = compile(operation)
    const requestState = new RequestState(transaction, exchange)
    const isDrafted = (origin: object): boolean => !byRows && draftMakers.has(origin)
    for (const prefetch of prefetches) tryPrefetch(() => prefetch(requestState, isDrafted))
  }
}

/** The queries to make ahead; none if no two can share a round trip. */
function compilePrefetches(
  service: Interpreter,
  operation: Operation,
  compile: (operation: Operation) => CompiledOperation,
): readonly Prefetch[] {
  const operationContext = makeOperationContext(service.modelIndex, operation)
  const idempotency = slotValueOf(operation.slots.idempotency)?.kind
  const lookUps: readonly Prefetch[] = [
    ...(idempotency === 'key' ? [replayOf] : []),
    ...listSpecifiedEntries(operation.slots.with).map(
      ({ name }): Prefetch =>
        (requestState) =>
          requestState.lookupRecord(name),
    ),
    ...(operationContext.record === undefined ? [] : [(requestState: RequestState) => requestState.recordIfAny()]),
    ...(idempotency === 'natural' && operation.action === 'create' ? [findNaturalRecord] : []),
    ...writePrefetches(service, operationContext),
    ...makeEffectPrefetches(service, operationContext),
    ...queryPrefetches(operationContext),
  ]
  const callerLookUps = prepareSecurity(service, operation).schemes.filter(
    ({ find, caller }) => find !== undefined || caller?.kind === 'lookup',
  ).length
  const all = [...lookUps, ...makeReferencePrefetches(service, operationContext)]
  if (operation.action === 'list' && findPageReads(operation, service).total)
    return [...all, (requestState) => prefetchPage(requestState, compile)]
  // A step may have a look-up for each item.
  return all.length + callerLookUps < 2 && operation.action !== 'do' ? [] : all
}

/** The page and its total share a round trip. */
function prefetchPage(requestState: RequestState, compile: (operation: Operation) => CompiledOperation): void {
  const { printer } = compile(requestState.operation)
  const queries = printer === undefined ? listPageQueries(requestState) : (printer.queries?.(requestState) ?? [])
  for (const query of queries) tryPrefetch(query)
}
