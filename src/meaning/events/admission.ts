// Decides whether a stream's caller would be admitted again, until when, and which records the decision depends on.

import type { Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import { isRecord } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { toRefused } from '../../exchange/refusal.ts'
import type { Admission, Stream } from '../../exchange/stream.ts'
import type { Access } from '../access.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { findExpiry } from '../caller/caller.ts'
import { prepareSecurity } from '../caller/schemes.ts'
import { checkPoint } from '../checks.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Interpreter } from '../service.ts'
import { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { anything } from './admissions.ts'

/** Checks that depend on the caller alone, except limits, which count requests. */
const callerConditions: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient-scope', 'forbidden', 'require'])

/** Undefined if the opening request would now be refused, or would have another caller. */
export async function admitStream(
  service: Interpreter,
  access: Access,
  stream: Stream,
  onChange: () => void,
): Promise<Admission | undefined> {
  // The watch begins before the read, so no change is missed between the two.
  const watch = service.admissions.watch(onChange)
  let admitted: Admitted | undefined
  try {
    admitted = await access.read((store) => admitNow(service, store, stream))
    if (admitted === undefined) return undefined
    watch.narrow(admitted.dependencies)
    return { ...admitted.until, end: () => watch.end() }
  } finally {
    if (admitted === undefined) watch.end()
  }
}

/** The end of the admission, and the records that it depends on. */
type Admitted = { readonly until: Pick<Admission, 'until'>; readonly dependencies: ReadonlySet<string> }

function admitNow(service: Interpreter, store: Store, { exchange, names }: Stream): Admitted | undefined {
  const dependencies = new Set<string>()
  const tx = store.begin()
  try {
    const transaction = beginTransaction(service, tx, service.environment.clock.now(), {
      exchange,
      observers: {
        onRead: (row) => void dependencies.add(makeRowName(row)),
        onQuery: () => void dependencies.add(anything),
      },
    })
    const caller = transaction.base.get('caller') ?? null
    if (isRecord(caller)) dependencies.add(makeRowName(caller))
    if (!equalValues(caller, names.get('caller') ?? null) || isDeleted(transaction, caller) || isRefused(transaction, exchange))
      return undefined
    return { until: findCredentialExpiry(transaction, exchange), dependencies }
  } catch (error) {
    toRefused(error)
    return undefined
  } finally {
    tx.rollback()
  }
}

function isDeleted({ tx }: TransactionContext, caller: Value): boolean {
  if (!isRecord(caller)) return false
  const row = tx.row(caller.resource, caller.key)
  return row === undefined || row.deleted !== undefined
}

function isRefused(transaction: TransactionContext, exchange: Exchange): boolean {
  if (transaction.callerRefusal !== undefined) return true
  const requestState = new RequestState(transaction, exchange)
  const points = transaction.service
    .operation(exchange.operation)
    .points.filter(({ stage, condition }) => stage === 'caller' && callerConditions.has(condition))
  return points.some((point) => checkPoint(point, requestState).length > 0)
}

/** A stream ends with its credentials: at the first `exp` (RFC 7519, section 4.1.4) plus the clock skew, or as their schemes declare. */
function findCredentialExpiry(transaction: TransactionContext, { operation, credentials }: Exchange): Pick<Admission, 'until'> {
  const expiries = prepareSecurity(transaction.service, operation).schemes.flatMap((scheme) => {
    const credential = credentials?.get(scheme.name)
    if (credential?.kind !== 'valid') return []
    const exp = credential.claims?.['exp']
    const expiry = findExpiry(transaction, scheme, credential)
    return [...(typeof exp === 'number' ? [exp * 1000 + scheme.skew] : []), ...(expiry === undefined ? [] : [expiry])]
  })
  return expiries.length === 0 ? {} : { until: Math.min(...expiries) }
}
