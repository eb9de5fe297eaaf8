// Finds the chapters of a form and the part that each of them is: by its heading, by its place between known parts, or by its content.

import { type Span, textOf } from '../../../base/text.ts'
import { type PartName, partNames } from '../../../document/document.ts'
import { assignParts } from '../../../document/heading.ts'
import type { MarkdownBlock, MarkdownSection } from '../../../document/markdown.ts'

export type Chapters = {
  readonly sections: readonly MarkdownSection[]
  /** By section with a heading of level 2, its part. */
  readonly parts: ReadonlyMap<MarkdownSection, PartName | undefined>
}

type Chapter = { readonly section: MarkdownSection; readonly title: string; readonly text: string }

/** The sections, with the headings of the parts at level 2, which the form may give another level. */
export function findChapters(written: readonly MarkdownSection[]): Chapters {
  const headed = best(written)
  const lined = headed.count < 5 ? best(withLinesAsHeadings(written)) : undefined
  const { sections, level } = lined !== undefined && lined.count > headed.count ? lined : headed
  const raised = sections.map((section) =>
    section.heading === undefined || level === 2
      ? section
      : { ...section, heading: { ...section.heading, level: Math.max(section.heading.level - level + 2, 1) } },
  )
  const chapters = listChapters(raised, 2)
  const parts = assignChapters(chapters)
  return { sections: raised, parts: new Map(chapters.map(({ section }, index) => [section, parts[index]])) }
}

/** The level whose headings name the most parts. */
function best(sections: readonly MarkdownSection[]): {
  readonly sections: readonly MarkdownSection[]
  readonly level: number
  readonly count: number
} {
  const count = (level: number): number => new Set(assignChapters(listChapters(sections, level)).filter((each) => each !== undefined)).size
  return [2, 3, 1, 4]
    .map((level) => ({ sections, level, count: count(level) }))
    .reduce((one, other) => (other.count > one.count ? other : one))
}

function listChapters(sections: readonly MarkdownSection[], level: number): Chapter[] {
  return sections.flatMap((section, index) => {
    if (section.heading?.level !== level) return []
    const next = sections.findIndex((each, at) => at > index && each.heading !== undefined && each.heading.level <= level)
    const own = sections.slice(index, next < 0 ? undefined : next)
    const text = own.flatMap(({ heading, blocks }) => [heading?.title ?? '', ...blocks.map(({ span }) => textOf(span))]).join('\n')
    return [{ section, title: section.heading.title, text }]
  })
}

const request = /\b(?:GET|POST|PUT|PATCH|DELETE)\b/g
const status = /(?<![\w.])[45]\d\d(?![\w.])/g

/** What the text of a part must have; other parts may have anything. */
const needs: { readonly [part in PartName]?: RegExp } = { endpoints: request, errors: status }

/** Content that certainly belongs to a part, and how often it occurs in it. */
const shows: readonly { readonly part: PartName; readonly pattern: RegExp; readonly least: number }[] = [
  { part: 'endpoints', pattern: request, least: 4 },
  { part: 'errors', pattern: status, least: 4 },
]

function assignChapters(chapters: readonly Chapter[]): (PartName | undefined)[] {
  const plain = chapters.map(({ title }) => withoutLabel(title))
  const named = assignParts(plain)
  const numbered = assignByOrder(chapters, named)
  if (numbered !== undefined) return numbered
  const known = new Set(named)
  // A chapter of the missing part's content, if it is the only one.
  const shown = named.map((part) => part)
  for (const { part, pattern, least } of known.size > 1 ? shows : []) {
    const fitting = known.has(part) ? [] : chapters.flatMap(({ text }, index) => (countIn(text, pattern) >= least ? [index] : []))
    const open = fitting.filter((index) => named[index] === undefined)
    if (open.length === 1 && fitting.length === 1) shown[open[0]!] = part
  }
  return isRising(shown) ? fillGaps(shown, chapters) : fillGaps(named, chapters)
}

/** "Tab 3 STATUS", "C. Lifecycles": a word, and a number or a letter, before the name of a chapter. */
const chapterLabel = /^(?:\p{Lu}\p{Ll}+\s+)?(?:(\d)|([A-I]))(?:\s*[.):–—-])?\s+(?=\S)/u

/** The title with its number first, also behind a word or letter. */
function withoutLabel(title: string): string {
  return title.replace(chapterLabel, (found, digit: string | undefined) =>
    digit === undefined || /^\d/.test(found) ? found : `${digit}. `,
  )
}

