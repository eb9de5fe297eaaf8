// Finds what the document allows and the operator's limits do not.

import type { Facts } from '../fact/fact.ts'
import { findWait } from '../model/find-wait.ts'
import { slotValueOf } from '../model/slot.ts'
import { type OperatorLimits, limits } from '../serve/operator-limits.ts'
import { printLimit } from './limits.ts'

/** A limit of the document beside the operator's; `documented` is in the unit of the latter. */
type LimitPair = { readonly what: string; readonly option: keyof OperatorLimits; readonly documented: number | undefined }

/** Warnings for the operator: one for each limit of the document that no request can reach. */
export function listNarrowedLimits({ model, operations }: Facts, operatorLimits: OperatorLimits): readonly string[] {
  const sizes = slotValueOf(model.limits.value.sizes)
  const declared = operations.map(({ operation }) => operation)
  const pairs: readonly LimitPair[] = [
    { what: 'part 8: the size of a body', option: 'body', documented: sizes && slotValueOf(sizes.body) },
    { what: 'part 8: the depth of a body', option: 'depth', documented: sizes && slotValueOf(sizes.depth) },
    ...declared.map((operation): LimitPair => ({
      what: `${operation.method} ${operation.path}: the wait`,
      option: 'wait',
      documented: findWait(operation, declared)?.milliseconds,
    })),
  ]
  return pairs.flatMap(({ what, option, documented }) => {
    const allowed = operatorLimits[option]
    const limit = limits.find((each) => each.option === option)
    if (limit === undefined || documented === undefined || documented <= allowed) return []
    return [`${what} may be ${printLimit(limit, documented)}, but --${limit.name} allows only ${printLimit(limit, allowed)}`]
  })
}
