// What a comparison finds: one change of the document, whom it affects and how, and where it stands in both editions.

import type { Json } from '../base/json.ts'
import type { Span } from '../base/text.ts'
import type { PartName } from '../document/document.ts'
import type { Motion, Severity } from './law.ts'
import type { Witness } from './witness/witness.ts'

export type Change = {
  readonly part: PartName
  /** The names that lead to it within its part: `Order`, `properties`, `note`, `maxLength`. */
  readonly path: readonly string[]
  /** What it was and is; absent where it is new or gone. */
  readonly old?: Json
  readonly new?: Json
  /** Each side that is affected, once a role. Empty where nobody can tell. */
  readonly motions: readonly Motion[]
  readonly severity: Severity
  /** A sentence that says more than the values do. */
  readonly note?: string
  /** Operations that are affected, by id, where the change itself does not name one. */
  readonly operations: readonly string[]
  readonly places: { readonly old?: Span; readonly new?: Span }
  /** Requests that show it. */
  readonly witness?: Witness
  /** Why old clients are served all the same: what of part 9 covers it. */
  readonly covered?: string
}

/** Sorted by severity, the worst first, then as they stand in the document. */
export function inOrderOfSeverity<C extends Pick<Change, 'severity'>>(changes: readonly C[]): C[] {
  const rank = { breaking: 0, review: 1, safe: 2 }
  return changes.toSorted((a, b) => rank[a.severity] - rank[b.severity])
}
