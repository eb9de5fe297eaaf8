// What was found within one group of the writer, into which nobody else writes: the callers of many requests are few, and looked for once.

import type { Row } from '../../meaning/store.ts'
import { type Database, everything } from './database.ts'

/** Kept until the table is written, or anything that other tables may follow. */
export class Found {
  readonly #rows = new Map<string, Map<string, readonly Row[]>>()

  constructor(database: Database) {
    database.onTouching((table) => {
      if (table === everything) this.#rows.clear()
      else this.#rows.delete(table)
    })
  }

  get(resource: string, text: string): readonly Row[] | undefined {
    return this.#rows.get(resource)?.get(text)
  }

  set(resource: string, text: string, rows: readonly Row[]): void {
    let found = this.#rows.get(resource)
    if (found === undefined) {
      found = new Map()
      this.#rows.set(resource, found)
    }
    found.set(text, rows)
  }
}
