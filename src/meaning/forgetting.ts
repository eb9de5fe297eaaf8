// Deletes expired data of a store, a piece at a time. Times are milliseconds since 1970.

/** A property of another resource, or of the same one, that refers to one record. */
export type Referrer = { readonly resource: string; readonly property: string }

export type Forgetting = {
  /** When the oldest answer was kept. */
  readonly oldestAnswer: () => number | undefined
  /** Deletes at most `limit` answers that were stored before `before`, the oldest first; returns how many. */
  readonly forgetAnswers: (before: number, limit: number) => number
  /** When the first of the counts that quotas keep has got back all that was used; a store that keeps none has none. */
  readonly oldestCount: () => number | undefined
  /** At most `limit` of those that had by then. */
  readonly forgetCounts: (now: number, limit: number) => number
  /** When the first of the records was deleted that are deleted and kept. */
  readonly oldestDeleted: (resource: string) => number | undefined
  /** At most `limit` records that were deleted by then, and that no record refers to by these properties, also none that is kept itself. */
  readonly forgetDeleted: (resource: string, referrers: readonly Referrer[], before: number, limit: number) => number
}
