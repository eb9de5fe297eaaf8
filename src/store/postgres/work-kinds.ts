// How each kind of work runs over PostgreSQL: as one statement, over one snapshot, or in a read-write transaction.

import type { Interpreter } from '../../meaning/service.ts'
import type { Operation } from '../../model/model.ts'
import type { Layout } from '../layout.ts'
import { Turns } from './contention.ts'
import type { WorkCounters } from './counters.ts'
import { announcedNumber } from './events.ts'
import { type Isolation, chooseIsolations } from './isolation.ts'
import type { Performing } from './work.ts'

export type WorkKinds = {
  readonly singleStatement: Performing
  readonly snapshotRead: Performing
  /** Serializable, for work without an operation; that of an operation begins with `openingOf`. */
  readonly readWrite: Performing
  /** The statements that begin the transactions of an operation. `announces`: they announce a writer of events. */
  readonly openingOf: (operation: Operation, announces: boolean) => readonly string[]
  /** True if some operation needs serializable transactions. */
  readonly isSerializable: boolean
}

/** `random` returns numbers from 0 to 1, for the waits after conflicts. */
export function makeWorkKinds(service: Interpreter, layout: Layout, counters: WorkCounters, random: () => number): WorkKinds {
  const hasEvents = service.eventTypes.length > 0 || service.callbacks.length > 0
  const isolationOf = chooseIsolations(service, layout)
  const openings = { announced: new Map<Operation, readonly string[]>(), plain: new Map<Operation, readonly string[]>() }
  const shared = { random, onWait: () => counters.countWait(), onConflict: () => counters.countConflict('') }
  return {
    singleStatement: { opening: [], single: true, isReading: true, ...shared },
    snapshotRead: {
      opening: ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', 'SET LOCAL enable_seqscan = on'],
      isReading: true,
      ...shared,
    },
    readWrite: { opening: beginAt('SERIALIZABLE', hasEvents), turns: new Turns(), ...shared },
    openingOf: (operation, announces) =>
      openings[announces ? 'announced' : 'plain'].getOrInsertComputed(operation, () => beginAt(isolationOf(operation).level, announces)),
    isSerializable: service.facts.operations.some(({ operation }) => isolationOf(operation).level === 'SERIALIZABLE'),
  }
}

function beginAt(level: Isolation['level'], announces: boolean): readonly string[] {
  return [`BEGIN ISOLATION LEVEL ${level}`, announces ? announcedNumber : 'SELECT pg_current_xact_id()::text AS xid']
}
