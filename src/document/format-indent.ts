// Indents the lines of blocks by two columns a level; lines inside a scalar or a collection in braces move along.

import type { Edit } from './edit.ts'
import type { Node } from './node.ts'
import { type Region, containsSpan, toSourceOffset } from './region.ts'

type Level = { readonly column: number; readonly targetColumn: number; readonly list: boolean }

type Line = { readonly start: number; readonly end: number; readonly column: number }

export function listIndentEdits(root: Node, region: Region): Edit[] {
  const lines = splitLines(region.text)
  const hasExplicitKeys = lines.some((line) => /^[?:](?:\s|$)/.test(region.text.slice(line.start + line.column, line.end)))
  if (hasExplicitKeys) return [] // keys over several lines are not used
  const innerLines = findInnerLines(root, region, lines)
  const shifts = Array.from(lines, () => 0)
  const edits: Edit[] = []
  const levels: Level[] = []
  let shift = 0
  for (const [index, line] of lines.entries()) {
    const indentation = innerLines.get(index)
    if (indentation !== undefined || !isContent(region.text, line)) {
      // The lines of a block of text are two columns deeper than their parent.
      shifts[index] = typeof indentation === 'number' ? levels.at(-1)!.targetColumn + 2 - indentation : shift
      continue
    }
    shift = enterLine(levels, line, region, edits)
    shifts[index] = shift
  }
  moveComments(region.text, lines, innerLines, shifts)
  for (const [index, line] of lines.entries()) {
    const targetColumn = Math.max(0, line.column + shifts[index]!)
    const indentation = innerLines.get(index)
    // A blank line is content only inside a block scalar, and only with spaces beyond the indentation.
    const isBlank = line.start + line.column >= line.end && !(typeof indentation === 'number' && line.column > indentation)
    if (targetColumn === line.column || isBlank) continue
    const at = toSourceOffset(region, line.start)
    edits.push({ start: at, end: at + line.column, text: ' '.repeat(targetColumn) })
  }
  return edits
}

function splitLines(text: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < text.length;) {
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
type InnerLines = ReadonlyMap<number, number | 'along'>

function findInnerLines(root: Node, region: Region, lines: readonly Line[]): InnerLines {
  const starts = lines.map((line) => toSourceOffset(region, line.start))
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
  const innerLines = new Map<number, number | 'along'>()
  const walk = (node: Node): void => {
    const { source, start, end } = node.span
    if (!containsSpan(region, node.span)) return
    if (node.kind === 'scalar' || '{['.includes(source.text[start]!)) {
      const first = lineAt(start) + 1
      const last = lineAt(Math.max(start, end - 1))
      const isBlock = node.kind === 'scalar' && /^[|>][-+]?(?=\s)/.test(source.text.slice(start, start + 3))
      const indentation = isBlock ? findIndentation(lines, first, last) : 'along'
      for (let line = first; line <= last; line++) innerLines.set(line, indentation)
    } else if (node.kind === 'map') for (const { key, value } of node.entries) [key, value].forEach(walk)
    else node.items.forEach(walk)
  }
  walk(root)
  return innerLines
}

/** The indentation of a block scalar: that of its first line with content. */
function findIndentation(lines: readonly Line[], first: number, last: number): number | 'along' {
  return lines.slice(first, last + 1).find((line) => line.start + line.column < line.end)?.column ?? 'along'
}

/** Finds the level of a line's entry, and of the list items on it; returns how far the line moves. */
function enterLine(levels: Level[], line: Line, region: Region, edits: Edit[]): number {
  const { text } = region
  let at = line.start + line.column
  let column = line.column
  let isItem = startsItem(text, at, line.end)
  let top = levels.at(-1)
  while (top !== undefined && (top.column > column || (top.column === column && top.list && !isItem))) {
    levels.pop()
    top = levels.at(-1)
  }
  // A list may begin in the column of its key; it is indented like any other.
  const to = top === undefined ? column : top.targetColumn + 2
  if (top === undefined || top.column < column || (isItem && !top.list)) levels.push({ column, targetColumn: to, list: isItem })
  const shift = levels.at(-1)!.targetColumn - line.column
  while (isItem) {
    const itemLevel = levels.at(-1)!
    const contentStart = at + 1 + /^[ \t]*/.exec(text.slice(at + 1, line.end))![0].length
    if (contentStart >= line.end || text[contentStart] === '#') break
    if (contentStart - at !== 2)
      edits.push({ start: toSourceOffset(region, at + 1), end: toSourceOffset(region, contentStart - 1) + 1, text: ' ' })
    column += contentStart - at
    at = contentStart
    isItem = startsItem(text, at, line.end)
    levels.push({ column, targetColumn: itemLevel.targetColumn + 2, list: isItem })
  }
  return shift
}

function startsItem(text: string, at: number, end: number): boolean {
  return text[at] === '-' && (at + 1 >= end || text[at + 1] === ' ' || text[at + 1] === '\t')
}

/** A comment moves with the entry below it, or else with the line above it. */
function moveComments(text: string, lines: readonly Line[], innerLines: InnerLines, shifts: number[]): void {
  let nextContent: number | undefined
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!
    if (innerLines.has(index) || line.start + line.column >= line.end) continue
    if (isContent(text, line)) nextContent = index
    else if (nextContent !== undefined && lines[nextContent]!.column === line.column) shifts[index] = shifts[nextContent]!
  }
}
