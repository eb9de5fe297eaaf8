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
export type Specialised = { readonly key: string; readonly condition: Expression | boolean; readonly known: ReadonlySet<Expression> }

/** `value` evaluates what depends on no row; it may throw an `EvaluationError`. */
export type Specialise = (value: (expression: Expression) => Value) => Specialised

/** `rows` are the variables for rows. Undefined if no part of the condition can be decided early. */
export function specialiser(condition: Expression, rows: ReadonlySet<string>): Specialise | undefined {
  if (!canDecide(condition, rows)) return undefined
  const known = new Map<string, Specialised>()
  const walk = walker(condition, rows)
  return (value) => {
    let key = ''
    walk((expression, kind) => {
      const decision = decide(expression, kind, value)
      key += letters[decision]
      return decision
    })
    const before = known.get(key)
    if (before !== undefined) return before
    const special = specialised(condition, rows, key)
    if (known.size >= maxCached) known.clear()
    known.set(key, special)
    return special
  }
}

/** The key has one letter for each decision, in the order of evaluation. */
function specialised(condition: Expression, rows: ReadonlySet<string>, key: string): Specialised {
  const decisions = new Map<Expression, Decision>()
  let place = 0
  walker(condition, rows)((expression) => {
    const decision = decided[key[place++]!]!
    decisions.set(expression, decision)
    return decision
  })
  const known = new Set<Expression>()
  return { key, condition: rebuild(condition, rows, decisions, known), known }
}

/** A client can create many combinations by its choice of parameters. */
const maxCached = 200

/** `open`: the value is not known beforehand; `null` and `given` describe one side of an equality. */
type Decision = 'true' | 'false' | 'open' | 'null' | 'given'

const letters = { true: 't', false: 'f', open: 'o', null: 'n', given: 'g' } as const
const decided: { readonly [letter: string]: Decision } = { t: 'true', f: 'false', o: 'open', n: 'null', g: 'given' }

type Kind = 'truth' | 'side'

function decide(expression: Expression, kind: Kind, value: (expression: Expression) => Value): Decision {
  try {
    const result = value(expression)
    if (kind === 'side') return result === null ? 'null' : 'given'
    return result === true ? 'true' : result === false ? 'false' : 'open'
  } catch (error) {
    if (error instanceof EvaluationError || isHidden(error)) return 'open'
    throw error
  }
}

type Ask = (expression: Expression, kind: Kind) => Decision

type Truth = 'true' | 'false' | 'open'

/** Evaluates parts in the order of the text, except those that earlier parts make irrelevant. Returns the truth of the condition. */
type Walk = (ask: Ask) => Truth

const open: Walk = () => 'open'

function walker(expression: Expression, rows: ReadonlySet<string>): Walk {
  if (isClosed(expression, rows)) {
    return (ask) => {
      const decision = ask(expression, 'truth')
      return decision === 'true' || decision === 'false' ? decision : 'open'
    }
  }
  switch (expression.kind) {
    case 'not': {
      const operand = walker(expression.operand, rows)
      return (ask) => opposite[operand(ask)]
    }
    case 'and':
    case 'or':
      return join(walker(expression.left, rows), walker(expression.right, rows), expression.kind === 'and' ? 'false' : 'true')
    case 'conditional':
      return choose(walker(expression.test, rows), walker(expression.then, rows), walker(expression.otherwise, rows))
    case 'binary':
      return equality(expression, rows)
    case 'macro': {
      const [test] = expression.arguments
      if (!isQuestion(expression) || test === undefined) return open
      const inner = walker(test, new Set([...rows, ...expression.variables]))
      const certain: Truth = expression.name === 'exists' ? 'false' : 'true'
      return (ask) => (inner(ask) === certain ? certain : 'open')
    }
    default:
      return open
  }
}

const opposite: { readonly [truth in Truth]: Truth } = { true: 'false', false: 'true', open: 'open' }

/** `ends`: the truth of one side that decides both. */
function join(left: Walk, right: Walk, ends: Truth): Walk {
  return (ask) => {
    const first = left(ask)
    if (first === ends) return ends
    const second = right(ask)
    if (second === ends) return ends
    return first === 'open' || second === 'open' ? 'open' : first
  }
}

function choose(test: Walk, then: Walk, otherwise: Walk): Walk {
  return (ask) => {
    const truth = test(ask)
    if (truth !== 'open') return (truth === 'true' ? then : otherwise)(ask)
    then(ask)
    otherwise(ask)
    return 'open'
  }
}

function isQuestion(expression: Extract<Expression, { kind: 'macro' }>): boolean {
  return expression.range.type.kind === 'query' && (expression.name === 'exists' || expression.name === 'all')
}

/** Null is equal to nothing that a row always has. */
function equality({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: ReadonlySet<string>): Walk {
  if (operator !== '==' && operator !== '!=') return open
  const [side, other] = isClosed(left, rows) ? [left, right] : [right, left]
  if (!isClosed(side, rows) || side.kind === 'literal') return open
  if (!isAlwaysThere(other)) {
    return (ask) => {
      ask(side, 'side')
      return 'open'
    }
  }
  const unequal: Truth = operator === '==' ? 'false' : 'true'
  return (ask) => (ask(side, 'side') === 'null' ? unequal : 'open')
}

function isAlwaysThere({ type: { kind } }: Expression): boolean {
  return kind !== 'nullable' && kind !== 'optional' && kind !== 'null' && kind !== 'dyn'
}

function canDecide(condition: Expression, rows: ReadonlySet<string>): boolean {
  let asks = false
  walker(condition, rows)(() => {
    asks = true
    return 'open'
  })
  return asks
}

/** The condition without its decided parts. */
function rebuild(
  expression: Expression,
  rows: ReadonlySet<string>,
  decisions: ReadonlyMap<Expression, Decision>,
  known: Set<Expression>,
): Expression | boolean {
  const whole = walker(expression, rows)((part) => decisions.get(part) ?? 'open')
  if (whole !== 'open') return whole === 'true'
  const inner = (part: Expression, among = rows): Expression | boolean => rebuild(part, among, decisions, known)
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
      return {
        ...expression,
        test,
        then: asExpression(inner(expression.then), expression),
        otherwise: asExpression(inner(expression.otherwise), expression),
      }
    }
    case 'binary':
      for (const side of [expression.left, expression.right]) if (decisions.get(side) === 'given') known.add(side)
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
