// Records the changes of one transaction in order: transitions, entered states and writes.

import type { Row } from '../store.ts'

type About = { readonly resource: string; readonly key: string }

/** `group` numbers the transitions and creations; the states that one of them enters have the same number. */
export type Happening = About & { readonly group: number } & (
  | { readonly kind: 'transition'; /** `Order.place` */ readonly transition: string; readonly old: Row }
  | { readonly kind: 'entry'; /** `Order.placed` */ readonly state: string; readonly old: Row | undefined }
  /** The first write of a record; only the end of the transaction tells if the record was created, changed or deleted. */
  | { readonly kind: 'write'; readonly old: Row | undefined }
)

type Group = { readonly group: number; readonly old: Row | undefined }

/** The changes of one record. */
type Known = { isWritten: boolean; group?: Group | undefined; last?: Row }

export class Happenings {
  readonly all: Happening[] = []
  readonly #known = new Map<string, Map<string, Known>>()
  #count = 0

  /** Called before a record is written. `old` is the former row. */
  write({ resource, key }: About, old: Row | undefined): void {
    const known = this.#knownOf(resource, key)
    if (known.isWritten) return
    known.isWritten = true
    const group = known.group?.group ?? ++this.#count
    if (old === undefined) known.group = { group, old }
    this.all.push({ kind: 'write', resource, key, group, old })
  }

  /** Returns a function that discards every later change. */
  mark(): () => void {
    const [length, count] = [this.all.length, this.#count]
    const known = Array.from(this.#known, ([resource, records]) => [resource, new Map(Array.from(records, ([key, each]) => [key, { ...each }]))] as const)
    return () => {
      this.all.length = length
      this.#count = count
      this.#known.clear()
      for (const [resource, records] of known) this.#known.set(resource, records)
    }
  }

  erase(row: Row): void {
    this.#knownOf(row.resource, row.key).last = row
  }

  /** The last state of a record before its deletion. */
  last({ resource, key }: About): Row | undefined {
    return this.#known.get(resource)?.get(key)?.last
  }

  /** Attributes the record's changes to one transition, until the returned function is called. An eventless transition has no name. */
  begin(row: Row, transition?: string): () => void {
    const { resource, key } = row
    const known = this.#knownOf(resource, key)
    const before = known.group
    const group = ++this.#count
    known.group = { group, old: row }
    if (transition !== undefined) this.all.push({ kind: 'transition', resource, key, group, transition, old: row })
    return () => void (known.group = before)
  }

  enter({ resource, key }: About, state: string): void {
    const { group, old } = this.#knownOf(resource, key).group ?? { group: ++this.#count, old: undefined }
    this.all.push({ kind: 'entry', resource, key, group, state: `${resource}.${state}`, old })
  }

  #knownOf(resource: string, key: string): Known {
    const records = this.#known.get(resource) ?? new Map<string, Known>()
    this.#known.set(resource, records)
    const known = records.get(key) ?? { isWritten: false }
    records.set(key, known)
    return known
  }
}
