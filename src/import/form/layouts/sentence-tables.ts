// Finds tables of requirements: one column has sentences, and the others have only numbers and levels.

import type { Words } from '../words.ts'

/** The number of a requirement, or nothing. */
const rowNumber = /^(?:[*`]*(?:[A-Z]{1,8}[-.–]?)*\d+(?:[-.]\d+)*[a-z]?[*`]*|[-–—]?)$/

/** A level such as `MUST` or `high`. */
const level = /^[*`]*\p{L}+(?: \p{L}+)?[*`]*$/u

/** The column with the sentences; undefined for other tables. */
export function findSentenceColumn(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { modals }: Words,
): number | undefined {
  const cellsOf = (column: number): readonly string[] => rows.map((cells) => cells[column] ?? '')
  const isSentence = (cell: string): boolean =>
    cell.split(/\s+/).length > 4 && (/[\p{L}`)][.!]$/u.test(cell) || new RegExp(`\\b(?:${modals})\\b`, 'i').test(cell))
  const found = headers.flatMap((_, column) => (rows.length > 0 && cellsOf(column).every(isSentence) ? [column] : []))
  const [only] = found
  if (only === undefined || found.length > 1 || headers.length < 2) return undefined
  const others = headers.flatMap((_, column) => (column === only ? [] : [cellsOf(column)]))
  const isLevels = (cells: readonly string[]): boolean =>
    cells.every((cell) => cell === '' || level.test(cell)) && (rows.length < 2 || new Set(cells).size * 2 <= rows.length + 1)
  return others.some((cells) => cells.every((cell) => rowNumber.test(cell) && cell !== '')) &&
    others.every((cells) => cells.every((cell) => rowNumber.test(cell)) || isLevels(cells))
    ? only
    : undefined
}
