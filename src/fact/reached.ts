// Finds the resources whose records a response may show although the operation does not name them: by paths, queries and views.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Type } from '../cel/type.ts'
import { slotValue } from '../model/slot.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import { collectExpressions } from './expressions.ts'
import { readsOf } from './reads.ts'
import type { OperationContext } from './operation-context.ts'

/**
 * Records that were authorised when found, and the caller; records that steps change, and those named by `let`, are authorised where
 * they are shown.
 */
const found: readonly string[] = ['this', 'old', 'items', 'caller']

/** `isName`: whether a variable represents a record that the operation names, or for a list of such. */
type Walk = {
  readonly operationContext: OperationContext
  readonly names: Set<string>
  readonly seen: Set<string>
  readonly isName: (name: string) => boolean
}

export function reachedBy(operationContext: OperationContext): ReadonlySet<string> {
  const { world, lookups, operation: { slots: { output, headers, status, cache, let: lets, do: steps } } } = operationContext
  const reached = new Set<string>()
  const seen = new Set<string>()
  const created = (slotValue(steps) ?? []).flatMap((step) => (step.create.state === 'shown' ? (slotValue(step.as)?.text ?? []) : []))
  const names = new Set([...found, ...lookups.map(({ name }) => name), ...created])
  walkAll({ operationContext, names: reached, seen, isName: (name) => names.has(name) }, [output, headers, status, cache, lets])
  // The record of a computed property was authorised where it is read.
  const computed = Array.from(readsOf(operationContext).resources, (name) =>
    [...(world.domain.resources.get(name)?.properties.values() ?? [])].map(({ compute }) => compute?.expression),
  )
  walkAll({ operationContext, names: reached, seen, isName: (name) => name === 'this' }, computed)
  return reached
}

function walkAll(at: Walk, part: unknown): void {
  const { typing } = at.operationContext.world
  const { expressions, texts } = collectExpressions(part)
  for (const slot of [...expressions, ...texts]) for (const expression of expressionsOf(slot, typing)) walk(at, expression)
}

function walk(at: Walk, expression: Expression): void {
  const { names: found, isName } = at
  if (expression.type.kind === 'query' && !isNamed(at, expression)) found.add(expression.type.resource)
  if (expression.kind === 'find') found.add(expression.resource)
  if (
    (expression.kind === 'select' || expression.kind === 'has') &&
    !(expression.operand.kind === 'variable' && isName(expression.operand.name))
  )
    addRecord(found, expression.operand.type)
  if (expression.kind === 'macro' && expression.range.type.kind === 'list' && !isNamed(at, expression.range))
    addRecord(found, expression.range.type.element)
  if (expression.kind === 'call') walkView(at, expression)
  const inside = namesInside(at, expression)
  for (const { expression: part, binds } of partsOf(expression)) {
    walk(binds.length === 0 ? at : { ...at, isName: (name) => (binds.includes(name) ? inside : isName(name)) }, part)
  }
}

function walkView(at: Walk, { name, arguments: [of] }: Extract<Expression, { kind: 'call' }>): void {
  const { operationContext: { world }, names: found, seen } = at
  const view = world.domain.views.get(name)
  if (view === undefined) return
  if (of === undefined || !isNamed(at, of)) found.add(view.resource)
  if (seen.has(name)) return
  seen.add(name)
  // A record that the view does not name was already authorised.
  walkAll({ ...at, isName: (variable) => variable === 'this' }, view.members)
}

/** True if the variable of a macro or `cel.bind` is a named record or an item of one; the accumulator of `reduce` may be anything. */
function namesInside(at: Walk, expression: Expression): boolean {
  return (
    (expression.kind === 'macro' && expression.name !== 'reduce' && isNamed(at, expression.range)) ||
    (expression.kind === 'bind' && isNamed(at, expression.value))
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
