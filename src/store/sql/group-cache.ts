// A cache of records found within one database transaction of several requests: a group of writes, or of reads. Many requests have few
// callers, so each caller is looked up once.

import type { Row } from '../../meaning/store.ts'
import { allTables } from './database.ts'

/** Valid until the table, or a table from which rows are reached, is written. */
export class GroupCache {
  readonly #rows = new Map<string, Map<string, readonly Row[]>>()

  /** Rows of the table, or of all tables, may change. */
  forget(table: string): void {
    if (table !== allTables) this.#rows.delete(table)
    else if (this.#rows.size > 0) this.#rows.clear()
  }

  get(resource: string, text: string): readonly Row[] | undefined {
    return this.#rows.get(resource)?.get(text)
  }

  set(resource: string, text: string, rows: readonly Row[]): void {
    let rowsByText = this.#rows.get(resource)
    if (rowsByText === undefined) {
      rowsByText = new Map()
      this.#rows.set(resource, rowsByText)
    }
    rowsByText.set(text, rows)
  }
}
