// What the answers of one service over one database need.

import type { Clock, RewindableRandomness } from '../../base/clock.ts'
import type { Interpreter } from '../../meaning/service.ts'
import type { FiredTimer } from '../../meaning/timers/timers.ts'
import type { Connections } from './connections.ts'
import type { WorkCounters } from './counters.ts'
import type { DatabaseHealth } from './health.ts'
import type { RecordedDatabase } from './recorded-database.ts'
import type { PostgresStore } from './store.ts'
import type { WorkKinds } from './work-kinds.ts'
import type { Performed } from './work.ts'

export type AnswersOptions = {
  readonly service: Interpreter
  readonly database: RecordedDatabase
  readonly connections: Connections
  readonly health: DatabaseHealth
  readonly counters: WorkCounters
  readonly reading: PostgresStore
  readonly writing: PostgresStore
  readonly randomness: RewindableRandomness
  readonly clock: Clock
  /** True if the document has timers. */
  readonly hasTimers: boolean
  readonly workKinds: WorkKinds
  /** Notifies listeners about committed work. */
  readonly notifyCommitted: <T>(performed: Performed<T>) => T
  /** Fires one timer. False if no timer was due. */
  readonly fireTimer: (fire: () => readonly FiredTimer[]) => Promise<boolean>
  /** True if timers are left to a process of a newer edition. */
  readonly leavesTimers: () => Promise<boolean>
}
