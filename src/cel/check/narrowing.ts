// Flow typing: which paths are known not to be null because the expression, or one before it, has tested them.

import type { Expression } from '../expression.ts'

/** Paths that are not null, by their text (`this.a.b`); `impossible` where the place is never reached. */
export type Facts = ReadonlySet<string> | 'impossible'

export const noFacts: Facts = new Set()

/** The text by which a value is known again: a variable, and members and constant indexes of it. */
export function pathOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'variable':
      return expression.name
    case 'select': {
      const operand = expression.optional ? undefined : pathOf(expression.operand)
      return operand === undefined ? undefined : memberPath(operand, expression.member)
    }
    case 'index': {
      const { operand, index, optional } = expression
      const path = optional || index.kind !== 'literal' ? undefined : pathOf(operand)
      const key = index.kind === 'literal' ? index.value : null
      if (path === undefined || (typeof key !== 'string' && typeof key !== 'bigint')) return undefined
      return `${path}[${typeof key === 'string' ? JSON.stringify(key) : key}]`
    }
    default:
      return undefined
  }
}

function memberPath(operand: string, member: string): string {
  return `${operand}.${member}`
}

export function holds(facts: Facts, path: string | undefined): boolean {
  return facts === 'impossible' || (path !== undefined && facts.has(path))
}

export function both(a: Facts, b: Facts): Facts {
  if (a === 'impossible' || b === 'impossible') return 'impossible'
  return a.size === 0 ? b : b.size === 0 ? a : new Set([...a, ...b])
}

function either(a: Facts, b: Facts): Facts {
  if (a === 'impossible') return b
  if (b === 'impossible') return a
  return new Set([...a].filter((path) => b.has(path)))
}

/** Facts inside a macro: those of a name that it binds anew are about something else. */
export function without(facts: Facts, names: readonly string[]): Facts {
  if (facts === 'impossible') return facts
  return new Set([...facts].filter((path) => !names.includes(path.split(/[.[]/, 1)[0]!)))
}

/** What is known once the expression has given `outcome`. */
export function learned(expression: Expression, outcome: boolean): Facts {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean' && expression.value !== outcome ? 'impossible' : noFacts
    case 'not':
      return learned(expression.operand, !outcome)
    case 'and':
    case 'or': {
      const left = learned(expression.left, outcome)
      const right = learned(expression.right, outcome)
      return (expression.kind === 'and') === outcome ? both(left, right) : either(left, right)
    }
    case 'conditional': {
      const { test, then, otherwise } = expression
      return either(both(learned(test, true), learned(then, outcome)), both(learned(test, false), learned(otherwise, outcome)))
    }
    case 'binary':
      return comparison(expression, outcome)
    case 'has':
      return outcome ? present(expression) : noFacts
    case 'call':
      return outcome ? hasValue(expression) : noFacts
    default:
      return noFacts
  }
}

function comparison(expression: Extract<Expression, { kind: 'binary' }>, outcome: boolean): Facts {
  const { operator, left, right } = expression
  if (operator !== '==' && operator !== '!=') return noFacts
  const same = (operator === '==') === outcome
  const found = [sided(left, right, same), sided(right, left, same)].filter((path) => path !== undefined)
  return new Set(found)
}

/** A side that is unequal to null, or equal to what is never null, is not null. */
function sided(side: Expression, other: Expression, same: boolean): string | undefined {
  const { kind } = other.type
  const solid = kind !== 'nullable' && kind !== 'null' && kind !== 'dyn' && kind !== 'unknown' && kind !== 'optional'
  return (same ? solid : kind === 'null') ? pathOf(side) : undefined
}

/**
 * `has(x.m)` says of an optional member that it is there, of a nullable one that it is not null. Of a member that is both it
 * says only the former.
 */
function present({ operand, member, settlesNull }: Extract<Expression, { kind: 'has' }>): Facts {
  const path = settlesNull ? pathOf(operand) : undefined
  return path === undefined ? noFacts : new Set([memberPath(path, member)])
}

/** `this.?note.hasValue()` says the same of `this.note`. */
function hasValue({ name, target }: Extract<Expression, { kind: 'call' }>): Facts {
  if (name !== 'hasValue' || target?.kind !== 'select' || !target.optional || target.operand.type.kind === 'optional') return noFacts
  const path = pathOf(target.operand)
  return path === undefined ? noFacts : new Set([memberPath(path, target.member)])
}
