// Lists the statements of an operation over SQLite, with SQLite's plan for each: an index, or a table scan.

import type { Facts, OperationFacts } from '../../fact/fact.ts'
import type { ExplainedStatement } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { makeNumberedEvents } from '../sql/events.ts'
import type { ExplainContext } from '../sql/explain/about.ts'
import { endsTransaction, makeExplainedService, listOperationQueries } from '../sql/explain/queries.ts'
import { makeSqlPrinting } from '../sql/printing.ts'
import { makeShared } from '../sql/shared.ts'
import { makePrintedViews } from '../sql/representation/printed-views.ts'
import { SqliteDatabase } from './database.ts'
import { sqlite } from './dialect.ts'
import { updateMemberTables } from './members.ts'
import { explainPlanGrowth, readQueryPlan } from './query-plan.ts'
import { CountedNumbers } from './sequence-numbers.ts'
import { Savepoint } from './savepoint.ts'
import { bookkeeping, createTables } from './schema.ts'
import { type SqliteStore, makeWritingStore } from './store.ts'

/** Over an empty store of the document. */
export function explainStatements(facts: Facts): {
  readonly statements: (operationFacts: OperationFacts) => readonly ExplainedStatement[]
  readonly close: () => void
} {
  const database = new SqliteDatabase(':memory:', { readOnly: false, onStatement: (sql) => void heard?.push(sql) })
  let heard: string[] | undefined
  const about = makeExplainContext(facts, database, (work) => {
    heard = []
    const statements = heard
    try {
      work()
    } finally {
      heard = undefined
    }
    return statements
  })
  return {
    statements: ({ operation }) =>
      listOperationQueries(about, operation).map(({ what, sql: text, afterwards = [] }) => {
        if (text === undefined) return { what, plan: [], afterwards, grows: 'reads all records' }
        const sql = database.withNeededCounts(text)
        const plan = readQueryPlan(database, sql)
        const grows = explainPlanGrowth(sql, plan)
        return { what, sql, plan, afterwards, ...(grows === undefined ? {} : { grows }) }
      }),
    close: () => database.close(),
  }
}

function makeExplainContext(facts: Facts, database: SqliteDatabase, listen: (work: () => void) => readonly string[]): ExplainContext {
  const layout = makeLayout(facts.typing.domain, sqlite, (text) => facts.typing.expression(text))
  for (const sql of [...bookkeeping, ...createTables(layout)]) database.execute(sql)
  updateMemberTables(database, layout)
  const service = makeExplainedService(facts)
  const shared = makeShared({ layout, keys: service.keys, version: () => 1, events: makeNumberedEvents(), timersChanged: () => undefined })
  const numbers = new CountedNumbers(database)
  const savepoint = new Savepoint(database, numbers)
  const store = makeWritingStore(database, shared, savepoint, numbers)
  return {
    facts,
    service,
    shared,
    store,
    modelIndex: service.modelIndex,
    printing: makeSqlPrinting(database, layout, shared.statementMaker, shared.keys, shared.valuesOf),
    views: makePrintedViews(database, shared),
    trace: (work) => traceStatements({ database, savepoint, numbers, store, listen }, work),
  }
}

type Traced = {
  readonly database: SqliteDatabase
  readonly savepoint: Savepoint
  readonly numbers: CountedNumbers
  readonly store: SqliteStore
  readonly listen: (work: () => void) => readonly string[]
}

/** The statements of a group with one piece of work. */
function traceStatements({ database, savepoint, numbers, store, listen }: Traced, work: (store: SqliteStore) => void): readonly string[] {
  database.run('BEGIN', [])
  numbers.forget()
  savepoint.begin(true)
  const statements = listen(() => {
    work(store)
    numbers.store()
  })
  store.abandon()
  database.run('ROLLBACK', [])
  return statements.filter((sql) => !endsTransaction(sql))
}
