// A cache of records found within one writer group, during which no other process writes: many requests have few callers, so each is looked up
// once.

import type { Row } from '../../meaning/store.ts'
import { everything } from './database.ts'

/** Kept until the table is written, or anything that other tables may follow. */
export class GroupCache {
  readonly #rows = new Map<string, Map<string, readonly Row[]>>()

  /** `listen` registers a function that is called with a table, or for all tables, before cached reads become stale. */
  constructor(listen: (touching: (table: string) => void) => void) {
    listen((table) => {
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
