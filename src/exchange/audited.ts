// The audit log's view of a transaction: its caller, and the records that it changed.

import type { Json } from '../base/json.ts'

/** `key`: the values of the record's key, in their order. */
export type ChangedRecord = { readonly resource: string; readonly key: Json; readonly change: 'created' | 'changed' | 'deleted' }

export type Audited = {
  /** The caller's record, or the `sub` of its claims; absent if anonymous. */
  readonly caller?: Json
  /** The caller's tenant values, by the expression that determines them; absent without tenants. */
  readonly tenant?: Json
  readonly records: readonly ChangedRecord[]
  /** Records that a rule hides from the caller, so that they count as missing; absent if none. */
  readonly hidden?: readonly Omit<ChangedRecord, 'change'>[]
}
