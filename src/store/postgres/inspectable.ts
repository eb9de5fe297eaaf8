// The interface of commands to a database, served or not: its events, timers and deliveries.

import type { Facts } from '../../fact/fact.ts'
import { redeliver } from '../../meaning/delivery/deliveries.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { InspectableStore, StoreProblem } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { makeDeliveryReading, makeDeliveryWriting } from '../sql/delivery-rows.ts'
import { makeTimerReading } from '../sql/timers.ts'
import { connect } from './connections.ts'
import { postgres } from './dialect.ts'
import { eventLog, lastEvents } from './events.ts'
import { fill } from './fill.ts'
import { grantsFor } from './grants.ts'
import { explainFailure, whyOther } from './open.ts'
import { migrate } from './migrate.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { type Performing, performWork } from './work.ts'

type Looking = {
  readonly database: RecordedDatabase
  /** Each statement sees the committed data at its time. The work runs again when an answer arrives, so it reads no clock. */
  readonly read: <T>(work: () => T) => Promise<T>
  readonly write: <T>(work: () => T) => Promise<T>
  readonly close: () => Promise<void>
}

export function inspectableStore(address: string, name: string): InspectableStore {
  async function inspect<T>(facts: Facts, open: (looking: Looking) => T): Promise<T | StoreProblem> {
    const connections = connect({ address, size: 1 })
    const layout = makeLayout(facts.typing.domain, postgres)
    try {
      const foreignOwner = await whyOther(connections, layout, name)
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
    const options: Performing = { opening: ['BEGIN'], random: Math.random }
    const write = async <U>(work: () => U): Promise<U> => (await performWork(connections, database, work, options)).value
    return open({ database, read: write, write, close: () => connections.end() })
  }
  return {
    name,
    isShared: true,
    migrate: (facts, migrating) => migrate(facts, address, name, migrating),
    grants: (to) => grantsFor(to, address, name),
    backUp: () => ({ problem: `\`pg_dump\` copies ${name}: PostgreSQL's own tools copy its stores` }),
    restore: () => ({ problem: `\`pg_restore\` brings ${name} back: PostgreSQL's own tools copy its stores` }),
    contents: () => ({ problem: `\`copy\` copies a file; \`pg_dump\` copies ${name}: PostgreSQL's own tools copy its stores` }),
    fill: (contents, randomness) => fill(address, name, contents, randomness),
    events: (facts) =>
      inspect(facts, ({ database, read, close }) => ({
        events: (after, limit) => read(() => eventLog(database).events(after, limit)),
        last: (count) => read(() => lastEvents(database, count)),
        close,
      })),
    timers: (facts, now) =>
      inspect(facts, ({ database, read, write, close }) => {
        const timers = makeTimerReading(database)
        return {
          counts: () => {
            const time = now()
            return read(() => timers.countTimers(time))
          },
          deadTimers: () => read(() => timers.deadTimers()),
          waitingTimers: (limit) => read(() => timers.waitingTimers(limit)),
          retry: (id) => {
            const time = now()
            return write(
              () =>
                database.get('UPDATE "$timer" SET dead = NULL, attempts = 0, due = ? WHERE id = ? AND dead IS NOT NULL RETURNING id', [
                  BigInt(time),
                  BigInt(id),
                ]) !== undefined,
            )
          },
          close,
        }
      }),
    deliveries: (facts, now) =>
      inspect(facts, ({ database, read, write, close }) => {
        const reading = makeDeliveryReading(database)
        const writing = makeDeliveryWriting(
          database,
          () => {
            throw new Error('no delivery is made here')
          },
          () => undefined,
        )
        return {
          list: (after, limit, state) => read(() => reading.list(after, limit, state)),
          count: () => read(() => reading.count()),
          redeliver: (ids) => {
            const at = now()
            return write(() => {
              database.recording.begin()
              const redelivered = ids.filter((id) => redeliver(reading, writing, id, at))
              database.recording.end('COMMIT')
              return redelivered
            })
          },
          close,
        }
      }),
  }
}
