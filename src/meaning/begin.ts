// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import type { Mutable } from '../base/mutable.ts'
import { bindCommonNames } from '../exchange/names.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { StoreFailure } from '../exchange/store-failure.ts'
import type { TransactionContext } from './transaction-context.ts'
import { CallerBindings } from './caller/caller-bindings.ts'
import { ChangeLog } from './changes/change-log.ts'
import { identify } from './caller/caller.ts'
import { makeHost } from './record/host.ts'
import type { Prepared } from './prepare.ts'
import type { Interpreter } from './service.ts'
import type { Transaction } from './store.ts'
import { makeTenancyOfCaller } from './caller/tenancy.ts'

type TransactionOptions = {
  /** The request; absent for timers, jobs and initial records. */
  readonly exchange?: Exchange | undefined
  readonly prepared?: Prepared | undefined
  /** Notified of all reads from the start, including those of authentication. */
  readonly observers?: Pick<TransactionContext, 'onRead' | 'onQuery'>
}

const withoutExchange: TransactionOptions = {}

/** `now`: in milliseconds since 1970. */
export function beginTransaction(
  service: Interpreter,
  tx: Transaction,
  now: number,
  { exchange, prepared, observers }: TransactionOptions = withoutExchange,
): TransactionContext {
  const { transaction, callerBindings } = openTransaction(service, tx, now, exchange, prepared)
  if (observers !== undefined) Object.assign(transaction, observers)
  identifyCaller(transaction, callerBindings, exchange)
  return transaction
}

/** For look-ups ahead of the work: the caller may not be known yet, and expressions that read it then fail. */
export function beginPrefetch(service: Interpreter, tx: Transaction, exchange: Exchange, prepared?: Prepared): TransactionContext {
  const { transaction, callerBindings } = openTransaction(service, tx, service.environment.clock.now(), exchange, prepared)
  try {
    identifyCaller(transaction, callerBindings, exchange)
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    callerBindings.failWith(error)
  }
  return transaction
}

function openTransaction(
  service: Interpreter,
  tx: Transaction,
  now: number,
  exchange?: Exchange,
  prepared?: Prepared,
): { readonly transaction: Mutable<TransactionContext>; readonly callerBindings: CallerBindings } {
  // Anonymous until authentication; also for timers and initial records.
  const callerBindings = new CallerBindings(() => bindCommonNames(service.facts, service.settings, now, exchange))
  const requestedVersion = exchange?.requestedVersion
  const transaction: Mutable<TransactionContext> = {
    service,
    tx,
    now,
    base: callerBindings,
    host: makeHost(() => transaction),
    transitions: [],
    writtenProperties: new Map(),
    createdRecords: [],
    hiddenRecords: [],
    inTransition: [],
    deletedRecords: new Map(),
  }
  if (exchange !== undefined) transaction.exchange = exchange
  if (service.neededChanges === 'all' || service.neededChanges.size > 0) transaction.changeLog = new ChangeLog(service.neededChanges)
  if (prepared !== undefined) transaction.prepared = prepared
  if (service.environment.choose !== undefined) transaction.randomResults = new Set()
  if (requestedVersion !== undefined) transaction.requestedVersion = requestedVersion
  if (service.hasTenants) tx.setTenancy(makeTenancyOfCaller(transaction))
  return { transaction, callerBindings }
}

function identifyCaller(transaction: Mutable<TransactionContext>, callerBindings: CallerBindings, exchange: Exchange | undefined): void {
  const identity =
    exchange === undefined || !transaction.service.hasSchemes
      ? undefined
      : identify(transaction, exchange, (claims) => callerBindings.setClaims(claims))
  if (identity === undefined) return
  if ('condition' in identity) transaction.callerRefusal = identity
  else callerBindings.setIdentity(identity)
}
