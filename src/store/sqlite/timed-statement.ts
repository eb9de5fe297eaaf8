// A prepared statement whose runs are timed for traces.

import type { StatementSync } from 'node:sqlite'
import type { StatementSpans } from '../../base/statement-spans.ts'

/** Rows that are fetched one at a time are not timed, because the caller's work runs between them. */
export function timeStatement(statement: StatementSync, sql: string, spans: StatementSpans): StatementSync {
  const measure = <T>(run: () => T): T => {
    const end = spans.begin('sqlite', sql)
    try {
      return run()
    } finally {
      end?.()
    }
  }
  return {
    all: (...values: Parameters<StatementSync['all']>) => measure(() => statement.all(...values)),
    get: (...values: Parameters<StatementSync['get']>) => measure(() => statement.get(...values)),
    run: (...values: Parameters<StatementSync['run']>) => measure(() => statement.run(...values)),
    iterate: (...values: Parameters<StatementSync['iterate']>) => statement.iterate(...values),
  } as StatementSync
}
