// Decides the conditions of a selection that read no row, for each request; the remaining conditions become SQL.

import type { Expression } from '../../cel/expression.ts'
import { evaluate } from '../../cel/evaluate.ts'
import { type Specialise, createSpecialiser } from '../../cel/specialise.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, Selection } from '../../meaning/store.ts'

/** A selection for one request; `nothing` if a condition that reads no row is false. */
export type DecidedSelection = { readonly key: string; readonly selection: Selection; readonly given: ReadonlySet<Expression> } | 'nothing'

/** The remaining conditions, with the decisions that led to them. */
type RemainingConditions = { key: string; readonly given: Set<Expression> }

const onlyThis: ReadonlySet<string> = new Set(['this'])

const specialisers = new WeakMap<Expression, Specialise | 'none'>()

export function makeSpecialiser(condition: Expression): Specialise | undefined {
  const specialise = specialisers.getOrInsertComputed(condition, () => createSpecialiser(condition, onlyThis) ?? 'none')
  return specialise === 'none' ? undefined : specialise
}

export function decideSelection(selection: Selection, asker: QueryContext): DecidedSelection {
  let callerContext: Pick<QueryContext, 'variables' | 'host'> | undefined
  const readCallerContext = (): Pick<QueryContext, 'variables' | 'host'> => (callerContext ??= asker.callerContext?.() ?? asker)
  return decideSelectionBy(
    selection,
    (expression) => evaluate(expression, asker.variables, asker.host),
    (expression) => evaluate(expression, readCallerContext().variables, readCallerContext().host),
  )
}

export function decideSelectionBy(selection: Selection, value: (expression: Expression) => Value, callerValue = value): DecidedSelection {
  const remaining: RemainingConditions = { key: '', given: new Set() }
  const where = findRemainingConditions(selection.where, value, remaining)
  const visible = selection.visible && findRemainingConditions(selection.visible.where, callerValue, remaining)
  if (where === undefined || (selection.visible !== undefined && visible === undefined)) return 'nothing'
  const decided = {
    ...selection,
    where,
    ...(selection.visible === undefined ? {} : { visible: { ...selection.visible, where: visible! } }),
  }
  return { key: remaining.key, selection: decided, given: remaining.given }
}

/** The conditions that remain; undefined if one is false for every row. */
function findRemainingConditions(
  conditions: readonly Expression[],
  value: (expression: Expression) => Value,
  remaining: RemainingConditions,
): readonly Expression[] | undefined {
  const where: Expression[] = []
  for (const condition of conditions) {
    const specialised = makeSpecialiser(condition)?.(value)
    if (specialised?.condition === false) return undefined
    remaining.key += `${specialised?.key ?? ''},`
    if (specialised === undefined) where.push(condition)
    else if (specialised.condition !== true) where.push(specialised.condition)
    specialised?.nonNullSides.forEach((side) => remaining.given.add(side))
  }
  return where
}
