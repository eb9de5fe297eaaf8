// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import type { Mutable } from '../base/mutable.ts'
import { withOuterBindings } from '../cel/bindings.ts'
import { commonNames } from '../exchange/names.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { TransactionContext, Drafts } from './transaction-context.ts'
import { CallerBindings } from './caller/called.ts'
import { Happenings } from './changes/happenings.ts'
import { identify } from './caller/caller.ts'
import { hostOf } from './record/host.ts'
import type { Prepared } from './prepare.ts'
import type { Interpreter } from './service.ts'
import type { Transaction } from './store.ts'
import { tenancyOfCaller } from './caller/tenancy.ts'

/** `watching` observes all reads from the start, including those of authentication. */
export function beginAct(service: Interpreter, tx: Transaction, now: number, exchange?: Exchange, prepared?: Prepared, drafts?: Drafts, watching?: Pick<TransactionContext, 'reads' | 'asks'>): TransactionContext {
  // Anonymous until authentication; also for timers and initial records.
  const called = new CallerBindings()
  const base = withOuterBindings(called, commonNames(service.facts, service.settings, now, exchange))
  const spoken = exchange?.spoken
  const transaction: Mutable<TransactionContext> = { service, tx, now, base, host: hostOf(() => transaction), transitions: [], written: new Map(), created: [], hidden: [], busy: [], removing: new Map() }
  if (exchange !== undefined) transaction.exchange = exchange
  if (service.notesWhatHappens) transaction.happenings = new Happenings()
  if (prepared !== undefined) transaction.prepared = prepared
  if (drafts !== undefined) transaction.drafts = drafts
  if (spoken !== undefined) transaction.spoken = spoken
  if (watching !== undefined) Object.assign(transaction, watching)
  if (service.hasTenants) tx.confine(tenancyOfCaller(transaction))
  const identity = exchange === undefined || !service.asksCallers ? undefined : identify(transaction, exchange, (claims) => called.says(claims))
  if (identity === undefined) return transaction
  if ('condition' in identity) transaction.unknown = identity
  else called.is(identity)
  return transaction
}
