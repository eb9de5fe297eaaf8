// Prefetches records whose keys are known, so that a store that answers later gets these queries together. The work runs each query
// again; the result here decides nothing.

import type { Exchange } from '../exchange/exchange.ts'
import { contextOfOperation } from '../fact/operation-context.ts'
import type { Operation } from '../model/model.ts'
import { specifiedEntries, slotValue } from '../model/slot.ts'
import { beginAhead } from './begin.ts'
import { requiredOf } from './caller/schemes.ts'
import type { CompiledOperation } from './compiled.ts'
import { naturalRecord, replayOf } from './idempotency.ts'
import type { Prepared } from './prepare.ts'
import { isInNewest } from './reading/printable.ts'
import { queriesOfPage } from './reading/list.ts'
import { pageReads } from './reading/page.ts'
import { RequestState } from './request-state.ts'
import type { Interpreter } from './service.ts'
import type { Store } from './store.ts'
import { effectsAhead } from './writing/prefetch-effects.ts'
import { followAhead } from './writing/prefetch-references.ts'
import { type LookAhead, tryAhead } from './writing/try-prefetch.ts'
import { writesAhead } from './writing/prefetch-writes.ts'

/** Runs all look-ups of an exchange whose keys are known. `byRows`: the store accepts no drafts. */
export type Foresee = (exchange: Exchange, prepared: Prepared | undefined, byRows: boolean) => void

/** `compile` compiles an operation once, with its drafts: the store checks these itself. */
export function createForesight(service: Interpreter, store: Store, compile: (operation: Operation) => CompiledOperation): Foresee {
  const known = new Map<Operation, readonly LookAhead[]>()
  return (exchange, prepared, byRows) => {
    const { operation } = exchange
    const looks = known.getOrInsertComputed(operation, () => looksAhead(service, operation, compile))
    if (looks.length === 0) return
    const transaction = beginAhead(service, store.begin(), exchange, prepared)
    if (transaction.unknown !== undefined) return
    const { take, draftMakers } = compile(operation)
    const isDirect = !byRows && (exchange.spoken === undefined || isInNewest(exchange))
    const requestState = new RequestState(transaction, exchange, isDirect ? take : undefined)
    const isDrafted = (of: object): boolean => draftMakers.has(of) && requestState.taken !== undefined
    for (const look of looks) tryAhead(() => look(requestState, isDrafted))
  }
}

/** The queries to make ahead; none if no two can share a round trip. */
function looksAhead(service: Interpreter, operation: Operation, compile: (operation: Operation) => CompiledOperation): readonly LookAhead[] {
  const operationContext = contextOfOperation(service.world, operation)
  const idempotency = slotValue(operation.slots.idempotency)?.kind
  const first: readonly LookAhead[] = [
    ...(idempotency === 'key' ? [replayOf] : []),
    ...specifiedEntries(operation.slots.with).map(({ name }): LookAhead => (requestState) => requestState.lookup(name)),
    ...(operationContext.record === undefined ? [] : [(requestState: RequestState) => requestState.recordIfAny()]),
    ...(idempotency === 'natural' && operation.action === 'create' ? [naturalRecord] : []),
    ...writesAhead(service, operationContext),
    ...effectsAhead(service, operationContext),
  ]
  const callers = requiredOf(service, operation).schemes.filter(({ find, caller }) => find !== undefined || caller?.kind === 'lookup').length
  const all = [...first, ...followAhead(service, operationContext)]
  if (operation.action === 'list' && pageReads(operation, service).total) return [...all, (requestState) => pageAhead(requestState, compile)]
  // A step may have a look-up for each item.
  return all.length + callers < 2 && operation.action !== 'do' ? [] : all
}

/** The page and its total share a round trip. */
function pageAhead(requestState: RequestState, compile: (operation: Operation) => CompiledOperation): void {
  const { printed } = compile(requestState.operation)
  const queries = printed === undefined ? queriesOfPage(requestState) : (printed.queries?.(requestState) ?? [])
  for (const query of queries) tryAhead(query)
}
