// What a kind of table is: the part that it speaks for, the columns that it has, and what its rows say.

import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Document, PartName } from '../document/document.ts'
import type { MapNode } from '../document/node.ts'
import type { Cell, Table } from '../document/table.ts'
import type { Problem } from './cell/node.ts'

/** `names`: the first is the one that Ninefold writes, the others are understood. */
export type Column = { readonly names: readonly [string, ...string[]]; readonly isNeeded?: true }

/** Whose a table is, as its heading says: `Order`, `Line (shape)`, `Person (records, firm is trial)`. */
export type Subject = { readonly name: Cell; readonly said: readonly Cell[] }

/** A row by the names of its columns; a cell that says nothing is not there. `more`: columns of keys of the reference, and of the author's names. */
export type SheetRow = {
  readonly cells: ReadonlyMap<string, Cell>
  readonly more: readonly { readonly header: Cell; readonly cell: Cell }[]
  readonly span: Span
}

/** A table whose columns are known. */
export type Sheet = { readonly table: Table; readonly rows: readonly SheetRow[]; readonly subject: Subject | undefined }

/** What a kind needs of the rest of the document, and to whom it says what is wrong. */
export type Binding = {
  readonly document: Document
  readonly name: PartName
  /** What the part says beside the tables that are read late. */
  readonly part: MapNode
  /** What steps are called in part 3. */
  readonly steps: ReadonlyMap<string, readonly MapNode[]>
  wrong(problem: Problem, row: SheetRow): void
  report(diagnostic: Diagnostic): void
}

export type Kind = {
  readonly part: PartName
  /** `fields of a resource` */
  readonly name: string
  readonly columns: readonly Column[]
  /** What a heading must name, in words with an example; no heading is needed without. */
  readonly subject?: string
  /** Read once all other tables of the part are. */
  readonly isLate?: true
  /** Whether the heading is of this kind, where several have the same columns, or any. */
  readonly isOf?: (subject: Subject | undefined) => boolean
  /** Whether a header that is no column of its own is one by the author's names. */
  readonly takes?: (header: string, document: Document) => boolean
  /** Whether a column in backticks is a key of what each row says. */
  readonly hasKeys?: true
  /** What the table says, as maps of the part that are put together. */
  read(sheet: Sheet, binding: Binding): readonly Fragment[]
  /** Of a table of steps: what each is called, and what it does. */
  readonly steps?: (sheet: Sheet, binding: Binding) => ReadonlyMap<string, readonly MapNode[]>
}

/** A piece of what a part says. `once`: what several tables may say alike, such as the setting that records depend on. */
export type Fragment = MapNode & { readonly once?: true }

export function cellOf({ cells }: SheetRow, column: string): Cell | undefined {
  return cells.get(column)
}
