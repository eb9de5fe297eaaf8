// Records with overdue timers: an exchange that touches one must first fire the timers that were due at its start.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Row } from '../store.ts'

/** `key` as timers know it: after the tenant. */
export type RecordName = Pick<Row, 'resource' | 'key'>

/** So many timers fire in one turn: a few milliseconds of it. */
export const batch = 8

/** Leaves an attempt that touched records whose timers are overdue: they are fired, and it is made again. */
export class Overdue extends StoreFailure {
  /** Undefined where it may be any record. */
  readonly records: readonly RecordName[] | undefined
  constructor(records?: readonly RecordName[]) {
    super('timers are overdue')
    this.records = records
  }
}
