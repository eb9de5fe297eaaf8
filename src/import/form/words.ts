// What a language's file holds: headers, marks and phrases by which a form is understood.

import type { Questions } from './english-questions.ts'

/** A fact that a phrase states of a field. `$1` in a text is the first group of the phrase's pattern. */
export type FieldFact =
  | { readonly says: 'type'; readonly type: string }
  | { readonly says: 'choice' | 'list' | 'each' | 'reference' | 'default'; readonly text: string }
  | { readonly says: 'bounds'; readonly least?: string; readonly most?: string }
  | { readonly says: 'pattern'; readonly pattern: string }
  | { readonly says: 'decimals'; readonly digits: string }
  | { readonly says: 'must'; readonly must: 'yes' | 'no' }
  | { readonly says: 'rule'; readonly rule: string }
  /** Says nothing that binds. */
  | { readonly says: 'nothing' }

/** A phrase is understood only as a whole. */
export type Phrase = readonly [pattern: RegExp, ...facts: readonly FieldFact[]]

export const columnNames = [
  'field', 'type', 'must', 'default', 'setter', 'meaning', 'flags', 'typeName',
  'from', 'to', 'trigger', 'guard', 'endpoint', 'method', 'path', 'who', 'status', 'error', 'event', 'limit', 'value', 'id',
] as const

export type ColumnName = (typeof columnNames)[number]

export type Words = {
  readonly ask: Questions
  /** Headers in small letters, by the column that they name. A header may name several columns, of which the table's kind takes one. */
  readonly headers: { readonly [name in ColumnName]: readonly string[] }
  readonly phrases: readonly Phrase[]
  readonly marks: { readonly yes: RegExp; readonly no: RegExp; readonly nothing: RegExp; readonly conditional: RegExp }
  /** Who sets a field, where that is the service. */
  readonly service: RegExp
  readonly anyone: RegExp
  readonly start: RegExp
  readonly final: readonly RegExp[]
  readonly starts: readonly RegExp[]
  readonly moves: readonly RegExp[]
  readonly conjunction: RegExp
  /** A length of time after which something happens: its number and unit. */
  readonly after: RegExp
  /** A cause and the condition behind it. */
  readonly guarded: RegExp
  /** A cause that is the clock's, at a time that the text does not say in the usual way. */
  readonly clock: RegExp
  readonly units: { readonly [word: string]: 'second' | 'minute' | 'hour' | 'day' | 'week' }
  readonly rate: RegExp
  readonly burst: RegExp
  readonly address: RegExp
  readonly body: RegExp
  /** The group is a resource that is excepted. */
  readonly everyRecord: RegExp
  readonly shape: RegExp
  /** A rate that is no limit. */
  readonly noRate: RegExp
  /** A limit that each of several has. */
  readonly partition: RegExp
  /** Who alone may call: one of its groups. */
  readonly only: RegExp
  readonly said: RegExp
  readonly bearer: RegExp
  readonly headerKey: RegExp
  /** Binding words: a sentence that has one is a requirement. */
  readonly requirement: RegExp
  readonly condition: readonly (readonly [code: RegExp, condition: string])[]
}
