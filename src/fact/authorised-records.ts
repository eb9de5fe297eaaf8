// Decides whether an expression gives a record that was authorised where it was found, so that its rule needs no second evaluation.

import type { Expression } from '../cel/expression.ts'
import type { Type } from '../cel/type.ts'
import type { RuleCheck } from './rule-check.ts'

/** The meaning of a name: the rules that hide it, and whether its record was already authorised, as found records are. */
export type NameInScope = { readonly hidingRules: readonly RuleCheck[]; readonly isAuthorised: boolean }

export type NamesInScope = ReadonlyMap<string, NameInScope>

/** True for named records, records that a macro iterates, and records that the input refers to. */
export function isAuthorised(expression: Expression, names: NamesInScope): boolean {
  switch (expression.kind) {
    case 'variable':
      return names.get(expression.name)?.isAuthorised ?? false
    case 'find':
      return true
    case 'conditional':
      return isAuthorised(expression.then, names) && isAuthorised(expression.otherwise, names)
    case 'select':
      return isInsideInput(expression.operand)
    case 'index':
      return isInsideInput(expression.operand) || isAuthorised(expression.operand, names)
    case 'macro':
      return expression.name !== 'map' && expression.name !== 'reduce' && findRecordResource(elementOf(expression.range.type)) !== undefined
    case 'call':
      return (
        expression.target !== undefined &&
        ['first', 'last', 'value', 'orValue', 'or'].includes(expression.name) &&
        isAuthorised(expression.target, names)
      )
    default:
      return expression.type.kind === 'query'
  }
}

/** True for a value inside `input`, reached without following a reference. */
function isInsideInput(expression: Expression): boolean {
  if (expression.kind === 'variable') return expression.name === 'input'
  return (
    (expression.kind === 'select' || expression.kind === 'index') &&
    findRecordResource(expression.operand.type) === undefined &&
    isInsideInput(expression.operand)
  )
}

/** Records that were authorised at their source: an operation's list, or a macro's selection from them. */
export function isAuthorisedList(range: Expression, names: NamesInScope): boolean {
  if (range.kind === 'variable') return names.get(range.name)?.isAuthorised ?? false
  return range.kind === 'macro' && range.name !== 'map' && range.name !== 'reduce'
}

export function elementOf(type: Type): Type {
  if (type.kind === 'list') return type.element
  return type.kind === 'query' ? { kind: 'record', resource: type.resource } : type
}

export function findRecordResource(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? findRecordResource(type.of) : undefined
}

/** The spelling of a path, `this.doc.title`; undefined for an expression that does not begin with a variable. */
export function printPath(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'select' && expression.kind !== 'has') return undefined
  const operand = printPath(expression.operand)
  return operand === undefined ? undefined : `${operand}.${expression.member}`
}
