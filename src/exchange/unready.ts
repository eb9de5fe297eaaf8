// Pending work of a response. A first attempt finds it, it runs outside any transaction, and then the exchange is repeated.

/** Work that may take long; `key` names it together with all that it depends on. */
export type PendingWork = { readonly key: string; readonly start: () => Promise<unknown> }

/** Leaves the transaction, which then leaves nothing, until the work is done. */
export class Unready extends Error {
  readonly work: PendingWork

  constructor(work: PendingWork) {
    super(`${work.key} is not done yet`)
    this.work = work
  }
}
