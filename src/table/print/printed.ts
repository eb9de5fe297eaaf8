// A printed part: tables under headings, and YAML for content that no cell expresses. Cells are printed only if they parse back to the same
// value.

import { createSource, createSpan } from '../../base/text.ts'
import type { Entry, MapNode, Node, Scalar } from '../../document/node.ts'
import type { Cell } from '../../document/table.ts'
import { type CellProblem, isProblem } from '../cell/node.ts'

/** `heading`: the owner of the table, if its kind needs one. */
export type PrintedTable = { readonly heading?: string; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }

export type PrintedPart = PrintedTable | { readonly yaml: MapNode }

/** The text as a cell. */
export function asCell(text: string): Cell {
  return { text, span: createSpan(createSource('cell', text), 0, text.length) }
}

/** The text, if it parses back to the node. */
export function checkCell(text: string | undefined, read: (cell: Cell) => Node | CellProblem, node: Node): string | undefined {
  if (text === undefined || text === '' || text !== text.trim() || /[\r\n]|^[-–—]$|^`+$/.test(text)) return undefined
  const reparsed = read(asCell(text))
  return !isProblem(reparsed) && printSameText(reparsed) === printSameText(node) ? text : undefined
}

/** The canonical text of a node, ignoring quotes. A list of one differs from its item. */
export function printSameText(node: Node): string {
  if (node.kind === 'list') return `[${node.items.map(printSameText).join()}]`
  if (node.kind === 'map')
    return `{${node.entries
      .map(({ key, value }) => `${JSON.stringify(key.text)}:${printSameText(value)}`)
      .toSorted()
      .join()}}`
  return `${classifyScalar(node)} ${JSON.stringify(printCanonicalScalar(node))}`
}

function classifyScalar({ style, text, value }: Scalar): string {
  if (style === 'plain' && (text === 'none' || text === 'not shown')) return 'word'
  if (value === null) return 'null'
  return typeof value === 'bigint' ? 'number' : typeof value
}

function printCanonicalScalar({ text, value }: Scalar): string {
  if (value === null) return ''
  return typeof value === 'boolean' ? String(value) : normalizeMacroNames(text)
}

/** Replaces the names that macros bind by `x`: they have no meaning outside of the macro, and a cell has none. */
export function normalizeMacroNames(text: string): string {
  return text.replace(/\bitems\.map\((\w+), ([A-Z]\w*)\(\1\)\)/g, 'items.map(x, $2(x))')
}

/** The map without entries of these names. */
export function withoutKeys(map: MapNode, names: ReadonlySet<string>): MapNode {
  return { ...map, entries: map.entries.filter(({ key }) => !names.has(key.text)) }
}

export function mapMember(map: MapNode, name: string): MapNode | undefined {
  const value = map.entries.find(({ key }) => key.text === name)?.value
  return value?.kind === 'map' ? value : undefined
}

/** A map with the entries nested under these names. */
export function mapBelow(path: readonly Scalar[], entries: readonly Entry[], like: MapNode): MapNode {
  const [first, ...rest] = path
  return first === undefined ? { ...like, entries } : { ...like, entries: [{ key: first, value: mapBelow(rest, entries, like) }] }
}

/** The table without empty columns, except for the first and the needed ones. */
export function compactTable({ header, rows, ...more }: PrintedTable, needed: readonly string[]): PrintedTable {
  const shownColumns = header.map((name, index) => needed.includes(name) || rows.some((row) => row[index] !== ''))
  return {
    ...more,
    header: header.filter((_, index) => shownColumns[index]),
    rows: rows.map((row) => row.filter((_, index) => shownColumns[index])),
  }
}

/** True if a name can be a cell, or a part of one, without quotes. */
export function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$.-]*$/.test(text) && !/^(?:below|none)$/.test(text)
}
