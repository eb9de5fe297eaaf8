// Tables as Markdown.

import type { PrintedTable } from './printed.ts'

/** A pipe in a cell is escaped, and nothing else. */
export function rowText(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `)).join('|')}|`
}

export function tableText({ header, rows }: PrintedTable): string {
  return [rowText(header), `|${header.map(() => ' --- ').join('|')}|`, ...rows.map(rowText)].join('\n')
}
