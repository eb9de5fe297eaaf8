// Reads a Markdown file of a document: the part of each section, its blocks, and its prose.

import { type Source, type Span, spanRestOfLine, createSpan, textOf } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Contribution, type FileReading, isNotShownSentence, parseStateWord, readContribution } from './contribution.ts'
import type { HurlFence, PartName, Prose, Unmarked } from './document.ts'
import type { Heading } from './heading.ts'
import { type MarkdownBlock, type Fence, type MarkdownOutline, type MarkdownSection, groupFences } from './markdown.ts'
import type { ReportDiagnostic } from './merge.ts'
import type { MapNode, Node } from './node.ts'
import * as problem from './part-problem.ts'
import { type Region, joinRegions, createRegion } from './region.ts'
import { readYaml } from './read-yaml.ts'
import type { BrokenTable, Table } from './table.ts'
import type { Anchors } from './yaml-tree.ts'

/** Prose in a part, with its heading, or the block after it. */
type Run = {
  readonly span: Span
  readonly heading: Heading | undefined
  readonly nextBlock: Fence | Table | undefined
  readonly table?: Table
}

/** The sections of a file that are under one level-2 heading (or before the first, or under a level-1 heading). */
type Chapter = { readonly heading?: Heading; readonly sections: readonly MarkdownSection[] }

export function readMarkdownFile(
  source: Source,
  { front, unclosedFront, sections }: MarkdownOutline,
  partOf: (heading: Heading) => PartName | undefined,
  anchorsOf: (part: PartName) => Anchors,
): FileReading {
  const diagnostics: Diagnostic[] = unclosedFront === undefined ? [] : [problem.reportUnclosedFront(unclosedFront)]
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const contributions: Contribution[] = []
  const scenarios: HurlFence[] = []
  let title: FileReading['title']
  const preambleTexts: string[] = []
  for (const chapter of groupChapters(sections)) {
    const { heading } = chapter
    const part = heading?.level === 2 ? partOf(heading) : undefined
    scenarios.push(...readScenarios(source, chapter, report))
    if (part !== undefined) {
      contributions.push(toContribution(part, chapter, anchorsOf(part), report))
      continue
    }
    for (const section of chapter.sections) {
      for (const fence of section.blocks.filter(isYaml)) report(problem.reportBlockOutsidePart(fence.span, section.heading ?? heading))
    }
    if (heading?.level === 1 && title === undefined) title = { text: heading.title, span: heading.span }
    if (heading?.level !== 2 && contributions.length === 0) preambleTexts.push(...chapter.sections.map(joinProse))
  }
  const frontMap = front === undefined ? undefined : readFront(front, report)
  const preamble = preambleTexts.filter((text) => text !== '').join('\n\n')
  return {
    ...(title === undefined ? {} : { title }),
    ...(preamble === '' ? {} : { preamble }),
    ...(frontMap === undefined ? {} : { front: frontMap }),
    contributions,
    scenarios,
    diagnostics,
  }
}

function groupChapters(sections: readonly MarkdownSection[]): Chapter[] {
  const chapters: { heading?: Heading; sections: MarkdownSection[] }[] = []
  for (const section of sections) {
    const { heading } = section
    if (heading === undefined) chapters.push({ sections: [section] })
    else if (heading.level <= 2) chapters.push({ heading, sections: [section] })
    else chapters.at(-1)!.sections.push(section)
  }
  return chapters
}

const isTable = (block: MarkdownBlock): block is Table | BrokenTable => block.kind === 'table' || block.kind === 'broken-table'

const isYaml = (block: MarkdownBlock): block is Fence => block.kind === 'fence' && block.language === 'yaml'

function joinProse(section: MarkdownSection): string {
  const blocks = section.blocks.filter((block) => block.kind !== 'fence')
  return blocks
    .map((block) => textOf(block.span))
    .join('\n\n')
    .replace(/\r\n?/g, '\n')
}

function readFront(region: Region, report: ReportDiagnostic): MapNode | undefined {
  const { node, diagnostics } = readYaml(region)
  diagnostics.forEach(report)
  if (node === undefined || node.kind === 'map') return node
  if (diagnostics.length === 0) report(problem.reportFrontNotMap(node))
  return undefined
}

