// The output of an importer: a tree of entries with comments, which may become gaps.

import { type Json, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../base/json.ts'

export type DraftValue =
  /** A word or number of YAML, such as `not shown`, `none`, `true` or `5`. */
  | { readonly kind: 'word'; readonly text: string }
  /** A text or an expression, quoted if YAML requires it. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly DraftValue[] }
  | SaidMap

export type SaidMap = { readonly kind: 'map'; readonly entries: DraftEntry[] }

export type DraftEntry = {
  readonly key: string
  /** A member of a template that may be left out: `?key`. */
  readonly optional?: true
  value: DraftValue
  /** Lines of the comment above it, without the number sign. */
  readonly notes: string[]
}

const holeWord = 'not shown'

export const gap: DraftValue = { kind: 'word', text: holeWord }

/** The value of a whole part without content, which conventions may fill. */
export const unsaid: DraftValue = { kind: 'word', text: '' }

export function isGap(draft: DraftValue): boolean {
  return draft.kind === 'word' && draft.text === holeWord
}

/** True if the value contains one, at any depth. */
export function hasGap(draft: DraftValue): boolean {
  if (draft.kind === 'list') return draft.items.some(hasGap)
  return draft.kind === 'map' ? draft.entries.some(({ value }) => hasGap(value)) : isGap(draft)
}

export function draftWord(value: string | number | boolean): DraftValue {
  return { kind: 'word', text: String(value) }
}

export function draftText(value: string): DraftValue {
  return { kind: 'text', text: value }
}

export function list(items: readonly (DraftValue | string)[]): DraftValue {
  return { kind: 'list', items: items.map((item) => (typeof item === 'string' ? draftText(item) : item)) }
}

export function draftEntry(key: string, value: DraftValue, ...notes: readonly string[]): DraftEntry {
  return { key, value, notes: [...notes] }
}

/** A map; omits undefined entries. */
export function map(...entries: readonly (DraftEntry | undefined)[]): SaidMap {
  return { kind: 'map', entries: entries.filter((each) => each !== undefined) }
}

/** A value as data. */
export function draftData(value: Json): DraftValue {
  if (isJsonArray(value)) return { kind: 'list', items: value.map(draftData) }
  if (isJsonObject(value))
    return { kind: 'map', entries: Object.entries(value).map(([name, member]) => draftEntry(name, draftData(member))) }
  if (isJsonNumber(value)) return { kind: 'word', text: numberText(value) }
  return typeof value === 'string' ? draftText(value) : { kind: 'word', text: String(value) }
}

export function draftMember(draft: DraftValue | undefined, key: string): DraftValue | undefined {
  return draft?.kind === 'map' ? draft.entries.find((each) => each.key === key)?.value : undefined
}

/** A note with the place in the source. */
export function printSourceNote(pointer: string): string {
  return `from: ${pointer}`
}

/** A question: the open decision, and why the source does not answer it. */
export function question(sentence: string): string {
  return `import: ${sentence}`
}

/** The value on one line, for people: the notes of its entries are left out. */
export function printOnOneLine(draft: DraftValue): string {
  switch (draft.kind) {
    case 'word':
    case 'text':
      return draft.text
    case 'list':
      return `[${draft.items.map(printOnOneLine).join(', ')}]`
    case 'map':
      return `{ ${draft.entries.map(({ key, value }) => `${key}: ${printOnOneLine(value)}`).join(', ')} }`
  }
}

/** The beginning of the value on one line: at most 100 characters. */
export function printShort(draft: DraftValue): string {
  const all = printOnOneLine(draft)
  return all.length > 100 ? `${all.slice(0, 100)} …` : all
}
