// Splits the tables of a form whose rows name their owner: in a column, before a point, or in a separate row.

import { findListColumns } from '../fields/code-lists.ts'
import { mapColumns, draftPlainText } from '../draft.ts'
import { isFieldTable } from '../fields/field-columns.ts'
import type { FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

/** A table whose rows name their owner: in a column, before a point, or in a separate row. */
export function cutTables(section: FormSection, words: Words): FormSection[] {
  const sections: FormSection[] = []
  let current: Block[] = []
  const close = (): void => {
    if (current.length > 0) sections.push({ ...section, blocks: current })
    current = []
  }
  for (const block of section.blocks) {
    const groups = block.kind === 'table' ? groupRows(block, section, words) : undefined
    if (groups === undefined) {
      current.push(block)
      continue
    }
    close()
    for (const { owner, table } of groups) sections.push({ part: section.part, title: owner, level: 3, blocks: [table] })
  }
  close()
  return sections.length === 0 ? [section] : sections
}

type Group = { readonly owner: string; readonly table: FormTable }

function groupRows(table: FormTable, { part }: FormSection, words: Words): Group[] | undefined {
  // The codes of a list belong to no resource.
  if (part === 'resources' && findListColumns(table, words) !== undefined) return undefined
  const wanted = part === 'resources' ? (['field', 'type', 'meaning', 'rules'] as const) : (['from', 'to'] as const)
  const at = mapColumns(table.headers, ['owner', ...wanted], words)
  const main = part === 'resources' ? at.field : (at.from ?? at.to)
  const unnamed = part === 'resources' && (at.owner === undefined || main === undefined) ? findOwnerColumn(table, main, words) : undefined
  if (main === undefined && unnamed === undefined) return undefined
  const isEmpty = (cell: string | undefined): boolean => (cell ?? '').trim() === ''
  const column =
    unnamed ??
    (main === undefined ? undefined : at.owner !== undefined && at.owner < main ? at.owner : findRepeatedColumn(table, main, words))
  if (column !== undefined) {
    let owner = ''
    return group(
      table.rows.map((row) => {
        const cell = draftPlainText(row.cells[column] ?? '')
        owner = isEmpty(cell) || /^["″〃]$/.test(cell) ? owner : words.everyOwner.test(cell) ? words.everyName : spellCapitals(cell)
        return { owner, row: { ...row, cells: cutOut(row.cells, column) } }
      }),
      cutOut(table.headers, column),
    )
  }
  if (main === undefined) return undefined
  const dotted = table.rows.map(({ cells }) => /^`?([A-Za-z]\w*)\.([A-Za-z_]\w*\W*)$/.exec((cells[main] ?? '').trim()))
  if (part === 'resources' && table.rows.length > 1 && dotted.every((each) => each !== null)) {
    return group(
      table.rows.map((row, index) => ({
        owner: dotted[index]![1]!,
        row: { ...row, cells: row.cells.map((cell, each) => (each === main ? dotted[index]![2]!.replaceAll('`', '') : cell)) },
      })),
      table.headers,
    )
  }
  // Rows with only the first cell are headings within the table.
  const isHead = (cells: readonly string[]): boolean => !isEmpty(cells[0]) && cells.slice(1).every(isEmpty)
  if (table.headers.length < 3 || !isHead(table.rows[0]?.cells ?? []) || table.rows.length < 3) return undefined
  let owner = ''
  return group(
    table.rows.flatMap((row) => {
      if (!isHead(row.cells)) return [{ owner, row }]
      owner = draftPlainText(row.cells[0]!).replaceAll(/[*_`:]/g, '')
      row.statement.outcome = 'prose'
      return []
    }),
    table.headers,
  )
}

/** `POLICY_HOLDER` as a name of words. */
function spellCapitals(name: string): string {
  return /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name)
    ? name
        .split('_')
        .map((word) => `${word[0]!}${word.slice(1).toLowerCase()}`)
        .join(' ')
    : name
}

function cutOut(cells: readonly string[], index: number): string[] {
  return cells.filter((_, each) => each !== index)
}

/** The repeated names of owners, if the columns without them are those of fields; the header of the fields may name the owners. */
function findOwnerColumn(table: FormTable, main: number | undefined, words: Words): number | undefined {
  const column = findRepeatedColumn(table, main === undefined ? table.headers.length - 1 : main + 1, words)
  if (column === undefined || (main !== undefined && column < main)) return undefined
  const fields: FormTable = {
    kind: 'table',
    headers: cutOut(table.headers, column),
    rows: table.rows.map((row) => ({ ...row, cells: cutOut(row.cells, column) })),
  }
  return isFieldTable(fields, words) ? column : undefined
}

/** Finds a column before the fields that repeats each name in consecutive rows. */
function findRepeatedColumn({ headers, rows }: FormTable, main: number, words: Words): number | undefined {
  const { marks } = words
  const known = Object.values(mapColumns(headers, ['type', 'must', 'default', 'setter', 'range', 'unique', 'flags'], words))
  for (let index = 0; index < main; index++) {
    if (known.includes(index)) continue
    const cells = rows.map(({ cells: all }) => draftPlainText(all[index] ?? ''))
    const names = cells.filter((each) => each !== '')
    const changes = names.filter((each, at) => at === 0 || names[at - 1] !== each).length
    if (
      cells[0] !== '' &&
      names.every((each) => /^\p{L}[\p{L}\d_]*(?: \p{L}[\p{L}\d_]*){0,2}$/u.test(each)) &&
      !names.every((each) => marks.yes.test(each) || marks.no.test(each) || marks.conditional.test(each)) &&
      new Set(names).size === changes &&
      changes * 2 <= rows.length
    )
      return index
  }
  return undefined
}

function group(rows: readonly { readonly owner: string; readonly row: FormTable['rows'][number] }[], headers: readonly string[]): Group[] {
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  return owners.map((owner) => ({
    owner,
    table: { kind: 'table', headers, rows: rows.filter((each) => each.owner === owner).map(({ row }) => row) },
  }))
}
