// Reads files into one document: splits them into parts, parses their YAML, and merges content from several places.

import { type Source, type Span, createSource, createSpan } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { FileReading } from './contribution.ts'
import { type Document, type PartName, frontKeys, partNames } from './document.ts'
import { type Heading, assignParts } from './heading.ts'
import { type MarkdownOutline, outline } from './markdown.ts'
import { readMarkdownFile } from './markdown-file.ts'
import type { ReportDiagnostic } from './merge.ts'
import type { MapNode } from './node.ts'
import { findNotADocument } from './no-document.ts'
import { gatherPart, isMapPiece, isTable, mergePart } from './part.ts'
import * as problem from './part-problem.ts'
import { readYamlFile } from './yaml-file.ts'
import { type Anchors, createAnchorScope } from './yaml-tree.ts'

export type File = { readonly name: string; readonly text: string }

export type DocumentReading = { readonly document: Document; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads the files of one document, in the order of their paths: `.yaml`, `.yml` and `.json` as YAML, all others as Markdown. `convention`:
 * the name, if the files are a convention.
 */
export function readDocument(files: readonly File[], convention?: string): DocumentReading {
  const sources = files.map((file) => createSource(file.name, file.text, convention))
  const [first] = sources
  const readings = readFiles(sources)
  const notADocument = convention === undefined ? findNotADocument(sources, readings) : undefined
  const diagnostics = notADocument === undefined ? readings.flatMap((reading) => reading.diagnostics) : [notADocument]
  const report: ReportDiagnostic = (diagnostic) => void diagnostics.push(diagnostic)
  const contributions = readings.flatMap((reading) => reading.contributions)
  const start = first === undefined ? createSpan(createSource('', '', convention), 0, 0) : spanFirstLine(first)
  const titledReading = readings.find((reading) => reading.title !== undefined)?.title
  const front = readFront(readings, start, report)
  const title = titledReading?.text ?? findText(front, 'title')
  const preamble = readings.map((reading) => reading.preamble).find((text) => text !== undefined)
  const gathered = partNames.map((name) => gatherPart(name, contributions, start))
  const tabled = gathered.filter(({ pieces }) => pieces.some(isTable))
  // The code that binds the tables of a part merges it again, and reports duplicates.
  const parts = Object.fromEntries(
    gathered.map((each) => [each.name, mergePart(each, each.pieces.filter(isMapPiece), tabled.includes(each) ? () => undefined : report)]),
  )
  const document: Document = {
    ...(title === undefined ? {} : { title }),
    ...(preamble === undefined ? {} : { preamble }),
    front,
    parts: parts as Document['parts'],
    scenarios: readings.flatMap((reading) => reading.scenarios),
    tabled,
    whole: titledReading?.span.source === first && titledReading !== undefined ? titledReading.span : start,
  }
  return { document, diagnostics }
}

function readFiles(sources: readonly Source[]): FileReading[] {
  const outlines = new Map<Source, MarkdownOutline>()
  for (const file of sources) if (!isYaml(file.name)) outlines.set(file, outline(file))
  const headingsOfAll = [...outlines.values()].flatMap(({ sections }) => sections.map(({ heading }) => heading))
  const headings = headingsOfAll.filter((heading): heading is Heading => heading?.level === 2)
  const parts = assignParts(headings.map((heading) => heading.title))
  const partOf = new Map<Heading, PartName | undefined>(headings.map((heading, index) => [heading, parts[index]]))
  const scopes = new Map<PartName, Anchors>()
  const anchorsOf = (part: PartName): Anchors => scopes.getOrInsertComputed(part, createAnchorScope)
  return sources.map((file) => {
    const outlineOfFile = outlines.get(file)
    return outlineOfFile === undefined
      ? readYamlFile(file)
      : readMarkdownFile(file, outlineOfFile, (heading) => partOf.get(heading), anchorsOf)
  })
}

const isYaml = (name: string): boolean => /\.(?:ya?ml|json)$/i.test(name)

function spanFirstLine(file: Source): Span {
  const end = file.lineStarts[1] ?? file.text.length
  return createSpan(file, 0, file.text.slice(0, end).trimEnd().length)
}

function findText(map: MapNode, name: string): string | undefined {
  const value = map.entries.find((each) => each.key.text === name)?.value
  return value?.kind === 'scalar' && value.value !== null ? value.text : undefined
}

/** The front matter of the first file; front matter in later files is a mistake. */
function readFront(readings: readonly FileReading[], start: Span, report: ReportDiagnostic): MapNode {
  const [first, ...later] = readings
  for (const { key } of later.flatMap((reading) => reading.front?.entries ?? []))
    report(problem.reportFrontInLaterFile(key.text, key.span, start))
  const front = first?.front
  if (front === undefined) return { kind: 'map', entries: [], span: { ...start, end: start.start } }
  const unknown = front.entries.filter(({ key }) => !(frontKeys as readonly string[]).includes(key.text))
  for (const { key } of unknown) report(problem.reportUnknownPartKey(key, 'the front matter'))
  return front
}
