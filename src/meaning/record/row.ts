// A record as a store keeps it.

import type { Value } from '../../cel/value.ts'

export type Row = {
  readonly resource: string
  /** The values of its key, printed: identifies it within its resource. */
  readonly key: string
  readonly values: ReadonlyMap<string, Value>
  /** Higher than that of every row written before it, so that no two contents of a record share one. */
  readonly version: number
  /** When it was deleted, where its resource keeps what is deleted. */
  readonly deleted?: number
}
