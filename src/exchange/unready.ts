// Pending work of a response. The first attempt throws it, it runs outside any transaction, and then the exchange is repeated.

/** Work that may take long; `key` identifies it with everything that it depends on. */
export type PendingWork = { readonly key: string; readonly start: () => Promise<unknown> }

/** Leaves the transaction, which is rolled back, until the work is done. */
export class Unready extends Error {
  readonly work: PendingWork

  constructor(work: PendingWork) {
    super(`${work.key} is not done yet`)
    this.work = work
  }
}
