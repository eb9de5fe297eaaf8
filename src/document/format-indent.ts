// Indents the lines of blocks by two columns a level; lines inside a scalar or a collection in braces move along.

import type { Edit } from './edit.ts'
import type { Node } from './node.ts'
import { type Region, containsSpan, inSource } from './region.ts'

type Level = { readonly from: number; readonly to: number; readonly list: boolean }

type Line = { readonly start: number; readonly end: number; readonly column: number }

export function indentEdits(root: Node, region: Region): Edit[] {
  const lines = linesOf(region.text)
  const overLines = lines.some((line) => /^[?:](?:\s|$)/.test(region.text.slice(line.start + line.column, line.end)))
  if (overLines) return [] // keys over several lines are not used
  const inside = linesInside(root, region, lines)
  const moves = Array.from(lines, () => 0)
  const edits: Edit[] = []
  const levels: Level[] = []
  let move = 0
  for (const [index, line] of lines.entries()) {
    const lead = inside.get(index)
    if (lead !== undefined || !isContent(region.text, line)) {
      // The lines of a block of text are two columns deeper than their parent.
      moves[index] = typeof lead === 'number' ? levels.at(-1)!.to + 2 - lead : move
      continue
    }
    move = enter(levels, line, region, edits)
    moves[index] = move
  }
  moveComments(region.text, lines, inside, moves)
  for (const [index, line] of lines.entries()) {
    const to = Math.max(0, line.column + moves[index]!)
    const lead = inside.get(index)
    // A blank line is content only inside a block scalar, and only with spaces beyond the indentation.
    const blank = line.start + line.column >= line.end && !(typeof lead === 'number' && line.column > lead)
    if (to === line.column || blank) continue
    const at = inSource(region, line.start)
    edits.push({ start: at, end: at + line.column, text: ' '.repeat(to) })
  }
  return edits
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const next = feed === -1 ? text.length : feed + 1
    const end = start + text.slice(start, next).replace(/[\r\n]+$/, '').length
    let column = 0
    while (start + column < next && text[start + column] === ' ') column++
    lines.push({ start, end, column })
    start = next
  }
  return lines
}

function isContent(text: string, line: Line): boolean {
  const first = line.start + line.column
  const isMarker = /^(?:---|\.\.\.|%)/.test(text.slice(line.start, line.start + 3))
  return text.slice(first, line.end).trim() !== '' && text[first] !== '#' && !isMarker
}

/** The continuation lines of scalars and collections in braces; for a block scalar with its indentation. */
type Inside = ReadonlyMap<number, number | 'along'>

function linesInside(root: Node, region: Region, lines: readonly Line[]): Inside {
  const starts = lines.map((line) => inSource(region, line.start))
  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
  const inside = new Map<number, number | 'along'>()
  const walk = (node: Node): void => {
    const { source, start, end } = node.span
    if (!containsSpan(region, node.span)) return
    if (node.kind === 'scalar' || '{['.includes(source.text[start]!)) {
      const first = lineAt(start) + 1
      const last = lineAt(Math.max(start, end - 1))
      const isBlock = node.kind === 'scalar' && /^[|>][-+]?(?=\s)/.test(source.text.slice(start, start + 3))
      const lead = isBlock ? leadOf(lines, first, last) : 'along'
      for (let line = first; line <= last; line++) inside.set(line, lead)
    } else if (node.kind === 'map') for (const { key, value } of node.entries) [key, value].forEach(walk)
    else node.items.forEach(walk)
  }
  walk(root)
  return inside
}

/** The indentation of a block scalar: that of its first line with content. */
function leadOf(lines: readonly Line[], first: number, last: number): number | 'along' {
  return lines.slice(first, last + 1).find((line) => line.start + line.column < line.end)?.column ?? 'along'
}

/** Finds the level of a line's entry, and of the list items on it; returns how far the line moves. */
function enter(levels: Level[], line: Line, region: Region, edits: Edit[]): number {
  const { text } = region
  let at = line.start + line.column
  let column = line.column
  let isItem = itemAt(text, at, line.end)
  let top = levels.at(-1)
  while (top !== undefined && (top.from > column || (top.from === column && top.list && !isItem))) {
    levels.pop()
    top = levels.at(-1)
  }
  // A list may begin in the column of its key; it is indented like any other.
  const to = top === undefined ? column : top.to + 2
  if (top === undefined || top.from < column || (isItem && !top.list)) levels.push({ from: column, to, list: isItem })
  const move = levels.at(-1)!.to - line.column
  while (isItem) {
    const dash = levels.at(-1)!
    const next = at + 1 + /^[ \t]*/.exec(text.slice(at + 1, line.end))![0].length
    if (next >= line.end || text[next] === '#') break
    if (next - at !== 2) edits.push({ start: inSource(region, at + 1), end: inSource(region, next - 1) + 1, text: ' ' })
    column += next - at
    at = next
    isItem = itemAt(text, at, line.end)
    levels.push({ from: column, to: dash.to + 2, list: isItem })
  }
  return move
}

function itemAt(text: string, at: number, end: number): boolean {
  return text[at] === '-' && (at + 1 >= end || text[at + 1] === ' ' || text[at + 1] === '\t')
}

/** A comment moves with the entry below it, or else with the line above it. */
function moveComments(text: string, lines: readonly Line[], inside: Inside, moves: number[]): void {
  let below: number | undefined
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!
    if (inside.has(index) || line.start + line.column >= line.end) continue
    if (isContent(text, line)) below = index
    else if (below !== undefined && lines[below]!.column === line.column) moves[index] = moves[below]!
  }
}
