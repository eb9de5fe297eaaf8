// Decides whether an edit deletes only text that the diagnostic is about.

import type { Span } from '../base/text.ts'
import { type Diagnostic, listPlaces } from '../diagnostic/diagnostic.ts'
import { type Document, partNames } from '../document/document.ts'
import type { Node } from '../document/node.ts'
import type { FixEdit } from './insert.ts'
import { enclosesSpan, pasteContext } from './paste-context.ts'

/**
 * The test of an edit. A removal may delete the entry or item at the diagnostic's place. Any other edit may replace the place itself and
 * one plain value, and must repeat all other words that it replaces.
 */
export function createTextGuard(diagnostic: Diagnostic, document: Document): (edit: FixEdit, isRemoval: boolean) => boolean {
  const places = listPlaces(diagnostic)
  const removable = places.flatMap((place) => [place, ...findOwnElements(place, document), ...findNamedEntries(diagnostic, document)])
  return ({ span, text }, isRemoval) => {
    const kept = new Set(listWords(text))
    const lost = textsOutside(span, isRemoval ? removable : places).flatMap(listWords)
    return lost.every((word) => kept.has(word)) || (!isRemoval && (isOneValue(span, document) || isPartWord(span, document)))
  }
}

function listWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** The ranges of the entry or item at the place, and of those around it that contain nothing else. */
function findOwnElements(place: Span, document: Document): readonly Span[] {
  const { entries, items } = pasteContext(document, place)
  const elements: readonly { readonly range: Span; readonly value: Node }[] = [
    ...entries.map(({ entry: { key, value } }) => ({
      range: { ...key.span, end: Math.max(key.span.end, value.span.end) },
      value,
    })),
    ...items.map((item) => ({ range: item.item.span, value: item.item })),
  ].toSorted((a, b) => a.range.end - a.range.start - (b.range.end - b.range.start))
  const own: Span[] = []
  for (const { range, value } of elements) {
    const inner = own.at(-1) ?? place
    const isKey = own.length === 0 && !enclosesSpan(value.span, inner)
    if (!isKey && value.kind !== 'scalar' && textsOutside(value.span, [inner]).flatMap(listWords).length > 0) break
    own.push(range)
  }
  return own
}

/** The ranges of the entries around the place whose keys a remedy names. */
function findNamedEntries({ remedies = [], primary: { span } }: Diagnostic, document: Document): readonly Span[] {
  const names = remedies.flatMap((each) => (each.kind === 'remove' && each.key !== undefined ? [each.key] : []))
  const named = pasteContext(document, span).maps.flatMap(({ entries }) => entries.filter(({ key }) => names.includes(key.text)))
  return named.slice(0, 1).map(({ key, value }) => ({ ...key.span, end: Math.max(key.span.end, value.span.end) }))
}

/** The parts of the span outside of the others. */
function textsOutside({ source, start, end }: Span, others: readonly Span[]): readonly string[] {
  const texts: string[] = []
  let from = start
  for (const each of others.filter((other) => other.source === source).toSorted((a, b) => a.start - b.start)) {
    if (each.start > from) texts.push(source.text.slice(from, Math.min(each.start, end)))
    from = Math.max(from, each.end)
  }
  return from < end ? [...texts, source.text.slice(from, end)] : texts
}

function isOneValue(span: Span, document: Document): boolean {
  return pasteContext(document, span).entries.some(({ entry: { value } }) => value.kind === 'scalar' && enclosesSpan(value.span, span))
}

/** True if the span is the `not shown` of a part. */
function isPartWord(span: Span, { parts }: Document): boolean {
  return partNames.some((name) => parts[name].word !== undefined && enclosesSpan(parts[name].word, span))
}
