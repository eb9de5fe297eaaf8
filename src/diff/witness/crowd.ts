// Fills a list before it is read: a changed page size shows only if there are more records than it admits, and another order or selection
// only if the records differ.

import type { Change } from '../change.ts'
import { type TraceBlock, withoutCaptures } from './block.ts'

/** The most records to create for one list. */
const maxRecords = 60

/** The number of other records in a list of another order. */
const otherRecords = 6

/** Keys of a list that choose records or their order. */
const choosingKeys = new Set(['order', 'sort', 'where', 'filter'])

/** The creating requests, further records, and the list; undefined for a change that needs no further records. `others`: with other values. */
export function fillList(
  creating: readonly TraceBlock[] | undefined,
  list: TraceBlock,
  change: Change,
  others: readonly TraceBlock[],
): readonly TraceBlock[] | undefined {
  const last = creating?.at(-1)
  if (last === undefined) return undefined
  const further = choosingKeys.has(change.path[1] ?? '')
    ? [last, ...others.slice(0, otherRecords)].map((block) => ({ ...withoutCaptures(block), advance: 1000 }))
    : Array.from({ length: countForPage(change) }, () => withoutCaptures(last))
  return further.length === 0 ? undefined : [...creating!, ...further, list]
}

/** The number of records that the longer of the two pages cannot hold; 0 if it is unknown or too large. */
function countForPage({ path, old, new: newValue }: Change): number {
  if (!path.includes('page')) return 0
  const sizes = [old, newValue].flatMap((value) =>
    typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? [Number(value)] : [],
  )
  const count = Math.max(0, ...sizes) + 1
  return count < 2 || count > maxRecords ? 0 : count
}
