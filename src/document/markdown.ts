// Splits a Markdown text into sections of prose and fenced blocks, each with its exact range. It does not know the nine parts.

import { fromMarkdown } from 'mdast-util-from-markdown'
import { type Source, type Span, readLine, findPosition, spanRestOfLine, createSpan } from '../base/text.ts'
import type { Unmarked } from './document.ts'
import { type Heading, simplifyHeading } from './heading.ts'
import { hollowFences } from './hollow-fence.ts'
import { type RegionPiece, type Region, createRegion } from './region.ts'
import { type BrokenTable, type Table, splitTables } from './table.ts'

type RootContent = ReturnType<typeof fromMarkdown>['children'][number]

export type MarkdownBlock =
  | {
      readonly kind: 'paragraph' | 'prose'
      readonly span: Span
      /** A fence without `yaml` or `hurl`, which the author may have forgotten. */
      readonly unmarked?: Unmarked
    }
  | Fence
  | Table
  | BrokenTable

export type Fence = {
  readonly kind: 'fence'
  readonly language: 'yaml' | 'hurl'
  readonly region: Region
  readonly lines: readonly FenceLine[]
  readonly span: Span
  readonly closed: boolean
}

/** A line of a fence without the prefix of the surrounding list or quotation, and its offset in the source. */
type FenceLine = { readonly text: string; readonly from: number }

/** The content between two headings. Only the first section has no heading. */
export type MarkdownSection = { readonly heading?: Heading; readonly blocks: readonly MarkdownBlock[] }

export type MarkdownOutline = { readonly front?: Region; readonly unclosedFront?: Span; readonly sections: readonly MarkdownSection[] }

/** Titles are cut at this length. */
const longHeading = 1000

/** Finds blocks without parsing the inline content of prose. */
const withoutInlines = {
  disable: {
    null: [
      'attention',
      'labelStartLink',
      'labelStartImage',
      'labelEnd',
      'autolink',
      'htmlText',
      'codeText',
      'characterReference',
      'characterEscape',
      'hardBreakEscape',
    ],
  },
}

const parse = (text: string): ReturnType<typeof fromMarkdown> => fromMarkdown(text, { extensions: [withoutInlines] })

/** A source. `base`: the offset at which Markdown begins; `hollowStarts`: the offsets of fences whose bodies were not parsed. */
type Parsed = { readonly source: Source; readonly base: number; readonly hollowStarts: ReadonlySet<number> }

export function outline(source: Source): MarkdownOutline {
  const front = findFrontMatter(source)
  const base = front?.end ?? (source.text.charCodeAt(0) === 0xfeff ? 1 : 0)
  const text = source.text.slice(base)
  const { text: shortened, blocks } = hollowFences(text, /^(?:ya?ml|hurl)$/i)
  let tree = parse(shortened)
  const codes = new Map(tree.children.filter(({ type }) => type === 'code').map((node) => rangeOf(node, 0)))
  const areFencesEqual = blocks.every(({ start, end }) => codes.get(start) === end)
  if (!areFencesEqual) tree = parse(text)
  const parsed: Parsed = { source, base, hollowStarts: new Set(areFencesEqual ? blocks.map(({ start }) => base + start) : []) }
  const sections: { heading?: Heading; blocks: MarkdownBlock[] }[] = [{ blocks: [] }]
  for (const node of tree.children) {
    const [start, end] = rangeOf(node, base)
    if (node.type === 'heading') {
      const [first, last] = [node.children[0], node.children.at(-1)]
      const titleSource =
        first === undefined || last === undefined ? '' : source.text.slice(rangeOf(first, base)[0], rangeOf(last, base)[1])
      const title = simplifyHeading(titleSource.slice(0, longHeading))
      sections.push({ heading: { level: node.depth, title, span: createSpan(source, start, end) }, blocks: [] })
    } else sections.at(-1)!.blocks.push(...toBlocks(parsed, node))
  }
  return { ...front?.frontMatterParts, sections }
}

function rangeOf(node: RootContent, base: number): [number, number] {
  const { start, end } = node.position!
  return [base + start.offset!, base + end.offset!]
}

/** `---` on the first line, YAML, and `---` or `...` on a line of its own. */
function findFrontMatter(source: Source): { frontMatterParts: { front?: Region; unclosedFront?: Span }; end: number } | undefined {
  const { text, lineStarts } = source
  const open = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/.exec(text)
  if (open === null) return undefined
  for (let line = 1; line < lineStarts.length; line++) {
    const start = lineStarts[line]!
    const close = /^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/.exec(text.slice(start, start + 80))
    if (close !== null) return { frontMatterParts: { front: createRegion(source, open[0].length, start) }, end: start + close[0].length }
  }
  // A thematic break may begin a text as well. It counts as front matter only if a key follows at once.
  const unclosed = /^[A-Za-z]\w*:(?:\s|$)/.test(text.slice(open[0].length, open[0].length + 80))
  return unclosed
    ? { frontMatterParts: { unclosedFront: createSpan(source, 0, open[0].trimEnd().length) }, end: open[0].length }
    : undefined
}

