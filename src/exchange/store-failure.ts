// A store that failed: not an answer that the document gives, and nothing that was not committed is kept.

export class StoreFailure extends Error {
  /** Whether only what was written then was refused, and nothing else is lost. */
  readonly isConstraint: boolean = false
  /** Whether the store itself is in trouble, and may be out of it again. */
  readonly isOutage: boolean = false
}
