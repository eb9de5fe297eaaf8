// The audit log's view of a transaction: its caller, and the records that it changed.

import type { Json } from '../base/json.ts'

/** `key`: the values of the record's key, in their order. */
export type ChangedRecord = { readonly resource: string; readonly key: Json; readonly change: 'created' | 'changed' | 'deleted' }

export type Audited = {
  /** The caller's record, or the `sub` of its claims; absent if anonymous. */
  readonly caller?: Json
  /** The values that keep tenants apart, by the expression that says them; absent where there is no tenant. */
  readonly tenant?: Json
  readonly records: readonly ChangedRecord[]
  /** Records that were looked for or referred to and count as missing, because a rule hides them from the caller; absent if none. */
  readonly hidden?: readonly Omit<ChangedRecord, 'change'>[]
}
