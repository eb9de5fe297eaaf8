// A state of the records that a search reached, with the sequence that leads to it.

import type { Operation } from '../../model/model.ts'
import type { Fresh } from '../step.ts'
import type { SequenceHistory } from './known-records.ts'
import type { ComparableAnswer } from './outcome.ts'

export type SearchEntry = SequenceHistory & {
  readonly answers: readonly ComparableAnswer[]
  readonly fresh: readonly Fresh[]
  readonly restore: () => void
  /** True if its last request made a transition. */
  readonly isMoved: boolean
  /** The operations of its requests. */
  readonly walk: readonly Operation[]
}
