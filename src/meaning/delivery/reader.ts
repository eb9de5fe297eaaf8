// Determines the caller for whom a delivery is sent, and whether that caller may read the event's record, as for a stream.

import { type Context, isRecord, evaluateExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { collectDisclosures } from '../../fact/disclosures.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { withCaller } from '../caller/with-caller.ts'
import { makeVisibility, mayRead } from '../caller/visibility.ts'
import { mayReceive as mayBeToldAs } from '../caller/may-receive.ts'
import { createCallerHost } from '../reading/caller-host.ts'
import { makeRowName } from '../record/row-name.ts'
import type { CallbackPlan, DeliveryPlan } from './plan.ts'

/** `inside` is the context of the delivery's own expressions. Without `as` no reader is checked. */
export function mayReaderReceive(
  transaction: TransactionContext,
  { destination }: DeliveryPlan,
  event: EventRow,
  inside: Context,
): boolean {
  const asExpression = slotValueOf(destination.as)
  if (asExpression === undefined) return true
  const reader = withCaller(transaction, evaluateExpression(asExpression, inside))
  if (reader === undefined) return false
  return mayBeToldAs(reader, event)
}

/**
 * The context for the headers and body of a callback, with its reader's permissions. Undefined if the reader's record was deleted, or
 * may not read the changed record.
 */
export function makeReadingContext(
  transaction: TransactionContext,
  { destination, name }: CallbackPlan,
  inside: Context,
): Context | undefined {
  const asExpression = slotValueOf(destination.as)
  if (asExpression === undefined) return inside
  const caller = evaluateExpression(asExpression, inside)
  const reader = withCaller(transaction, caller)
  const [newRecord, old] = ['this', 'old'].map((each) => inside.variables.get(each) ?? null)
  if (reader === undefined || (isRecord(newRecord!) && !mayRead(reader, newRecord))) return undefined
  const ownRecords = new Set([newRecord!, old!, caller].filter(isRecord).map(makeRowName))
  const visibility = makeVisibility(
    reader,
    collectDisclosures(transaction.service.modelIndex.domain).ofPlace({ kind: 'callback', name }),
    () => ownRecords,
  )
  return visibility === undefined ? inside : { ...inside, host: createCallerHost(reader, visibility) }
}
