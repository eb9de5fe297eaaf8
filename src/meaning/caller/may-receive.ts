// Decides whether a caller may receive an event, by the read rule of its record.

import type { Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { makeEventRecords } from '../record/event-records.ts'
import { readScopeOf } from './visibility.ts'

/** The rule applies to the record after the event, and to the former one if the event shows it. */
export function mayReceive(transaction: TransactionContext, event: EventRow): boolean {
  const readScope = readScopeOf(transaction, event.resource)
  if (typeof readScope === 'string') return readScope === 'all'
  const records = makeEventRecords(transaction.service, event)
  // A rule that does not read the record stores nothing for it.
  return (records.length === 0 ? [new Map<string, Value>()] : records.map((record) => new Map([['this', record]]))).every((names) =>
    holds(readScope, makeContext(transaction, names)),
  )
}
