// Decides the parts of a condition that read no row before a statement is built, so that the statement has only the rest.

import { isClosed } from './closed.ts'
import { EvaluationError } from './evaluate.ts'
import type { Expression } from './expression.ts'
import type { Value } from './value.ts'
import { isHidden } from './values/hidden.ts'

/**
 * A partly evaluated condition. Requests with equal decisions have the same `key`, so they share the result; `nonNullSides` are the
 * sides of its equalities whose value is not null.
 */
export type SpecialisedCondition = {
  readonly key: string
  readonly condition: Expression | boolean
  readonly nonNullSides: ReadonlySet<Expression>
}

/** `value` evaluates what depends on no row; it may throw an `EvaluationError`. */
export type Specialise = (value: (expression: Expression) => Value) => SpecialisedCondition

/** `rows` are the variables for rows. Undefined if no part of the condition can be decided early. */
export function createSpecialiser(condition: Expression, rows: ReadonlySet<string>): Specialise | undefined {
  if (!canDecide(condition, rows)) return undefined
  const cached = new Map<string, SpecialisedCondition>()
  const walk = makeWalk(condition, rows)
  return (value) => {
    let key = ''
    walk((expression, kind) => {
      const decision = decide(expression, kind, value)
      key += letters[decision]
      return decision
    })
    const existing = cached.get(key)
    if (existing !== undefined) return existing
    const specialisedCondition = buildSpecialised(condition, rows, key)
    if (cached.size >= maxCached) cached.clear()
    cached.set(key, specialisedCondition)
    return specialisedCondition
  }
}

/** The key has one letter for each decision, in the order of evaluation. */
function buildSpecialised(condition: Expression, rows: ReadonlySet<string>, key: string): SpecialisedCondition {
  const decisions = new Map<Expression, Decision>()
  let place = 0
  makeWalk(
    condition,
    rows,
  )((expression) => {
    const decision = decisionsByLetter[key[place++]!]!
    decisions.set(expression, decision)
    return decision
  })
  const nonNullSides = new Set<Expression>()
  return { key, condition: rebuild(condition, rows, decisions, nonNullSides), nonNullSides }
}

/** A client can create many combinations by its choice of parameters. */
const maxCached = 200

/** `open`: the value is not known beforehand; `null` and `present` describe one side of an equality. */
type Decision = 'true' | 'false' | 'open' | 'null' | 'present'

const letters = { true: 't', false: 'f', open: 'o', null: 'n', present: 'p' } as const
const decisionsByLetter: { readonly [letter: string]: Decision } = { t: 'true', f: 'false', o: 'open', n: 'null', p: 'present' }

type Kind = 'truth' | 'side'

function decide(expression: Expression, kind: Kind, value: (expression: Expression) => Value): Decision {
  try {
    const result = value(expression)
    if (kind === 'side') return result === null ? 'null' : 'present'
    if (result === true) return 'true'
    return result === false ? 'false' : 'open'
  } catch (error) {
    if (error instanceof EvaluationError || isHidden(error)) return 'open'
    throw error
  }
}

type Decide = (expression: Expression, kind: Kind) => Decision

type Truth = 'true' | 'false' | 'open'

/** Evaluates parts in the order of the text, except those that earlier parts make irrelevant. Returns the truth of the condition. */
type Walk = (decideOn: Decide) => Truth

const openWalk: Walk = () => 'open'

function makeWalk(expression: Expression, rows: ReadonlySet<string>): Walk {
  if (isClosed(expression, rows)) {
    return (decideOn) => {
      const decision = decideOn(expression, 'truth')
      return decision === 'true' || decision === 'false' ? decision : 'open'
    }
  }
  switch (expression.kind) {
    case 'not': {
      const operand = makeWalk(expression.operand, rows)
      return (decideOn) => opposite[operand(decideOn)]
    }
    case 'and':
    case 'or':
      return joinWalks(makeWalk(expression.left, rows), makeWalk(expression.right, rows), expression.kind === 'and' ? 'false' : 'true')
    case 'conditional':
      return chooseWalk(makeWalk(expression.test, rows), makeWalk(expression.then, rows), makeWalk(expression.otherwise, rows))
    case 'binary':
      return specialiseEquality(expression, rows)
    case 'macro': {
      const [test] = expression.arguments
      if (!isQuantifier(expression) || test === undefined) return openWalk
      const testWalk = makeWalk(test, new Set([...rows, ...expression.variables]))
      const certainTruth: Truth = expression.name === 'exists' ? 'false' : 'true'
      return (decideOn) => (testWalk(decideOn) === certainTruth ? certainTruth : 'open')
    }
    default:
      return openWalk
  }
}

