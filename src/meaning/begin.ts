// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import type { Mutable } from '../base/mutable.ts'
import { over } from '../cel/bindings.ts'
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
  const base = over(called, commonNames(service.facts, service.settings, now, exchange))
  const spoken = exchange?.spoken
  const act: Mutable<TransactionContext> = { service, tx, now, base, host: hostOf(() => act), transitions: [], written: new Map(), created: [], hidden: [], busy: [], removing: new Map() }
  if (exchange !== undefined) act.exchange = exchange
  if (service.notesWhatHappens) act.happenings = new Happenings()
  if (prepared !== undefined) act.prepared = prepared
  if (drafts !== undefined) act.drafts = drafts
  if (spoken !== undefined) act.spoken = spoken
  if (watching !== undefined) Object.assign(act, watching)
  if (service.hasTenants) tx.confine(tenancyOfCaller(act))
  const identity = exchange === undefined || !service.asksCallers ? undefined : identify(act, exchange, (claims) => called.says(claims))
  if (identity === undefined) return act
  if ('condition' in identity) act.unknown = identity
  else called.is(identity)
  return act
}
