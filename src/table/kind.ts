// The interface of a kind of table: its part, its columns, and the meaning of its rows.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Document, PartName } from '../document/document.ts'
import type { MapNode } from '../document/node.ts'
import type { Cell, Table } from '../document/table.ts'
import type { CellProblem } from './cell/node.ts'

/** `names`: Ninefold writes the first one, and accepts all. */
export type TableColumn = { readonly names: readonly [string, ...string[]]; readonly isNeeded?: true }

/** The owner of a table, from its heading: `Order`, `Line (shape)`, `Person (records, firm is trial)`. */
export type Subject = { readonly name: Cell; readonly columnCells: readonly Cell[] }

/** The cells of a row by their columns, without empty cells. `extra`: columns of keys from the reference, and of the author's names. */
export type SheetRow = {
  readonly cells: ReadonlyMap<string, Cell>
  readonly extra: readonly { readonly header: Cell; readonly cell: Cell }[]
  readonly span: Span
}

/** A table whose columns are known. */
export type Sheet = { readonly table: Table; readonly rows: readonly SheetRow[]; readonly subject: Subject | undefined }

/** A kind's access to the rest of the document, and its sink for diagnostics. */
export type Binding = {
  readonly document: Document
  readonly name: PartName
  /** The part's content apart from tables that are read late. */
  readonly part: MapNode
  /** The names of steps in part 3. */
  readonly steps: ReadonlyMap<string, readonly MapNode[]>
  reportCell(problem: CellProblem, row: SheetRow): void
  report(diagnostic: Diagnostic): void
}

export type TableKind = {
  readonly part: PartName
  /** `fields of a resource` */
  readonly name: string
  readonly columns: readonly TableColumn[]
  /** The required content of a heading, with an example; absent if no heading is needed. */
  readonly subject?: string
  /** True if it is read after all other tables of the part. */
  readonly isLate?: true
  /** Distinguishes kinds with equal columns by their heading. */
  readonly acceptsSubject?: (subject: Subject | undefined) => boolean
  /** True if a header is an author's name, for kinds that accept them. */
  readonly acceptsHeader?: (header: string, document: Document) => boolean
  /** True if a column in backticks is a key of each row's value. */
  readonly hasKeys?: true
  /** Converts the table to fragments of the part, which are merged later. */
  read(sheet: Sheet, binding: Binding): readonly PartFragment[]
  /** For a table of steps: each name and its effects. */
  readonly steps?: (sheet: Sheet, binding: Binding) => ReadonlyMap<string, readonly MapNode[]>
}

/** A fragment of a part. `isRepeatable`: several tables may contain it, such as the setting that enables records. */
export type PartFragment = MapNode & { readonly isRepeatable?: true }

export function findCell({ cells }: SheetRow, column: string): Cell | undefined {
  return cells.get(column)
}
