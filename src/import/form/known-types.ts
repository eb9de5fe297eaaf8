// What the reader of a field knows of the rest of the form, and what it finds.

import type { FieldCells } from './type-cell.ts'
import type { Words } from './words.ts'

export type FieldReading = {
  readonly cells: FieldCells
  /** Clauses that are not understood. */
  readonly left: readonly string[]
  /** Two clauses say different things. */
  readonly conflict?: string
}

/** Names of types that the form declares, with what they mean, and the resources it has. */
export type KnownTypes = {
  readonly words: Words
  /** The resource or shape that a word names: `book`, `Books`. */
  named(word: string): { readonly name: string; readonly isShape: boolean } | undefined
  readonly aliases: ReadonlyMap<string, string>
  /** Bounds of a kind of value that the form says once for all. */
  readonly general: ReadonlyMap<string, string>
  /** The type of a field elsewhere that lists its values: by its resource or section, or by the name that all such fields share. */
  choiceOf(owner: string | undefined, field: string): string | undefined
  /** The name of the field itself. */
  readonly ownName?: string
  /** The field of the same resource that a word names: `customer` of `customer_id`. */
  ownField?(word: string): string | undefined
  /** The form has lengths of its own as ranges, so that one number is the exact length. */
  readonly lengthsAreExact?: boolean
  /** The form shows identifiers that are texts. */
  readonly idsAreTexts?: boolean
  /** The form says that times are points in time. */
  readonly timesAreInstants: boolean
}
