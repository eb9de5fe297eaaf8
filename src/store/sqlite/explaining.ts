// Lists the statements of an operation over SQLite, with SQLite's plan for each: an index, or a table scan.

import type { Facts, OperationFacts } from '../../fact/fact.ts'
import type { ExplainedStatement } from '../kind.ts'
import { layoutOf } from '../layout.ts'
import { numberedEvents } from '../sql/events.ts'
import type { ExplainContext } from '../sql/explain/about.ts'
import { endsTransaction, explainedService, queriesOf } from '../sql/explain/queries.ts'
import { printingOf } from '../sql/printing.ts'
import { sharedOf } from '../sql/shared.ts'
import { printedViews } from '../sql/representation/printed-views.ts'
import { SqliteDatabase } from './database.ts'
import { sqlite } from './dialect.ts'
import { updateMemberTables } from './members.ts'
import { growthOf, queryPlan } from './query-plan.ts'
import { CountedNumbers } from './sequence-numbers.ts'
import { Savepoint } from './savepoint.ts'
import { bookkeeping, createTables } from './schema.ts'
import { type SqliteStore, writingStore } from './store.ts'

/** Over an empty store of the document. */
export function explainStatements(facts: Facts): {
  readonly statements: (operationFacts: OperationFacts) => readonly ExplainedStatement[]
  readonly close: () => void
} {
  const database = new SqliteDatabase(':memory:', { readOnly: false, onStatement: (sql) => void heard?.push(sql) })
  let heard: string[] | undefined
  const about = aboutOf(facts, database, (work) => {
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
      queriesOf(about, operation).map(({ what, sql, afterwards = [] }) => {
        if (sql === undefined) return { what, plan: [], afterwards, grows: 'reads all records' }
        const plan = queryPlan(database, sql)
        const grows = growthOf(sql, plan)
        return { what, sql, plan, afterwards, ...(grows === undefined ? {} : { grows }) }
      }),
    close: () => database.close(),
  }
}

function aboutOf(facts: Facts, database: SqliteDatabase, listen: (work: () => void) => readonly string[]): ExplainContext {
  const layout = layoutOf(facts.typing.domain, sqlite, (text) => facts.typing.expression(text))
  for (const sql of [...bookkeeping, ...createTables(layout)]) database.execute(sql)
  updateMemberTables(database, layout)
  const service = explainedService(facts)
  const shared = sharedOf(
    layout,
    service.keys,
    () => 1,
    numberedEvents(),
    () => undefined,
  )
  const numbers = new CountedNumbers(database)
  const savepoint = new Savepoint(database, numbers)
  const store = writingStore(database, shared, savepoint, numbers)
  return {
    facts,
    service,
    shared,
    store,
    modelIndex: service.modelIndex,
    printing: printingOf(database, layout, shared.statementMaker, shared.keys, shared.valuesOf),
    views: printedViews(database, shared),
    trace: (work) => trace({ database, savepoint, numbers, store, listen }, work),
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
function trace({ database, savepoint, numbers, store, listen }: Traced, work: (store: SqliteStore) => void): readonly string[] {
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