const opposite: { readonly [truth in Truth]: Truth } = { true: 'false', false: 'true', open: 'open' }

/** `deciding`: the truth of one side that decides both. */
function joinWalks(left: Walk, right: Walk, deciding: Truth): Walk {
  return (decideOn) => {
    const first = left(decideOn)
    if (first === deciding) return deciding
    const second = right(decideOn)
    if (second === deciding) return deciding
    return first === 'open' || second === 'open' ? 'open' : first
  }
}

function chooseWalk(test: Walk, then: Walk, otherwise: Walk): Walk {
  return (decideOn) => {
    const truth = test(decideOn)
    if (truth !== 'open') return (truth === 'true' ? then : otherwise)(decideOn)
    then(decideOn)
    otherwise(decideOn)
    return 'open'
  }
}

function isQuantifier(expression: Extract<Expression, { kind: 'macro' }>): boolean {
  return expression.range.type.kind === 'query' && (expression.name === 'exists' || expression.name === 'all')
}

/** Null never equals a value that every row has. */
function specialiseEquality({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: ReadonlySet<string>): Walk {
  if (operator !== '==' && operator !== '!=') return openWalk
  const [side, other] = isClosed(left, rows) ? [left, right] : [right, left]
  if (!isClosed(side, rows) || side.kind === 'literal') return openWalk
  if (!isNeverNull(other)) {
    return (decideOn) => {
      decideOn(side, 'side')
      return 'open'
    }
  }
  const unequal: Truth = operator === '==' ? 'false' : 'true'
  return (decideOn) => (decideOn(side, 'side') === 'null' ? unequal : 'open')
}

function isNeverNull({ type: { kind } }: Expression): boolean {
  return kind !== 'nullable' && kind !== 'optional' && kind !== 'null' && kind !== 'dyn'
}

function canDecide(condition: Expression, rows: ReadonlySet<string>): boolean {
  let hasDecision = false
  makeWalk(
    condition,
    rows,
  )(() => {
    hasDecision = true
    return 'open'
  })
  return hasDecision
}

/** The condition without its decided parts. */
function rebuild(
  expression: Expression,
  rows: ReadonlySet<string>,
  decisions: ReadonlyMap<Expression, Decision>,
  nonNullSides: Set<Expression>,
): Expression | boolean {
  const truth = makeWalk(expression, rows)((part) => decisions.get(part) ?? 'open')
  if (truth !== 'open') return truth === 'true'
  const rebuildPart = (part: Expression, visibleRows = rows): Expression | boolean => rebuild(part, visibleRows, decisions, nonNullSides)
  switch (expression.kind) {
    case 'not': {
      const operand = rebuildPart(expression.operand)
      return typeof operand === 'boolean' ? !operand : { ...expression, operand }
    }
    case 'and':
    case 'or': {
      const [left, right] = [rebuildPart(expression.left), rebuildPart(expression.right)]
      if (typeof left === 'boolean') return right
      return typeof right === 'boolean' ? left : { ...expression, left, right }
    }
    case 'conditional': {
      const test = rebuildPart(expression.test)
      if (typeof test === 'boolean') return rebuildPart(test ? expression.then : expression.otherwise)
      return {
        ...expression,
        test,
        then: asExpression(rebuildPart(expression.then), expression),
        otherwise: asExpression(rebuildPart(expression.otherwise), expression),
      }
    }
    case 'binary':
      for (const side of [expression.left, expression.right]) if (decisions.get(side) === 'present') nonNullSides.add(side)
      return expression
    case 'macro': {
      const [test] = expression.arguments
      if (!isQuantifier(expression) || test === undefined) return expression
      return { ...expression, arguments: [asExpression(rebuildPart(test, new Set([...rows, ...expression.variables])), expression)] }
    }
    default:
      return expression
  }
}

function asExpression(condition: Expression | boolean, { start, end }: Expression): Expression {
  return typeof condition === 'boolean' ? { kind: 'literal', value: condition, type: { kind: 'bool' }, start, end } : condition
}
