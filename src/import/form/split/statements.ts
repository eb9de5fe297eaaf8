// Splits a form into statements: table rows, list items, sentences and samples, each with its part, heading and line.

import { type Source, findPosition, textOf } from '../../../base/text.ts'
import { type PartName, partNames } from '../../../document/document.ts'
import type { Heading } from '../../../document/heading.ts'
import { type MarkdownBlock, outline } from '../../../document/markdown.ts'
import { readCodeTypes } from '../code/code-types.ts'
import { readColumnLines, readDrawnLines, readListedLines } from '../code/fence-lines.ts'
import { type FenceTable, readFenceTable } from './fence-tables.ts'
import { readHtmlTable } from './html-tables.ts'
import { prepareSource } from './form-source.ts'
import { mapColumns } from '../draft.ts'
import { isField } from '../fields/field-head.ts'
import { asFieldLines } from './field-lines.ts'
import { isKind, isReference } from '../kinds/kind-tests.ts'
import { readPastedTable } from './pasted-tables.ts'
import { findChapters } from './parts.ts'
import { bullet } from './pieces.ts'
import { saysFact } from '../fields/prose-fields.ts'
import { readRemarkedMembers } from '../code/remarked-samples.ts'
import { onlyMethod, withPath } from './request-lines.ts'
import { readSchemas } from '../code/schemas.ts'
import { readSketches } from '../code/sketch.ts'
import { splitCode } from './split-code.ts'
import { findSentenceColumn } from '../layouts/sentence-tables.ts'
import { splitText } from './split-text.ts'
import { type Declared, Splitting } from './splitting.ts'
import { readSqlColumns } from '../code/sql-columns.ts'
import type { Form, FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function splitForm(whole: Source, words: Words): Form {
  const { sections, parts } = findChapters(outline(prepareSource(whole)).sections)
  const statements: Statement[] = []
  const found: FormSection[] = []
  const originals = new Map<PartName, string>()
  let part: PartName | undefined
  let title: string | undefined
  let first = whole.text.length
  const known: Declared = { types: readCodeTypes(whole.text), bases: new Map() }
  for (const section of sections) {
    const { heading, blocks } = section
    if (heading?.level === 1 && title === undefined) title = heading.title
    if (heading?.level === 2) {
      part = parts.get(section)
      if (part !== undefined) first = Math.min(first, heading.span.start)
    }
    if (part === undefined) continue
    if (heading?.level !== 2 || !originals.has(part))
      originals.set(part, join(originals.get(part), cutOriginalText(whole, heading, blocks)))
    found.push(...splitSections(blocks, new Splitting(part, heading, words, known, statements)))
  }
  const opening =
    sections.find(({ heading, blocks }) => blocks.length > 0 && (heading === undefined || heading.level === 1))?.blocks[0]?.span.start ??
    first
  return { source: whole, title, before: whole.text.slice(Math.min(opening, first), first).trim(), originals, sections: found, statements }
}

export const partOrder = partNames

function join(before: string | undefined, text: string): string {
  return before === undefined || before === '' ? text : `${before}\n\n${text}`
}

/** The section's text, without the heading of the part, which is written separately. */
function cutOriginalText({ text }: Source, heading: Heading | undefined, blocks: readonly MarkdownBlock[]): string {
  const start = heading !== undefined && heading.level > 2 ? heading.span.start : blocks[0]?.span.start
  if (start === undefined) return ''
  const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? start
  return text.slice(start, end).trimEnd()
}

/** Headings that are statements themselves: a request, and in part 7 a status with a code, or a code. */
const requestTitle = /(?:GET|POST|PUT|PATCH|DELETE)\s+\//
const errorTitle =
  /^[*`]*[45]\d\d\b.*[_`]|^[45]\d\d\s*[–—:-]?\s*[A-Za-z][\w.-]*$|\b[45]\d\d\b.*[_`]|[_`].*\b[45]\d\d\b|^`[\w.-]+`$|^\w+_\w+$|^[A-Z][\w.-]* \([45]\d\d\)$/

function splitSections(blocks: readonly MarkdownBlock[], splitting: Splitting): FormSection[] {
  const { part } = splitting
  addHeading(requestTitle, splitting)
  if (part === 'errors') addHeading(errorTitle, splitting)
  const fieldTexts = new Set(blocks.filter((block) => isFieldText(block, splitting)))
  const defined = findDefinedFields(blocks, splitting)
  for (const [paragraph, block] of blocks.entries()) {
    const { line, column } = findPosition(block.span.source, block.span.start)
    if (block.kind === 'table') {
      if (!addRequirements(block, splitting)) addTable(block, splitting)
      continue
    }
    const whole = textOf(block.span).replaceAll(/(?:[⟶⟹➜➞⇾↦⇢➔]|(?<![─━═-])[▶►▸➤⏵])\u{FE0F}?/gu, '→')
    const isCode = isCodeBlock(block, whole, splitting)
    const text = defined.get(block) ?? simplifyText(whole, isCode, fieldTexts.size > 1 && fieldTexts.has(block), splitting)
    const drawn =
      part === 'service' ? undefined : isCode ? readHeadedTable(text, splitting) : (readHtmlTable(whole) ?? readPastedTable(whole))
    const hasLines = isIndented(text) && (part === 'states' ? readDrawnLines(text) : readColumnLines(text, part)).length > 0
    const before = blocks[paragraph - 1] === undefined ? '' : textOf(blocks[paragraph - 1]!.span)
    const next = blocks[paragraph + 1] === undefined ? '' : textOf(blocks[paragraph + 1]!.span)
    if (drawn !== undefined) splitting.pushTable(drawn, line)
    else if (isCode || hasLines) splitCode(text, line, paragraph, splitting)
    else splitText({ text, line, column, paragraph, before, next }, splitting)
  }
  return splitting.sections
}

/** A table in a fence, unless its first line is a field, as in columns without headers. */
function readHeadedTable(text: string, { part, words }: Splitting): FenceTable | undefined {
  const table = readFenceTable(text)
  const isField =
    part === 'resources' &&
    table !== undefined &&
    Object.keys(mapColumns(table.headers, ['field', 'type', 'must', 'rules', 'meaning', 'default'], words)).length === 0 &&
    table.headers.slice(1).some((header) => isKind(header, words) || isReference(header, words))
  return isField ? undefined : table
}

function addHeading(pattern: RegExp, splitting: Splitting): void {
  const { heading } = splitting
  if (heading === undefined || heading.level <= 2 || !pattern.test(heading.title)) return
  const statement = splitting.add('heading', heading.title, findPosition(heading.span.source, heading.span.start).line)
  splitting.push(statement, { label: '', paragraph: -1 })
}

function addTable(block: MarkdownBlock & { readonly kind: 'table' }, splitting: Splitting): void {
  const { part, section } = splitting
  section.blocks.push({
    kind: 'table',
    headers: block.header.map(({ text }) => text),
    rows: block.rows.map((row) => {
      const hasPath = row.cells.some((each) => each.text.includes('/'))
      const method = part === 'endpoints' && !hasPath ? row.cells.findIndex((each) => onlyMethod.test(each.text.trim())) : -1
      return {
        cells: row.cells.map(({ text }, index) => (index === method ? withPath(text.trim(), section.title) : text)),
        statement: splitting.add('row', textOf(row.span), findPosition(row.span.source, row.span.start).line),
      }
    }),
  })
}

/** "PRCS-2-1 | Each entity MUST have …": the sentences in the only column with text, beside numbers and levels. True if it is such a table. */
function addRequirements(block: MarkdownBlock & { readonly kind: 'table' }, splitting: Splitting): boolean {
  const at = findSentenceColumn(
    block.header.map(({ text }) => text),
    block.rows.map(({ cells }) => cells.map(({ text }) => text.trim())),
    splitting.words,
  )
  if (at === undefined) return false
  for (const row of block.rows) {
    const { line } = findPosition(row.span.source, row.span.start)
    splitText({ text: row.cells[at]!.text.trim(), line, column: 1, paragraph: -2 - line, before: '', next: '' }, splitting)
  }
  return true
}

/** Paragraphs with one field in each are the items of a list. */
function isFieldText(block: MarkdownBlock, { part, words }: Splitting): boolean {
  const [first = '', ...others] = part === 'resources' && block.kind === 'paragraph' ? textOf(block.span).split(/\r\n|\n|\r/) : []
  return !bullet.test(first) && isField(first, words) && !others.some((line) => isField(line, words))
}

/** A name on a line of its own, in bold or italics, and the text below it. */
const definition = /^(\*{1,3}|_{1,3}|\x60)(\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,4})[:.]?\1[:.]?[ \t]*\r?\n\s*(?!:)(\S[^]*)$/u

