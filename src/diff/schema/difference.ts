// Represents a difference at a place of a schema: the changes of the permitted values, and of the values that readers see.

import type { Json, JsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import type { SetMotion } from '../law.ts'

export type SchemaDifference = {
  readonly path: readonly string[]
  readonly old?: Json | undefined
  readonly new?: Json | undefined
  readonly sent: SetMotion
  readonly read: SetMotion
  readonly note?: string
}

/** The context of a keyword's comparison: both schemas, and the function that compares subschemas. */
export type DifferenceContext = {
  readonly keyword: string
  readonly before: JsonObject
  readonly after: JsonObject
  readonly old: Edition
  readonly new: Edition
  readonly path: readonly string[]
  compare(a: Json | undefined, b: Json | undefined, path: readonly string[]): readonly SchemaDifference[]
}

export type KeywordRule = (context: DifferenceContext) => readonly SchemaDifference[]

export function makeDifference(
  { before, after, path, keyword }: DifferenceContext,
  sent: SetMotion,
  read: SetMotion = sent,
  note?: string,
): SchemaDifference {
  return { path, old: before[keyword], new: after[keyword], sent, read, ...(note === undefined ? {} : { note }) }
}
