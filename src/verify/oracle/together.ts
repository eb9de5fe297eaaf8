// Finds an order of simultaneous requests that explains all their answers and the records read back.

import type { Difference } from './comparison.ts'
import type { StepEffects } from './interpreter.ts'
import type { Replica } from './replica.ts'
import type { Expected, ObservedAnswer, ServerRequest } from './request.ts'

export type SentRequest = { readonly request: ServerRequest; readonly observed: ObservedAnswer }

export type OrderVerdict =
  | { readonly isExplained: true; readonly expected: readonly Expected[]; readonly effects: readonly StepEffects[] }
  /** The answer that the best order does not explain. */
  | {
      readonly isExplained: false
      readonly sent: SentRequest
      readonly expected: Expected
      readonly differences: readonly Difference[]
      readonly isReadBack: boolean
      readonly readBacks: number
    }

type Unexplained = Extract<OrderVerdict, { readonly isExplained: false }> & { readonly depth: number }

/** Keeps the requests' changes in the order that explains all answers; without such an order it keeps nothing. */
export function judgeTogether(replica: Replica, sent: readonly SentRequest[], readBack: readonly SentRequest[]): OrderVerdict {
  let closest: Unexplained | undefined
  const noteUnexplained = (each: Omit<Unexplained, 'isExplained'>): void => {
    if (closest === undefined || each.depth > closest.depth) closest = { isExplained: false, ...each }
  }
  const tryOrder = (
    unordered: readonly SentRequest[],
    expected: readonly Expected[],
    effects: readonly StepEffects[],
  ): OrderVerdict | undefined => {
    const depth = sent.length - unordered.length
    if (unordered.length === 0) {
      for (const [index, each] of readBack.entries()) {
        const verdict = replica.judge(each.request, each.observed)
        if (verdict.differences.length === 0) continue
        noteUnexplained({
          sent: each,
          expected: verdict.expected,
          differences: verdict.differences,
          isReadBack: true,
          readBacks: index + 1,
          depth: depth + index,
        })
        return undefined
      }
      return { isExplained: true, expected, effects }
    }
    for (const [index, each] of unordered.entries()) {
      const restore = replica.snapshot()
      const verdict = replica.judge(each.request, each.observed)
      if (verdict.differences.length > 0)
        noteUnexplained({
          sent: each,
          expected: verdict.expected,
          differences: verdict.differences,
          isReadBack: false,
          readBacks: 0,
          depth,
        })
      else {
        const order = tryOrder(unordered.toSpliced(index, 1), [...expected, verdict.expected], [...effects, verdict.effects])
        if (order !== undefined) return order
      }
      restore()
    }
    return undefined
  }
  return tryOrder(sent, [], []) ?? closest!
}
