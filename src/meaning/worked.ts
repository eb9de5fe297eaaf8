// Tells what a transaction of work without a request did: of a timer, of code after its commit, or of a reaction to a delivery.

import type { Audited } from '../exchange/audited.ts'
import { collectAudited } from './audited.ts'
import type { TransactionContext } from './transaction-context.ts'

export type Worked = {
  /** `Order.place`, in the order in which they were made. */
  readonly transitions: readonly string[]
  /** Present with an audit log. */
  readonly audited?: Audited
}

export function collectWorked(transaction: TransactionContext): Worked {
  const audited = collectAudited(transaction)
  return { transitions: [...transaction.transitions], ...(audited === undefined ? {} : { audited }) }
}
