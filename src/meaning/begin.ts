// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import type { Mutable } from '../base/mutable.ts'
import { withOuterBindings } from '../cel/bindings.ts'
import { commonNames } from '../exchange/names.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { StoreFailure } from '../exchange/store-failure.ts'
import type { TransactionContext, Drafts } from './transaction-context.ts'
import { CallerBindings } from './caller/caller-bindings.ts'
import { Happenings } from './changes/change-log.ts'
import { identify } from './caller/caller.ts'
import { hostOf } from './record/host.ts'
import type { Prepared } from './prepare.ts'
import type { Interpreter } from './service.ts'
import type { Transaction } from './store.ts'
import { tenancyOfCaller } from './caller/tenancy.ts'

/** `observers` are notified of all reads from the start, including those of authentication. */
export function beginAct(
  service: Interpreter,
  tx: Transaction,
  now: number,
  exchange?: Exchange,
  prepared?: Prepared,
  drafts?: Drafts,
  watching?: Pick<TransactionContext, 'reads' | 'asks'>,
): TransactionContext {
  const { transaction, called } = openAct(service, tx, now, exchange, prepared)
  if (drafts !== undefined) transaction.drafts = drafts
  if (watching !== undefined) Object.assign(transaction, watching)
  identifyIn(transaction, called, exchange)
  return transaction
}

/** For look-ups ahead of the work: the caller may not be known yet, and expressions that read it then fail. */
export function beginAhead(service: Interpreter, tx: Transaction, exchange: Exchange, prepared?: Prepared): TransactionContext {
  const { transaction, called } = openAct(service, tx, service.environment.clock.now(), exchange, prepared)
  try {
    identifyIn(transaction, called, exchange)
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    called.awaits(error)
  }
  return transaction
}

function openAct(
  service: Interpreter,
  tx: Transaction,
  now: number,
  exchange?: Exchange,
  prepared?: Prepared,
): { readonly transaction: Mutable<TransactionContext>; readonly called: CallerBindings } {
  // Anonymous until authentication; also for timers and initial records.
  const called = new CallerBindings()
  const base = withOuterBindings(called, commonNames(service.facts, service.settings, now, exchange))
  const spoken = exchange?.spoken
  const transaction: Mutable<TransactionContext> = {
    service,
    tx,
    now,
    base,
    host: hostOf(() => transaction),
    transitions: [],
    written: new Map(),
    created: [],
    hidden: [],
    busy: [],
    removing: new Map(),
  }
  if (exchange !== undefined) transaction.exchange = exchange
  if (service.notesWhatHappens) transaction.happenings = new Happenings()
  if (prepared !== undefined) transaction.prepared = prepared
  if (spoken !== undefined) transaction.spoken = spoken
  if (service.hasTenants) tx.confine(tenancyOfCaller(transaction))
  return { transaction, called }
}

function identifyIn(transaction: Mutable<TransactionContext>, called: CallerBindings, exchange: Exchange | undefined): void {
  const identity =
    exchange === undefined || !transaction.service.asksCallers
      ? undefined
      : identify(transaction, exchange, (claims) => called.says(claims))
  if (identity === undefined) return
  if ('condition' in identity) transaction.unknown = identity
  else called.is(identity)
}
