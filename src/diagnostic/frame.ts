// The code frame of one source: the labelled lines, numbered, with marks below and brackets on the left.

import { readLine, findPosition, type Source } from '../base/text.ts'
import { type TextCell, splitCells, countColumns, replaceInvisible } from './columns.ts'
import type { Label } from './diagnostic.ts'
import { type FrameMark, markRows, type MarkRow, type Tone } from './marks.ts'

export type TonedLabel = Label & { readonly tone: Tone }

/** A row of the frame; without a number its edge is `│` (or `·` for omitted lines). */
export type FrameRow = { readonly edge: number | '│' | '·'; readonly row: MarkRow }

/** A label in lines and in UTF-16 offsets of those lines. */
type Place = {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly tone: Tone
  readonly text: string
}

/** A label of several lines, with the column of its bracket in the margin. */
type Bracket = Place & { readonly lane: number }

/** Labels of at most this many lines are shown completely, longer ones by their first and last line. */
const maxCompleteLines = 5

/** Data that all rows of one frame share. `indent` columns of every line are cut, `width` columns remain for a line. */
type FrameLayout = {
  readonly source: Source
  readonly brackets: readonly Bracket[]
  readonly lanes: number
  readonly indent: number
  readonly width: number
}

/** `width` excludes the gutter. All labels are of `source`. */
export function frame(source: Source, labels: readonly TonedLabel[], width: number): FrameRow[] {
  const places = labels.map((label) => place(source, label))
  const brackets = assignLanes(places.filter((each) => each.first !== each.last))
  const lines = listLinesToPrint(places)
  const lanes = brackets.reduce((count, each) => Math.max(count, each.lane + 1), 0)
  const layout = { source, brackets, lanes, indent: measureSharedIndent(source, lines), width: Math.max(20, width - lanes * 2) }
  const rows: FrameRow[] = []
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    if (before !== undefined && before + 1 < line)
      rows.push({ edge: '·', row: drawMargin(layout, (each) => (isWithinBracket(each, line - 1) ? '│' : ' ')) })
    rows.push(
      ...drawLine(
        layout,
        line,
        places.filter((each) => each.first === line && each.last === line),
      ),
    )
  })
  return rows
}

function place(source: Source, label: TonedLabel): Place {
  const length = source.text.length
  const from = Math.min(Math.max(label.span.start, 0), length)
  const until = Math.min(Math.max(label.span.end, from), length)
  const start = findPosition(source, from)
  let end = findPosition(source, until)
  // A range that includes a line's end stops on that line, not before the next one.
  while (end.line > start.line && end.column === 1) end = { line: end.line - 1, column: readLine(source, end.line - 1).length + 1 }
  const maxColumn = (line: number, column: number): number => Math.min(column - 1, readLine(source, line).length)
  return {
    first: start.line,
    last: end.line,
    start: maxColumn(start.line, start.column),
    end: maxColumn(end.line, end.column),
    tone: label.tone,
    text: replaceInvisible(label.text),
  }
}

function assignLanes(places: readonly Place[]): Bracket[] {
  const placed: Bracket[] = []
  for (const each of [...places].sort((a, b) => a.first - b.first || b.last - a.last)) {
    let lane = 0
    while (placed.some((other) => other.lane === lane && other.last >= each.first)) lane++
    placed.push({ ...each, lane })
  }
  return placed
}

function listLinesToPrint(places: readonly Place[]): number[] {
  const numbers = new Set<number>()
  for (const { first, last } of places) {
    numbers.add(first).add(last)
    if (last - first < maxCompleteLines) for (let line = first; line < last; line++) numbers.add(line)
  }
  return [...numbers].sort((a, b) => a - b)
}

function measureSharedIndent(source: Source, lines: readonly number[]): number {
  const indents = lines.flatMap((line) => {
    const [indent = '', rest = ''] = /^([ \t]*)(.?)/.exec(readLine(source, line))?.slice(1) ?? []
    return rest === '' ? [] : [countColumns(indent)]
  })
  return indents.length === 0 ? 0 : Math.min(...indents)
}

function isWithinBracket(bracket: Bracket, line: number): boolean {
  return bracket.first <= line && line <= bracket.last
}

/** The margin's pieces, two columns a lane; `sign` draws each. */
function drawMargin(layout: FrameLayout, sign: (bracket: Bracket) => string): MarkRow {
  const row: { text: string; tone: Tone | undefined }[] = Array.from({ length: layout.lanes }, () => ({ text: '  ', tone: undefined }))
  for (const bracket of layout.brackets) {
    const text = sign(bracket)
    if (text !== ' ') row[bracket.lane] = { text: `${text} `, tone: bracket.tone }
  }
  return row
}

