// The numbers of sequences during a group of writes: each sequence is read once, counted in memory, and stored before the commit.

import type { SequenceNumbers } from '../sql/rows.ts'
import type { SqliteDatabase } from './database.ts'

export class CountedNumbers implements SequenceNumbers {
  readonly #database: SqliteDatabase
  /** The last number of each sequence that the group has used. */
  readonly #last = new Map<string, bigint>()
  /** What the group has changed, in order; `rollBack` returns to an earlier length. */
  readonly changes: { readonly name: string; readonly before: bigint }[] = []

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  next(name: string): bigint {
    const number = this.#readLast(name) + 1n
    this.#change(name, number)
    return number
  }

  advance(name: string, number: bigint): void {
    if (number > this.#readLast(name)) this.#change(name, number)
  }

  rollBack(length: number): void {
    while (this.changes.length > length) {
      const { name, before } = this.changes.pop()!
      this.#last.set(name, before)
    }
  }

  readonly store = (): void => {
    for (const name of new Set(this.changes.map((change) => change.name)))
      this.#database.run('INSERT INTO "$sequence" (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = excluded.last', [
        name,
        this.#last.get(name)!,
      ])
  }

  /** Called before each group, because the last numbers may have been rolled back, or changed by another process. */
  forget(): void {
    this.#last.clear()
    this.changes.length = 0
  }

  #readLast(name: string): bigint {
    const known = this.#last.get(name)
    if (known !== undefined) return known
    const last = (this.#database.get('SELECT last FROM "$sequence" WHERE name = ?', [name])?.['last'] ?? 0n) as bigint
    this.#last.set(name, last)
    return last
  }

  #change(name: string, number: bigint): void {
    this.changes.push({ name, before: this.#readLast(name) })
    this.#last.set(name, number)
  }
}
