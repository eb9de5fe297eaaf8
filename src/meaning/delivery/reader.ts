// Determines the caller for whom a delivery is sent, and whether that caller may read the event's record, as for a stream.

import { type Context, isRecord, valueOfExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { disclosuresOf } from '../../fact/disclosures.ts'
import { slotValue } from '../../model/slot.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { actAs } from '../caller/with-caller.ts'
import { visibilityOf, mayRead } from '../caller/visibility.ts'
import { mayReceive as mayBeToldAs } from '../caller/may-receive.ts'
import { shownHost } from '../reading/caller-host.ts'
import { rowName } from '../record/row-name.ts'
import type { CallbackPlan, DeliveryPlan } from './plan.ts'

/** `inside` is the context of the delivery's own expressions. Without `as` no reader is checked. */
export function mayReaderReceive(
  transaction: TransactionContext,
  { destination }: DeliveryPlan,
  event: EventRow,
  inside: Context,
): boolean {
  const as = slotValue(destination.as)
  if (as === undefined) return true
  const reader = actAs(transaction, valueOfExpression(as, inside))
  if (reader === undefined) return false
  return mayBeToldAs(reader, event)
}

/**
 * The context for the headers and body of a callback, with its reader's permissions. Undefined if the reader's record was deleted, or
 * may not read the changed record.
 */
export function readingContext(
  transaction: TransactionContext,
  { destination, name }: CallbackPlan,
  inside: Context,
): Context | undefined {
  const as = slotValue(destination.as)
  if (as === undefined) return inside
  const caller = valueOfExpression(as, inside)
  const reader = actAs(transaction, caller)
  const [now, old] = ['this', 'old'].map((each) => inside.variables.get(each) ?? null)
  if (reader === undefined || (isRecord(now!) && !mayRead(reader, now))) return undefined
  const own = new Set([now!, old!, caller].filter(isRecord).map(rowName))
  const visibility = visibilityOf(reader, disclosuresOf(transaction.service.world.domain).ofPlace({ kind: 'callback', name }), () => own)
  return visibility === undefined ? inside : { ...inside, host: shownHost(reader, visibility) }
}
