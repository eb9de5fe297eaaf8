// Completes keys, words and names by their place in YAML or in a table, and names inside expressions.

import type { Compiled } from '../compile/compile.ts'
import { type Completion, completeExpression } from './complete-expression.ts'
import { findSlotAt } from './expression-at.ts'
import { listKeysAt, listWordsAt } from './language.ts'
import { nameKeysAt, listNamesAt } from './names-at.ts'
import { type Place, placeAt } from './place.ts'
import { completeTable } from './complete-table.ts'
import { findTablePlace } from './table-place.ts'
import { completionKind } from './protocol.ts'

/** `compileWith` compiles the document with another text in this file. */
export function complete(
  file: string,
  text: string,
  offset: number,
  compileWith: (text: string) => Compiled | undefined,
): readonly Completion[] {
  const place = placeAt(file, text, offset)
  if (place === undefined) return completeInTable(file, text, offset, compileWith)
  // The compiler gets a name in place of a missing value, so that it finds the scope.
  const isEmpty = place.at === 'value' && place.prefix === ''
  const compiled = compileWith(isEmpty ? `${text.slice(0, offset)}x${text.slice(offset)}` : text)
  if (compiled === undefined) return []
  // A later line of an expression looks like a key.
  const expression = completeInExpression(compiled, file, offset) ?? completeUnclosed(place, file, text, offset, compileWith)
  if (expression !== undefined) return expression
  if (place.at === 'key') return completeKeys(place, compiled)
  const words = listWordsAt(place.part, place.path).map((label) => ({ label, kind: completionKind.enum }))
  return [...listNamesAt(compiled, place), ...words]
}

/** Undefined outside of expressions and texts with `${…}`. */
function completeInExpression(compiled: Compiled, file: string, offset: number): readonly Completion[] | undefined {
  const slot = findSlotAt(compiled, file, offset)
  if (slot === undefined) return undefined
  const before = slot.use.slot.text.slice(0, slot.index)
  const gap = before.lastIndexOf('${')
  if (slot.use.slot.kind === 'expression') return completeExpression(before, slot.use.scope)
  return gap < 0 || before.slice(gap).includes('}') ? [] : completeExpression(before.slice(gap + 2), slot.use.scope)
}

function completeInTable(
  file: string,
  text: string,
  offset: number,
  compileWith: (text: string) => Compiled | undefined,
): readonly Completion[] {
  if (/\.(?:ya?ml|json)$/i.test(file)) return []
  const place = findTablePlace(text, offset)
  const compiled = place && compileWith(text)
  if (place === undefined || compiled === undefined) return []
  // Text between backticks is an expression.
  const isCode = place.before.split('`').length % 2 === 0
  return (isCode ? completeInExpression(compiled, file, offset) : undefined) ?? completeTable(compiled, place)
}

/** In a line whose brackets or quotes are still open, so that the compiler could not read it. */
function completeUnclosed(
  { at, prefix, closing }: Place,
  file: string,
  text: string,
  offset: number,
  compileWith: (text: string) => Compiled | undefined,
): readonly Completion[] | undefined {
  if (at === 'key' || closing === '') return undefined
  const lineEnd = text.indexOf('\n', offset)
  // The value is only read for its scope.
  const value = /^(?:$|["'])/.test(prefix) ? 'x' : ''
  const compiled = compileWith(`${text.slice(0, offset)}${value}${closing}${lineEnd < 0 ? '' : text.slice(lineEnd)}`)
  return compiled === undefined ? undefined : completeInExpression(compiled, file, offset)
}

function completeKeys(place: Place, compiled: Compiled): readonly Completion[] {
  const languageKeys = listKeysAt(place.part, place.path).map(({ name, about, hasBlockValue }) => ({
    label: name,
    kind: completionKind.property,
    documentation: about,
    insertText: hasBlockValue ? `${name}:` : `${name}: `,
  }))
  return [...nameKeysAt(compiled, place), ...languageKeys]
}
