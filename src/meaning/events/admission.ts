// Decides whether a stream's caller would be admitted again, until when, and which records the decision depends on.

import type { Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import { isRecord } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { refusedBy } from '../../exchange/refusal.ts'
import type { Admission, Stream } from '../../exchange/stream.ts'
import type { Access } from '../access.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginAct } from '../begin.ts'
import { endOf } from '../caller/caller.ts'
import { requiredOf } from '../caller/schemes.ts'
import { refusalsAt } from '../checks.ts'
import { rowName } from '../record/row-name.ts'
import type { Interpreter } from '../service.ts'
import { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { anything } from './admissions.ts'

/** Checks that depend on the caller alone, except limits, which count requests. */
const ofCaller: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient-scope', 'forbidden', 'require'])

/** Undefined if the opening request would now be refused, or would have another caller. */
export async function admissionOf(
  service: Interpreter,
  access: Access,
  stream: Stream,
  changed: () => void,
): Promise<Admission | undefined> {
  // The watch begins before the read, so no change is missed between the two.
  const watch = service.admissions.watch(changed)
  let admitted: Admitted | undefined
  try {
    admitted = await access.read((store) => admittedNow(service, store, stream))
    if (admitted === undefined) return undefined
    watch.narrow(admitted.rests)
    return { ...admitted.until, end: () => watch.end() }
  } finally {
    if (admitted === undefined) watch.end()
  }
}

/** The end of the admission, and the records that it depends on. */
type Admitted = { readonly until: Pick<Admission, 'until'>; readonly rests: ReadonlySet<string> }

function admittedNow(service: Interpreter, store: Store, { exchange, names }: Stream): Admitted | undefined {
  const rests = new Set<string>()
  const tx = store.begin()
  try {
    const transaction = beginAct(service, tx, service.environment.clock.now(), exchange, undefined, undefined, {
      reads: (row) => void rests.add(rowName(row)),
      asks: () => void rests.add(anything),
    })
    const caller = transaction.base.get('caller') ?? null
    if (isRecord(caller)) rests.add(rowName(caller))
    if (!equalValues(caller, names.get('caller') ?? null) || isGone(transaction, caller) || isRefused(transaction, exchange))
      return undefined
    return { until: untilOf(transaction, exchange), rests }
  } catch (error) {
    refusedBy(error)
    return undefined
  } finally {
    tx.rollback()
  }
}

function isGone({ tx }: TransactionContext, caller: Value): boolean {
  if (!isRecord(caller)) return false
  const row = tx.row(caller.resource, caller.key)
  return row === undefined || row.deleted !== undefined
}

function isRefused(transaction: TransactionContext, exchange: Exchange): boolean {
  if (transaction.unknown !== undefined) return true
  const requestState = new RequestState(transaction, exchange)
  const points = transaction.service
    .operation(exchange.operation)
    .points.filter(({ stage, condition }) => stage === 'caller' && ofCaller.has(condition))
  return points.some((point) => refusalsAt(point, requestState).length > 0)
}

/** A stream ends with its credentials: at the first `exp` (RFC 7519, section 4.1.4) plus the clock skew, or as their schemes declare. */
function untilOf(transaction: TransactionContext, { operation, presented }: Exchange): Pick<Admission, 'until'> {
  const ends = requiredOf(transaction.service, operation).schemes.flatMap((scheme) => {
    const found = presented?.get(scheme.name)
    if (found?.kind !== 'valid') return []
    const exp = found.claims?.['exp']
    const end = endOf(transaction, scheme, found)
    return [...(typeof exp === 'number' ? [exp * 1000 + scheme.skew] : []), ...(end === undefined ? [] : [end])]
  })
  return ends.length === 0 ? {} : { until: Math.min(...ends) }
}
