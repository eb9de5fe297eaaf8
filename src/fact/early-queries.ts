// Finds the queries of an operation's conditions that depend on no stored value: a record that they name is only compared, so its key is
// enough.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import { asksHost } from '../cel/run/ask.ts'
import { type ExpressionText, listSpecifiedEntries } from '../model/slot.ts'
import type { ModelIndex } from './model-index.ts'
import type { OperationContext } from './operation-context.ts'
import { collectReading } from './reading.ts'
import { listAppliedRules } from './rule-points.ts'

/** `names`: the variables of the scope that the query depends on. `looksInto`: those of them whose members it reads. */
export type EarlyQuery = { readonly expression: Expression; readonly names: ReadonlySet<string>; readonly looksInto: ReadonlySet<string> }

const cache = new WeakMap<OperationContext, readonly EarlyQuery[]>()

/** Each condition that is evaluated before the effect needs all of its queries that are listed here. */
export function listEarlyQueries(operationContext: OperationContext): readonly EarlyQuery[] {
  return cache.getOrInsertComputed(operationContext, (context) =>
    listConditions(context).flatMap((text) => {
      const expression = context.modelIndex.typing.expression(text)
      return expression === undefined ? [] : listCertainQueries(expression)
    }),
  )
}

function listConditions(operationContext: OperationContext): readonly ExpressionText[] {
  const { modelIndex, operation } = operationContext
  return [
    ...listSpecifiedEntries(operation.slots.require).map(({ value }) => value),
    ...listAppliedRules(operationContext).flatMap(({ rule, field, foundRecord, transition }) =>
      rule.kind === 'conditional' && field === undefined && foundRecord === undefined && transition === undefined ? [rule.expression] : [],
    ),
    ...listGuards(modelIndex, operationContext),
  ]
}

/**
 * The guards of a transition with one candidate: with several, the state would decide which apply. In guards, `input` is that of the
 * transition.
 */
function listGuards(modelIndex: ModelIndex, { transitions }: OperationContext): readonly ExpressionText[] {
  const [only, ...more] = transitions.flatMap(({ name, machines }) =>
    machines.flatMap(({ edges }) => edges.filter((edge) => edge.kind === 'on' && edge.name === name)),
  )
  if (only === undefined || more.length > 0) return []
  return listSpecifiedEntries(only.candidate.guard)
    .map(({ value }) => value)
    .filter((text) => !modelIndex.readsOf(text).variables.has('input'))
}

/** The queries of an expression that every evaluation asks, independent of their answers. */
function listCertainQueries(expression: Expression): readonly EarlyQuery[] {
  if (asksHost(expression))
    return [{ expression, names: collectReading(expression).variables, looksInto: new Set(listVariablesLookedInto(expression)) }]
  return listCertainParts(expression).flatMap(listCertainQueries)
}

function listCertainParts(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return [expression.left]
    case 'conditional':
      return [expression.test]
    case 'macro':
      return [expression.range]
    case 'bind':
      return [expression.value]
    default:
      return partsOf(expression).map((part) => part.expression)
  }
}

/** Comparing a record, and querying the records that refer to it, needs only its key. */
function listVariablesLookedInto(expression: Expression): readonly string[] {
  if (expression.kind === 'variable') return [expression.name]
  const needsKey =
    (expression.kind === 'binary' && (expression.operator === '==' || expression.operator === '!=')) ||
    (expression.kind === 'select' && expression.type.kind === 'query')
  return partsOf(expression).flatMap(({ expression: part }) => (needsKey && part.kind === 'variable' ? [] : listVariablesLookedInto(part)))
}
