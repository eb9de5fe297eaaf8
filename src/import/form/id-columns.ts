// Finds the column with the names of lines, such as `E12`, `F-03` or `4.14`.

import { draftPlainText, mapColumns } from './draft.ts'
import type { FormTable } from './statement.ts'
import type { Words } from './words.ts'

const lineName = /^(?:[A-Z]{1,5}[-.]?)?\d{1,4}(?:[.-]\d+)*[a-z]?\.?$/

/** The column that its header calls so, otherwise the first one, if it has a different name in each row. */
export function findIdColumn({ headers, rows }: FormTable, words: Words): number | undefined {
  const { id } = mapColumns(headers, ['id'], words)
  if (id !== undefined) return id
  const names = rows.map(({ cells }) => readLineName(cells[0]))
  return rows.length > 1 && names.every((each) => /[A-Z]/.test(each)) && new Set(names).size === names.length ? 0 : undefined
}

/** The name of a line in a cell; empty if the cell has something else. */
export function readLineName(cell: string | undefined): string {
  const plain = draftPlainText(cell ?? '')
    .replaceAll(/[*`()]/g, '')
    .trim()
  return lineName.test(plain) ? plain.replace(/\.$/, '') : ''
}

/** The names of lines in a text, in small letters: `E1–E3, E7` are four. */
export function readLineIds(label: string): ReadonlySet<string> {
  return new Set(
    Array.from(
      label.matchAll(/(?<![\w/])([A-Z]{0,3}-?)(\d{1,3})(?:\s*(?:-|–|\.\.|to|bis)\s*[A-Z]{0,3}-?(\d{1,3}))?(?![\w/])/g),
      ([, lead, from, to = from]) =>
        Array.from({ length: Math.max(0, Math.min(100, Number(to) - Number(from) + 1)) }, (_, index) =>
          `${lead}${String(Number(from) + index).padStart(from!.length, '0')}`.toLowerCase(),
        ),
    ).flat(),
  )
}
