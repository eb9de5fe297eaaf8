// Prints the row below a source line: the marks of its labels and their texts.

import { columns, wrap } from './columns.ts'

/** `primary` has the severity's colour, `other` that of related places. */
export type Tone = 'primary' | 'other'

/** A label of one line in columns of that line, `to` exclusive and beyond `from`. */
export type FrameMark = { readonly from: number; readonly to: number; readonly tone: Tone; readonly text: string }

/** A row as pieces with their tones; undefined is uncoloured. */
type Piece = { readonly text: string; readonly tone: Tone | undefined }
export type MarkRow = readonly Piece[]

/** If there is less room beside a mark, its text goes below it. */
const leastBeside = 30

/** Combines pieces at columns into one row. */
class Canvas {
  readonly #at: { char: string; tone: Tone | undefined }[] = []

  /** `text` takes one cell, whatever its width: only the last piece of a row may have wide characters. */
  put(column: number, text: string, tone: Tone | undefined): void {
    while (this.#at.length < column) this.#at.push({ char: ' ', tone: undefined })
    this.#at[column] = { char: text, tone }
  }

  fill(from: number, to: number, char: string, tone: Tone): void {
    for (let column = from; column < to; column++) this.put(column, char, tone)
  }

  row(): MarkRow {
    const pieces: Piece[] = []
    for (const { char, tone } of this.#at) {
      const last = pieces.at(-1)
      if (last !== undefined && last.tone === tone) pieces[pieces.length - 1] = { text: last.text + char, tone }
      else pieces.push({ text: char, tone })
    }
    return pieces
  }
}

/** The rows under a line that has `room` columns. */
export function markRows(marks: readonly FrameMark[], room: number): MarkRow[] {
  if (marks.length === 0) return []
  const ordered = [...marks].sort((a, b) => a.from - b.from || b.to - a.to)
  const under = new Canvas()
  for (const mark of [...ordered].sort((a, b) => rank(a) - rank(b)))
    under.fill(mark.from, mark.to, mark.tone === 'primary' ? '^' : '-', mark.tone)
  const beside = besideText(ordered, room)
  const rows: MarkRow[] = []
  if (beside !== undefined) {
    under.put(beside.mark.to + 1, beside.lines[0]!, beside.mark.tone)
    rows.push(under.row(), ...beside.lines.slice(1).map((line) => textRow(line, beside.mark.to + 1, beside.mark.tone)))
  } else rows.push(under.row())
  const below = ordered.filter((mark) => mark.text !== '' && mark !== beside?.mark)
  return [...rows, ...hang(below, room)]
}

/** Primary marks are drawn last, so that they cover the others. */
function rank(mark: FrameMark): number {
  return mark.tone === 'primary' ? 1 : 0
}

/** The text beside the marks: that of the last mark, if no other mark overlaps it. */
function besideText(ordered: readonly FrameMark[], room: number): { mark: FrameMark; lines: string[] } | undefined {
  const mark = ordered.at(-1)!
  if (mark.text === '' || ordered.some((other) => other !== mark && other.to > mark.from)) return undefined
  const left = room - mark.to - 1
  if (columns(mark.text) <= left) return { mark, lines: [mark.text] }
  return left >= leastBeside ? { mark, lines: wrap(mark.text, left) } : undefined
}

/** Texts below their marks, the rightmost first, each joined to its mark by a line. */
function hang(below: readonly FrameMark[], room: number): MarkRow[] {
  const alone = below.length === 1 ? below[0] : undefined
  if (alone !== undefined && room - alone.from < leastBeside) return shifted(alone, room)
  const rows: MarkRow[] = []
  for (let index = below.length - 1; index >= 0; index--) {
    const mark = below[index]!
    const pending = below.slice(0, index)
    if (index === below.length - 1) rows.push(connectors(below))
    for (const line of wrap(mark.text, Math.max(leastBeside, room - mark.from))) rows.push(textRow(line, mark.from, mark.tone, pending))
  }
  return rows
}

/** Moves a text near the right edge to the left until it fits. */
function shifted(mark: FrameMark, room: number): MarkRow[] {
  const lines = wrap(mark.text, room)
  const widest = Math.max(...lines.map(columns))
  const column = Math.max(0, Math.min(mark.from, room - widest))
  return lines.map((line) => textRow(line, column, mark.tone))
}

function connectors(marks: readonly FrameMark[]): MarkRow {
  const canvas = new Canvas()
  for (const mark of marks) canvas.put(mark.from, '│', mark.tone)
  return canvas.row()
}

function textRow(text: string, column: number, tone: Tone, pending: readonly FrameMark[] = []): MarkRow {
  const canvas = new Canvas()
  for (const mark of pending) if (mark.from < column) canvas.put(mark.from, '│', mark.tone)
  canvas.put(column, text, tone)
  return canvas.row()
}
