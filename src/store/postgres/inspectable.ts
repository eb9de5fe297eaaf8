// The interface of commands to a database, served or not: its events, timers and deliveries.

import type { Facts } from '../../fact/fact.ts'
import { redeliver } from '../../meaning/delivery/deliveries.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { DeliveryStore, EventStore, InspectableStore, StoreProblem, TimerStore } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { makeDeliveryReading, makeDeliveryWriting } from '../sql/delivery-rows.ts'
import { makeTimerReading } from '../sql/timers.ts'
import { connect } from './connections.ts'
import { postgres } from './dialect.ts'
import { createEventLog, readNewestEvents } from './events.ts'
import { fill } from './fill.ts'
import { grantsFor } from './grants.ts'
import { explainFailure, explainOther } from './open.ts'
import { migrate } from './migrate.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { type Performing, performWork } from './work.ts'

/** The open database of one command. */
type Inspection = {
  readonly database: RecordedDatabase
  /** Each statement sees the committed data at its time. The work runs again when an answer arrives, so it reads no clock. */
  readonly run: <T>(work: () => T) => Promise<T>
  readonly close: () => Promise<void>
}

export function createInspectableStore(address: string, name: string): InspectableStore {
  const inspectStore = <T>(facts: Facts, open: (inspection: Inspection) => T): Promise<T | StoreProblem> =>
    inspectAt(address, name, facts, open)
  return {
    name,
    isShared: true,
    migrate: (facts, migrating) => migrate(facts, address, name, migrating),
    grants: (to) => grantsFor(to, address, name),
    backUp: () => ({ problem: `\`pg_dump\` copies ${name}: PostgreSQL's own tools copy its stores` }),
    restore: () => ({ problem: `\`pg_restore\` brings ${name} back: PostgreSQL's own tools copy its stores` }),
    contents: () => ({ problem: `\`copy\` copies a file; \`pg_dump\` copies ${name}: PostgreSQL's own tools copy its stores` }),
    fill: (contents, randomness) => fill(address, name, contents, randomness),
    events: (facts) => inspectStore(facts, inspectEvents),
    timers: (facts, now) => inspectStore(facts, (inspection) => inspectTimers(inspection, now)),
    deliveries: (facts, now) => inspectStore(facts, (inspection) => inspectDeliveries(inspection, now)),
  }
}

/** Opens the store of a document; a problem if it belongs to another document, or if the database does not answer. */
async function inspectAt<T>(address: string, name: string, facts: Facts, open: (inspection: Inspection) => T): Promise<T | StoreProblem> {
  const connections = connect({ address, size: 1 })
  const layout = makeLayout(facts.typing.domain, postgres)
  try {
    const foreignOwner = await explainOther(connections, layout, name)
    if (foreignOwner !== undefined) {
      await connections.end()
      return foreignOwner
    }
  } catch (error) {
    await connections.end().catch(() => undefined)
    if (error instanceof StoreFailure)
      return { problem: `${name}: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    throw error
  }
  const database = new RecordedDatabase()
  const performing: Performing = { opening: ['BEGIN'], random: Math.random }
  return open({
    database,
    run: async (work) => (await performWork(connections, database, work, performing)).value,
    close: () => connections.end(),
  })
}

function inspectEvents({ database, run, close }: Inspection): EventStore {
  return {
    events: (after, limit) => run(() => createEventLog(database).events(after, limit)),
    last: (count) => run(() => readNewestEvents(database, count)),
    close,
  }
}

const retrySql = 'UPDATE "$timer" SET dead = NULL, attempts = 0, due = ? WHERE id = ? AND dead IS NOT NULL RETURNING id'

function inspectTimers({ database, run, close }: Inspection, now: () => number): TimerStore {
  const timers = makeTimerReading(database)
  return {
    counts: () => {
      const time = now()
      return run(() => timers.countTimers(time))
    },
    deadTimers: () => run(() => timers.deadTimers()),
    waitingTimers: (limit) => run(() => timers.waitingTimers(limit)),
    retry: (id) => {
      const time = now()
      return run(() => database.get(retrySql, [BigInt(time), BigInt(id)]) !== undefined)
    },
    close,
  }
}

function inspectDeliveries({ database, run, close }: Inspection, now: () => number): DeliveryStore {
  const reading = makeDeliveryReading(database)
  const writing = makeDeliveryWriting(
    database,
    () => {
      throw new Error('no delivery is made here')
    },
    () => undefined,
  )
  return {
    list: (after, limit, state) => run(() => reading.list(after, limit, state)),
    count: () => run(() => reading.count()),
    redeliver: (ids) => {
      const at = now()
      return run(() => {
        database.recording.begin()
        const redelivered = ids.filter((id) => redeliver(reading, writing, id, at))
        database.recording.end('COMMIT')
        return redelivered
      })
    },
    close,
  }
}
