// Decides the parts of a condition that read no row before a statement is built, so that the statement has only the rest.

import { isClosed } from './closed.ts'
import { EvaluationError } from './evaluate.ts'
import type { Expression } from './expression.ts'
import type { Value } from './value.ts'
import { isHidden } from './values/hidden.ts'

/**
 * A partly evaluated condition. Requests with equal decisions have the same `key`, so they share the result; `given` are the sides of its
 * equalities whose value is not null.
 */
export type Specialised = { readonly key: string; readonly condition: Expression | boolean; readonly given: ReadonlySet<Expression> }

/** `value` evaluates what depends on no row; it may throw an `EvaluationError`. */
export type Specialise = (value: (expression: Expression) => Value) => Specialised

/** `rows` are the variables that stand for rows. Undefined if no part of the condition can be decided early. */
export function specialiser(condition: Expression, rows: ReadonlySet<string>): Specialise | undefined {
  if (!canDecide(condition, rows)) return undefined
  const known = new Map<string, Specialised>()
  return (value) => {
    const decisions = new Map<Expression, Decision>()
    let key = ''
    visit(condition, rows, (expression, kind) => {
      const decision = decide(expression, kind, value)
      decisions.set(expression, decision)
      key += letters[decision]
      return decision
    })
    const before = known.get(key)
    if (before !== undefined) return before
    const given = new Set<Expression>()
    const made: Specialised = { key, condition: rebuild(condition, rows, decisions, given), given }
    if (known.size >= mostKnown) known.clear()
    known.set(key, made)
    return made
  }
}

/** Combinations are as many as a client can make of what it sends and leaves out. */
const mostKnown = 200

/** `open`: its value cannot be told beforehand; `null` and `given` are of one side of an equality. */
type Decision = 'true' | 'false' | 'open' | 'null' | 'given'

const letters = { true: 't', false: 'f', open: 'o', null: 'n', given: 'g' } as const

type Kind = 'truth' | 'side'

function decide(expression: Expression, kind: Kind, value: (expression: Expression) => Value): Decision {
  try {
    const found = value(expression)
    if (kind === 'side') return found === null ? 'null' : 'given'
    return found === true ? 'true' : found === false ? 'false' : 'open'
  } catch (error) {
    if (error instanceof EvaluationError || isHidden(error)) return 'open'
    throw error
  }
}

type Ask = (expression: Expression, kind: Kind) => Decision

const closed = new WeakMap<Expression, boolean>()

/** An expression stands at one place, where the same variables are rows each time. */
function readsNoRow(expression: Expression, rows: ReadonlySet<string>): boolean {
  return closed.getOrInsertComputed(expression, () => isClosed(expression, rows))
}

/** Asks in the order of the text, and nothing that what stands before it makes idle. Says what the condition comes to. */
function visit(expression: Expression, rows: ReadonlySet<string>, ask: Ask): 'true' | 'false' | 'open' {
  if (readsNoRow(expression, rows)) {
    const decided = ask(expression, 'truth')
    return decided === 'true' || decided === 'false' ? decided : 'open'
  }
  switch (expression.kind) {
    case 'not': {
      const inner = visit(expression.operand, rows, ask)
      return inner === 'open' ? inner : inner === 'true' ? 'false' : 'true'
    }
    case 'and':
    case 'or': {
      const ends = expression.kind === 'and' ? 'false' : 'true'
      const left = visit(expression.left, rows, ask)
      if (left === ends) return ends
      const right = visit(expression.right, rows, ask)
      if (right === ends) return ends
      return left === 'open' || right === 'open' ? 'open' : left
    }
    case 'conditional': {
      const test = visit(expression.test, rows, ask)
      if (test !== 'open') return visit(test === 'true' ? expression.then : expression.otherwise, rows, ask)
      visit(expression.then, rows, ask)
      visit(expression.otherwise, rows, ask)
      return 'open'
    }
    case 'binary':
      return visitEquality(expression, rows, ask)
    case 'macro': {
      const [test] = expression.arguments
      if (!isQuestion(expression) || test === undefined) return 'open'
      const inner = visit(test, new Set([...rows, ...expression.variables]), ask)
      if (expression.name === 'exists') return inner === 'false' ? 'false' : 'open'
      return inner === 'true' ? 'true' : 'open'
    }
    default:
      return 'open'
  }
}

function isQuestion(expression: Extract<Expression, { kind: 'macro' }>): boolean {
  return expression.range.type.kind === 'query' && (expression.name === 'exists' || expression.name === 'all')
}

/** Null is equal to nothing that a row always has. */
function visitEquality({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: ReadonlySet<string>, ask: Ask): 'true' | 'false' | 'open' {
  if (operator !== '==' && operator !== '!=') return 'open'
  const [side, other] = readsNoRow(left, rows) ? [left, right] : [right, left]
  if (!readsNoRow(side, rows) || side.kind === 'literal') return 'open'
  if (ask(side, 'side') !== 'null' || !isAlwaysThere(other)) return 'open'
  return operator === '==' ? 'false' : 'true'
}

function isAlwaysThere({ type: { kind } }: Expression): boolean {
  return kind !== 'nullable' && kind !== 'optional' && kind !== 'null' && kind !== 'dyn'
}

function canDecide(condition: Expression, rows: ReadonlySet<string>): boolean {
  let asks = false
  visit(condition, rows, () => {
    asks = true
    return 'open'
  })
  return asks
}

/** The condition without what is decided. */
function rebuild(expression: Expression, rows: ReadonlySet<string>, decisions: ReadonlyMap<Expression, Decision>, given: Set<Expression>): Expression | boolean {
  const ask: Ask = (part) => decisions.get(part) ?? 'open'
  const whole = visit(expression, rows, ask)
  if (whole !== 'open') return whole === 'true'
  const inner = (part: Expression, among = rows): Expression | boolean => rebuild(part, among, decisions, given)
  switch (expression.kind) {
    case 'not': {
      const operand = inner(expression.operand)
      return typeof operand === 'boolean' ? !operand : { ...expression, operand }
    }
    case 'and':
    case 'or': {
      const [left, right] = [inner(expression.left), inner(expression.right)]
      if (typeof left === 'boolean') return right
      return typeof right === 'boolean' ? left : { ...expression, left, right }
    }
    case 'conditional': {
      const test = inner(expression.test)
      if (typeof test === 'boolean') return inner(test ? expression.then : expression.otherwise)
      return { ...expression, test, then: asExpression(inner(expression.then), expression), otherwise: asExpression(inner(expression.otherwise), expression) }
    }
    case 'binary':
      for (const side of [expression.left, expression.right]) if (decisions.get(side) === 'given') given.add(side)
      return expression
    case 'macro': {
      const [test] = expression.arguments
      if (!isQuestion(expression) || test === undefined) return expression
      return { ...expression, arguments: [asExpression(inner(test, new Set([...rows, ...expression.variables])), expression)] }
    }
    default:
      return expression
  }
}

function asExpression(condition: Expression | boolean, { start, end }: Expression): Expression {
  return typeof condition === 'boolean' ? { kind: 'literal', value: condition, type: { kind: 'bool' }, start, end } : condition
}