/** A line of a card: `Type: text`. */
const cardLine = /^\s*[*_]*(\p{L}[\p{L} /?-]{1,30})[*_]*:\s/u

/** Paragraphs below a resource that begin with the name of a field on its own line, as items; most of them say a fact of their field. */
function findDefinedFields(blocks: readonly MarkdownBlock[], { part, level, words }: Splitting): ReadonlyMap<MarkdownBlock, string> {
  if (part !== 'resources' || level < 3) return new Map()
  const found = blocks.flatMap((block) => {
    const [, , name, rest] = block.kind === 'paragraph' ? (definition.exec(textOf(block.span)) ?? []) : []
    const lines = (rest ?? '').split(/\r\n|\n|\r/)
    return name === undefined || lines.some((line) => bullet.test(line)) || lines.every((line) => isCardLine(line, words))
      ? []
      : [{ block, rest: rest!, text: `- **${name}**: ${rest!.replaceAll(/\s*\n\s*/g, ' ')}` }]
  })
  const said = found.filter(({ rest }) => saysFact(rest.replaceAll(/\s*\n\s*/g, ' '), words)).length
  return said > 1 && said * 2 >= found.length ? new Map(found.map(({ block, text }) => [block, text])) : new Map()
}

function isCardLine(line: string, words: Words): boolean {
  const label = cardLine.exec(line)?.[1]
  return label !== undefined && Object.keys(mapColumns([label], ['type', 'must', 'default', 'range', 'rules', 'meaning'], words)).length > 0
}

