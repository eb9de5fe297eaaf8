// Formats a file in the house style: its YAML, and its binding tables, with one blank around each cell. Other Markdown stays unchanged.

import { applyEdits, type Edit } from '../document/edit.ts'
import { format } from '../document/format.ts'
import type { File } from '../document/read.ts'
import type { Table } from '../document/table.ts'
import { readWithTables } from './bind.ts'
import { printRow } from './print/table-text.ts'

/** Returns the formatted text. A file with mistakes is formatted as far as it can be read, and never throws. */
export function formatFile(file: File): string {
  const text = format(file)
  if (/\.(?:ya?ml|json)$/i.test(file.name)) return text
  const { tables } = readWithTables([{ name: file.name, text }])
  return applyEdits(
    text,
    tables.flatMap(({ table }) => (isRectangular(table) ? listRowEdits(table) : [])),
  )
}

/** A row whose number of cells differs from the header is reported, and stays unchanged. */
function isRectangular({ header, rows }: Table): boolean {
  return rows.every(({ cells }) => cells.length === header.length)
}

function listRowEdits({ header, rows, span: { source, start } }: Table): readonly Edit[] {
  const [first, second] = [findLine(source.text, start), findLine(source.text, source.text.indexOf('\n', start) + 1)]
  return [
    { ...first, text: printRow(header.map(({ text }) => text)) },
    {
      ...second,
      text: `|${source.text
        .slice(second.start, second.end)
        .replaceAll(/^\||\|$/g, '')
        .split('|')
        .map(printAlignment)
        .join('|')}|`,
    },
    ...rows.map(({ cells, span: { start: from, end } }) => ({ start: from, end, text: printRow(cells.map(({ text }) => text)) })),
  ]
}

/** The alignment of a column, such as `:-:`; the number of dashes has no meaning. */
function printAlignment(cell: string): string {
  const rule = cell.trim()
  return ` ${rule.startsWith(':') ? ':' : ''}---${rule.endsWith(':') ? ':' : ''} `
}

/** The line from an offset on, without surrounding blanks. */
function findLine(text: string, from: number): { readonly start: number; readonly end: number } {
  const feed = text.indexOf('\n', from)
  const line = text.slice(from, feed === -1 ? text.length : feed)
  return { start: from + line.length - line.trimStart().length, end: from + line.trimEnd().length }
}
