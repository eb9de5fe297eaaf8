// Computes the values of a `set`. If an expression fails, the request is refused like a value out of bounds.

import { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import { type Context, evaluateTemplate } from '../../exchange/context.ts'
import { refuse, reportFailure } from '../../exchange/refusal.ts'
import { type Template, listSpecifiedEntries } from '../../model/slot.ts'
import type { Candidate } from '../../model/states.ts'
import type { TransactionContext } from '../transaction-context.ts'

/** The values of a `set`, all of them before any is written. */
export function computeSetChanges(
  transaction: TransactionContext,
  set: Candidate['set'],
  context: Context,
): ReadonlyMap<string, Value | undefined> {
  return new Map(listSpecifiedEntries(set).map(({ name, value }) => [name, computeSetValue(transaction, name, value, context)]))
}

export function computeSetValue(
  transaction: TransactionContext,
  property: string,
  template: Template,
  context: Context,
): Value | undefined {
  const drawnBefore = transaction.randomValueCount
  try {
    const value = evaluateTemplate(template, context)
    if (value !== undefined && transaction.randomValueCount !== drawnBefore) transaction.randomResults?.add(value)
    return value
  } catch (error) {
    if (!(error instanceof EvaluationError) || transaction.exchange === undefined) throw error
    // The caller sees only the property; the reason is for the operator.
    return refuse({ condition: 'invalid', name: 'set', failures: [{ property, keyword: 'type' }], report: reportFailure(error) })
  }
}