function drawLine(layout: FrameLayout, line: number, singles: readonly Place[]): FrameRow[] {
  const text = readLine(layout.source, line)
  const starting = layout.brackets.filter((each) => each.first === line && text.slice(0, each.start).trim() !== '')
  const ending = layout.brackets.filter((each) => each.last === line)
  const visibleText = cropLine(
    text,
    [...singles, ...starting].map((each) => each.start),
    [...singles, ...ending].map((each) => each.end),
  )
  const all = splitCells(visibleText.text)
  const column = (offset: number): number => Math.max(0, findColumn(all, offset - visibleText.start) - layout.indent)
  const marks = singles.map((each): FrameMark => {
    const from = column(each.start)
    return { from, to: Math.max(from + 1, column(each.end)), tone: each.tone, text: each.text }
  })
  const points = [...starting.map((each) => column(each.start)), ...ending.map((each) => Math.max(0, column(each.end) - 1))]
  const view = clip(all, layout.indent, layout.width, [...marks.flatMap((mark) => [mark.from, mark.to - 1]), ...points])
  const inView = (at: number): number => Math.min(Math.max(at - view.skipped, 0), layout.width - 1)

  const lineMargin = drawMargin(layout, (each) => {
    if (!isWithinBracket(each, line) || starting.includes(each)) return ' '
    return each.first === line ? '╭' : '│'
  })
  const rows: FrameRow[] = [{ edge: line, row: [...lineMargin, { text: view.text, tone: undefined }] }]
  const open = new Set(layout.brackets.filter((each) => isWithinBracket(each, line) && !starting.includes(each)))
  const openMargin = (): MarkRow => drawMargin(layout, (each) => (open.has(each) ? '│' : ' '))
  for (const each of starting) {
    rows.push({ edge: '│', row: drawCorner(layout, openMargin(), each, '╭', inView(column(each.start)), '') })
    open.add(each)
  }
  const clipped = marks.map((mark) => ({ ...mark, from: inView(mark.from), to: inView(mark.to - 1) + 1 }))
  for (const row of markRows(clipped, layout.width)) rows.push({ edge: '│', row: [...openMargin(), ...row] })
  for (const each of ending) {
    open.delete(each)
    rows.push({ edge: '│', row: drawCorner(layout, openMargin(), each, '╰', inView(Math.max(0, column(each.end) - 1)), each.text) })
  }
  return rows
}

/** Cuts a line that is far longer than a terminal to the text near its labels, so that only that part is measured. */
function cropLine(text: string, starts: readonly number[], ends: readonly number[]): { readonly text: string; readonly start: number } {
  const margin = 4000
  const start = Math.max(0, Math.min(...starts, ...ends, text.length) - margin)
  const end = Math.min(text.length, Math.min(Math.max(...starts, ...ends, 0), start + 2 * margin) + margin)
  // A line without marks, in the middle of a label, is shown from its beginning.
  return starts.length + ends.length === 0 ? { text: text.slice(0, margin), start: 0 } : { text: text.slice(start, end), start }
}

/** The row that joins a bracket to the character where its label begins or ends. */
function drawCorner(layout: FrameLayout, openMargin: MarkRow, bracket: Bracket, sign: '╭' | '╰', at: number, text: string): MarkRow {
  const reach = '─'.repeat((layout.lanes - bracket.lane) * 2 - 1 + at)
  const mark = bracket.tone === 'primary' ? '^' : '-'
  return [...openMargin.slice(0, bracket.lane), { text: `${sign}${reach}${mark}${text === '' ? '' : ` ${text}`}`, tone: bracket.tone }]
}

function findColumn(line: readonly TextCell[], offset: number): number {
  let column = 0
  for (const cell of line) {
    if (cell.end > offset) break
    column += cell.width
  }
  return column
}

/** The part of a line that fits into `width` columns and shows its marks, with `…` where it was cut. */
function clip(line: readonly TextCell[], indent: number, width: number, markColumns: readonly number[]): { text: string; skipped: number } {
  const total = line.reduce((sum, cell) => sum + cell.width, 0) - indent
  const low = Math.min(...markColumns, Infinity)
  const high = Math.max(...markColumns, 0)
  let skipped = 0
  if (total > width && high >= width - 1) {
    const spare = Math.max(width - (high - low + 1), 8)
    skipped = Math.max(0, Math.min(low - (spare >> 1), total - width))
  }
  let text = ''
  let column = -indent - skipped
  for (const cell of line) {
    const next = column + cell.width
    if (next > width || (next === width && total - skipped > width)) {
      text += '…'
      break
    }
    if (column >= (skipped > 0 ? 1 : 0)) text += cell.text
    else if (next > 0) text += skipped > 0 ? `…${' '.repeat(Math.max(0, next - 1))}` : ' '.repeat(next)
    column = next
  }
  return { text: text.trimEnd(), skipped }
}
