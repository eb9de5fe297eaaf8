// Prints tables as Markdown.

import type { PrintedTable } from './printed.ts'

/** Escapes pipes in cells; other characters stay as they are. */
export function printRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `)).join('|')}|`
}

export function printTable({ header, rows }: PrintedTable): string {
  return [printRow(header), `|${header.map(() => ' --- ').join('|')}|`, ...rows.map(printRow)].join('\n')
}