function toContribution(part: PartName, chapter: Chapter, anchors: Anchors, report: ReportDiagnostic): Contribution {
  const contribution: Contribution = { part, heading: chapter.heading!.span, pieces: [], stateWords: [], gaps: [], prose: [], unmarked: [] }
  const fences: Fence[] = []
  const tables: (Table | BrokenTable)[] = []
  const runs: Run[] = []
  for (const section of chapter.sections) {
    const isInner = section.heading !== chapter.heading
    runs.push(...groupProse(section, isInner ? section.heading : undefined))
    const unfenced = findUnfencedYaml(section)
    if (unfenced !== undefined) contribution.unmarked.push(unfenced)
    for (const block of section.blocks) {
      const state = block.kind === 'paragraph' && !isInner ? parseStateWord(textOf(block.span)) : undefined
      if (state !== undefined) contribution.stateWords.push({ state, span: block.span })
      if (block.kind === 'paragraph' && !isInner && isNotShownSentence(textOf(block.span))) contribution.gaps.push(block.span)
      if (isYaml(block)) fences.push(block)
      if (isTable(block))
        tables.push(block.kind === 'table' && section.heading !== undefined && isInner ? { ...block, heading: section.heading } : block)
      if (!isTable(block) && block.kind !== 'fence' && block.unmarked !== undefined) contribution.unmarked.push(block.unmarked)
    }
  }
  const firstKeys = new Map<Fence, string>()
  for (const group of groupFences(fences)) {
    const { node, diagnostics } = readYaml(joinRegions(group.map((fence) => fence.region)), anchors)
    diagnostics.forEach(report)
    if (node === undefined) continue
    if (node.kind === 'map' || diagnostics.length === 0) readContribution(contribution, node, report)
    if (partsOfElements.has(part)) for (const fence of group) rememberFirstKey(fence, node, firstKeys)
  }
  // Blocks are read as one text; tables keep their place among them.
  contribution.pieces.push(...tables)
  contribution.pieces.sort((a, b) => a.span.start - b.span.start)
  for (const run of runs) if (parseStateWord(textOf(run.span)) === undefined) contribution.prose.push(makeProse(run, firstKeys))
  return contribution
}

/** A key at the beginning of a line. */
const keyLine = /^ *[^\s:#>*`-][^:\n]*:(?=\s|$)/

/** Finds YAML in prose without a fence: it begins at the first line with a key. */
function findUnfencedYaml({ blocks }: MarkdownSection): Unmarked | undefined {
  if (blocks.some((block) => block.kind === 'fence' || isTable(block) || block.unmarked !== undefined)) return undefined
  const firstKeyBlock = blocks.find(({ span: { source, start } }) => keyLine.test(source.text.slice(start, start + 200)))
  if (firstKeyBlock === undefined) return undefined
  const { source, start } = firstKeyBlock.span
  const from = source.text.lastIndexOf('\n', start - 1) + 1
  return { opening: spanRestOfLine(source, start), region: createRegion(source, from, blocks.at(-1)!.span.end) }
}

/** Groups the prose between binding blocks. */
function groupProse(section: MarkdownSection, heading: Heading | undefined): Run[] {
  const runs: Run[] = []
  let first: Span | undefined
  let last: Span | undefined
  const flush = (nextBlock?: Fence | Table): void => {
    if (first !== undefined && last !== undefined) runs.push({ span: createSpan(first.source, first.start, last.end), heading, nextBlock })
    first = last = undefined
  }
  for (const block of section.blocks) {
    if (block.kind === 'fence') flush(block)
    else if (block.kind === 'table') {
      flush(block)
      runs.push({ span: block.span, heading, nextBlock: undefined, table: block })
    } else {
      first ??= block.span
      last = block.span
    }
  }
  flush()
  return runs
}

function makeProse({ span: place, heading, nextBlock, table }: Run, firstKeys: ReadonlyMap<Fence, string>): Prose {
  const about = heading?.title ?? (nextBlock?.kind === 'fence' ? firstKeys.get(nextBlock) : undefined)
  const above = heading === undefined && nextBlock?.kind === 'table' ? nextBlock : undefined
  return {
    text: textOf(place).replace(/\r\n?/g, '\n'),
    ...(about === undefined ? {} : { about }),
    span: place,
    ...(table === undefined ? {} : { table }),
    ...(above === undefined ? {} : { above }),
  }
}

/** Parts whose blocks contain named elements; text above a block of another part concerns the part. */
const partsOfElements: ReadonlySet<string> = new Set<PartName>(['resources', 'states', 'endpoints'])

function rememberFirstKey(fence: Fence, node: Node, firstKeys: Map<Fence, string>): void {
  if (node.kind !== 'map') return
  const { start, end } = fence.span
  const first = node.entries.find(({ key }) => key.span.start >= start && key.span.end <= end)
  if (first !== undefined) firstKeys.set(fence, first.key.text)
}

function readScenarios(source: Source, chapter: Chapter, report: ReportDiagnostic): HurlFence[] {
  const scenarios: HurlFence[] = []
  for (const section of chapter.sections) {
    const heading = section.heading ?? chapter.heading
    for (const block of section.blocks) {
      if (block.kind !== 'fence') continue
      const opening = Math.min(block.span.end, block.lines[0]?.from ?? block.span.end)
      if (!block.closed) report(problem.reportUnclosedFence({ ...block.span, end: opening }))
      if (block.language !== 'hurl') continue
      scenarios.push({
        title: heading?.title ?? '',
        heading: heading?.span ?? createSpan(source, 0, 0),
        text: block.lines.map((line) => line.text).join('\n'),
        span: block.span,
        lineOffsets: block.lines.map((line) => line.from),
      })
    }
  }
  return scenarios
}
