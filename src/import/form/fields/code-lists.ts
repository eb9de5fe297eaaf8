// Reads tables with the values of code lists: a list and one of its codes in each row.

import { draftPlainText, takeLine } from '../draft.ts'
import type { FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

/** By the words with which fields name a list, `CODE(SPECIES)`, the choice of its codes. */
export function readCodeLists(sections: readonly FormSection[], words: Words): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { blocks } of sections)
    for (const block of blocks) {
      const at = block.kind === 'table' ? findListColumns(block, words) : undefined
      if (block.kind !== 'table' || at === undefined) continue
      const rows = block.rows.map(({ cells, statement }) => ({ list: readCell(cells[at.list]), code: readCell(cells[at.code]), statement }))
      for (const [list, own] of Map.groupBy(rows, (row) => row.list)) {
        const codes = own.map(({ code }) => code)
        if (codes.length < 2 || !codes.every((code) => /^[\p{L}\d][\p{L}\d_.-]*$/u.test(code)) || new Set(codes).size < codes.length)
          continue
        for (const name of words.codeListNames(list.toLowerCase())) found.set(name, `one of: ${codes.join(', ')}`)
        for (const { statement } of own) takeLine(statement)
      }
    }
  return found
}

/** The columns of a table with code lists; undefined for other tables. */
export function findListColumns(
  { headers }: Pick<FormTable, 'headers'>,
  { listHeader, codeHeader }: Words,
): { readonly list: number; readonly code: number } | undefined {
  const plain = headers.map((header) => readCell(header).toLowerCase())
  const list = plain.findIndex((header) => listHeader.test(header))
  const code = plain.findIndex((header, index) => index !== list && codeHeader.test(header))
  return list < 0 || code < 0 ? undefined : { list, code }
}

function readCell(cell: string | undefined): string {
  return draftPlainText(cell ?? '')
    .replaceAll('`', '')
    .trim()
}
