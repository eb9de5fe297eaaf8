// The result of a search: requests that an old client may send and that the new edition answers differently, as repeatable Hurl.

import type { Side } from '../law.ts'

export type Witness = {
  /** By name, as the old edition has it. */
  readonly operation?: string
  readonly side: Side
  /** Completes "An old client meets: ". */
  readonly says: string
  /** Passes on the old edition and fails on the new one, where `isRepeated`. */
  readonly hurl: string
  /** True if the printed trace was run again, on both editions. */
  readonly isRepeated: boolean
  /** Changes that it may be due to, by their place in the list that was searched for. */
  readonly changes: readonly number[]
}

export type Searched = {
  readonly witnesses: readonly Witness[]
  /** The number of requests sent to both editions, and the limit. */
  readonly requests: number
  readonly budget: number
}
