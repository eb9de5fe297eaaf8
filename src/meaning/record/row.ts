// A record as a store keeps it.

import type { Value } from '../../cel/value.ts'
import { failInternally } from '../../exchange/refusal.ts'

export type Row = {
  readonly resource: string
  /** The values of its key, printed: identifies it within its resource. */
  readonly key: string
  readonly values: ReadonlyMap<string, Value>
  /** Greater than the version of every earlier row, so different contents of a record have different versions. */
  readonly version: number
  /** The time of deletion, if the resource is soft-deleted. */
  readonly deleted?: number
}

/** A new record never replaces another one. */
export function refuseSameKey(resource: string): never {
  return failInternally(`a new record of \`${resource}\` has the key of another one`)
}
