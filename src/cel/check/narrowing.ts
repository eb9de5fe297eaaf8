// Flow typing: which paths are known not to be null because the expression, or one before it, has tested them.

import type { Expression } from '../expression.ts'

/** Paths that are not null, by their text (`this.a.b`); `impossible` at a place that is never reached. */
export type TestedFacts = ReadonlySet<string> | 'impossible'

export const noFacts: TestedFacts = new Set()

/** A text that identifies a value: a variable with members and constant indexes. */
export function printFactPath(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'variable':
      return expression.name
    case 'select': {
      const operand = expression.optional ? undefined : printFactPath(expression.operand)
      return operand === undefined ? undefined : printMemberPath(operand, expression.member)
    }
    case 'index': {
      const { operand, index, optional } = expression
      const path = optional || index.kind !== 'literal' ? undefined : printFactPath(operand)
      const key = index.kind === 'literal' ? index.value : null
      if (path === undefined || (typeof key !== 'string' && typeof key !== 'bigint')) return undefined
      return `${path}[${typeof key === 'string' ? JSON.stringify(key) : key}]`
    }
    default:
      return undefined
  }
}

function printMemberPath(operand: string, member: string): string {
  return `${operand}.${member}`
}

export function hasFact(facts: TestedFacts, path: string | undefined): boolean {
  return facts === 'impossible' || (path !== undefined && facts.has(path))
}

export function combineFacts(a: TestedFacts, b: TestedFacts): TestedFacts {
  if (a === 'impossible' || b === 'impossible') return 'impossible'
  if (a.size === 0) return b
  return b.size === 0 ? a : new Set([...a, ...b])
}

function mergeEither(a: TestedFacts, b: TestedFacts): TestedFacts {
  if (a === 'impossible') return b
  if (b === 'impossible') return a
  return new Set([...a].filter((path) => b.has(path)))
}

/** Removes facts about a name that a macro rebinds, because it then has another value. */
export function withoutFacts(facts: TestedFacts, names: readonly string[]): TestedFacts {
  if (facts === 'impossible') return facts
  return new Set([...facts].filter((path) => !names.includes(path.split(/[.[]/, 1)[0]!)))
}

/** Facts that hold after the expression evaluated to `outcome`. */
export function listFactsAfter(expression: Expression, outcome: boolean): TestedFacts {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean' && expression.value !== outcome ? 'impossible' : noFacts
    case 'not':
      return listFactsAfter(expression.operand, !outcome)
    case 'and':
    case 'or': {
      const left = listFactsAfter(expression.left, outcome)
      const right = listFactsAfter(expression.right, outcome)
      return (expression.kind === 'and') === outcome ? combineFacts(left, right) : mergeEither(left, right)
    }
    case 'conditional': {
      const { test, then, otherwise } = expression
      return mergeEither(
        combineFacts(listFactsAfter(test, true), listFactsAfter(then, outcome)),
        combineFacts(listFactsAfter(test, false), listFactsAfter(otherwise, outcome)),
      )
    }
    case 'binary':
      return listComparisonFacts(expression, outcome)
    case 'has':
      return outcome ? listPresenceFacts(expression) : noFacts
    case 'call':
      return outcome ? listOptionalFacts(expression) : noFacts
    default:
      return noFacts
  }
}

function listComparisonFacts(expression: Extract<Expression, { kind: 'binary' }>, outcome: boolean): TestedFacts {
  const { operator, left, right } = expression
  if (operator !== '==' && operator !== '!=') return noFacts
  const isEqual = (operator === '==') === outcome
  const paths = [narrowSide(left, right, isEqual), narrowSide(right, left, isEqual)].filter((path) => path !== undefined)
  return new Set(paths)
}

/** A side that is unequal to null, or equal to a value that is never null, is not null. */
function narrowSide(side: Expression, other: Expression, isEqual: boolean): string | undefined {
  const { kind } = other.type
  const isNeverNull = kind !== 'nullable' && kind !== 'null' && kind !== 'dyn' && kind !== 'unknown' && kind !== 'optional'
  return (isEqual ? isNeverNull : kind === 'null') ? printFactPath(side) : undefined
}

/**
 * `has(x.m)` proves that an optional member is present, and that a nullable one is not null. For a member that is both, it proves
 * only presence.
 */
function listPresenceFacts({ operand, member, settlesNull }: Extract<Expression, { kind: 'has' }>): TestedFacts {
  const path = settlesNull ? printFactPath(operand) : undefined
  return path === undefined ? noFacts : new Set([printMemberPath(path, member)])
}

/** `this.?note.hasValue()` proves that `this.note` is present. */
function listOptionalFacts({ name, target }: Extract<Expression, { kind: 'call' }>): TestedFacts {
  if (name !== 'hasValue' || target?.kind !== 'select' || !target.optional || target.operand.type.kind === 'optional') return noFacts
  const path = printFactPath(target.operand)
  return path === undefined ? noFacts : new Set([printMemberPath(path, target.member)])
}
