// The statements that an operation can run, how SQLite goes about each (by which index, or through a whole table), and what is computed afterwards.

import type { Randomness } from '../../../base/clock.ts'
import { expressionsSaid } from '../../../fact/expressions.ts'
import type { Facts } from '../../../fact/fact.ts'
import { saidBeside, saidIn } from '../../../fact/reads.ts'
import { type Situation, situation } from '../../../fact/situation.ts'
import { serviceFor } from '../../../meaning/meaning.ts'
import { shown } from '../../../model/slot.ts'
import type { Statements } from '../../kind.ts'
import { layoutOf } from '../../layout.ts'
import { Database } from '../database.ts'
import { bringMembers } from '../members.ts'
import { printingOf } from '../printing.ts'
import { Savepoint } from '../savepoint.ts'
import { bookkeeping, tablesOf } from '../schema.ts'
import { sharedOf } from '../shared.ts'
import { printedViews } from '../shown/printed-views.ts'
import { type SqliteStore, writingStore } from '../store.ts'
import type { About, Asked } from './about.ts'
import { answerAsked, rulesAskedFirst } from './answers.ts'
import { callerAsked, lookedUp } from './found.ts'
import { growthOf, planOf } from './query-plan.ts'
import { questionsIn } from './questions.ts'
import { writesAsked } from './writes.ts'

/** Over a store that is as empty as the document's first one. */
export function explaining(facts: Facts): Statements {
  const database = new Database(':memory:', { readOnly: false, onStatement: (sql) => void heard?.push(sql) })
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
      const once = new Map<string, Asked>()
      for (const each of askedBy(about, situation(about.world, operation))) once.getOrInsert(each.sql ?? each.what, each)
      return Array.from(once.values(), ({ what, sql, afterwards = [] }) => {
        if (sql === undefined) return { what, plan: [], afterwards, grows: 'reads all records' }
        const plan = planOf(database, sql)
        const grows = growthOf(sql, plan)
        return { what, sql, plan, afterwards, ...(grows === undefined ? {} : { grows }) }
      })
    },
    close: () => database.close(),
  }
}

/** In the order in which they are run, as far as that is the same each time. */
function askedBy(about: About, found: Situation): readonly Asked[] {
  const answer = answerAsked(about, found)
  // What is in a statement of the answer is not asked by itself; conditions of a list are in its own.
  const beside = new Set([...answer.printed, ...(found.action === 'list' ? [shown(found.operation.slots.where)] : [])].filter((text) => text !== undefined))
  const said = answer.whole ? expressionsSaid(rulesAskedFirst(found)) : beside.size === 0 ? saidIn(found) : saidBeside(found, beside)
  const looked = answer.asked.some(({ what }) => what.startsWith('read ')) ? [] : lookedUp(about, found)
  const first = [...callerAsked(about, found), ...looked]
  const rest = [...questionsIn(about, said), ...writesAsked(about, found)]
  return found.action === 'read' || found.action === 'list' ? [...first, ...answer.asked, ...rest] : [...first, ...rest, ...answer.asked]
}

function aboutOf(facts: Facts, database: Database, listen: (work: () => void) => readonly string[]): About {
  const { domain } = facts.typing
  const layout = layoutOf(domain, (text) => facts.typing.expression(text))
  for (const sql of [...bookkeeping, ...tablesOf(layout)]) database.execute(sql)
  bringMembers(database, layout)
  const service = serviceFor(facts, { clock: { now: () => 0 }, randomness: always, settings: new Map(), fixtures: false, depth: 32 })
  const shared = sharedOf(layout, service.keys, () => 1, () => undefined)
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

function traced(database: Database, savepoint: Savepoint, store: SqliteStore, listen: (work: () => void) => readonly string[], work: (store: SqliteStore) => void): readonly string[] {
  database.run('BEGIN', [])
  savepoint.begin(true)
  const statements = listen(() => work(store))
  store.abandon()
  database.run('ROLLBACK', [])
  return statements.filter((sql) => !/^(?:SAVEPOINT|RELEASE|ROLLBACK|BEGIN|COMMIT)/.test(sql))
}
