// Finds the resources whose records a response may show although the operation does not name them: by paths, queries and views.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Type } from '../cel/type.ts'
import { slotValueOf } from '../model/slot.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import { collectExpressions } from './expressions.ts'
import { readsOf } from './reads.ts'
import type { OperationContext } from './operation-context.ts'

/**
 * Records that were authorised when found, and the caller; records that steps change, and those named by `let`, are authorised where
 * they are shown.
 */
const authorisedNames: readonly string[] = ['this', 'old', 'items', 'caller']

/** `isName`: true for a variable that is a record named by the operation, or a list of such records. */
type Walk = {
  readonly operationContext: OperationContext
  readonly resources: Set<string>
  readonly visitedViews: Set<string>
  readonly isName: (name: string) => boolean
}

export function listReachedResources(operationContext: OperationContext): ReadonlySet<string> {
  const {
    modelIndex,
    lookups,
    operation: {
      slots: { output, headers, status, cache, let: lets, do: steps },
    },
  } = operationContext
  const reached = new Set<string>()
  const visitedViews = new Set<string>()
  const created = (slotValueOf(steps) ?? []).flatMap((step) => (step.create.state === 'shown' ? (slotValueOf(step.as)?.text ?? []) : []))
  const names = new Set([...authorisedNames, ...lookups.map(({ name }) => name), ...created])
  walkAll({ operationContext, resources: reached, visitedViews, isName: (name) => names.has(name) }, [output, headers, status, cache, lets])
  // The record of a computed property was authorised where it is read.
  const computed = Array.from(readsOf(operationContext).resources, (name) =>
    [...(modelIndex.domain.resources.get(name)?.properties.values() ?? [])].map(({ compute }) => compute?.expression),
  )
  walkAll({ operationContext, resources: reached, visitedViews, isName: (name) => name === 'this' }, computed)
  return reached
}

function walkAll(walk: Walk, part: unknown): void {
  const { typing } = walk.operationContext.modelIndex
  const { expressions, texts } = collectExpressions(part)
  for (const slot of [...expressions, ...texts]) for (const expression of expressionsOf(slot, typing)) walkExpression(walk, expression)
}

function walkExpression(walk: Walk, expression: Expression): void {
  const { resources, isName } = walk
  if (expression.type.kind === 'query' && !isNamed(walk, expression)) resources.add(expression.type.resource)
  if (expression.kind === 'find') resources.add(expression.resource)
  if (
    (expression.kind === 'select' || expression.kind === 'has') &&
    !(expression.operand.kind === 'variable' && isName(expression.operand.name))
  )
    addRecord(resources, expression.operand.type)
  if (expression.kind === 'macro' && expression.range.type.kind === 'list' && !isNamed(walk, expression.range))
    addRecord(resources, expression.range.type.element)
  if (expression.kind === 'call') walkView(walk, expression)
  const bodyNamesRecord = doesNameRecord(walk, expression)
  for (const { expression: part, binds } of partsOf(expression)) {
    walkExpression(binds.length === 0 ? walk : { ...walk, isName: (name) => (binds.includes(name) ? bodyNamesRecord : isName(name)) }, part)
  }
}

function walkView(walk: Walk, { name, arguments: [argument] }: Extract<Expression, { kind: 'call' }>): void {
  const {
    operationContext: { modelIndex },
    resources,
    visitedViews,
  } = walk
  const view = modelIndex.domain.views.get(name)
  if (view === undefined) return
  if (argument === undefined || !isNamed(walk, argument)) resources.add(view.resource)
  if (visitedViews.has(name)) return
  visitedViews.add(name)
  // A record that the view does not name was already authorised.
  walkAll({ ...walk, isName: (variable) => variable === 'this' }, view.members)
}

/** True if the variable of a macro or `cel.bind` is a named record or an item of one; the accumulator of `reduce` may be anything. */
function doesNameRecord(walk: Walk, expression: Expression): boolean {
  return (
    (expression.kind === 'macro' && expression.name !== 'reduce' && isNamed(walk, expression.range)) ||
    (expression.kind === 'bind' && isNamed(walk, expression.value))
  )
}

/** A record by its name, or null; or a list of them. */
function isNamed({ isName }: Walk, expression: Expression): boolean {
  if (expression.kind !== 'variable' || !isName(expression.name)) return false
  const type = expression.type.kind === 'nullable' ? expression.type.of : expression.type
  return type.kind === 'record' || type.kind === 'query' || (type.kind === 'list' && type.element.kind === 'record')
}

function addRecord(names: Set<string>, type: Type): void {
  if (type.kind === 'nullable' || type.kind === 'optional') addRecord(names, type.of)
  else if (type.kind === 'record') names.add(type.resource)
}
