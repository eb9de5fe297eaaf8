// A difference at a place of a schema: how the values move that may be sent, and those that may be read.

import type { Json, JsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import type { Way } from '../law.ts'

export type Difference = { readonly path: readonly string[]; readonly old?: Json | undefined; readonly new?: Json | undefined; readonly sent: Way; readonly read: Way; readonly note?: string }

/** What a keyword is compared with: both whole schemas, and how a schema inside them is compared. */
export type Context = {
  readonly keyword: string
  readonly before: JsonObject
  readonly after: JsonObject
  readonly old: Edition
  readonly new: Edition
  readonly path: readonly string[]
  compare(a: Json | undefined, b: Json | undefined, path: readonly string[]): readonly Difference[]
}

export type KeywordRule = (context: Context) => readonly Difference[]

export function difference({ before, after, path, keyword }: Context, sent: Way, read: Way = sent, note?: string): Difference {
  return { path, old: before[keyword], new: after[keyword], sent, read, ...(note === undefined ? {} : { note }) }
}
