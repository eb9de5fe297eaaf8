// Creates the stores of one process over PostgreSQL: for reading, for writing, and for firing timers.

import { makeRecordKeys } from '../../meaning/record/keys.ts'
import type { Layout } from '../layout.ts'
import { type Shared, makeShared } from '../sql/shared.ts'
import type { Claims } from './claims.ts'
import { emitted, makeEventSql } from './events.ts'
import type { RecordedDatabase } from './recorded-database.ts'
import { nextDelivery } from './schema.ts'
import { type PostgresStore, createRecordedStore } from './store.ts'

export type Stores = {
  readonly reading: PostgresStore
  readonly writing: PostgresStore
  /** Writes, and skips timers that other processes are firing. */
  readonly firing: PostgresStore
  readonly hasTimers: boolean
}

/** `version` numbers the versions of rows. */
export function makeStores(database: RecordedDatabase, layout: Layout, version: () => number, claims: Claims): Stores {
  const shared: Shared = {
    ...makeShared({
      layout,
      keys: makeRecordKeys(layout.domain),
      version,
      events: makeEventSql(database),
      timersChanged: () => undefined,
      onEmitted: () => database.recording.mark(emitted),
    }),
    deliveryId: () => ({ sql: nextDelivery }),
  }
  const makeWriting = (waitsForLock: boolean): PostgresStore => {
    const withClaims: Shared = {
      ...shared,
      claim: (work) => claims.claimInTransaction(work, waitsForLock),
      releaseKey: (name) => claims.releaseKey(name),
    }
    return createRecordedStore(database, withClaims, false, claims.free)
  }
  return {
    reading: createRecordedStore(database, shared, true, claims.free),
    writing: makeWriting(true),
    firing: { ...makeWriting(false), nextTimer: claims.nextTimer },
    hasTimers: shared.timed.size > 0,
  }
}
