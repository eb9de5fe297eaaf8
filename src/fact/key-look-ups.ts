// Finds the look-ups whose records are only compared, so that a store reads only their keys.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Operation } from '../model/model.ts'
import { isSafe } from '../model/methods.ts'
import type { ModelIndex } from './model-index.ts'
import { makeOperationContext } from './operation-context.ts'
import { collectAllExpressions } from './reads.ts'
import { ruleOf } from './rules.ts'

const cache = new WeakMap<ModelIndex, Map<Operation, ReadonlySet<string>>>()

/** The names under `with`. A write is not among them, because it reads the row that a new reference names. */
export function listKeyLookUps(modelIndex: ModelIndex, operation: Operation): ReadonlySet<string> {
  return cache.getOrInsertComputed(modelIndex, () => new Map()).getOrInsertComputed(operation, () => findKeyLookUps(modelIndex, operation))
}

function findKeyLookUps(modelIndex: ModelIndex, operation: Operation): ReadonlySet<string> {
  if (!isSafe(operation.method) || operation.action === 'stream') return new Set()
  const operationContext = makeOperationContext(modelIndex, operation)
  const { expressions, texts } = collectAllExpressions(operationContext)
  const used = new Set([
    ...expressions.flatMap((text) => listUsedVariables(modelIndex.typing.expression(text))),
    ...texts.flatMap((text) =>
      (modelIndex.typing.text(text) ?? []).flatMap((piece) => (piece.kind === 'expression' ? listUsedVariables(piece.expression) : [])),
    ),
  ])
  return new Set(
    operationContext.lookups
      .filter(({ name, resource, isByKey }) => !isByKey && !used.has(name) && ruleOf(modelIndex, resource.name, 'read').kind === 'allowed')
      .map(({ name }) => name),
  )
}

/** The variables that an expression uses, except to compare them: records are equal if their keys are. */
function listUsedVariables(expression: Expression | undefined): readonly string[] {
  if (expression === undefined) return []
  if (expression.kind === 'variable') return [expression.name]
  const isComparison = expression.kind === 'binary' && (expression.operator === '==' || expression.operator === '!=')
  return partsOf(expression).flatMap(({ expression: part }) => (isComparison && part.kind === 'variable' ? [] : listUsedVariables(part)))
}
