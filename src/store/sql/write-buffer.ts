// The write buffer: the last row, not written yet. If it changes again before any other statement, it is written once in its final form.
// For an existing row, only changed columns are written.

import { listChangedNames } from '../../meaning/record/changed-values.ts'
import { Draft } from '../../meaning/record/draft.ts'
import type { Row } from '../../meaning/store.ts'
import { type TableLayout, deletedColumn, isSoft } from '../layout.ts'
import { encode, encodeFolded, encodeProperty } from './codec.ts'
import type { Database, SqlValue } from './database.ts'
import { listDraftValues } from './drafts.ts'
import type { Shared } from './shared.ts'
import type { TableStatements } from './statements.ts'

/** The stored row: null if it does not exist, undefined if unknown. */
export type Before = Row | null | undefined

type BufferedRow = { row: Row; readonly before: Before }

export class WriteBuffer {
  readonly #database: Database
  readonly #shared: Shared
  #waiting: BufferedRow | undefined

  constructor(database: Database, shared: Shared) {
    this.#database = database
    this.#shared = shared
  }

  put(row: Row, before: Before): void {
    const buffered = this.#waiting
    if (buffered?.row.key === row.key && buffered.row.resource === row.resource) {
      buffered.row = row
      return
    }
    this.flush()
    this.#waiting = { row, before }
  }

  /** Writes the buffered row. Must run before any statement that reads the tables. `isLast`: the transaction writes nothing more. */
  flush(isLast = false): void {
    if (this.#waiting === undefined) return
    const { row, before } = this.#waiting
    this.#waiting = undefined
    const { layout, statements } = this.#shared
    const of: RowContext = { row, table: layout.tables.get(row.resource)!, statements: statements.get(row.resource)! }
    if (before === undefined || before === null)
      this.#database.run(before === null ? of.statements.insert : of.statements.upsert, this.#encodeFullRow(of), isLast)
    else this.#change(of, before, isLast)
  }

  /** Discards the buffer of a rolled-back transaction. */
  forget(): void {
    this.#waiting = undefined
  }

  #encodeFullRow({ row, table }: RowContext): SqlValue[] {
    if (row instanceof Draft) return listDraftValues(row, table, this.#shared.layout, this.#shared.keys)
    const values: SqlValue[] = []
    for (const name of table.byProperty.keys()) this.#encode(row, table, name, values)
    for (const name of table.folded.keys()) values.push(encodeFolded(row.values.get(name)))
    values.push(BigInt(row.version))
    if (isSoft(this.#shared.layout, row.resource)) values.push(bindDeletionTime(row))
    return values
  }

  /** Values are replaced, never changed: identical objects are equal. */
  #change({ row, table, statements }: RowContext, before: Row, isLast: boolean): void {
    const columns: string[] = []
    const values: SqlValue[] = []
    for (const name of listChangedNames(row.values, before.values) ?? table.byProperty.keys()) {
      const ownColumns = table.byProperty.get(name)
      if (ownColumns === undefined || row.values.get(name) === before.values.get(name)) continue
      for (const column of ownColumns) columns.push(column.name)
      this.#encode(row, table, name, values)
      const folded = table.folded.get(name)
      if (folded === undefined) continue
      columns.push(folded)
      values.push(encodeFolded(row.values.get(name)))
    }
    if (row.deleted !== before.deleted) {
      columns.push(deletedColumn)
      values.push(bindDeletionTime(row))
    }
    values.push(BigInt(row.version))
    for (const { name, isFolded } of statements.identity) {
      if (isFolded) values.push(encodeFolded(before.values.get(name)))
      else this.#encode(before, table, name, values)
    }
    this.#database.run(statements.update(columns), values, isLast)
  }

  #encode({ resource, values }: Row, table: TableLayout, name: string, encoded: SqlValue[]): void {
    const { keys, layout } = this.#shared
    const property = layout.domain.resources.get(resource)!.properties.get(name)!
    const [first, ...more] = table.byProperty.get(name)!
    if (property.reference === undefined && more.length === 0) encoded.push(encode(values.get(name), first!.kept, keys))
    else encoded.push(...encodeProperty(table, property, values.get(name), keys))
  }
}

/** A row with the layout and the statements of its table. */
type RowContext = { readonly row: Row; readonly table: TableLayout; readonly statements: TableStatements }

function bindDeletionTime({ deleted }: Row): SqlValue {
  return deleted === undefined ? null : BigInt(deleted)
}
