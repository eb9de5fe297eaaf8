// The result of a search: requests of an old client that the new edition answers differently, as repeatable Hurl.

import type { Side } from '../law.ts'

export type Witness = {
  /** The name in the old edition. */
  readonly operation?: string
  readonly side: Side
  /** Completes "An old client meets: ". */
  readonly says: string
  /** Passes on the old edition and fails on the new one, if `isRepeated`. */
  readonly hurl: string
  /** True if the printed trace was run again on both editions. */
  readonly isRepeated: boolean
  /** Possible causes: indexes in the list of changes. */
  readonly changes: readonly number[]
}

export type Searched = {
  readonly witnesses: readonly Witness[]
  /** The number of requests sent to both editions, and the limit. */
  readonly requests: number
  readonly budget: number
}
