// Records of a list for which an expression fails: each is omitted, and the operator gets a report.

import { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import { type UnfitComputed, isOfExpression } from '../../exchange/refusal.ts'
import type { Names } from '../transaction-context.ts'
import type { RequestState } from '../request-state.ts'

/** Evaluates an expression for one record; undefined if it fails, which is recorded. */
export function ofOneRecord<T>(requestState: RequestState, make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (!isOfExpression(error)) throw error
    note(requestState, error)
    return undefined
  }
}

/** Builds the answer of a list. If that fails, it omits each item that fails alone; without such an item, it throws. */
export function answerWithoutFailing<T>(requestState: RequestState, names: Names, make: (names: Names) => T): T {
  try {
    return make(names)
  } catch (error) {
    const items = names.get('items')
    if (!isOfExpression(error) || !Array.isArray(items)) throw error
    const visible = (items as readonly Value[]).filter((item) => ofOneRecord(requestState, () => (make(namesOver(names, [item])), true)) === true)
    if (visible.length === items.length) throw error
    return make(namesOver(names, visible))
  }
}

function namesOver(names: Names, items: readonly Value[]): Names {
  return new Map([...names, ['items', items]])
}

/** Records only the kind of failure, because its message may quote client input. */
function note(requestState: RequestState, error: EvaluationError | UnfitComputed): void {
  requestState.leftOut = {
    count: (requestState.leftOut?.count ?? 0) + 1,
    why: error instanceof EvaluationError ? error.kind : 'computed-value',
  }
}