function isCodeBlock(block: MarkdownBlock, text: string, { part, words }: Splitting): boolean {
  return (
    block.kind === 'fence' ||
    /^(?:`{3}|~{3})/.test(text) ||
    (part === 'resources' && isIndented(text) && (readSqlColumns(text, words) !== undefined || readListedLines(text).length > 0))
  )
}

/** The text without pictures, with its fields as lines of names and descriptions. */
function simplifyText(whole: string, isCode: boolean, isItem: boolean, { part, words, known }: Splitting): string {
  if (part === 'endpoints') return whole.replaceAll(/ [·•] /g, ' – ')
  if (part !== 'resources' && part !== 'states') return whole
  const plain = whole.replace(leadingSign, '')
  if (isItem) return `- ${plain.replaceAll(/\s*\n\s*/g, ' ')}`
  return part === 'resources' && !(isCode && isDeclaration(plain, words, known)) ? asFieldLines(plain, isCode, words) : plain
}

function isDeclaration(text: string, words: Words, known: Declared): boolean {
  return (readRemarkedMembers(text) ?? readSchemas(text, words) ?? readSketches(text, known.types, new Map(), words)) !== undefined
}

/** True for code without a fence: each line begins with four spaces, which the first one has lost. */
function isIndented(text: string): boolean {
  const [first = '', ...lines] = text.split(/\r\n|\n|\r/)
  return lines.length > 0 && !bullet.test(first) && lines.every((line) => line.trim() === '' || /^(?: {4}|\t)/.test(line))
}

/** A picture before a name. */
const leadingSign = /^(?:(?![🔒✓✔✅❌])\p{Extended_Pictographic}[\u{FE0F}\u{200D}]*\s*)+/u
