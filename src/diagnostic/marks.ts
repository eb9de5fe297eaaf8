// Prints the row below a source line: the marks of its labels and their texts.

import { countColumns, wrap } from './columns.ts'

/** `primary` has the severity's colour, `other` that of related places. */
export type Tone = 'primary' | 'other'

/** A label of one line in columns of that line, `to` exclusive and beyond `from`. */
export type FrameMark = { readonly from: number; readonly to: number; readonly tone: Tone; readonly text: string }

/** A row as pieces with their tones; undefined is uncoloured. */
type Piece = { readonly text: string; readonly tone: Tone | undefined }
export type MarkRow = readonly Piece[]

/** With fewer columns beside a mark, its text goes below it. */
const minBesideWidth = 30

/** Combines pieces at columns into one row. */
class Canvas {
  readonly #cells: { char: string; tone: Tone | undefined }[] = []

  /** `text` takes one cell, regardless of its width: only the last piece of a row may have wide characters. */
  put(column: number, text: string, tone: Tone | undefined): void {
    while (this.#cells.length < column) this.#cells.push({ char: ' ', tone: undefined })
    this.#cells[column] = { char: text, tone }
  }

  fill(from: number, to: number, char: string, tone: Tone): void {
    for (let column = from; column < to; column++) this.put(column, char, tone)
  }

  row(): MarkRow {
    const pieces: Piece[] = []
    for (const { char, tone } of this.#cells) {
      const last = pieces.at(-1)
      if (last !== undefined && last.tone === tone) pieces[pieces.length - 1] = { text: last.text + char, tone }
      else pieces.push({ text: char, tone })
    }
    return pieces
  }
}

/** The rows under a line that has `width` columns. */
export function markRows(marks: readonly FrameMark[], width: number): MarkRow[] {
  if (marks.length === 0) return []
  const ordered = [...marks].sort((a, b) => a.from - b.from || b.to - a.to)
  const markRow = new Canvas()
  for (const mark of [...ordered].sort((a, b) => rank(a) - rank(b)))
    markRow.fill(mark.from, mark.to, mark.tone === 'primary' ? '^' : '-', mark.tone)
  const beside = fitTextBeside(ordered, width)
  const rows: MarkRow[] = []
  if (beside !== undefined) {
    markRow.put(beside.mark.to + 1, beside.lines[0]!, beside.mark.tone)
    rows.push(markRow.row(), ...beside.lines.slice(1).map((line) => drawText(line, beside.mark.to + 1, beside.mark.tone)))
  } else rows.push(markRow.row())
  const below = ordered.filter((mark) => mark.text !== '' && mark !== beside?.mark)
  return [...rows, ...drawTextsBelow(below, width)]
}

/** Primary marks are drawn last, so that they cover the others. */
function rank(mark: FrameMark): number {
  return mark.tone === 'primary' ? 1 : 0
}

/** The text beside the marks: that of the last mark, if no other mark overlaps it. */
function fitTextBeside(ordered: readonly FrameMark[], width: number): { mark: FrameMark; lines: string[] } | undefined {
  const mark = ordered.at(-1)!
  if (mark.text === '' || ordered.some((other) => other !== mark && other.to > mark.from)) return undefined
  const available = width - mark.to - 1
  if (countColumns(mark.text) <= available) return { mark, lines: [mark.text] }
  return available >= minBesideWidth ? { mark, lines: wrap(mark.text, available) } : undefined
}

/** Texts below their marks, the rightmost first, each joined to its mark by a line. */
function drawTextsBelow(below: readonly FrameMark[], width: number): MarkRow[] {
  const onlyMark = below.length === 1 ? below[0] : undefined
  if (onlyMark !== undefined && width - onlyMark.from < minBesideWidth) return moveLeft(onlyMark, width)
  const rows: MarkRow[] = []
  for (let index = below.length - 1; index >= 0; index--) {
    const mark = below[index]!
    const pending = below.slice(0, index)
    if (index === below.length - 1) rows.push(drawConnectors(below))
    for (const line of wrap(mark.text, Math.max(minBesideWidth, width - mark.from)))
      rows.push(drawText(line, mark.from, mark.tone, pending))
  }
  return rows
}

/** Moves a text near the right edge to the left until it fits. */
function moveLeft(mark: FrameMark, width: number): MarkRow[] {
  const lines = wrap(mark.text, width)
  const widest = Math.max(...lines.map(countColumns))
  const column = Math.max(0, Math.min(mark.from, width - widest))
  return lines.map((line) => drawText(line, column, mark.tone))
}

function drawConnectors(marks: readonly FrameMark[]): MarkRow {
  const canvas = new Canvas()
  for (const mark of marks) canvas.put(mark.from, '│', mark.tone)
  return canvas.row()
}

function drawText(text: string, column: number, tone: Tone, pending: readonly FrameMark[] = []): MarkRow {
  const canvas = new Canvas()
  for (const mark of pending) if (mark.from < column) canvas.put(mark.from, '│', mark.tone)
  canvas.put(column, text, tone)
  return canvas.row()
}
