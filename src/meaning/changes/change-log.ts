// Records the changes of one transaction in order: transitions, entered states and writes.

import { UndoLog, type UndoMark } from '../../base/undo-log.ts'
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
type Known = { readonly isWritten: boolean; readonly group?: Group | undefined; readonly last?: Row }

const unchanged: Known = { isWritten: false }

export class Happenings {
  readonly all: Happening[] = []
  readonly #known = new Map<string, Map<string, Known>>()
  /** Undefined before the first mark. */
  #undo: UndoLog | undefined
  #count = 0

  /** Called before a record is written. `old` is the former row. */
  write({ resource, key }: About, old: Row | undefined): void {
    const known = this.#knownOf(resource, key)
    if (known.isWritten) return
    const group = known.group?.group ?? ++this.#count
    this.#change(resource, key, { isWritten: true, ...(old === undefined ? { group: { group, old } } : {}) })
    this.all.push({ kind: 'write', resource, key, group, old })
  }

  /** The changes since the mark can be discarded. */
  mark(): UndoMark {
    const [length, count] = [this.all.length, this.#count]
    const mark = (this.#undo ??= new UndoLog()).mark()
    return {
      release: () => mark.release(),
      rollBack: () => {
        mark.rollBack()
        this.all.length = length
        this.#count = count
      },
    }
  }

  erase(row: Row): void {
    this.#change(row.resource, row.key, { last: row })
  }

  /** The last state of a record before its deletion. */
  last({ resource, key }: About): Row | undefined {
    return this.#known.get(resource)?.get(key)?.last
  }

  /** Attributes the record's changes to one transition, until the returned function is called. An eventless transition has no name. */
  begin(row: Row, transition?: string): () => void {
    const { resource, key } = row
    const before = this.#knownOf(resource, key).group
    const group = ++this.#count
    this.#change(resource, key, { group: { group, old: row } })
    if (transition !== undefined) this.all.push({ kind: 'transition', resource, key, group, transition, old: row })
    return () => this.#change(resource, key, { group: before })
  }

  enter({ resource, key }: About, state: string): void {
    const { group, old } = this.#knownOf(resource, key).group ?? { group: ++this.#count, old: undefined }
    this.all.push({ kind: 'entry', resource, key, group, state: `${resource}.${state}`, old })
  }

  #knownOf(resource: string, key: string): Known {
    return this.#known.get(resource)?.get(key) ?? unchanged
  }

  #change(resource: string, key: string, change: Partial<Known>): void {
    const records = this.#known.get(resource) ?? new Map<string, Known>()
    this.#known.set(resource, records)
    const changed = { ...(records.get(key) ?? unchanged), ...change }
    if (this.#undo === undefined) records.set(key, changed)
    else this.#undo.set(records, key, changed)
  }
}
