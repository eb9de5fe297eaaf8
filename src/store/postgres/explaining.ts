// Explains the statements, the isolation and the round trips of each operation over PostgreSQL; with a database also
// PostgreSQL's plan for each.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Facts } from '../../fact/fact.ts'
import { countLimitCalls } from '../../meaning/limits/limits.ts'
import { compileDrafts } from '../../meaning/writing/drafts.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ExplainedStatement, ExplainedStatements, ExplainedTransaction, StoreProblem } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { DatabaseFailure, type SqlValue } from '../sql/database.ts'
import type { ExplainContext, ExplainedQuery } from '../sql/explain/about.ts'
import { endsTransaction, makeExplainedService, listOperationQueries } from '../sql/explain/queries.ts'
import { makeSqlPrinting } from '../sql/printing.ts'
import { makeShared } from '../sql/shared.ts'
import { makePrintedViews } from '../sql/representation/printed-views.ts'
import type { SqlRows } from './call.ts'
import { postgres } from './dialect.ts'
import { makeEventSql } from './events.ts'
import { type Isolation, chooseIsolations } from './isolation.ts'
import { explainFailure } from './open.ts'
import { type Planner, findGrowth, openPlanner } from './query-plan.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { Recording } from './recording.ts'
import { nextDelivery } from './schema.ts'
import { nameStatement } from './statement.ts'
import { createRecordedStore } from './store.ts'
import { writesNothing } from '../reads-only.ts'
import { tripsOfRead, tripsOfWrite } from './round-trips.ts'

/** Lists an operation's statements. `address`: a database that plans them; planning does not change it. */
export async function explainStatements(
  facts: Facts,
  address: string | undefined,
  name: string,
): Promise<ExplainedStatements | StoreProblem> {
  const about = createExplainContext(facts)
  const { layout } = about.shared
  const isolationOf = chooseIsolations(about.service, layout)
  let planner: Planner | undefined
  try {
    planner = address === undefined ? undefined : await openPlanner(address, layout)
  } catch (error) {
    if (error instanceof StoreFailure)
      return { problem: `${name}: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    throw error
  }
  return {
    async statements({ operation }) {
      const all: ExplainedStatement[] = []
      for (const each of listOperationQueries(about, operation)) all.push(await explainWith(planner, each))
      return all
    },
    transaction: ({ operation }) =>
      withTrips(
        describeTransaction(operation, listOperationQueries(about, operation), isolationOf(operation), listDrafted(about, operation)),
        countLimitCalls(about.service, operation),
      ),
    close: async () => planner?.close(),
  }
}

async function explainWith(planner: Planner | undefined, { what, sql, afterwards = [] }: ExplainedQuery): Promise<ExplainedStatement> {
  if (sql === undefined) return { what, plan: [], afterwards, grows: 'reads all records' }
  const { text } = nameStatement(sql)
  if (planner === undefined) return { what, sql: text, plan: [], afterwards }
  const plan = await planner.plan(sql)
  const grows = findGrowth(sql, plan)
  return { what, sql: text, plan, afterwards, ...(grows === undefined ? {} : { grows }) }
}

/** Resources whose new records the store checks by its constraints. */
function listDrafted({ service, store }: ExplainContext, operation: Operation): ReadonlySet<string> {
  const makers = compileDrafts(service, store, operation)
  const steps = (slotValueOf(operation.slots.do) ?? []).flatMap((step) => (makers.has(step) ? [slotValueOf(step.create)?.text] : []))
  return new Set([...(makers.has(operation) ? [operation.subject?.text] : []), ...steps].filter((name) => name !== undefined))
}

/** Each statement counts once: of a list one of its variants, of a new record none that its constraints make needless. */
function describeTransaction(
  operation: Operation,
  queries: readonly ExplainedQuery[],
  { level, why }: Isolation,
  drafted: ReadonlySet<string>,
): ExplainedTransaction {
  const isKept = (what: string): boolean =>
    drafted.size > 0 && (what.endsWith(', which is unique') || Array.from(drafted).some((name) => what.includes(`, which ${name}.`)))
  const waited = new Map(
    queries.flatMap((query) =>
      query.sql === undefined || !readsFirst.test(query.sql) || isKept(query.what)
        ? []
        : [[operation.action === 'list' && query.what.startsWith('list ') ? 'list' : query.what, query] as const],
    ),
  )
  const round = [...waited.values()]
  if (!writesNothing(operation)) return { isolation: level, why, roundTrips: tripsOfWrite(round) }
  return round.length < 2
    ? { isolation: 'one statement, in no transaction', why: 'it reads once', roundTrips: round.length }
    : { isolation: 'REPEATABLE READ, READ ONLY', why: 'it reads more than once', roundTrips: tripsOfRead(round) }
}

function withTrips(transaction: ExplainedTransaction, more: number): ExplainedTransaction {
  return { ...transaction, roundTrips: transaction.roundTrips + more }
}

/** Statements that return rows; the others wait for the commit. */
const readsFirst = /^SELECT\b|^WITH\b|RETURNING [^)]*$/

function createExplainContext(facts: Facts): ExplainContext {
  const database = new RecordedDatabase()
  const layout = makeLayout(facts.typing.domain, postgres, (text) => facts.typing.expression(text))
  const service = makeExplainedService(facts)
  const shared = {
    ...makeShared({ layout, keys: service.keys, version: () => 1, events: makeEventSql(database), timersChanged: () => undefined }),
    deliveryId: () => ({ sql: nextDelivery }),
  }
  const store = createRecordedStore(database, shared, false, '')
  return {
    facts,
    service,
    shared,
    store,
    modelIndex: service.modelIndex,
    printing: makeSqlPrinting(database, layout, shared.statementMaker, shared.keys, shared.valuesOf),
    views: makePrintedViews(database, shared),
    trace(work) {
      const tracing = new Tracing()
      database.runRecorded(tracing, () => work(store))
      return tracing.heard.filter((sql) => !endsTransaction(sql))
    },
  }
}

/** Records statements instead of sending them. A query for records finds none; a query for a number answers 1. */
class Tracing extends Recording {
  readonly heard: string[] = []

  override query(sql: string): SqlRows {
    this.heard.push(sql)
    return []
  }

  override queryAlone(sql: string, _values: readonly SqlValue[]): SqlRows {
    this.heard.push(sql)
    return sql.startsWith('SELECT *') ? [] : [{ last: 1n, xid: 1n, writer: null }]
  }

  override execute(sql: string): void {
    this.heard.push(sql)
  }
}
