// Lists the statements that an operation can run, with SQLite's query plans, and the values computed afterwards.

import type { Randomness } from '../../../base/clock.ts'
import { expressionsSaid } from '../../../fact/expressions.ts'
import type { Facts } from '../../../fact/fact.ts'
import { saidBeside, saidIn } from '../../../fact/reads.ts'
import { type OperationContext, situation } from '../../../fact/operation-context.ts'
import { serviceFor } from '../../../meaning/meaning.ts'
import { shown } from '../../../model/slot.ts'
import type { ExplainedStatements } from '../../kind.ts'
import { layoutOf } from '../../layout.ts'
import { SqliteDatabase } from '../database.ts'
import { sqlite } from '../dialect.ts'
import { numberedEvents } from '../../sql/events.ts'
import { bringMembers } from '../members.ts'
import { printingOf } from '../../sql/printing.ts'
import { Savepoint } from '../savepoint.ts'
import { bookkeeping, createTables } from '../schema.ts'
import { sharedOf } from '../../sql/shared.ts'
import { printedViews } from '../../sql/shown/printed-views.ts'
import { type SqliteStore, writingStore } from '../store.ts'
import type { About, ExplainedQuery } from './about.ts'
import { answerAsked, rulesAskedFirst } from './answers.ts'
import { callerAsked, lookedUp } from './found.ts'
import { growthOf, queryPlan } from './query-plan.ts'
import { questionsIn } from './questions.ts'
import { writesAsked } from './writes.ts'

/** Over a store that is as empty as the document's first one. */
export function explaining(facts: Facts): ExplainedStatements {
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
    statements({ operation }) {
      const once = new Map<string, ExplainedQuery>()
      for (const each of askedBy(about, situation(about.world, operation))) once.getOrInsert(each.sql ?? each.what, each)
      return Array.from(once.values(), ({ what, sql, afterwards = [] }) => {
        if (sql === undefined) return { what, plan: [], afterwards, grows: 'reads all records' }
        const plan = queryPlan(database, sql)
        const grows = growthOf(sql, plan)
        return { what, sql, plan, afterwards, ...(grows === undefined ? {} : { grows }) }
      })
    },
    close: () => database.close(),
  }
}

/** In execution order, where it is constant. */
function askedBy(about: About, found: OperationContext): readonly ExplainedQuery[] {
  const answer = answerAsked(about, found)
  // Queries inside the response's statement, and the conditions of a list, are not separate.
  const beside = new Set([...answer.printed, ...(found.action === 'list' ? [shown(found.operation.slots.where)] : [])].filter((text) => text !== undefined))
  const said = answer.whole ? expressionsSaid(rulesAskedFirst(found)) : beside.size === 0 ? saidIn(found) : saidBeside(found, beside)
  const looked = answer.asked.some(({ what }) => what.startsWith('read ')) ? [] : lookedUp(about, found)
  const first = [...callerAsked(about, found), ...looked]
  const rest = [...questionsIn(about, said), ...writesAsked(about, found)]
  return found.action === 'read' || found.action === 'list' ? [...first, ...answer.asked, ...rest] : [...first, ...rest, ...answer.asked]
}

function aboutOf(facts: Facts, database: SqliteDatabase, listen: (work: () => void) => readonly string[]): About {
  const { domain } = facts.typing
  const layout = layoutOf(domain, sqlite, (text) => facts.typing.expression(text))
  for (const sql of [...bookkeeping, ...createTables(layout)]) database.execute(sql)
  bringMembers(database, layout)
  const service = serviceFor(facts, { clock: { now: () => 0 }, randomness: always, settings: new Map(), fixtures: false, depth: 32 })
  const shared = sharedOf(layout, service.keys, () => 1, numberedEvents(), () => undefined)
  const savepoint = new Savepoint(database)
  const store = writingStore(database, shared, savepoint)
  return {
    facts, database, service, shared, store,
    world: service.world,
    printing: printingOf(database, layout, shared.asking, shared.keys, shared.valuesOf),
    views: printedViews(database, shared),
    trace: (work) => traced(database, savepoint, store, listen, work),
  }
}

/** Nothing is made of it. */
const always: Randomness = { bytes: (count) => new Uint8Array(count) }

function traced(database: SqliteDatabase, savepoint: Savepoint, store: SqliteStore, listen: (work: () => void) => readonly string[], work: (store: SqliteStore) => void): readonly string[] {
  database.run('BEGIN', [])
  savepoint.begin(true)
  const statements = listen(() => work(store))
  store.abandon()
  database.run('ROLLBACK', [])
  return statements.filter((sql) => !/^(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT)/.test(sql))
}
