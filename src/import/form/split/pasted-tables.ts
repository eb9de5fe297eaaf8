// Reads tables that were pasted from a sheet: lines with a tab between the cells.

import type { FenceTable } from './fence-tables.ts'

/** Undefined unless all lines have tabs, and none has more cells than the first; cells may be left out at the end. */
export function readPastedTable(text: string): FenceTable | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({
      text: each.trim(),
      line,
      cells: each
        .replace(/^ +/, '')
        .split('\t')
        .map((cell) => cell.trim()),
    }))
    .filter((each) => each.text !== '')
  const [head, ...rows] = lines
  if (head === undefined || rows.length === 0 || head.cells.length < 2 || !lines.every(({ cells }) => cells.length > 1)) return undefined
  // The first line of a block has lost the tab of an empty cell.
  const headers = rows.some(({ cells }) => cells.length > head.cells.length) ? ['', ...head.cells] : head.cells
  if (rows.some(({ cells }) => cells.length > headers.length) || !headers.slice(1).every((cell) => /[\p{L}\d#№]/u.test(cell)))
    return undefined
  return {
    headers,
    rows: rows.map(({ text: row, line, cells }) => ({
      text: row,
      line,
      cells: [...cells, ...Array.from({ length: headers.length - cells.length }, () => '')],
    })),
  }
}
