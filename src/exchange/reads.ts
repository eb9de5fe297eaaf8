// The reads of expressions that a response depends on: paths of variables, and whether their records form a fixed set.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import { reads } from '../cel/reads.ts'
import { listTemplateExpressions } from '../fact/template.ts'
import { type Named, type Slot, type Template, type TemplateText, listSpecifiedEntries } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'

export type ReadPath = readonly string[]

/** The path that an expression consists of; undefined for any other expression. */
export function toReadPath(expression: Expression): ReadPath | undefined {
  if (expression.kind === 'variable') return [expression.name]
  if (expression.kind !== 'select') return undefined
  const owner = toReadPath(expression.operand)
  return owner && [...owner, expression.member]
}

/** The paths of a `set` whose values are plain paths below the names in `root`. */
export function listReadPaths(
  set: Slot<readonly Named<Template>[]>,
  typing: Typing,
  root: ReadPath,
): (readonly [name: string, path: ReadPath])[] {
  return listSpecifiedEntries(set).flatMap(({ name, value }) => {
    const path = findReadPath(value, typing, root)
    return path === undefined ? [] : [[name, path] as const]
  })
}

/** The path from a variable that a template consists of. */
export function findReadPath(template: Template, typing: Typing, root: ReadPath): ReadPath | undefined {
  const expression = template.kind === 'expression' ? typing.expression(template) : undefined
  const path = expression && toReadPath(expression)
  return path !== undefined && root.every((name, index) => path[index] === name) ? path.slice(root.length) : undefined
}

/** The members of a variable that a text reads. */
export function listMembersRead(text: TemplateText, variable: string, typing: Typing): readonly string[] {
  const variables = expressionsOf(text, typing).flatMap((expression) => reads(expression).variables)
  return variables.flatMap(({ name, path: [member] }) => (name === variable && member !== undefined ? [member] : []))
}

/** The typed expressions in a template. */
export function listTypedExpressions(template: Template, typing: Typing): readonly Expression[] {
  return listTemplateExpressions(template).flatMap(({ expression }) => expressionsOf(expression, typing))
}

/**
 * True if a template's value depends only on the records that it names, so that their versions identify it: it reads no whole resource,
 * caller, time, request or setting.
 */
export function readsFixedRecords(template: Template, typing: Typing): boolean {
  return listTypedExpressions(template, typing).every((expression) => isFixed(expression, typing, new Set()))
}

const varyingVariables = new Set(['caller', 'claims', 'credential', 'now', 'request', 'input', 'items', 'page', 'settings', 'service'])

/** Functions with a different result for each call. */
const impureFunctions = new Set(['random', 'randomCode', 'token'])

function isFixed(expression: Expression, typing: Typing, views: ReadonlySet<string>): boolean {
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return false
  if (expression.kind === 'variable' && varyingVariables.has(expression.name)) return false
  if (expression.kind === 'select' && !isFixedProperty(expression, typing, views)) return false
  if (expression.kind === 'call' && (impureFunctions.has(expression.name) || !isFixedView(expression.name, typing, views))) return false
  return partsOf(expression).every((part) => isFixed(part.expression, typing, views))
}

/** A property that is computed when it is read is as fixed as its expression. */
function isFixedProperty(
  { operand, member }: Extract<Expression, { kind: 'select' }>,
  typing: Typing,
  views: ReadonlySet<string>,
): boolean {
  return operand.type.kind !== 'record' || isFixedMember(operand.type.resource, member, typing, views)
}

function isFixedMember(resource: string, member: string, typing: Typing, views: ReadonlySet<string>): boolean {
  const name = `${resource}.${member}`
  const compute = typing.domain.resources.get(resource)?.properties.get(member)?.compute
  if (compute === undefined || compute.stored || views.has(name)) return true
  const expression = typing.expression(compute.expression)
  return expression === undefined || isFixed(expression, typing, new Set([...views, name]))
}

function isFixedView(name: string, typing: Typing, views: ReadonlySet<string>): boolean {
  const view = typing.domain.views.get(name)
  if (view === undefined || views.has(name)) return true
  const inside = new Set([...views, name])
  return view.members.every((member) =>
    member.kind === 'take'
      ? isFixedMember(view.resource, member.name, typing, inside)
      : listTypedExpressions(member.template, typing).every((expression) => isFixed(expression, typing, inside)),
  )
}
