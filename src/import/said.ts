// What an importer writes: a tree of entries, each with the comments that stand above it, which may turn into holes.

import { type Json, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../base/json.ts'

export type Said =
  /** A word or number of YAML, such as `not shown`, `none`, `true` or `5`. */
  | { readonly kind: 'word'; readonly text: string }
  /** A text or an expression, in quotes where YAML asks for them. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Said[] }
  | SaidMap

export type SaidMap = { readonly kind: 'map'; readonly entries: Entry[] }

export type Entry = {
  readonly key: string
  value: Said
  /** Lines of the comment above it, without the number sign. */
  readonly notes: string[]
}

const holeWord = 'not shown'

export const hole: Said = { kind: 'word', text: holeWord }

/** Of a whole part: conventions may say it. */
export const unsaid: Said = { kind: 'word', text: '' }

export function isHole(said: Said): boolean {
  return said.kind === 'word' && said.text === holeWord
}

export function word(value: string | number | boolean): Said {
  return { kind: 'word', text: String(value) }
}

export function text(value: string): Said {
  return { kind: 'text', text: value }
}

export function list(items: readonly (Said | string)[]): Said {
  return { kind: 'list', items: items.map((item) => (typeof item === 'string' ? text(item) : item)) }
}

export function entry(key: string, value: Said, ...notes: readonly string[]): Entry {
  return { key, value, notes: [...notes] }
}

/** Entries that are undefined are left out. */
export function map(...entries: readonly (Entry | undefined)[]): SaidMap {
  return { kind: 'map', entries: entries.filter((each) => each !== undefined) }
}

/** A value as data. */
export function data(value: Json): Said {
  if (isJsonArray(value)) return { kind: 'list', items: value.map(data) }
  if (isJsonObject(value)) return { kind: 'map', entries: Object.entries(value).map(([name, member]) => entry(name, data(member))) }
  if (isJsonNumber(value)) return { kind: 'word', text: numberText(value) }
  return typeof value === 'string' ? text(value) : { kind: 'word', text: String(value) }
}

export function member(said: Said | undefined, key: string): Said | undefined {
  return said?.kind === 'map' ? said.entries.find((each) => each.key === key)?.value : undefined
}

/** Where in the source something stands. */
export function from(pointer: string): string {
  return `from: ${pointer}`
}

/** A doubt: what has to be decided, and why the source does not decide it. */
export function question(sentence: string): string {
  return `import: ${sentence}`
}
