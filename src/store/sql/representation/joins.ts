// Lists and restores the joins of a record's source.

import type { RowSource } from '../source.ts'

/** Returns a function that removes the joins added since. */
export function joinsRestorer(source: RowSource): () => void {
  const sources = [source, ...listJoins(source)].map((each) => [each, each.joins.length] as const)
  return () => {
    for (const [{ joins }, length] of sources) joins.length = length
  }
}

/** Every source that is joined to a source, at any depth. */
export function listJoins(source: RowSource): readonly RowSource[] {
  return source.joins.flatMap((join) => [join.source, ...listJoins(join.source)])
}
