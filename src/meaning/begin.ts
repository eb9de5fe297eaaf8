// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import type { Filling } from '../base/filling.ts'
import { over } from '../cel/bindings.ts'
import { commonNames } from '../exchange/names.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Act, Drafts } from './act.ts'
import { Called } from './caller/called.ts'
import { Happenings } from './happened/happenings.ts'
import { identify } from './caller/caller.ts'
import { hostOf } from './record/host.ts'
import type { Prepared } from './prepare.ts'
import type { Service } from './service.ts'
import type { Transaction } from './store.ts'
import { tenancyOfCaller } from './caller/tenancy.ts'

/** `watching` is told of what is read from the start: of how it is found out who calls, too. */
export function begin(service: Service, tx: Transaction, now: number, exchange?: Exchange, prepared?: Prepared, drafts?: Drafts, watching?: Pick<Act, 'reads' | 'asks'>): Act {
  // Until it is known who calls; of a timer, and of the records from the start, it is nobody.
  const called = new Called()
  const base = over(called, commonNames(service.facts, service.settings, now, exchange))
  const spoken = exchange?.spoken
  const act: Filling<Act> = { service, tx, now, base, host: hostOf(() => act), transitions: [], written: new Map(), created: [], busy: [], removing: new Map() }
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
