// Makes an answer consider the timers that are due, because they change the data that it reads.

import type { Answer } from '../../exchange/exchange.ts'
import { findChangesByTime } from '../../fact/timed.ts'
import type { AnswerMode } from '../../meaning/answer-exchange.ts'
import { qualifyKey } from '../../meaning/caller/tenancy.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { Overdue } from '../../meaning/timers/overdue.ts'
import { watchOf } from '../sql/overdue.ts'
import type { RecordedDatabase } from './recorded-database.ts'
import type { PostgresStore } from './store.ts'

/**
 * `refuse`: `Overdue` is thrown if any timer was due by a time, in milliseconds since 1970. `watch`: only if the work touches a record that
 * such a timer may change.
 */
export type TimerCheck = { readonly kind: 'ignore' } | { readonly kind: 'refuse' | 'watch'; readonly dueBy: number }

export const ignoresTimers: TimerCheck = { kind: 'ignore' }

/** Work that is watched must read records as rows: the database's own texts do not show which records they contain. */
export function chooseMode({ kind }: TimerCheck): AnswerMode | undefined {
  return kind === 'watch' ? 'byRows' : undefined
}

/** Runs the work of one answer over a store under a check. */
export type CheckedRun = (store: PostgresStore, check: TimerCheck, work: () => Answer) => Answer

const anyDueSql = 'SELECT 1 AS one FROM "$timer" WHERE dead IS NULL AND due <= ? LIMIT 1'

export function makeCheckedRun(service: Interpreter, database: RecordedDatabase): CheckedRun {
  const changedByTimers = findChangesByTime(service.modelIndex)
  return (store, check, work) => {
    switch (check.kind) {
      case 'ignore':
        return store.runWatched(undefined, work)
      case 'watch':
        return store.runWatched(
          watchOf(database, changedByTimers, check.dueBy, (row) => qualifyKey(service, row)),
          work,
        )
      case 'refuse': {
        // The query is sent with the first statement of the work.
        const due = database.recording.queryDue(anyDueSql, [BigInt(Math.floor(check.dueBy))])
        if (due.rows !== undefined && due.rows.length > 0) throw new Overdue()
        const answer = store.runWatched(undefined, work)
        database.recording.demand(due)
        return answer
      }
    }
  }
}
