// Defines the reader's knowledge about the rest of the form, and its result for a field.

import type { FieldCells } from './type-cell.ts'
import type { Words } from '../words.ts'

export type FieldReading = {
  readonly cells: FieldCells
  /** Clauses that were not understood. */
  readonly left: readonly string[]
  /** The contradiction between two clauses. */
  readonly conflict?: string
}

/** The names of declared types with their meanings, and the resources of the form. */
export type KnownTypes = {
  readonly words: Words
  /** The resource or shape for a word: `book`, `Books`. */
  named(word: string): { readonly name: string; readonly isShape: boolean } | undefined
  readonly aliases: ReadonlyMap<string, string>
  /** General bounds of a kind of value. */
  readonly general: ReadonlyMap<string, string>
  /** The type of another field that lists these values: by its resource or section, or by the common name of such fields. */
  choiceOf(owner: string | undefined, field: string): string | undefined
  /** The type of a field with this name that has members: a shape. */
  shapeOf?(field: string): string | undefined
  /** The kind of the field's value in a sample. */
  readonly shownKind?: string
  /** The name of the field itself. */
  readonly ownName?: string
  /** The field of the same resource for a word: `customer_id` for `customer`. */
  ownField?(word: string): string | undefined
  /** True if the form writes ranges of lengths, so that a single number is an exact length. */
  readonly lengthsAreExact?: boolean
  /** True if the form shows identifiers that are texts. */
  readonly idsAreTexts?: boolean
  /** True if the form states that numbers are whole where nothing else is said. */
  readonly numbersAreWhole?: boolean
  /** True if the form states that times are points in time. */
  readonly timesAreInstants: boolean
}

/** The known meaning of a text without other words. */
export function makeKnownAlone(words: Words, named: KnownTypes['named'] = (name) => ({ name, isShape: false })): KnownTypes {
  return { words, aliases: new Map(), general: new Map(), named, choiceOf: () => undefined, timesAreInstants: true }
}

/** The key of general clauses about any kind of money. */
export const anyMoney = 'money of any kind'
