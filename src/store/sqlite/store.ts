// SQLite as the interpreter's store: one for what is written, inside the writer's group, and one for what is only read.

import type { Store, Timer, Transaction } from '../../meaning/store.ts'
import type { Database } from './database.ts'
import { eventsIn } from './events.ts'
import { Seen } from './seen.ts'
import { type Shared, SqliteTransaction, timerOf } from './transaction.ts'

/** A store whose transactions are all ended by `abandon`, also one that a failure left open. */
export type SqliteStore = Store & { abandon(): void }

/** Inside a transaction that is open already: each of the interpreter's is a savepoint, and inner ones end first. */
export function writingStore(database: Database, shared: Shared): SqliteStore {
  let depth = 0
  let seen = new Seen(shared.keys)
  return {
    ...timersIn(database),
    ...eventsIn(database),
    begin(): Transaction {
      if (depth === 0) seen = new Seen(shared.keys)
      const name = `s${depth++}`
      database.run(`SAVEPOINT ${name}`, [])
      return new SqliteTransaction(database, shared, seen, {
        commit() {
          depth--
          database.run(`RELEASE ${name}`, [])
        },
        rollback() {
          depth--
          database.run(`ROLLBACK TO ${name}`, [])
          database.run(`RELEASE ${name}`, [])
        },
      })
    },
    abandon() {
      depth = 0
    },
  }
}

/** A moment of what is committed; nothing is written through it. */
export function readingStore(database: Database, shared: Shared): SqliteStore {
  let seen = new Seen(shared.keys)
  return {
    ...timersIn(database),
    ...eventsIn(database),
    begin(): Transaction {
      const isOuter = !database.inTransaction
      if (isOuter) {
        seen = new Seen(shared.keys)
        database.run('BEGIN', [])
      }
      const end = (): void => {
        if (isOuter) database.run('COMMIT', [])
      }
      return new SqliteTransaction(database, shared, seen, { commit: end, rollback: end })
    },
    abandon() {
      if (database.inTransaction) database.run('ROLLBACK', [])
    },
  }
}

function timersIn(database: Database): Pick<Store, 'nextTimer' | 'deadTimers'> {
  return {
    nextTimer(now): Timer | undefined {
      const bound = Number.isFinite(now) ? BigInt(Math.floor(now)) : 2n ** 63n - 1n
      const row = database.get('SELECT * FROM "$timer" WHERE dead IS NULL AND due <= ? ORDER BY due, id LIMIT 1', [bound])
      return row && timerOf(row)
    },
    deadTimers: () => database.all('SELECT * FROM "$timer" WHERE dead IS NOT NULL ORDER BY id', []).map(timerOf),
  }
}
