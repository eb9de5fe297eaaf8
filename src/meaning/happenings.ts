// What happens to records in one transaction, in order: transitions that are made, states that are entered, records that are written.

import { nameOf } from './row-name.ts'
import type { Row } from './store.ts'

type About = { readonly resource: string; readonly key: string }

/** `group` tells one transition, or one creation, with the states that are entered by it, from the others. */
export type Happening = About & { readonly group: number } & (
  | { readonly kind: 'transition'; /** `Order.place` */ readonly transition: string; readonly old: Row }
  | { readonly kind: 'entry'; /** `Order.placed` */ readonly state: string; readonly old: Row | undefined }
  /** The first write of a record; whether it was created, changed or deleted is known at the end. */
  | { readonly kind: 'write'; readonly old: Row | undefined }
)

export class Happenings {
  readonly all: Happening[] = []
  /** Records as they were last before they were deleted. */
  readonly last = new Map<string, Row>()
  readonly #written = new Set<string>()
  readonly #groups = new Map<string, { readonly group: number; readonly old: Row | undefined }>()
  #count = 0

  /** Told before a record is written. `old` is what there was. */
  write(about: About, old: Row | undefined): void {
    const name = nameOf(about)
    if (this.#written.has(name)) return
    this.#written.add(name)
    const { resource, key } = about
    const group = this.#groups.get(name)?.group ?? ++this.#count
    if (old === undefined) this.#groups.set(name, { group, old })
    this.all.push({ kind: 'write', resource, key, group, old })
  }

  erase(row: Row): void {
    this.last.set(nameOf(row), row)
  }

  /** What happens to the record until `end` is called belongs to one transition; one without an event has no name. */
  begin(row: Row, transition?: string): () => void {
    const name = nameOf(row)
    const before = this.#groups.get(name)
    const group = ++this.#count
    this.#groups.set(name, { group, old: row })
    if (transition !== undefined) this.all.push({ kind: 'transition', resource: row.resource, key: row.key, group, transition, old: row })
    return () => {
      if (before === undefined) this.#groups.delete(name)
      else this.#groups.set(name, before)
    }
  }

  enter({ resource, key }: About, state: string): void {
    const { group, old } = this.#groups.get(nameOf({ resource, key })) ?? { group: ++this.#count, old: undefined }
    this.all.push({ kind: 'entry', resource, key, group, state: `${resource}.${state}`, old })
  }
}
