// Determines the kind of a table by its headers alone, never by its cells.

import { findNearest } from '../base/nearest.ts'
import type { Document, PartName } from '../document/document.ts'
import type { Cell, Table } from '../document/table.ts'
import { isEmpty } from './cell/node.ts'
import type { TableKind, Sheet, SheetRow, Subject } from './kind.ts'
import { listTableKinds } from './kinds.ts'
import { readTableSubject } from './subject.ts'

/** The meaning of a header: a column of the kind, a key of the reference, an author's name, prose, or unknown. */
type Header = { readonly cell: Cell } & (
  | { readonly role: 'column'; readonly name: string }
  | { readonly role: 'extra' | 'prose' | 'unknown' }
)

export type Interpretation = { readonly kind: TableKind; readonly headers: readonly Header[]; readonly subject: Subject | undefined }

/** `missingColumns`: the columns that the nearest kind still needs. */
export type Unbound = {
  readonly nearest?: TableKind
  readonly missingColumns: readonly string[]
  readonly knownColumns: readonly string[]
  /** Headers that are nearly those of missing columns. */
  readonly misspelt: readonly { readonly header: Cell; readonly column: string }[]
}

/** A header for comparison: without bold, in lower case. */
export function normaliseHeader({ text }: Cell): string {
  return text
    .replace(/^\*\*(.*)\*\*$/, '$1')
    .replace(/^__(.*)__$/, '$1')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
}

function interpretHeaders(table: Table, kind: TableKind, document: Document): readonly Header[] {
  return table.header.map((cell): Header => {
    const text = normaliseHeader(cell)
    const column = kind.columns.find(({ names }) => (names as readonly string[]).includes(text))
    if (column !== undefined) return { cell, role: 'column', name: column.names[0] }
    if (text === '' || /^\(.*\)$/.test(text)) return { cell, role: 'prose' }
    if (/^`[^`]+`$/.test(text)) return { cell, role: kind.hasKeys === true ? 'extra' : 'unknown' }
    return { cell, role: kind.acceptsHeader?.(cell.text, document) === true ? 'extra' : 'unknown' }
  })
}

/** Chooses the kind whose required columns all exist; suggests near ones otherwise. */
export function chooseKind(table: Table, part: PartName, document: Document): Interpretation | Unbound {
  const subject = table.heading === undefined ? undefined : readTableSubject(table.heading)
  const candidates = listTableKinds(part).filter((kind) => kind.acceptsSubject?.(subject) ?? true)
  const interpretations = candidates.map((kind) => ({ kind, headers: interpretHeaders(table, kind, document), subject }))
  const missingIn = ({ kind, headers }: Interpretation): string[] =>
    kind.columns
      .filter(({ names: [name], isNeeded }) => isNeeded === true && !headers.some((each) => each.role === 'column' && each.name === name))
      .map(({ names: [name] }) => name)
  const matching = interpretations.find(
    (each) => missingIn(each).length === 0 && (each.kind.acceptsHeader === undefined || each.headers.some(({ role }) => role === 'extra')),
  )
  if (matching !== undefined) return matching
  const columnsKnownBy = ({ headers }: Interpretation): string[] => headers.flatMap((each) => (each.role === 'column' ? [each.name] : []))
  const [nearest] = interpretations
    .filter((each) => columnsKnownBy(each).length > 0)
    .sort((a, b) => columnsKnownBy(b).length - columnsKnownBy(a).length || missingIn(a).length - missingIn(b).length)
  return nearest === undefined
    ? { missingColumns: [], knownColumns: [], misspelt: [] }
    : {
        nearest: nearest.kind,
        missingColumns: missingIn(nearest),
        knownColumns: columnsKnownBy(nearest),
        misspelt: listMisspelt(nearest, missingIn(nearest)),
      }
}

function listMisspelt({ kind, headers }: Interpretation, missing: readonly string[]): Unbound['misspelt'] {
  return missing.flatMap((column) => {
    const names = kind.columns.find(({ names: [name] }) => name === column)!.names
    const near = headers.find(({ cell, role }) => role === 'unknown' && findNearest(normaliseHeader(cell), names).length > 0)
    return near === undefined ? [] : [{ header: near.cell, column: findNearest(normaliseHeader(near.cell), names)[0]! }]
  })
}

/** The rows by column. Rows with too few or too many cells are skipped and passed to `reportRow`. */
export function readSheet(table: Table, { headers, subject }: Interpretation, reportRow: (row: Table['rows'][number]) => void): Sheet {
  const rows = table.rows.flatMap((row): SheetRow[] => {
    if (row.cells.length !== table.header.length) {
      reportRow(row)
      return []
    }
    const cells = new Map<string, Cell>()
    const extra: { header: Cell; cell: Cell }[] = []
    for (const [index, header] of headers.entries()) {
      const cell = row.cells[index]!
      if (isEmpty(cell)) continue
      if (header.role === 'column') cells.set(header.name, cell)
      else if (header.role === 'extra') extra.push({ header: header.cell, cell })
    }
    return [{ cells, extra, span: row.span }]
  })
  return { table, rows, subject }
}
