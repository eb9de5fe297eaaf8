// SQLite as the interpreter's store: one for what is written, inside the writer's group, and one for what is only read.

import type { Store, Transaction } from '../../meaning/store.ts'
import type { Database } from './database.ts'
import { takesDrafts } from './drafts.ts'
import { eventsIn } from './events.ts'
import { forgettingIn } from './forgetting.ts'
import { Found } from './found.ts'
import { deliveriesIn } from './kept-deliveries.ts'
import type { Watch } from './overdue.ts'
import { jobsIn } from './jobs.ts'
import { Moment } from './moment.ts'
import type { Savepoint } from './savepoint.ts'
import { Seen } from './seen.ts'
import { printingOf } from './printing.ts'
import type { Scope } from './rows.ts'
import type { Shared } from './shared.ts'
import { type PrintedViews, printedViews } from './shown/printed-views.ts'
import { timersIn } from './timers.ts'
import { type Ending, SqliteTransaction } from './transaction.ts'
import { Unwritten } from './unwritten.ts'

/** A store whose transactions are all ended by `abandon`, also one that a failure left open. */
export type SqliteStore = Store & {
  abandon(): void
  /** `watch` is told of everything that is read in transactions that begin meanwhile. */
  watched<T>(watch: Watch | undefined, work: () => T): T
}

/**
 * Inside a transaction that is open already: each of the interpreter's is a savepoint, and inner ones end first. The first of a piece of
 * work is that of the work itself.
 */
export function writingStore(database: Database, shared: Shared, work: Savepoint): SqliteStore {
  let depth = 0
  const found = new Found(database)
  const views = printedViews(database, shared)
  let scope: Scope = { ...scopeOf(database, shared, views), found }
  const watching = watchHolder()

  function ofWork(trusting: boolean): Ending {
    if (trusting) work.trust()
    return {
      isLast: true,
      commit() {
        depth--
        work.hold()
      },
      rollback() {
        depth--
        work.rollBack()
      },
    }
  }

  function within(name: string): Ending {
    work.take()
    database.run(`SAVEPOINT ${name}`, [])
    return {
      isLast: false,
      commit() {
        depth--
        database.run(`RELEASE ${name}`, [])
      },
      rollback() {
        depth--
        database.run(`ROLLBACK TO ${name}`, [])
        database.run(`RELEASE ${name}`, [])
      },
    }
  }

  return {
    ...whatIsKept(database, shared),
    watched: watching.during,
    takesDrafts: (resource) => takesDrafts(shared.layout, resource),
    begin(trusting = false): Transaction {
      if (depth === 0) scope = { ...scopeOf(database, shared, views), found }
      else scope.unwritten.flush()
      const ending = depth === 0 && !work.holds ? ofWork(trusting) : within(`s${depth}`)
      depth++
      return new SqliteTransaction(database, shared, scope, watching.watch, ending)
    },
    abandon() {
      depth = 0
    },
  }
}

/** A moment of what is committed; nothing is written through it. */
export function readingStore(database: Database, shared: Shared, moment = new Moment(database)): SqliteStore {
  const scope = scopeOf(database, shared, printedViews(database, shared))
  const watching = watchHolder()
  return {
    ...whatIsKept(database, shared),
    watched: watching.during,
    printing: printingOf(database, shared.layout, shared.asking, shared.keys, shared.valuesOf),
    begin(): Transaction {
      if (moment.begin()) scope.seen.clear()
      const end = (): void => moment.end()
      return new SqliteTransaction(database, shared, scope, watching.watch, { isLast: false, commit: end, rollback: end })
    },
    abandon: () => moment.abandon(),
  }
}

function scopeOf(database: Database, shared: Shared, views: PrintedViews): Scope {
  return { views, seen: new Seen(shared.keys, shared.holders), unwritten: new Unwritten(database, shared) }
}

/** What is read of the file beside records, by either. */
function whatIsKept(database: Database, { layout }: Shared) {
  return { ...timersIn(database), ...jobsIn(database), ...eventsIn(database), ...forgettingIn(database, layout), deliveries: deliveriesIn(database) }
}

function watchHolder() {
  const holder = {
    watch: undefined as Watch | undefined,
    during: <T>(watch: Watch | undefined, work: () => T): T => {
      holder.watch = watch
      try {
        return work()
      } finally {
        holder.watch = undefined
      }
    },
  }
  return holder
}
