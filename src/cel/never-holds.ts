// Finds a part that reads no row and whose failure makes a condition false for every row.

import { isClosed } from './closed.ts'
import { EvaluationError } from './evaluate.ts'
import type { Expression } from './expression.ts'
import { partsOf } from './parts.ts'
import type { Value } from './value.ts'
import { isHidden } from './values/hidden.ts'

/** Evaluates a part that reads no row; may throw an `EvaluationError`. */
export type EvaluateClosed = (expression: Expression) => Value

/** The truths that a value can have. An expression of another type can have both; one that always fails has neither. */
type Outcome = { readonly holds: boolean; readonly fails: boolean }

const either: Outcome = { holds: true, fails: true }
const neither: Outcome = { holds: false, fails: false }

/** The conjuncts of a condition. `value` evaluates the parts that read no row. */
export type Conjuncts = readonly { readonly condition: Expression; readonly value: EvaluateClosed }[]

/**
 * The innermost part whose failure makes the condition false for every row; undefined if there is none, or if the condition is false
 * anyway.
 */
export function findFailureOfAll(conjuncts: Conjuncts, rows: ReadonlySet<string>): Expression | undefined {
  const facts = conjuncts.map(({ condition, value }) => {
    const failed: Expression[] = []
    const { holds } = decideOutcome(condition, rows, value, () => neither, failed)
    return {
      value,
      holds,
      failed: failed[0],
      couldHold: failed.length === 0 ? holds : decideOutcome(condition, rows, value, () => either, []).holds,
    }
  })
  // If another conjunct is always false, the failure is irrelevant.
  const first = facts.every(({ couldHold }) => couldHold) ? facts.find(({ holds }) => !holds) : undefined
  return first?.failed && findInnermost(first.failed, rows, first.value)
}

type OnFailure = () => Outcome

function decideOutcome(
  expression: Expression,
  rows: ReadonlySet<string>,
  value: EvaluateClosed,
  onFailure: OnFailure,
  failed: Expression[],
): Outcome {
  const outcomeOfPart = (part: Expression, visibleRows = rows): Outcome => decideOutcome(part, visibleRows, value, onFailure, failed)
  if (isClosed(expression, rows)) return decideClosedOutcome(expression, value, onFailure, failed)
  switch (expression.kind) {
    case 'not': {
      const { holds, fails } = outcomeOfPart(expression.operand)
      return { holds: fails, fails: holds }
    }
    case 'and':
    case 'or': {
      const [left, right] = [outcomeOfPart(expression.left), outcomeOfPart(expression.right)]
      return expression.kind === 'and'
        ? { holds: left.holds && right.holds, fails: left.fails || right.fails }
        : { holds: left.holds || right.holds, fails: left.fails && right.fails }
    }
    case 'conditional': {
      const test = outcomeOfPart(expression.test)
      const [then, otherwise] = [
        test.holds ? outcomeOfPart(expression.then) : neither,
        test.fails ? outcomeOfPart(expression.otherwise) : neither,
      ]
      return { holds: then.holds || otherwise.holds, fails: then.fails || otherwise.fails }
    }
    case 'macro': {
      if (isNeither(outcomeOfPart(expression.range))) return neither
      const [test] = expression.arguments
      if (test === undefined || (expression.name !== 'exists' && expression.name !== 'all')) return either
      const each = outcomeOfPart(test, new Set([...rows, ...expression.variables]))
      return expression.name === 'exists' ? { holds: each.holds, fails: true } : { holds: true, fails: each.fails }
    }
    case 'bind':
      return either
    case 'call':
      // The replacement of an absent value is computed only if the value is absent.
      if (lazyFunctions.has(expression.name))
        return expression.target !== undefined && isNeither(outcomeOfPart(expression.target)) ? neither : either
      return partsOf(expression).some((part) => isNeither(outcomeOfPart(part.expression))) ? neither : either
    default:
      return partsOf(expression).some((part) => isNeither(outcomeOfPart(part.expression))) ? neither : either
  }
}

const lazyFunctions: ReadonlySet<string> = new Set(['or', 'orValue'])

function isNeither({ holds, fails }: Outcome): boolean {
  return !holds && !fails
}

function decideClosedOutcome(expression: Expression, value: EvaluateClosed, onFailure: OnFailure, failed: Expression[]): Outcome {
  try {
    const result = value(expression)
    if (result === true) return { holds: true, fails: false }
    return result === false ? { holds: false, fails: true } : either
  } catch (error) {
    if (isHidden(error)) return neither
    if (!(error instanceof EvaluationError)) throw error
    failed.push(expression)
    return onFailure()
  }
}

function findInnermost(expression: Expression, rows: ReadonlySet<string>, value: EvaluateClosed): Expression {
  const failingPart = partsOf(expression).find(
    ({ expression: part, binds }) => binds.length === 0 && isClosed(part, rows) && canFail(part, value),
  )
  return failingPart === undefined ? expression : findInnermost(failingPart.expression, rows, value)
}

function canFail(expression: Expression, value: EvaluateClosed): boolean {
  try {
    value(expression)
    return false
  } catch (error) {
    if (isHidden(error) || error instanceof EvaluationError) return true
    throw error
  }
}
