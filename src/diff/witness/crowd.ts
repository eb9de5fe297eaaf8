// Fills a list before it is read: a changed page size shows only if there are more records than it admits.

import type { Change } from '../change.ts'
import { type TraceBlock, withoutCaptures } from './block.ts'

/** The most records to create for one list. */
const maxRecords = 60

/** The creating requests, the last one as often as the changed page can hold records, and the list; undefined for any other change. */
export function fillList(
  creating: readonly TraceBlock[] | undefined,
  list: TraceBlock,
  { path, old, new: newValue }: Change,
): readonly TraceBlock[] | undefined {
  const last = creating?.at(-1)
  if (last === undefined || !path.includes('page')) return undefined
  const sizes = [old, newValue].flatMap((value) =>
    typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? [Number(value)] : [],
  )
  const count = Math.max(0, ...sizes) + 1
  if (count < 2 || count > maxRecords) return undefined
  return [...creating!, ...Array.from({ length: count }, () => withoutCaptures(last)), list]
}
