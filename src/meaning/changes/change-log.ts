// Records the changes of one transaction in order: transitions, entered states and writes.

import { UndoLog, type UndoMark } from '../../base/undo-log.ts'
import type { Row } from '../store.ts'
import type { NeededChanges } from './causes.ts'

type RecordName = { readonly resource: string; readonly key: string }

/** `group` numbers the transitions and creations; the states that one of them enters have the same number. */
export type RecordedChange = RecordName & { readonly group: number } & (
    | { readonly kind: 'transition'; /** `Order.place` */ readonly transition: string; readonly old: Row }
    | { readonly kind: 'entry'; /** `Order.placed` */ readonly state: string; readonly old: Row | undefined }
    /** The first write of a record; only the end of the transaction tells if the record was created, changed or deleted. */
    | { readonly kind: 'write'; readonly old: Row | undefined }
  )

type Group = { readonly group: number; readonly old: Row | undefined }

/** The changes of one record. */
type RecordChanges = { readonly isWritten: boolean; readonly group: Group | undefined; readonly last: Row | undefined }

const unchanged: RecordChanges = { isWritten: false, group: undefined, last: undefined }

const doNothing = (): void => undefined

export class ChangeLog {
  readonly all: RecordedChange[] = []
  readonly #needed: NeededChanges | 'all'
  readonly #byRecord = new Map<string, Map<string, RecordChanges>>()
  /** Undefined before the first mark. */
  #undo: UndoLog | undefined
  #count = 0

  /** Other changes than the needed ones are not recorded. */
  constructor(needed: NeededChanges | 'all') {
    this.#needed = needed
  }

  /** Called before a record is written. `old` is the former row. */
  write({ resource, key }: RecordName, old: Row | undefined): void {
    if (this.#neededOf(resource) !== 'all') return
    const changes = this.#findChanges(resource, key)
    if (changes.isWritten) return
    const group = changes.group?.group ?? ++this.#count
    this.#change(resource, key, { isWritten: true, group: old === undefined ? { group, old } : changes.group, last: changes.last })
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
    if (this.#neededOf(row.resource) === undefined) return
    const { isWritten, group } = this.#findChanges(row.resource, row.key)
    this.#change(row.resource, row.key, { isWritten, group, last: row })
  }

  /** The last state of a record before its deletion. */
  last({ resource, key }: RecordName): Row | undefined {
    return this.#byRecord.get(resource)?.get(key)?.last
  }

  /** Attributes the record's changes to one transition, until the returned function is called. An eventless transition has no name. */
  begin(row: Row, transition?: string): () => void {
    const { resource, key } = row
    const needed = this.#neededOf(resource)
    if (needed === undefined) return doNothing
    const group = ++this.#count
    if (transition !== undefined) this.all.push({ kind: 'transition', resource, key, group, transition, old: row })
    if (needed === 'transitions') return doNothing
    const before = this.#findChanges(resource, key).group
    this.#setGroup(resource, key, { group, old: row })
    return () => this.#setGroup(resource, key, before)
  }

  enter({ resource, key }: RecordName, state: string): void {
    if (this.#neededOf(resource) !== 'all') return
    const { group, old } = this.#findChanges(resource, key).group ?? { group: ++this.#count, old: undefined }
    this.all.push({ kind: 'entry', resource, key, group, state: `${resource}.${state}`, old })
  }

  #neededOf(resource: string): 'transitions' | 'all' | undefined {
    return this.#needed === 'all' ? 'all' : this.#needed.get(resource)
  }

  #findChanges(resource: string, key: string): RecordChanges {
    return this.#byRecord.get(resource)?.get(key) ?? unchanged
  }

  #setGroup(resource: string, key: string, group: Group | undefined): void {
    const { isWritten, last } = this.#findChanges(resource, key)
    this.#change(resource, key, { isWritten, group, last })
  }

  #change(resource: string, key: string, changed: RecordChanges): void {
    let records = this.#byRecord.get(resource)
    if (records === undefined) this.#byRecord.set(resource, (records = new Map()))
    if (this.#undo === undefined) records.set(key, changed)
    else this.#undo.set(records, key, changed)
  }
}
