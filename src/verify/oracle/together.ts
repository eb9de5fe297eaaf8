// Finds an order of simultaneous requests that explains all their answers and the records read back.

import type { Difference } from './comparison.ts'
import type { StepEffects } from './interpreter.ts'
import type { Replica } from './replica.ts'
import type { Expected, ObservedAnswer, ServerRequest } from './request.ts'

export type SentRequest = { readonly request: ServerRequest; readonly observed: ObservedAnswer }

export type OrderVerdict =
  | { readonly isExplained: true; readonly expected: readonly Expected[]; readonly happened: readonly StepEffects[] }
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
  let nearest: Unexplained | undefined
  const miss = (each: Omit<Unexplained, 'isExplained'>): void => {
    if (nearest === undefined || each.depth > nearest.depth) nearest = { isExplained: false, ...each }
  }
  const follow = (left: readonly SentRequest[], expected: readonly Expected[], happened: readonly StepEffects[]): OrderVerdict | undefined => {
    const depth = sent.length - left.length
    if (left.length === 0) {
      for (const [index, each] of readBack.entries()) {
        const verdict = replica.judge(each.request, each.observed)
        if (verdict.differences.length === 0) continue
        miss({
          sent: each,
          expected: verdict.expected,
          differences: verdict.differences,
          isReadBack: true,
          readBacks: index + 1,
          depth: depth + index,
        })
        return undefined
      }
      return { isExplained: true, expected, happened }
    }
    for (const [index, each] of left.entries()) {
      const restore = replica.snapshot()
      const verdict = replica.judge(each.request, each.observed)
      if (verdict.differences.length > 0)
        miss({ sent: each, expected: verdict.expected, differences: verdict.differences, isReadBack: false, readBacks: 0, depth })
      else {
        const found = follow(left.toSpliced(index, 1), [...expected, verdict.expected], [...happened, verdict.happened])
        if (found !== undefined) return found
      }
      restore()
    }
    return undefined
  }
  return follow(sent, [], []) ?? nearest!
}
