// Reads the tables of a Markdown text: cells with exact ranges, split at pipes as GitHub does. It does not interpret them.

import { type Source, type Span, createSpan } from '../base/text.ts'
import type { Heading } from './heading.ts'

/** The content of a cell without outer blanks. */
export type Cell = {
  /** `\|` is a pipe; nothing else is unescaped. */
  readonly text: string
  readonly span: Span
  /** The source offset of each unit of the text, and of its end; absent if both are parallel. */
  readonly offsets?: readonly number[]
}

export type TableRow = { readonly cells: readonly Cell[]; readonly span: Span }

export type Table = {
  readonly kind: 'table'
  readonly header: readonly Cell[]
  readonly rows: readonly TableRow[]
  readonly span: Span
  /** The heading of level 3 or deeper above the table, if its owner is known. */
  readonly heading?: Heading
}

/** Lines with pipes that are not a table. `columns`: the header's columns, if the rule below it has another number. */
export type BrokenTable = { readonly kind: 'broken-table'; readonly span: Span; readonly columns?: number }

/** The part of a cell between two places in its text, without the blanks around it. */
export function sliceCell({ text, span: place, offsets }: Cell, start: number, end: number): Cell {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  const offsetAt = (index: number): number => offsets?.[index] ?? place.start + index
  const cell = {
    text: text.slice(from, to),
    span: createSpan(place.source, offsetAt(from), Math.max(offsetAt(from), to > from ? offsetAt(to - 1) + 1 : 0)),
  }
  return offsets === undefined ? cell : { ...cell, offsets: [...offsets.slice(from, to), offsetAt(to)] }
}

/** The range of a part of a cell's text. */
export function placeInCell(cell: Cell, start: number, end: number): Span {
  return sliceCell(cell, start, end).span
}

const rulePattern = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Splits a paragraph into prose, tables, and broken tables. */
export function splitTables(
  source: Source,
  start: number,
  end: number,
): ({ readonly kind: 'prose'; readonly span: Span } | Table | BrokenTable)[] {
  const lines = splitLines(source, start, end)
  const isRule = ({ text }: Line): boolean => text.includes('|') && rulePattern.test(text)
  const ruleIndex = lines.findIndex((line, index) => index > 0 && isRule(line) && lines[index - 1]!.text.includes('|'))
  if (ruleIndex < 0) {
    const brokenIndex = lines.findIndex(({ text }) => text.trimStart().startsWith('|'))
    return brokenIndex === 0
      ? [{ kind: 'broken-table', span: createSpan(source, lines[0]!.start, end) }]
      : [{ kind: 'prose', span: createSpan(source, start, end) }]
  }
  const headerLine = lines[ruleIndex - 1]!
  const proseBefore = ruleIndex === 1 ? [] : [{ kind: 'prose' as const, span: createSpan(source, start, lines[ruleIndex - 2]!.end) }]
  const header = splitCells(source, headerLine)
  const tableSpan = createSpan(source, headerLine.start, end)
  if (splitCells(source, lines[ruleIndex]!).length !== header.length)
    return [...proseBefore, { kind: 'broken-table', span: tableSpan, columns: header.length }]
  const rows = lines
    .slice(ruleIndex + 1)
    .map((line): TableRow => ({ cells: splitCells(source, line), span: createSpan(source, line.start, line.end) }))
  return [...proseBefore, { kind: 'table', header, rows, span: tableSpan }]
}

/** A line without surrounding blanks. */
type Line = { readonly start: number; readonly end: number; readonly text: string }

function splitLines(source: Source, start: number, end: number): Line[] {
  const lines: Line[] = []
  for (let from = start; from < end;) {
    const feed = source.text.indexOf('\n', from)
    const to = feed === -1 || feed > end ? end : feed
    const sourceLine = source.text.slice(from, to)
    const leadingBlanks = sourceLine.length - sourceLine.trimStart().length
    const text = sourceLine.trim()
    lines.push({ start: from + leadingBlanks, end: from + leadingBlanks + text.length, text })
    from = to + 1
  }
  return lines
}

function splitCells(source: Source, { start, text }: Line): Cell[] {
  const cells: Cell[] = []
  let from = text.startsWith('|') ? 1 : 0
  for (let i = from; i <= text.length; i++) {
    if (text[i] === '\\' && text[i + 1] === '|') i++
    else if (i === text.length || text[i] === '|') {
      if (i < text.length || text.slice(from).trim() !== '' || from === 0) cells.push(makeCell(source, start, text, from, i))
      from = i + 1
    }
  }
  return cells
}

function makeCell(source: Source, start: number, line: string, from: number, to: number): Cell {
  const escaped = line.slice(from, to).includes('\\|')
  if (!escaped) return sliceCell({ text: line, span: createSpan(source, start, start + line.length) }, from, to)
  let text = ''
  const offsets: number[] = []
  for (let i = from; i < to; i++) {
    if (line[i] === '\\' && line[i + 1] === '|') i++
    text += line[i]!
    offsets.push(start + i)
  }
  offsets.push(start + to)
  return sliceCell({ text, span: createSpan(source, start + from, start + to), offsets }, 0, text.length)
}