/** Converts a node to one block, or to several if a list or quotation contains binding fences or tables. */
function toBlocks(parsed: Parsed, node: RootContent, isQuoted = false): MarkdownBlock[] {
  const { source, base } = parsed
  if (node.type === 'code') return [readCode(parsed, node)]
  if (node.type === 'html' && node.value.startsWith('<!--')) return []
  const [start, end] = rangeOf(node, base)
  const nodeSpan = createSpan(source, start, end)
  if (node.type === 'paragraph') {
    // A table in a quotation belongs to the quoted text.
    if (isQuoted || !hasPipe(parsed, node)) return [{ kind: 'paragraph', span: nodeSpan }]
    return splitTables(source, start, end).map((block) => (block.kind === 'prose' ? { ...block, kind: 'paragraph' } : block))
  }
  if ('children' in node && (containsFence(node) || (!isQuoted && containsTable(parsed, node)))) {
    return node.children.flatMap((child) => toBlocks(parsed, child as RootContent, isQuoted || node.type === 'blockquote'))
  }
  return [{ kind: 'prose', span: nodeSpan }]
}

function hasPipe({ source, base }: Parsed, node: RootContent): boolean {
  return source.text.slice(...rangeOf(node, base)).includes('|')
}

function containsTable(parsed: Parsed, node: RootContent): boolean {
  switch (node.type) {
    case 'paragraph':
      return hasPipe(parsed, node) && splitTables(parsed.source, ...rangeOf(node, parsed.base)).some(({ kind }) => kind === 'table')
    case 'list':
    case 'listItem':
      return node.children.some((child) => containsTable(parsed, child))
    default:
      return false
  }
}

function containsFence(node: RootContent): boolean {
  return node.type === 'code' ? findLanguage(node.lang) !== undefined : 'children' in node && node.children.some(containsFence)
}

function findLanguage(lang: string | null | undefined): 'yaml' | 'hurl' | undefined {
  switch (lang?.toLowerCase()) {
    case 'yaml':
    case 'yml':
      return 'yaml'
    case 'hurl':
      return 'hurl'
    default:
      return undefined
  }
}

type Code = Extract<RootContent, { type: 'code' }>

function readCode(parsed: Parsed, node: Code): MarkdownBlock {
  const { source, base } = parsed
  const language = findLanguage(node.lang)
  if (language !== undefined) return makeFence(parsed, node, language)
  const [start, end] = rangeOf(node, base)
  const prose = { kind: 'prose', span: createSpan(source, start, end) } as const
  const isText = /^(?:te?xt|plain|plaintext)$/i.test(node.lang ?? '')
  if (isText || !/[`~]/.test(source.text[start]!)) return prose
  const { region } = makeFence(parsed, node, 'yaml')
  return { ...prose, unmarked: { opening: spanRestOfLine(source, start), language: node.lang ?? '', region } }
}

const opensBlock = /^(?:```|~~~)+\s*(?:ya?ml|hurl)\s*$/

function makeFence({ source, base, hollowStarts }: Parsed, node: Code, language: Fence['language']): Fence {
  const [start, end] = rangeOf(node, base)
  const first = findPosition(source, start).line
  const lastLineNumber = findPosition(source, end).line
  // Another fence opens inside: this one was never closed, and ends there.
  const nextOpening = source.lineStarts
    .slice(first, lastLineNumber - 1)
    .findIndex((_, index) => opensBlock.test(readLine(source, first + 1 + index)))
  const last = nextOpening < 0 ? lastLineNumber : first + nextOpening
  const mark = /^(?:`+|~+)/.exec(source.text.slice(start, first === last ? end : source.lineStarts[first]))?.[0] ?? ''
  const lastLine = source.text
    .slice(source.lineStarts[last - 1], end)
    .replace(/^[\s>]*/, '')
    .trimEnd()
  const closed = nextOpening < 0 && last > first && lastLine.startsWith(mark) && lastLine === mark[0]!.repeat(lastLine.length)
  const values = hollowStarts.has(start) ? undefined : node.value.split(/\r\n|\n|\r/)
  const lines: FenceLine[] = []
  const pieces: RegionPiece[] = []
  let text = ''
  for (let line = first + 1; line <= (closed ? last - 1 : last); line++) {
    const lineStart = source.lineStarts[line - 1]!
    const next = source.lineStarts[line] ?? source.text.length
    const sourceLine = source.text.slice(lineStart, next).replace(/[\r\n]+$/, '')
    // The value is the line without the prefix of a list or quotation.
    const from = values === undefined ? lineStart : lineStart + Math.max(0, sourceLine.length - (values[line - first - 1] ?? '').length)
    lines.push({ text: source.text.slice(from, lineStart + sourceLine.length), from })
    if (pieces.length === 0 || from !== lineStart) pieces.push({ at: text.length, from })
    text += source.text.slice(from, next)
  }
  if (pieces.length === 0) pieces.push({ at: 0, from: end })
  return {
    kind: 'fence',
    language,
    region: { source, text, pieces },
    lines,
    span: createSpan(source, start, nextOpening < 0 ? end : source.lineStarts[last]! - 1),
    closed,
  }
}

/**
 * Groups the fences of a part that are one YAML text: a fence that begins with indentation or a list item continues the one before it. A
 * fence that begins at the margin is read by itself, so that its mistakes do not affect other fences.
 */
export function groupFences(fences: readonly Fence[]): Fence[][] {
  const groups: Fence[][] = []
  for (const fence of fences) {
    const first = fence.lines.find(({ text }) => !/^\s*(?:#|$)/.test(text))?.text ?? ''
    const continues = /^(?:[ \t]|-(?:\s|$))/.test(first)
    if (continues && groups.length > 0) groups.at(-1)!.push(fence)
    else groups.push([fence])
  }
  return groups
}
