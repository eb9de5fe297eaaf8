// Deletes expired data of a store, a piece at a time. Times are milliseconds since 1970.

/** A property of another resource, or of the same one, that refers to one record. */
export type Referrer = { readonly resource: string; readonly property: string }

export type Retention = {
  /** The time of the oldest stored answer. */
  readonly oldestAnswer: () => number | undefined
  /** Deletes at most `limit` answers from before `before`, oldest first; returns their number. */
  readonly deleteExpiredAnswers: (before: number, limit: number) => number
  /** The time at which the first stored quota count is fully restored; absent if the store keeps no counts. */
  readonly oldestCount: () => number | undefined
  /** Deletes at most `limit` counts that were fully restored by then. */
  readonly deleteExpiredCounts: (now: number, limit: number) => number
  /** The time at which the first soft-deleted record was deleted. */
  readonly oldestDeleted: (resource: string) => number | undefined
  /** Deletes at most `limit` records that were soft-deleted by then and that no record, deleted or not, refers to by these properties. */
  readonly deleteExpiredRecords: (resource: string, referrers: readonly Referrer[], before: number, limit: number) => number
}
