// A failure of the store: no response of the document answers it, and uncommitted changes are lost.

export class StoreFailure extends Error {
  /** True if the database refused only this write, and nothing else is lost. */
  readonly isConstraint: boolean = false
  /** True if the store itself fails and may recover. */
  readonly isOutage: boolean = false
}
