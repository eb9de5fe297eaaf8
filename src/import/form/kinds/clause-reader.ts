// Defines how the readers of a field's clauses call each other: a clause may have a description of its own within it.

import type { FieldReading, KnownTypes } from './known-types.ts'
import type { FieldDraft } from './type-cell.ts'

/** `partly`: understood, but not completely. */
export type ClauseOutcome = boolean | 'partly'

/** `depth`: how many descriptions the text is within. */
export type ClauseReader = {
  text(text: string, known: KnownTypes, depth: number): FieldReading
  clause(text: string, draft: FieldDraft, known: KnownTypes, depth: number): ClauseOutcome
}
