// Makes a store answer later, like a database over a network: each access waits a turn of the event loop, and runs its work twice.

import type { Access } from '../../src/meaning/access.ts'
import type { Store, Transaction } from '../../src/meaning/store.ts'

export function later(own: Access): Access {
  return {
    async read(work) {
      await turn()
      return own.read((store) => twice(store, work))
    },
    async write(work) {
      await turn()
      const made = await own.write((store) => twice(store, work))
      await turn()
      return made
    },
  }
}

/** The first run is rolled back. */
function twice<T>(store: Store, work: (store: Store) => T): T {
  work(rehearsed(store))
  return work(store)
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A store that stores nothing. */
function rehearsed(store: Store): Store {
  return within(store, {
    begin: (trusting?: boolean) => {
      const tx = store.begin(trusting)
      return within<Transaction>(tx, { commit: () => tx.rollback() })
    },
    deleteExpiredEvents: () => 0,
    deleteExpiredAnswers: () => 0,
    deleteExpiredCounts: () => 0,
    deleteExpiredRecords: () => 0,
  })
}

/** The same object with some members replaced; its private fields stay reachable. */
function within<T extends object>(whole: T, instead: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(instead, name)) return (instead as Record<PropertyKey, unknown>)[name]
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
