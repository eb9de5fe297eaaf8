// Annotates the text of a document: the meaning of each value, and the content of its conventions in between.

import { type Source, type Span, findPosition } from '../base/text.ts'
import { partNames } from '../document/document.ts'
import type { Entry, MapNode, Node } from '../document/node.ts'
import { printYaml } from '../document/print.ts'
import type { Model } from '../model/model.ts'
import { printPlace } from './origin.ts'

export type AnnotatedFile = {
  readonly name: string
  readonly text: string
  readonly marks: readonly DocumentMark[]
  readonly filled: readonly FilledLine[]
}

/** A key or value by UTF-16 offsets, with its path: `resources › Order › key`. An inherited one has several paths. */
export type DocumentMark = {
  readonly start: number
  readonly end: number
  readonly kind: 'key' | 'value'
  readonly paths: readonly string[]
}

/** Values that a convention adds: YAML to show below the line (one-based). */
export type FilledLine = {
  readonly line: number
  readonly indent: number
  readonly text: string
  readonly path: string
  readonly from: string
}

type FileAnnotations = {
  readonly marks: Map<string, { start: number; end: number; kind: DocumentMark['kind']; paths: string[] }>
  readonly filled: FilledLine[]
}

/** The files by name, for a document that its conventions have filled. */
export function annotate({ document }: Model): readonly AnnotatedFile[] {
  const files = new Map<Source, FileAnnotations>()
  const openAnnotations = (source: Source): FileAnnotations => files.getOrInsertComputed(source, () => ({ marks: new Map(), filled: [] }))
  openAnnotations(document.whole.source)
  for (const { heading } of document.scenarios) openAnnotations(heading.source)
  const visit = makeVisitor(openAnnotations)
  visit(document.front, ['front matter'], undefined)
  for (const name of partNames) {
    const { node, headings, prose } = document.parts[name]
    for (const { source } of [...headings, ...prose.map(({ span }) => span)]) openAnnotations(source)
    visit(node, [name], headings.at(-1))
  }
  return [...files]
    .filter(([source]) => source.convention === undefined)
    .sort(([a], [b]) => (a.name < b.name ? -1 : 1))
    .map(([{ name, text }, { marks, filled }]) => ({
      name,
      text,
      marks: [...marks.values()].sort((a, b) => a.start - b.start || b.end - a.end),
      // If several are below one line, the innermost comes first.
      filled: filled.sort((a, b) => a.line - b.line || b.indent - a.indent),
    }))
}

/** `heading`: the beginning of the part, for values outside of the document's maps. */
function makeVisitor(
  annotationsOf: (source: Source) => FileAnnotations,
): (node: Node, path: readonly string[], heading: Span | undefined) => void {
  const mark = (span: Span, kind: DocumentMark['kind'], path: readonly string[]): void => {
    if (span.source.convention !== undefined || span.end <= span.start) return
    const { marks } = annotationsOf(span.source)
    const key = `${span.start} ${span.end} ${kind}`
    const { paths } = marks.getOrInsertComputed(key, () => ({ start: span.start, end: span.end, kind, paths: [] }))
    const text = path.join(' › ')
    if (!paths.includes(text)) paths.push(text)
  }
  const visitMap = (map: MapNode, path: readonly string[], heading: Span | undefined): void => {
    const documentEntries = map.entries.filter(isFromDocument)
    for (const mapEntry of map.entries) {
      const inner = [...path, mapEntry.key.text]
      if (isFromDocument(mapEntry)) {
        mark(mapEntry.key.span, 'key', inner)
        visit(mapEntry.value, inner, undefined)
        continue
      }
      const place = findPlaceBelow(documentEntries, heading)
      if (place === undefined) continue
      const { source, line, indent } = place
      annotationsOf(source).filled.push({
        line,
        indent,
        text: printYaml({ ...map, entries: [mapEntry] }).trimEnd(),
        path: inner.join(' › '),
        from: printPlace(mapEntry.key.span),
      })
    }
  }
  const visit = (node: Node, path: readonly string[], heading: Span | undefined): void => {
    if (node.kind === 'scalar') mark(node.span, 'value', path)
    else if (node.kind === 'map') visitMap(node, path, heading)
    else for (const [index, item] of node.items.entries()) visit(item, [...path, String(index + 1)], undefined)
  }
  return visit
}

function isFromDocument({ key, value }: Entry): boolean {
  return key.span.source.convention === undefined && value.span.source.convention === undefined
}

type Place = { readonly source: Source; readonly line: number; readonly indent: number }

/** Below the last line of a map's own entries, with their indentation; or below the heading. */
function findPlaceBelow(documentEntries: readonly Entry[], heading: Span | undefined): Place | undefined {
  const last = documentEntries.filter(({ inherited }) => inherited === undefined).at(-1)
  if (last === undefined) return heading && { source: heading.source, line: findPosition(heading.source, heading.start).line, indent: 0 }
  const { source, start } = last.key.span
  const { line, column } = findPosition(source, start)
  const before = source.text.slice(source.lineStarts[line - 1], start)
  const indent = /^[ -]*$/.test(before) ? column - 1 : before.length - before.trimStart().length + 2
  return { source, line: findPosition(source, findEndOfEntry(last, source)).line, indent }
}

/** The end of an entry; the content of an alias is elsewhere and does not count. */
function findEndOfEntry({ key, value }: Entry, source: Source): number {
  return Math.max(key.span.end, findEndOfNode(value, source))
}

function findEndOfNode(node: Node, source: Source): number {
  if (node.span.source !== source) return 0
  if (node.kind === 'map')
    return Math.max(0, ...node.entries.filter(isFromDocument).map((each) => findEndOfEntry(each, source)), findEndOfFlow(node.span))
  if (node.kind === 'list') return Math.max(0, ...node.items.map((item) => findEndOfNode(item, source)), findEndOfFlow(node.span))
  return findTrimmedEnd(node.span)
}

/** Content in braces ends before the closing brace. */
function findEndOfFlow(span: Span): number {
  return '{['.includes(span.source.text[span.start] ?? ' ') ? findTrimmedEnd(span) : 0
}

function findTrimmedEnd({ source, start, end }: Span): number {
  return start + Math.max(0, source.text.slice(start, end).trimEnd().length - 1)
}
