// Implements the interpreter's store over PostgreSQL, through the recording of the current work.

import type { Store, Transaction } from '../../meaning/store.ts'
import { makeRetention } from '../sql/retention.ts'
import { makeJobReading } from '../sql/jobs.ts'
import { makeDeliveryReading } from '../sql/delivery-rows.ts'
import type { OverdueWatch } from '../sql/overdue.ts'
import { makeSqlPrinting } from '../sql/printing.ts'
import type { RowScope } from '../sql/rows.ts'
import { ReadCache } from '../sql/read-cache.ts'
import type { Shared } from '../sql/shared.ts'
import { makePrintedViews } from '../sql/representation/printed-views.ts'
import { makeTimerReading } from '../sql/timers.ts'
import { type Ending, SqlTransaction } from '../sql/transaction.ts'
import { WriteBuffer } from '../sql/write-buffer.ts'
import { takesDrafts } from '../sql/drafts.ts'
import { createEventLog } from './events.ts'
import type { RecordedDatabase } from './recorded-database.ts'

export type PostgresStore = Store & {
  /** `watch` observes all reads of transactions that begin during the work. */
  runWatched<T>(watch: OverdueWatch | undefined, work: () => T): T
}

/**
 * The outermost transaction is a database transaction; inner transactions are savepoints, and end first. `prints`: the work only reads.
 * `free`: see `Claims`.
 */
export function createRecordedStore(database: RecordedDatabase, shared: Shared, prints: boolean, free: string): PostgresStore {
  let depth = 0
  let currentWatch: OverdueWatch | undefined
  const views = makePrintedViews(database, shared)
  const newScope = (): RowScope => ({
    views,
    readCache: new ReadCache(shared.keys, shared.holders),
    writeBuffer: new WriteBuffer(database, shared),
  })
  let scope = newScope()
  // Work that was abandoned left its transactions open.
  database.onRun(() => (depth = 0))

  const outermost: Ending = {
    isLast: true,
    beginNested: beginNested,
    commit() {
      depth--
      database.recording.end('COMMIT')
    },
    rollback() {
      depth--
      database.recording.end('ROLLBACK')
    },
  }

  function beginNested(): Ending {
    const name = `s${depth++}`
    database.run(`SAVEPOINT ${name}`, [])
    return {
      isLast: false,
      beginNested: beginNested,
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
    ...makeTimerReading(database),
    ...makeJobReading(database, free),
    ...createEventLog(database),
    ...makeRetention(database, shared.layout),
    deliveries: makeDeliveryReading(database, free),
    ...(prints ? { printing: makeSqlPrinting(database, shared.layout, shared.statementMaker, shared.keys, shared.valuesOf) } : {}),
    acceptsDrafts: (resource) => !prints && takesDrafts(shared.layout, resource),
    begin(): Transaction {
      if (depth > 0) scope.writeBuffer.flush()
      else scope = newScope()
      if (depth > 0) return new SqlTransaction(database, shared, scope, currentWatch, beginNested())
      database.recording.begin()
      depth++
      return new SqlTransaction(database, shared, scope, currentWatch, outermost)
    },
    runWatched(watch, work) {
      currentWatch = watch
      try {
        return work()
      } finally {
        currentWatch = undefined
      }
    },
  }
}
