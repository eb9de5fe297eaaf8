// What an operator's audit log keeps of a transaction: on whose behalf it was, and which records it changed.

import type { Json } from '../base/json.ts'

/** `key`: the values of the record's key, in their order. */
export type ChangedRecord = { readonly resource: string; readonly key: Json; readonly change: 'created' | 'changed' | 'deleted' }

export type Audited = {
  /** The caller's record, or the `sub` of its claims; absent where nobody is known. */
  readonly caller?: Json
  /** The values that keep tenants apart, by the expression that says them; absent where there is no tenant. */
  readonly tenant?: Json
  readonly records: readonly ChangedRecord[]
}
