// Notifies open streams, after a commit, that records which their admission depends on have changed.

import { makeRowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'

/** Means dependencies beyond nameable records. */
export const anything = '*'

/** Calls a listener after relevant changes. Until `narrow`, the watch remembers every change. */
export type Watch = {
  /** Limits the watch to these record names, or `anything`. Calls the listener at once if one of them has changed since the watch began. */
  narrow(names: ReadonlySet<string>): void
  end(): void
}

export class Admissions {
  readonly #listenersByRecord = new Map<string, Set<() => void>>()
  /** The changes since each watch began that is not yet narrowed. */
  readonly #openWatches = new Set<Set<string>>()
  #changedRecords = new Set<string>()

  watch(onChange: () => void): Watch {
    const since = new Set<string>()
    this.#openWatches.add(since)
    let watched: ReadonlySet<string> = since
    return {
      narrow: (names) => {
        this.#openWatches.delete(since)
        watched = names
        for (const name of names) this.#listenersByRecord.getOrInsertComputed(name, () => new Set()).add(onChange)
        if (since.size > 0 && (names.has(anything) || since.has(anything) || !names.isDisjointFrom(since))) onChange()
      },
      end: () => {
        this.#openWatches.delete(since)
        for (const name of watched) {
          const all = this.#listenersByRecord.get(name)
          all?.delete(onChange)
          if (all?.size === 0) this.#listenersByRecord.delete(name)
        }
      },
    }
  }

  /** Inside the transaction. */
  noteWritten(row: Pick<Row, 'resource' | 'key'>): void {
    if (this.#listenersByRecord.size > 0 || this.#openWatches.size > 0) this.#changedRecords.add(makeRowName(row))
  }

  /** After a commit. An extra call after a rollback is harmless. */
  notifyCommitted(): void {
    if (this.#changedRecords.size === 0) return
    const names = this.#changedRecords
    this.#changedRecords = new Set()
    this.notifyChanged(names)
  }

  /** Calls all listeners: another process may have changed any record. */
  changedElsewhere(): void {
    for (const since of this.#openWatches) since.add(anything)
    const listeners = new Set([...this.#listenersByRecord.values()].flatMap((all) => [...all]))
    for (const listener of listeners) listener()
  }

  /** Calls the listeners of records that a commit changed. */
  notifyChanged(names: ReadonlySet<string>): void {
    if (names.size === 0) return
    for (const since of this.#openWatches) for (const name of names) since.add(name)
    const listeners = new Set<() => void>()
    for (const name of [...names, anything]) for (const changed of this.#listenersByRecord.get(name) ?? []) listeners.add(changed)
    for (const changed of listeners) changed()
  }
}
