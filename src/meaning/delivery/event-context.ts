// The variables of a delivery's expressions.

import type { Value } from '../../cel/value.ts'
import { type Context, bindNames } from '../../exchange/context.ts'
import { makeEventValue, evaluateSource } from '../../exchange/envelope.ts'
import type { EventRow } from '../../exchange/event.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { makeTenancyOfEvent } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { Transaction } from '../store.ts'
import type { DeliveryPlan } from './plan.ts'

/** The context of a delivery's expressions: the event without a caller, and for tenant data the event's tenant. */
export function makeEventContext(
  service: Interpreter,
  tx: Transaction,
  event: EventRow,
  { destination, subject }: DeliveryPlan,
): { readonly transaction: TransactionContext; readonly context: Context; readonly event: Value } {
  const transaction = beginTransaction(service, tx, service.environment.clock.now())
  const context = makeContext(transaction, new Map())
  tx.setTenancy(makeTenancyOfEvent(service, event))
  const { typing, model } = service.facts
  const type = typing.scope(subject ?? slotValueOf(destination.to) ?? slotValueOf(destination.url)!)?.variables.get('event')
  const value = makeEventValue(event, evaluateSource(model.events.value, context), type, context)
  return { transaction, context: bindNames(context, [['event', value]]), event: value }
}
