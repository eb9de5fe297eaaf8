// Prints tables as Markdown.

import type { PrintedTable } from './printed.ts'

/** Escapes pipes in cells; other characters stay as they are. */
export function rowText(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell.replaceAll('|', '\\|')} `)).join('|')}|`
}

export function tableText({ header, rows }: PrintedTable): string {
  return [rowText(header), `|${header.map(() => ' --- ').join('|')}|`, ...rows.map(rowText)].join('\n')
}
