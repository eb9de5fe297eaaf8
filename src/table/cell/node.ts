// Builds nodes from cells: the text of a cell as a scalar, and words with their places.

import type { Help } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Entry, ListNode, MapNode, Node, Scalar } from '../../document/node.ts'
import { parseCoreValue } from '../../document/scalar.ts'
import { type Cell, sliceCell } from '../../document/table.ts'

/** A problem of a cell: its place, a short label, and the allowed values. */
export type CellProblem = { readonly kind: 'problem'; readonly span: Span; readonly label: string; readonly help?: string | Help }

export function makeCellProblem(cell: Cell, label: string, help?: string | Help): CellProblem {
  return { kind: 'problem', span: cell.span, label, ...(help === undefined ? {} : { help }) }
}

export function isProblem(value: unknown): value is CellProblem {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'problem'
}

/** The text of the cell as a plain scalar: a name, a number, a word of the language. */
export function makePlainScalar({ text, span, offsets }: Cell): Scalar {
  return { kind: 'scalar', value: parseCoreValue(text), text, style: 'plain', span, ...(offsets === undefined ? {} : { offsets }) }
}

/** The text of the cell, unchanged, as a string. */
export function makeVerbatimScalar({ text, span, offsets }: Cell): Scalar {
  return { kind: 'scalar', value: text, text, style: 'double', span, ...(offsets === undefined ? { from: span.start } : { offsets }) }
}

/** A word of the language for the cell. */
export function makeWordScalar(text: string, { span }: { readonly span: Span }): Scalar {
  const offsets = Array.from({ length: text.length + 1 }, (_, index) => (index < text.length ? span.start : span.end))
  return { kind: 'scalar', value: parseCoreValue(text), text, style: 'plain', span, offsets }
}

export function makeEntry(key: Scalar, value: Node): Entry {
  return { key, value }
}

/** A map with keys of the language, at one place; omits keys without a value. */
export function mapAt(span: Span, members: { readonly [key: string]: Node | undefined }): MapNode {
  const entries = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key: makeWordScalar(key, { span }), value }],
  )
  return { kind: 'map', entries, span }
}

export function listAt(span: Span, items: readonly Node[]): ListNode {
  return { kind: 'list', items, span }
}

/** Nested maps, with keys of the author or of the language. */
export function nestMaps(path: readonly (Scalar | string)[], value: Node, span: Span): MapNode {
  const [first, ...rest] = path
  const key = typeof first === 'string' ? makeWordScalar(first, { span }) : first!
  return { kind: 'map', entries: [{ key, value: rest.length === 0 ? value : nestMaps(rest, value, span) }], span }
}

/** The parts of a cell between separators outside of backticks, quotes and brackets. */
export function splitCell(cell: Cell, separator: string): Cell[] {
  const { text } = cell
  const parts: Cell[] = []
  let from = 0
  let depth = 0
  for (let i = 0; i <= text.length; i++) {
    const char = text[i]
    if (char === '`' || char === '"') {
      const end = text.indexOf(char, i + 1)
      if (end > 0) i = end
    } else if (char !== undefined && '([{'.includes(char)) depth++
    else if (char !== undefined && ')]}'.includes(char)) depth--
    if (i >= text.length || (depth === 0 && text[i] === separator)) {
      parts.push(sliceCell(cell, from, Math.min(i, text.length)))
      from = i + 1
    }
  }
  return parts
}

/** Splits a cell at the first separator outside backticks; undefined if it has none. */
export function cutCell(cell: Cell, separator: string): readonly [Cell, Cell] | undefined {
  const [first] = splitCell(cell, separator)
  const at = first === undefined ? -1 : cell.text.indexOf(separator, cell.text.indexOf(first.text) + first.text.length)
  return at < 0 || first!.text === cell.text ? undefined : [first!, sliceCell(cell, at + separator.length, cell.text.length)]
}

/** True for an empty cell or a dash such as `–`. */
export function isEmpty({ text }: Cell): boolean {
  return text === '' || /^[-–—]$/.test(text)
}
