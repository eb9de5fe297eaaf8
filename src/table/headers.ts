// Determines the kind of a table by its headers alone, never by its cells.

import type { Document, PartName } from '../document/document.ts'
import type { Cell, Table } from '../document/table.ts'
import { isEmpty } from './cell/node.ts'
import type { TableKind, Sheet, SheetRow, Subject } from './kind.ts'
import { tableKindsOf } from './kinds.ts'
import { tableSubject } from './subject.ts'

/** The meaning of a header: a column of the kind, a key of the reference, an author's name, prose, or unknown. */
type Header = { readonly cell: Cell } & ({ readonly is: 'column'; readonly name: string } | { readonly is: 'more' | 'prose' | 'unknown' })

export type Chosen = { readonly kind: TableKind; readonly headers: readonly Header[]; readonly subject: Subject | undefined }

/** `lacks`: the columns that the nearest kind still needs. */
export type Unbound = { readonly nearest?: TableKind; readonly lacks: readonly string[]; readonly knows: readonly string[] }

/** A header for comparison: without bold, in lower case. */
export function headerText({ text }: Cell): string {
  return text.replace(/^\*\*(.*)\*\*$/, '$1').replace(/^__(.*)__$/, '$1').trim().toLowerCase().replace(/\s+/g, ' ')
}

function headersFor(table: Table, kind: TableKind, document: Document): readonly Header[] {
  return table.header.map((cell): Header => {
    const text = headerText(cell)
    const column = kind.columns.find(({ names }) => (names as readonly string[]).includes(text))
    if (column !== undefined) return { cell, is: 'column', name: column.names[0] }
    if (text === '' || /^\(.*\)$/.test(text)) return { cell, is: 'prose' }
    if (/^`[^`]+`$/.test(text)) return { cell, is: kind.hasKeys === true ? 'more' : 'unknown' }
    return { cell, is: kind.takes?.(cell.text, document) === true ? 'more' : 'unknown' }
  })
}

/** Chooses the kind whose required columns all exist; suggests near ones otherwise. */
export function chooseKind(table: Table, part: PartName, document: Document): Chosen | Unbound {
  const subject = table.heading === undefined ? undefined : tableSubject(table.heading)
  const candidates = tableKindsOf(part).filter((kind) => kind.isOf?.(subject) ?? true)
  const read = candidates.map((kind) => ({ kind, headers: headersFor(table, kind, document), subject }))
  const missingColumns = ({ kind, headers }: Chosen): string[] =>
    kind.columns
      .filter(({ names: [name], isNeeded }) => isNeeded === true && !headers.some((each) => each.is === 'column' && each.name === name))
      .map(({ names: [name] }) => name)
  const matching = read.find(
    (each) => missingColumns(each).length === 0 && (each.kind.takes === undefined || each.headers.some(({ is }) => is === 'more')),
  )
  if (matching !== undefined) return matching
  const knows = ({ headers }: Chosen): string[] => headers.flatMap((each) => (each.is === 'column' ? [each.name] : []))
  const [nearest] = read
    .filter((each) => knows(each).length > 0)
    .sort((a, b) => knows(b).length - knows(a).length || missingColumns(a).length - missingColumns(b).length)
  return nearest === undefined ? { lacks: [], knows: [] } : { nearest: nearest.kind, lacks: missingColumns(nearest), knows: knows(nearest) }
}

/** The rows by column. Rows with too few or too many cells are skipped and passed to `wrong`. */
export function sheetOf(table: Table, { headers, subject }: Chosen, wrong: (row: Table['rows'][number]) => void): Sheet {
  const rows = table.rows.flatMap((row): SheetRow[] => {
    if (row.cells.length !== table.header.length) {
      wrong(row)
      return []
    }
    const cells = new Map<string, Cell>()
    const more: { header: Cell; cell: Cell }[] = []
    for (const [index, header] of headers.entries()) {
      const cell = row.cells[index]!
      if (isEmpty(cell)) continue
      if (header.is === 'column') cells.set(header.name, cell)
      else if (header.is === 'more') more.push({ header: header.cell, cell })
    }
    return [{ cells, more, span: row.span }]
  })
  return { table, rows, subject }
}
