// SQLite as the interpreter's store: one instance for writes in the writer's group, and one for reads.

import type { Store, Transaction } from '../../meaning/store.ts'
import { allTables } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { takesDrafts } from '../sql/drafts.ts'
import { makeEventReading } from '../sql/events.ts'
import { makeRetention } from '../sql/retention.ts'
import { GroupCache } from '../sql/group-cache.ts'
import { makeDeliveryReading } from '../sql/delivery-rows.ts'
import type { OverdueWatch } from '../sql/overdue.ts'
import { makeJobReading } from '../sql/jobs.ts'
import { SharedRead } from './shared-read.ts'
import type { Savepoint } from './savepoint.ts'
import type { CountedNumbers } from './sequence-numbers.ts'
import { ReadCache } from '../sql/read-cache.ts'
import { makeSqlPrinting } from '../sql/printing.ts'
import type { RowScope } from '../sql/rows.ts'
import type { Shared } from '../sql/shared.ts'
import { type PrintedViews, makePrintedViews } from '../sql/representation/printed-views.ts'
import { makeTimerReading } from '../sql/timers.ts'
import { type Ending, SqlTransaction } from '../sql/transaction.ts'
import { WriteBuffer } from '../sql/write-buffer.ts'

/** `abandon` ends all transactions of the store, including a transaction that a failure left open. */
export type SqliteStore = Store & {
  abandon(): void
  /** `watch` observes all reads of transactions that begin during the work. */
  runWatched<T>(watch: OverdueWatch, work: () => T): T
}

/**
 * Transactions inside an open database transaction: each transaction of the interpreter is a savepoint, and inner savepoints end first.
 * The first transaction of a piece of work belongs to that work.
 */
export function makeWritingStore(database: SqliteDatabase, shared: Shared, work: Savepoint, numbers: CountedNumbers): SqliteStore {
  let depth = 0
  const cache = new GroupCache()
  database.onTouching((table) => cache.forget(table))
  const views = makePrintedViews(database, shared)
  let scope: RowScope = { ...makeRowScope(database, shared, views), cache, numbers }
  const watches = watchHolder()

  function makeEnding(trustsData: boolean): Ending {
    depth++
    if (trustsData) work.trust()
    return {
      isLast: true,
      beginNested,
      commit() {
        depth--
        work.noteFinished()
      },
      rollback() {
        depth--
        work.rollBack()
      },
    }
  }

  function beginNested(): Ending {
    work.beforeNested()
    const name = `s${depth++}`
    const firstNumber = numbers.changes.length
    database.run(`SAVEPOINT ${name}`, [])
    return {
      isLast: false,
      beginNested,
      commit() {
        depth--
        database.run(`RELEASE ${name}`, [])
      },
      rollback() {
        depth--
        numbers.rollBack(firstNumber)
        database.run(`ROLLBACK TO ${name}`, [])
        database.run(`RELEASE ${name}`, [])
      },
    }
  }

  return {
    ...createKeptReads(database, shared),
    runWatched: watches.during,
    acceptsDrafts: (resource) => takesDrafts(shared.layout, resource),
    begin(trustsData = false): Transaction {
      if (depth === 0) scope = { ...makeRowScope(database, shared, views), cache, numbers }
      else scope.writeBuffer.flush()
      return new SqlTransaction(
        database,
        shared,
        scope,
        watches.watch,
        depth === 0 && !work.hasFinishedWrites ? makeEnding(trustsData) : beginNested(),
      )
    },
    abandon() {
      depth = 0
    },
  }
}

/** A snapshot of committed data; read-only. */
export function makeReadingStore(database: SqliteDatabase, shared: Shared, moment = new SharedRead(database)): SqliteStore {
  const cache = new GroupCache()
  const scope: RowScope = { ...makeRowScope(database, shared, makePrintedViews(database, shared)), cache }
  moment.onBegin(() => cache.forget(allTables))
  const watches = watchHolder()
  return {
    ...createKeptReads(database, shared),
    runWatched: watches.during,
    printing: makeSqlPrinting(database, shared.layout, shared.statementMaker, shared.keys, shared.valuesOf),
    begin(): Transaction {
      if (moment.begin()) scope.readCache.clear()
      const end = (): void => moment.end()
      return new SqlTransaction(database, shared, scope, watches.watch, {
        isLast: false,
        commit: end,
        rollback: end,
        beginNested: () => nothing,
      })
    },
    abandon: () => moment.abandon(),
  }
}

/** A read transaction writes nothing. */
const nothing = { commit: (): void => undefined, rollback: (): void => undefined }

function makeRowScope(database: SqliteDatabase, shared: Shared, views: PrintedViews): RowScope {
  return { views, readCache: new ReadCache(shared.keys, shared.holders), writeBuffer: new WriteBuffer(database, shared) }
}

/** Reads of other data than records, for both instances. */
function createKeptReads(database: SqliteDatabase, { layout }: Shared) {
  return {
    ...makeTimerReading(database),
    ...makeJobReading(database),
    ...makeEventReading(database),
    ...makeRetention(database, layout),
    deliveries: makeDeliveryReading(database),
  }
}

function watchHolder() {
  const holder = {
    watch: undefined as OverdueWatch | undefined,
    during: <T>(watch: OverdueWatch, work: () => T): T => {
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