/** Nine chapters in the order of their numbers or letters are the nine parts, unless names or contents contradict. */
function assignByOrder(chapters: readonly Chapter[], named: readonly (PartName | undefined)[]): (PartName | undefined)[] | undefined {
  const orders = chapters.map(({ title }) => {
    const [, digit, letter] = chapterLabel.exec(title) ?? []
    return digit !== undefined ? Number(digit) : letter === undefined ? undefined : letter.charCodeAt(0) - 64
  })
  const known = orders.filter((each) => each !== undefined)
  if (known.length !== partNames.length || !known.every((each, index) => each === index + 1)) return undefined
  const parts = orders.map((each) => (each === undefined ? undefined : partNames[each - 1]))
  const others = parts.filter((part, index) => named[index] !== undefined && part !== undefined && named[index] !== part)
  const fits = parts.every(
    (part, index) => part === undefined || needs[part] === undefined || countIn(chapters[index]!.text, needs[part]) > 0,
  )
  return fits && others.length < 3 ? parts : undefined
}

/** Between two known parts, as many chapters as parts are missing are these parts in their order. */
function fillGaps(parts: readonly (PartName | undefined)[], chapters: readonly Chapter[]): (PartName | undefined)[] {
  const found = [...parts]
  if (!isRising(parts) || new Set(parts.filter((each) => each !== undefined)).size < 1) return found
  const known = [
    { at: -1, part: -1 },
    ...parts.flatMap((part, at) => (part === undefined ? [] : [{ at, part: partNames.indexOf(part) }])),
    { at: parts.length, part: partNames.length },
  ]
  for (const [index, to] of known.entries()) {
    const from = known[index - 1]
    if (from === undefined || to.at - from.at !== to.part - from.part || to.at - from.at < 2) continue
    const own = partNames.slice(from.part + 1, to.part)
    const fits = own.every((part, offset) => needs[part] === undefined || countIn(chapters[from.at + 1 + offset]!.text, needs[part]) > 0)
    if (fits) for (const [offset, part] of own.entries()) found[from.at + 1 + offset] = part
  }
  return found
}

function isRising(parts: readonly (PartName | undefined)[]): boolean {
  const numbers = parts.flatMap((part) => (part === undefined ? [] : [partNames.indexOf(part)]))
  return numbers.every((number, index) => index === 0 || number >= numbers[index - 1]!)
}

function countIn(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length
}

/** Lines of their own that name at least five parts in their order: in bold, in capitals, or with a number. */
function withLinesAsHeadings(sections: readonly MarkdownSection[]): readonly MarkdownSection[] {
  const lines = sections.flatMap(({ blocks }) => blocks.flatMap((block) => (readTitleLine(block) === undefined ? [] : [block])))
  const parts = assignParts(lines.map((block) => readTitleLine(block)!.title))
  const named = new Map(lines.flatMap((block, index) => (parts[index] === undefined ? [] : [[block, parts[index]] as const])))
  if (new Set(named.values()).size < 5 || !isRising([...named.values()])) return sections
  const found: { heading?: NonNullable<MarkdownSection['heading']>; blocks: MarkdownBlock[] }[] = []
  for (const { heading, blocks } of sections) {
    // Other headings stand below those of the parts.
    found.push({ ...(heading === undefined ? {} : { heading: { ...heading, level: Math.max(heading.level, 3) } }), blocks: [] })
    for (const block of blocks) {
      if (named.has(block)) found.push({ heading: { level: 2, ...readTitleLine(block)! }, blocks: [] })
      else found.at(-1)!.blocks.push(block)
    }
  }
  return found
}

function readTitleLine(block: MarkdownBlock): { readonly title: string; readonly span: Span } | undefined {
  if (block.kind !== 'paragraph' && block.kind !== 'prose') return undefined
  const text = textOf(block.span).trim()
  const [, bold] = /^[*_]{2}([^*_\n]+)[*_]{2}$/.exec(text) ?? []
  const isTitle =
    bold !== undefined ||
    /^(?:(?:part|section|chapter)\s+)?(?:\d|[IVX]+\b|§)[^\n]*[^.\n]$/i.test(text) ||
    /^[\p{Lu}\d .,:&/–-]+$/u.test(text)
  return text.length > 70 || text.includes('\n') || !isTitle ? undefined : { title: (bold ?? text).trim(), span: block.span }
}
