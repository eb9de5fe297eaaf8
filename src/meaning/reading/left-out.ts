// Records of a list for which an expression fails: each is omitted, and the operator gets a report.

import type { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import { type InvalidComputedValue, isExpressionFailure, toRefused } from '../../exchange/refusal.ts'
import type { Names } from '../transaction-context.ts'
import type { RequestState } from '../request-state.ts'

/** Evaluates an expression for one record; undefined if it fails, which is recorded. */
export function evaluateForRecord<T>(requestState: RequestState, evaluate: () => T): T | undefined {
  try {
    return evaluate()
  } catch (error) {
    if (!isExpressionFailure(error)) throw error
    recordOmission(requestState, error)
    return undefined
  }
}

/** Builds the answer of a list. If that fails, it omits each item that fails alone; without such an item, it throws. */
export function answerWithoutFailing<T>(requestState: RequestState, names: Names, build: (names: Names) => T): T {
  try {
    return build(names)
  } catch (error) {
    const items = names.get('items')
    if (!isExpressionFailure(error) || !Array.isArray(items)) throw error
    const visible = (items as readonly Value[]).filter(
      (item) => evaluateForRecord(requestState, () => (build(replaceItems(names, [item])), true)) === true,
    )
    if (visible.length === items.length) throw error
    return build(replaceItems(names, visible))
  }
}

function replaceItems(names: Names, items: readonly Value[]): Names {
  return new Map([...names, ['items', items]])
}

function recordOmission(requestState: RequestState, error: EvaluationError | InvalidComputedValue): void {
  requestState.leftOut = {
    count: (requestState.leftOut?.count ?? 0) + 1,
    why: toRefused(error).refusal.report ?? 'an expression failed',
  }
}
