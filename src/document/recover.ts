// Finds the entries of a text that are invalid YAML, one by one, so that a mistake in one does not affect the others.

import { type Fault, compose } from './yaml.ts'

/** An entry `text.slice(from, to)` that is invalid YAML, and its first mistake. */
export type BrokenEntry = { readonly from: number; readonly to: number; readonly fault: Fault }

/** The depth of the search; each level costs at most one more parse of the text. */
const maxLevels = 12

/** The invalid entries of a text that is invalid as a whole. */
export function findBrokenEntries(text: string, faults: readonly Fault[]): BrokenEntry[] {
  return recoverRange(text, 0, text.length, 0, faults, maxLevels)
}

/** The text with blanks in place of those entries. */
export function withoutEntries(text: string, entries: readonly Pick<BrokenEntry, 'from' | 'to'>[]): string {
  let result = ''
  let from = 0
  for (const entry of entries) {
    if (entry.from < from) continue
    result += text.slice(from, entry.from) + text.slice(entry.from, entry.to).replace(/[^\r\n]/g, ' ')
    from = entry.to
  }
  return result + text.slice(from)
}

/** `padding`: the number of columns before `from` on its line, which contain the `-` of a list. */
function recoverRange(
  text: string,
  from: number,
  to: number,
  padding: number,
  faults: readonly Fault[],
  levelsLeft: number,
): BrokenEntry[] {
  const [first] = faults
  if (first === undefined) return []
  const parts = levelsLeft === 0 ? [] : splitEntries(text, from, to, padding)
  const inner =
    parts.length > 1
      ? parts.flatMap((part) => recoverAlone(text, part.from, part.to, part.pad, levelsLeft - 1))
      : findInside(text, from, to, padding, levelsLeft)
  if (inner.length > 0) return inner
  // Entries that parse alone but not together, such as one in another column.
  const at = parts.findLast((part) => part.from <= first.start) ?? { from, to }
  return [{ from: at.from, to: at.to, fault: first }]
}

function recoverAlone(text: string, from: number, to: number, padding: number, levelsLeft: number): BrokenEntry[] {
  const shift = from - padding
  const { faults } = compose(' '.repeat(padding) + text.slice(from, to))
  const placed = faults.map((fault) => ({ ...fault, start: fault.start + shift, end: fault.end + shift }))
  return recoverRange(text, from, to, padding, placed, levelsLeft)
}

type Part = { readonly from: number; readonly to: number; readonly pad: number }

/** Sibling entries in the text, each with its deeper lines. */
function splitEntries(text: string, from: number, to: number, padding: number): Part[] {
  const starts: { at: number; column: number }[] = []
  let line = from
  let leastColumn = -1
  while (line < to) {
    const first = skipSpaces(text, line, to)
    const column = first - line + (line === from ? padding : 0)
    if (first < to && !/[\r\n#}\]]/.test(text[first]!)) {
      if (leastColumn === -1) leastColumn = column
      if (column <= leastColumn) starts.push({ at: line, column })
    }
    line = text.indexOf('\n', first) + 1 || to
  }
  return starts.map(({ at }, index) => ({ from: at, to: starts[index + 1]?.at ?? to, pad: at === from ? padding : 0 }))
}

function skipSpaces(text: string, from: number, to: number): number {
  let i = from
  while (i < to && text[i] === ' ') i++
  return i
}

/** The lines inside one entry: after the `-` of a list, or below a key without a value on its line. */
function findInside(text: string, from: number, to: number, padding: number, levelsLeft: number): BrokenEntry[] {
  if (levelsLeft === 0) return []
  const first = skipSpaces(text, from, to)
  const dash = /^-[ ]+(?=\S)/.exec(text.slice(first, first + 200))
  if (dash !== null) return recoverAlone(text, first + dash[0].length, to, padding + first - from + dash[0].length, levelsLeft - 1)
  const next = text.indexOf('\n', first) + 1
  const opensBlock = next > 0 && next < to && /:[ \t]*(?:#.*)?$/.test(text.slice(first, next).trimEnd())
  return opensBlock ? recoverAlone(text, next, to, 0, levelsLeft - 1) : []
}
