// Keeps the sequences on which an operation came closest to success: the later the refusal in the order, the closer.

import { printCondition } from '../../exchange/refusal.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'

type Walk = readonly Operation[]

/** The most sequences that are kept for one operation. */
const maxWalks = 4

const ofValues = /^(guard|require|invariant|duplicate|in-use|dangling)/

export class ClosestWalks {
  readonly #operations: readonly OperationFacts[]
  readonly #closest = new Map<Operation, { readonly index: number; readonly walks: Walk[]; readonly outcome: string }>()

  constructor(operations: readonly OperationFacts[]) {
    this.#operations = operations
  }

  walksOf(operation: Operation): readonly Walk[] {
    return this.#closest.get(operation)?.walks ?? []
  }

  /** True if a stored value, not a state or a caller, refused the operation after these sequences: another value may lead to a success. */
  isRefusedByValue(operation: Operation): boolean {
    return ofValues.test(this.#closest.get(operation)?.outcome ?? '')
  }

  /** Notes that `operation` was refused with `outcome` after the operations of `walk`. */
  note(walk: Walk, operation: Operation, outcome: string): void {
    if (walk.length === 0) return
    const { points } = this.#operations.find((each) => each.operation === operation)!
    const index = points.findLastIndex((point) => printCondition(point) === outcome)
    const closest = this.#closest.get(operation)
    if (closest === undefined || index > closest.index) this.#closest.set(operation, { index, walks: [walk], outcome })
    else if (index === closest.index && closest.walks.length < maxWalks && closest.walks.every((other) => !isSameWalk(other, walk)))
      closest.walks.push(walk)
  }
}

function isSameWalk(first: Walk, second: Walk): boolean {
  return first.length === second.length && first.every((operation, index) => operation === second[index])
}
