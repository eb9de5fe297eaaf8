// Tells whoever stays connected that what lets it in may have changed: once that is committed, and never before.

import { nameOf } from '../record/row-name.ts'
import type { Row } from '../store.ts'

/** What is asked over more than records that can be named. */
export const anything = '*'

export class Admissions {
  readonly #watching = new Map<string, Set<() => void>>()
  #touched = new Set<() => void>()

  /** `names` of records, or `anything`. Gives what ends it. */
  watch(names: ReadonlySet<string>, changed: () => void): () => void {
    for (const name of names) this.#watching.getOrInsertComputed(name, () => new Set()).add(changed)
    return () => {
      for (const name of names) {
        const all = this.#watching.get(name)
        all?.delete(changed)
        if (all?.size === 0) this.#watching.delete(name)
      }
    }
  }

  /** Inside the transaction. */
  written(row: Pick<Row, 'resource' | 'key'>): void {
    if (this.#watching.size === 0) return
    for (const name of [nameOf(row), anything]) for (const changed of this.#watching.get(name) ?? []) this.#touched.add(changed)
  }

  /** After a commit. Being told of what was rolled back does no harm. */
  committed(): void {
    if (this.#touched.size === 0) return
    const all = this.#touched
    this.#touched = new Set()
    for (const changed of all) changed()
  }
}
