// Tests whether a text begins with a kind of value.

import { typeClausesOf } from './clauses.ts'
import { readFieldText } from './field-type.ts'
import { type FieldReading, type KnownTypes, makeKnownAlone } from './known-types.ts'
import type { Words } from '../words.ts'

/** True for a kind of value that is also a name, such as "email". */
export function isNamedKind(name: string, words: Words): boolean {
  return /mail/i.test(name) && saysKind(findKindInName(name), words)
}

/** The kind in a name: `email` for `driver e-mail address`. */
export function findKindInName(name: string): string {
  return name.replace(/^(?:.* )?e?[ _-]?mail(?: address)?$/i, 'email')
}

/** True if a text begins with a kind of value, or names the setter. */
export function saysKind(text: string, words: Words): boolean {
  const { cells, left } = readFirstClause(text, words, (name) => ({ name, isShape: false }))
  const [first = ''] = typeClausesOf(text.replace(/\.$/, ''), words)
  const isChoice = words.phrases.some(([pattern, fact]) => fact?.says === 'type' && fact.type === 'choice' && pattern.test(first))
  return isChoice || (left.length === 0 && (cells.type !== '' || cells.rules.size > 0))
}

/** True if some of the text is a fact about a field. */
export function saysAny(text: string, words: Words): boolean {
  const { cells, conflict } = readFieldText(text, makeKnownAlone(words))
  return conflict === undefined && (cells.type !== '' || cells.rules.size > 0)
}

/** True if a text begins with a kind of value that names no resource. */
export function isKind(text: string, words: Words): boolean {
  return readFirstClause(text, words, () => undefined).cells.type !== ''
}

/** True if the first clause of a text refers to a resource. */
export function isReference(text: string, words: Words): boolean {
  const [first = ''] = typeClausesOf(text, words)
  return words.phrases.some(([pattern, fact]) => fact?.says === 'reference' && pattern.test(first.trim()))
}

/** True if the first clause of a text is a kind of value and nothing else. */
export function isOnlyKind(text: string, words: Words): boolean {
  const { cells, left } = readFirstClause(text, words, () => undefined)
  return cells.type !== '' && left.length === 0
}

function readFirstClause(text: string, words: Words, named: KnownTypes['named']): FieldReading {
  const [first = ''] = typeClausesOf(text.replace(/\.$/, ''), words)
  return readFieldText(first, makeKnownAlone(words, named))
}
