// The result of a comparison: one change of the document, its effects on each side, and its places in both editions.

import type { Json } from '../base/json.ts'
import type { Span } from '../base/text.ts'
import type { PartName } from '../document/document.ts'
import type { EffectOnSide, ChangeSeverity } from './law.ts'
import type { Witness } from './witness/witness.ts'

export type Change = {
  readonly part: PartName
  /** The path within its part: `Order`, `properties`, `note`, `maxLength`. */
  readonly path: readonly string[]
  /** The former and the new value; absent if the other edition lacks it. */
  readonly old?: Json
  readonly new?: Json
  /** Each affected side, once per role. Empty if unknown. */
  readonly motions: readonly EffectOnSide[]
  readonly severity: ChangeSeverity
  /** A note with more information than the values. */
  readonly note?: string
  /** Affected operations by id, if the change itself names none. */
  readonly operations: readonly string[]
  readonly places: { readonly old?: Span; readonly new?: Span }
  /** Requests that show the difference. */
  readonly witness?: Witness
  /** The rule of part 9 that keeps old clients served. */
  readonly covered?: string
}

/** Sorts by severity, the worst first, then in document order. */
export function inOrderOfSeverity<C extends Pick<Change, 'severity'>>(changes: readonly C[]): C[] {
  const rank = { breaking: 0, review: 1, safe: 2 }
  return changes.toSorted((a, b) => rank[a.severity] - rank[b.severity])
}
