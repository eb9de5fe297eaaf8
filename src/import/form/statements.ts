// Splits a form into its statements: table rows, list items, sentences and samples, each with its part, heading and line.

import { type Source, position, textOf } from '../../base/text.ts'
import { type PartName, partNames } from '../../document/document.ts'
import { type Heading, partsOfHeadings } from '../../document/heading.ts'
import { type MarkdownBlock, outline } from '../../document/markdown.ts'

export type Outcome = 'taken' | 'question' | 'prose'

export type Statement = {
  readonly part: PartName
  readonly kind: 'row' | 'item' | 'sentence' | 'sample' | 'heading'
  readonly text: string
  readonly line: number
  /** Undefined until a reader or the end of the import decides. */
  outcome: Outcome | undefined
  /** The questions about the statement: one for each thing that it says. */
  readonly asks: string[]
}

export type FormTable = { readonly kind: 'table'; readonly headers: readonly string[]; readonly rows: readonly { readonly cells: readonly string[]; readonly statement: Statement }[] }

/** `label`: the paragraph or item that introduces the list. */
export type FormText = { readonly kind: 'text'; readonly statement: Statement; readonly label: string }

/** What stands under one heading of a part. */
export type FormSection = { readonly part: PartName; readonly title: string; readonly level: number; readonly blocks: (FormTable | FormText)[] }

export type Form = {
  readonly source: Source
  readonly title: string | undefined
  readonly before: string
  /** The text of each part below its heading, as it stands. */
  readonly originals: ReadonlyMap<PartName, string>
  readonly sections: readonly FormSection[]
  readonly statements: readonly Statement[]
}

export function splitForm(source: Source): Form {
  const { sections } = outline(source)
  const chapters = sections.filter(({ heading }) => heading?.level === 2)
  const parts = partsOfHeadings(chapters.map(({ heading }) => heading!.title))
  const statements: Statement[] = []
  const found: FormSection[] = []
  const originals = new Map<PartName, string>()
  let part: PartName | undefined
  let title: string | undefined
  let first = source.text.length
  for (const { heading, blocks } of sections) {
    if (heading?.level === 1 && title === undefined) title = heading.title
    if (heading?.level === 2) {
      part = parts[chapters.findIndex((each) => each.heading === heading)]
      if (part !== undefined) first = Math.min(first, heading.span.start)
    }
    if (part === undefined) continue
    if (heading?.level !== 2 || !originals.has(part)) originals.set(part, joined(originals.get(part), originalText(source, heading, blocks)))
    found.push(...sectionsOf(part, heading, blocks, statements))
  }
  const opening = sections[0]?.heading === undefined ? undefined : sections[0]
  return { source, title, before: opening === undefined ? '' : source.text.slice(0, first), originals, sections: found, statements }
}

export const partOrder = partNames

function joined(before: string | undefined, text: string): string {
  return before === undefined || before === '' ? text : `${before}\n\n${text}`
}

/** The section's text, without the heading of the part, which is written separately. */
function originalText(source: Source, heading: Heading | undefined, blocks: readonly MarkdownBlock[]): string {
  const start = heading !== undefined && heading.level > 2 ? heading.span.start : blocks[0]?.span.start
  if (start === undefined) return ''
  const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? start
  return source.text.slice(start, end).trimEnd()
}

function sectionsOf(part: PartName, heading: Heading | undefined, blocks: readonly MarkdownBlock[], statements: Statement[]): FormSection[] {
  let section: FormSection = { part, title: heading?.level === 2 ? '' : (heading?.title ?? ''), level: heading?.level ?? 2, blocks: [] }
  const add = (kind: Statement['kind'], text: string, line: number): Statement => {
    const statement: Statement = { part, kind, text, line, outcome: undefined, asks: [] }
    statements.push(statement)
    return statement
  }
  if (heading !== undefined && heading.level > 2 && /(?:GET|POST|PUT|PATCH|DELETE)\s+\//.test(heading.title)) {
    section.blocks.push({ kind: 'text', statement: add('heading', heading.title, position(heading.span.source, heading.span.start).line), label: '' })
  }
  const sections = [section]
  let label = section.title
  for (const block of blocks) {
    const { source: from, start } = block.span
    const line = position(from, start).line
    if (block.kind === 'table') {
      const headers = block.header.map(({ text }) => text)
      const rows = block.rows.map((row) => ({ cells: row.cells.map(({ text }) => text), statement: add('row', textOf(row.span), position(from, row.span.start).line) }))
      section.blocks.push({ kind: 'table', headers, rows })
      continue
    }
    const text = textOf(block.span)
    if (block.kind === 'fence' || /^(?:`{3}|~{3})/.test(text)) {
      section.blocks.push({ kind: 'text', statement: add('sample', text, line), label })
      continue
    }
    const [, bold] = /^\*\*([^*]+?):?\*\*:?$/.exec(text) ?? []
    if (bold !== undefined && part === 'resources') {
      // A line in bold is a heading there.
      add('sentence', text, line).outcome = 'prose'
      section = { part, title: bold, level: 3, blocks: [] }
      sections.push(section)
      label = bold
      continue
    }
    for (const piece of piecesOf(text)) {
      const statement = add(piece.kind, piece.text, line + piece.line)
      section.blocks.push({ kind: 'text', statement, label })
      if (piece.kind === 'sentence') label = piece.text
    }
  }
  return sections
}

type Piece = { readonly kind: 'item' | 'sentence'; readonly text: string; readonly line: number }

const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+(.*)$/

/** A list as its items, a definition list as its definitions, a paragraph as its sentences. */
function piecesOf(text: string): Piece[] {
  const pieces: { kind: 'item' | 'sentence'; text: string; line: number }[] = []
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const item = bullet.exec(whole)?.[1]
    const definition = /^\s*:\s+(.*)$/.exec(whole)?.[1]
    const last = pieces.at(-1)
    if (item !== undefined) pieces.push({ kind: 'item', text: item.trim(), line })
    else if (definition !== undefined && last !== undefined) pieces.splice(-1, 1, { ...last, kind: 'item', text: `${last.text}: ${definition.trim()}` })
    else if (whole.trim() !== '' && last !== undefined) last.text += ` ${whole.trim()}`
    else if (whole.trim() !== '') pieces.push({ kind: 'sentence', text: whole.trim(), line })
  }
  return pieces.flatMap((piece) => (piece.kind === 'item' ? [piece] : sentencesOf(piece)))
}

function sentencesOf(piece: Piece): Piece[] {
  return piece.text.split(/(?<=[^\d\s.][.!?]\)?|\s[^\s.]*\d\.)\s+(?=[A-ZÄÖÜ`*"])/).map((text) => ({ ...piece, text }))
}
