// Finds the entries of a text that are invalid YAML, one by one, so that a mistake in one does not affect the others.

import { type Fault, compose } from './yaml.ts'

/** An entry `text.slice(from, to)` that is invalid YAML, and its first mistake. */
export type BrokenEntry = { readonly from: number; readonly to: number; readonly fault: Fault }

/** The depth of the search; each level costs at most one more parse of the text. */
const levels = 12

/** The invalid entries of a text that is invalid as a whole. */
export function brokenEntries(text: string, faults: readonly Fault[]): BrokenEntry[] {
  return recoverRange(text, 0, text.length, 0, faults, levels)
}

/** The text with blanks in place of those entries. */
export function withoutEntries(text: string, entries: readonly Pick<BrokenEntry, 'from' | 'to'>[]): string {
  let out = ''
  let from = 0
  for (const entry of entries) {
    if (entry.from < from) continue
    out += text.slice(from, entry.from) + text.slice(entry.from, entry.to).replace(/[^\r\n]/g, ' ')
    from = entry.to
  }
  return out + text.slice(from)
}

/** `pad`: the number of columns before `from` on its line, which contain the `-` of a list. */
function recoverRange(text: string, from: number, to: number, pad: number, faults: readonly Fault[], left: number): BrokenEntry[] {
  const [first] = faults
  if (first === undefined) return []
  const parts = left === 0 ? [] : entriesOf(text, from, to, pad)
  const found =
    parts.length > 1
      ? parts.flatMap((part) => brokenAlone(text, part.from, part.to, part.pad, left - 1))
      : findInside(text, from, to, pad, left)
  if (found.length > 0) return found
  // Entries that parse alone but not together, such as one in another column.
  const at = parts.findLast((part) => part.from <= first.start) ?? { from, to }
  return [{ from: at.from, to: at.to, fault: first }]
}

function brokenAlone(text: string, from: number, to: number, pad: number, left: number): BrokenEntry[] {
  const shift = from - pad
  const { faults } = compose(' '.repeat(pad) + text.slice(from, to))
  const placed = faults.map((fault) => ({ ...fault, start: fault.start + shift, end: fault.end + shift }))
  return recoverRange(text, from, to, pad, placed, left)
}

type Part = { readonly from: number; readonly to: number; readonly pad: number }

/** Sibling entries in the text, each with its deeper lines. */
function entriesOf(text: string, from: number, to: number, pad: number): Part[] {
  const starts: { at: number; column: number }[] = []
  let line = from
  let least = -1
  while (line < to) {
    const first = firstOf(text, line, to)
    const column = first - line + (line === from ? pad : 0)
    if (first < to && !/[\r\n#}\]]/.test(text[first]!)) {
      if (least === -1) least = column
      if (column <= least) starts.push({ at: line, column })
    }
    line = text.indexOf('\n', first) + 1 || to
  }
  return starts.map(({ at }, index) => ({ from: at, to: starts[index + 1]?.at ?? to, pad: at === from ? pad : 0 }))
}

function firstOf(text: string, from: number, to: number): number {
  let i = from
  while (i < to && text[i] === ' ') i++
  return i
}

/** The lines inside one entry: after the `-` of a list, or below a key without a value on its line. */
function findInside(text: string, from: number, to: number, pad: number, left: number): BrokenEntry[] {
  if (left === 0) return []
  const first = firstOf(text, from, to)
  const dash = /^-[ ]+(?=\S)/.exec(text.slice(first, first + 200))
  if (dash !== null) return brokenAlone(text, first + dash[0].length, to, pad + first - from + dash[0].length, left - 1)
  const next = text.indexOf('\n', first) + 1
  const opens = next > 0 && next < to && /:[ \t]*(?:#.*)?$/.test(text.slice(first, next).trimEnd())
  return opens ? brokenAlone(text, next, to, 0, left - 1) : []
}
