// Finds the record that an effect changes, and checks what the caller may do to it.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { type Context, isRecord, evaluateExpression } from '../../exchange/context.ts'
import { failInternally, refuse } from '../../exchange/refusal.ts'
import { type FromRequest, stepFromRequest } from '../../fact/effects/from-request.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { findRow, present } from '../record/find.ts'
import { makeForbidden, findVisible, maySend, findRefusalOfUnreadable } from '../caller/visibility.ts'
import { checkStepRules } from '../caller/rules.ts'
import type { Row } from '../store.ts'

/** The record that `by` names; without `by`, the record to which the effects belong. */
export function findTarget(transaction: TransactionContext, effect: Effect, resource: string, context: Context): Row {
  const by = slotValueOf(effect.by)
  const info = transaction.service.resource(resource)
  if (by !== undefined && !('kind' in by)) {
    const values = new Map(
      listSpecifiedEntries({ state: 'shown', value: by, at: effect.node }).map(({ name, value }) => [
        name,
        evaluateExpression(value, context),
      ]),
    )
    const row = findRow(transaction, info, values)
    return checkStep(
      transaction,
      effect,
      present(row !== undefined && isNamedByRequest(transaction, effect, row) ? findVisible(transaction, row) : row, resource),
      context,
    )
  }
  const record = unwrapOptional(by === undefined ? (context.variables.get('this') ?? null) : evaluateExpression(by, context))
  if (!isRecord(record)) return failInternally(`an effect on ${resource} has no record`)
  const row = transaction.tx.row(record.resource, record.key)
  if (row === undefined || row.deleted !== undefined) return refuse({ condition: 'dangling', subject: resource })
  if (isNamedByRequest(transaction, effect, row) && !maySend(transaction, record))
    return refuse(
      findRefusalOfUnreadable(transaction) === 'forbidden' ? makeForbidden(resource, 'read') : { condition: 'dangling', subject: resource },
    )
  return checkStep(transaction, effect, row, context)
}

/** True if the request names the record: it is then found with the caller's permissions, unless the request itself created it. */
function isNamedByRequest(transaction: TransactionContext, effect: Effect, { resource, key }: Row): boolean {
  return (
    findRequestedRecord(transaction, effect)?.target === true &&
    !transaction.createdRecords.some((createdRecord) => createdRecord.resource === resource && createdRecord.key === key)
  )
}

/** The record that the request names in a step of `do`; effects act with the document's authority. */
export function findRequestedRecord(
  { steps, exchange, service: { modelIndex } }: TransactionContext,
  effect: Effect,
): FromRequest | undefined {
  return exchange !== undefined && steps?.has(effect) === true ? stepFromRequest(modelIndex, exchange.operation, effect) : undefined
}

/** Checks that the caller may change the record of a step of `do`. */
function checkStep(transaction: TransactionContext, effect: Effect, row: Row, context: Context): Row {
  if (transaction.steps?.has(effect) === true)
    checkStepRules(
      transaction,
      effect,
      withOuterBindings(new Map([['this', transaction.service.keys.recordOfRow(row)]]), context.variables),
    )
  return row
}

function unwrapOptional(value: Value): Value | undefined {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional' ? value.value : value
}
