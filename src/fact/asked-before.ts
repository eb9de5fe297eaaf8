// Decides whether the rule of a record was already evaluated where the record was found, so that the walk need not note it again.

import type { Expression } from '../cel/expression.ts'
import type { Type } from '../cel/type.ts'
import type { RuleCheck } from './rule-check.ts'

/** The meaning of a name: the rules that hide it, and whether its record was already authorised, as found records are. */
export type NameInScope = { readonly hides: readonly RuleCheck[]; readonly isEvaluated: boolean }

export type NamesInScope = ReadonlyMap<string, NameInScope>

/** True if the record's rule was evaluated before: for named records, records that a macro iterates, and records that a body refers to. */
export function isAsked(expression: Expression, names: NamesInScope): boolean {
  switch (expression.kind) {
    case 'variable':
      return names.get(expression.name)?.isEvaluated ?? false
    case 'find':
      return true
    case 'conditional':
      return isAsked(expression.then, names) && isAsked(expression.otherwise, names)
    case 'select':
      return isOfInput(expression.operand)
    case 'index':
      return isOfInput(expression.operand) || isAsked(expression.operand, names)
    case 'macro':
      return expression.name !== 'map' && expression.name !== 'reduce' && (resourceOfRecord(elementOf(expression.range.type)) !== undefined)
    case 'call':
      return (
        expression.target !== undefined &&
        ['first', 'last', 'value', 'orValue', 'or'].includes(expression.name) &&
        isAsked(expression.target, names)
      )
    default:
      return expression.type.kind === 'query'
  }
}

/** True for a value inside `input`, reached without following a reference. */
function isOfInput(expression: Expression): boolean {
  if (expression.kind === 'variable') return expression.name === 'input'
  return (
    (expression.kind === 'select' || expression.kind === 'index') &&
    resourceOfRecord(expression.operand.type) === undefined &&
    isOfInput(expression.operand)
  )
}

/** Records that were authorised at their source: an operation's list, or a macro's selection from them. */
export function isListed(range: Expression, names: NamesInScope): boolean {
  if (range.kind === 'variable') return names.get(range.name)?.isEvaluated ?? false
  return range.kind === 'macro' && range.name !== 'map' && range.name !== 'reduce'
}

export function elementOf(type: Type): Type {
  return type.kind === 'list' ? type.element : type.kind === 'query' ? { kind: 'record', resource: type.resource } : type
}

export function resourceOfRecord(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? resourceOfRecord(type.of) : undefined
}

/** The spelling of a path, `this.doc.title`; undefined for an expression that does not begin with a variable. */
export function dottedPathOf(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'select' && expression.kind !== 'has') return undefined
  const operand = dottedPathOf(expression.operand)
  return operand === undefined ? undefined : `${operand}.${expression.member}`
}
