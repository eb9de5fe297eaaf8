// Whether whoever opened a stream would be let in anew, until when, and on which records that rests.

import type { Value } from '../../cel/value.ts'
import { equal } from '../../cel/values/equality.ts'
import { isRecord } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { refusedBy } from '../../exchange/refusal.ts'
import type { Admission, Stream } from '../../exchange/stream.ts'
import type { Act } from '../act.ts'
import { begin } from '../begin.ts'
import { endOf } from '../caller/caller.ts'
import { requiredOf } from '../caller/schemes.ts'
import { refusalsAt } from '../checks.ts'
import { nameOf } from '../record/row-name.ts'
import type { Service } from '../service.ts'
import { Situation } from '../situation.ts'
import type { Store } from '../store.ts'
import { anything } from './admissions.ts'

/** What is asked of the caller alone, but for limits, which count requests. */
const ofCaller: ReadonlySet<string> = new Set(['unauthenticated', 'insufficient-scope', 'forbidden', 'require'])

/** Nothing where the request that opened the stream would be refused now for whoever sent it, or let in as somebody else. */
export function admissionOf(service: Service, store: Store, { exchange, names }: Stream): Admission | undefined {
  const rests = new Set<string>()
  const tx = store.begin()
  try {
    const act = begin(service, tx, service.lending.clock.now(), exchange, undefined, undefined, { reads: (row) => void rests.add(nameOf(row)), asks: () => void rests.add(anything) })
    const caller = act.base.get('caller') ?? null
    if (isRecord(caller)) rests.add(nameOf(caller))
    if (!equal(caller, names.get('caller') ?? null) || isGone(act, caller) || isRefused(act, exchange)) return undefined
    return { ...untilOf(act, exchange), watch: (changed) => service.admissions.watch(rests, changed) }
  } catch (error) {
    refusedBy(error)
    return undefined
  } finally {
    tx.rollback()
  }
}

function isGone({ tx }: Act, caller: Value): boolean {
  if (!isRecord(caller)) return false
  const row = tx.row(caller.resource, caller.key)
  return row === undefined || row.deleted !== undefined
}

function isRefused(act: Act, exchange: Exchange): boolean {
  if (act.unknown !== undefined) return true
  const situation = new Situation(act, exchange)
  const points = act.service.operation(exchange.operation).points.filter(({ stage, condition }) => stage === 'caller' && ofCaller.has(condition))
  return points.some((point) => refusalsAt(point, situation).length > 0)
}

/**
 * A stream lasts no longer than the credentials that were presented: until the first `exp` (RFC 7519, section 4.1.4) and as far as
 * clocks may differ, or what their schemes say.
 */
function untilOf(act: Act, { operation, presented }: Exchange): Pick<Admission, 'until'> {
  const ends = requiredOf(act.service, operation).schemes.flatMap((scheme) => {
    const found = presented?.get(scheme.name)
    if (found?.kind !== 'valid') return []
    const exp = found.claims?.['exp']
    const end = endOf(act, scheme, found)
    return [...(typeof exp === 'number' ? [exp * 1000 + scheme.skew] : []), ...(end === undefined ? [] : [end])]
  })
  return ends.length === 0 ? {} : { until: Math.min(...ends) }
}
