// Converts the `yaml` blocks of a Markdown file to tables if cells can express them; prose and headings stay unchanged.

import { type Source, createSource } from '../../base/text.ts'
import type { Document, PartName } from '../../document/document.ts'
import { type Edit, applyEdits } from '../../document/edit.ts'
import { format } from '../../document/format.ts'
import { assignParts } from '../../document/heading.ts'
import { type Fence, type MarkdownSection, outline, groupFences } from '../../document/markdown.ts'
import { findEntryOf } from '../../document/node.ts'
import { printYaml } from '../../document/print.ts'
import type { File } from '../../document/read.ts'
import { readYaml } from '../../document/read-yaml.ts'
import { joinRegions } from '../../document/region.ts'
import { createAnchorScope } from '../../document/yaml-tree.ts'
import { listTransitionNames } from '../kinds/access.ts'
import { resolveIn } from '../kinds/fields.ts'
import { listComments, printComments } from './comments.ts'
import { type PrintContext, printPart } from './parts.ts'
import { type PrintedPart, compactTable } from './printed.ts'
import { printTable } from './table-text.ts'

/** A part's chapter: the heading of level 2, and the sections under it. */
type Chapter = { readonly part: PartName; readonly sections: readonly MarkdownSection[] }

/** `document`: the whole document with this file; `partsToConvert`: the parts to print as tables. */
export function asTables(file: File, document: Document, partsToConvert: ReadonlySet<PartName>): string {
  const markdown = createSource(file.name, file.text)
  const edits = splitChapters(markdown).flatMap((chapter) => (partsToConvert.has(chapter.part) ? listEdits(chapter, document) : []))
  return edits.length === 0 ? file.text : format({ name: file.name, text: applyEdits(file.text, edits).replace(/\n{3,}/g, '\n\n') })
}

export function splitChapters(markdown: Source): readonly Chapter[] {
  const { sections } = outline(markdown)
  const titles = sections.flatMap(({ heading }) => (heading?.level === 2 ? [heading.title] : []))
  const parts = assignParts(titles)
  const chapters: { part: PartName | undefined; sections: MarkdownSection[] }[] = []
  for (const section of sections) {
    if (section.heading !== undefined && section.heading.level <= 2) {
      const index = chapters.filter(({ sections: [first] }) => first?.heading?.level === 2).length
      chapters.push({ part: section.heading.level === 2 ? parts[index] : undefined, sections: [section] })
    } else if (chapters.length > 0) chapters.at(-1)!.sections.push(section)
  }
  return chapters.flatMap(({ part, sections: all }) => (part === undefined ? [] : [{ part, sections: all }]))
}

export function createPrintContext(part: PartName, document: Document): PrintContext {
  const { node } = document.parts[part]
  const resources = document.parts.resources.node
  return {
    whole: node,
    names: {
      resolve: resolveIn({ document, part: resources, name: 'resources' }),
      isResource: (name) => findEntryOf(resources, name) !== undefined,
    },
    steps: new Set(),
    transitions: listTransitionNames(document),
  }
}

function listEdits({ part, sections }: Chapter, document: Document): readonly Edit[] {
  const isYaml = (block: MarkdownSection['blocks'][number]): block is Fence => block.kind === 'fence' && block.language === 'yaml'
  const fences = sections.flatMap(({ blocks }) => blocks.filter(isYaml))
  const anchors = createAnchorScope()
  const context = createPrintContext(part, document)
  return groupFences(fences).flatMap((group): readonly Edit[] => {
    const { node, diagnostics } = readYaml(joinRegions(group.map(({ region }) => region)), anchors)
    if (
      node?.kind !== 'map' ||
      diagnostics.length > 0 ||
      node.entries.length === 0 ||
      group.some(({ closed, region }) => !closed || region.pieces.length > 1)
    )
      return []
    const section = sections.find(({ blocks }) => blocks.includes(group[0]!))!
    const printed = printPart(part, node, context)
    if (printed.every(isOnlyPlaceholder)) return []
    const level = Math.max(3, (section.heading?.level ?? 2) + 1)
    // A scenario is named by the heading above it.
    const isFollowed = section.blocks.some(
      (block) => block.kind === 'fence' && block.language === 'hurl' && block.span.start > group[0]!.span.start,
    )
    if (isFollowed && printed.some((each) => 'heading' in each)) return []
    const comments = group.flatMap((fence) => listComments(fence, node))
    if (comments.some(({ text }) => text.includes('--'))) return []
    const text = [...printComments(comments), ...printed.map((each) => printPrintedPart(each, level))].join('\n\n')
    return group.map(({ span }, index) => ({ start: span.start, end: span.end, text: index === 0 ? text : '' }))
  })
}

/** True for YAML, and for tables that only announce YAML. */
function isOnlyPlaceholder(printed: PrintedPart): boolean {
  return 'yaml' in printed || printed.rows.every(([, ...cells]) => cells.every((cell) => cell === '' || cell === 'below'))
}

const requiredColumns = [
  'field',
  'type',
  'member',
  'value',
  'from',
  'on',
  'to',
  'step',
  'does',
  'endpoint',
  'list',
  'key',
  'resource',
  'caller',
  'scheme',
  'event',
  'error',
  'when',
  'status',
  'limit',
  'quota',
  'per',
  'version',
  'in',
  'change',
  'what',
  'rule',
  'always holds',
  'setting',
  'query',
  'header',
  'path',
  'keyword',
  'message',
  'role',
  'means',
]

export function printPrintedPart(printed: PrintedPart, level: number): string {
  if ('yaml' in printed) return `\`\`\`yaml\n${printYaml(printed.yaml, undefined, 'short')}\`\`\``
  const { heading } = printed
  const isRecords = heading !== undefined && /\((?:records|fixtures)\b/.test(heading)
  return `${heading === undefined ? '' : `${'#'.repeat(level)} ${heading}\n\n`}${printTable(isRecords ? printed : compactTable(printed, listRequiredColumns(printed.header)))}`
}

/** Columns that stay although they are empty. Only changes and errors need `in` and `when`. */
export function listRequiredColumns(header: readonly string[]): readonly string[] {
  return requiredColumns.filter(
    (name) =>
      (name !== 'in' || header.includes('change')) &&
      (name !== 'when' || header[0] === 'error') &&
      (name !== 'status' || header[0] === 'error'),
  )
}
