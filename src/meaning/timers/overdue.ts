// Records with overdue timers: an exchange that touches one must first fire the timers that were due at its start.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Row } from '../store.ts'

/** `key` as timers store it: with its tenant as prefix. */
export type RecordName = Pick<Row, 'resource' | 'key'>

/** Timers per turn of the event loop: a few milliseconds. */
export const maxTimersPerTurn = 8

/** Thrown by an attempt that touched a record with an overdue timer: the timer fires, and the exchange runs again. */
export class Overdue extends StoreFailure {
  /** Undefined if it may be any record. */
  readonly records: readonly RecordName[] | undefined
  constructor(records?: readonly RecordName[]) {
    super('timers are overdue')
    this.records = records
  }
}
