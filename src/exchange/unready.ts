// What an answer has to wait for: found by trying, done outside of any transaction, and then tried again.

/** Work that may take long; `key` names it together with all that it depends on. */
export type Work = { readonly key: string; readonly start: () => Promise<unknown> }

/** Leaves the transaction, which then leaves nothing, until the work is done. */
export class Unready extends Error {
  readonly work: Work

  constructor(work: Work) {
    super(`${work.key} is not done yet`)
    this.work = work
  }
}
