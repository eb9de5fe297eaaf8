// Begins a transaction: for an exchange, for a timer that is due, for the records that exist from the start.

import { over } from '../cel/bindings.ts'
import { commonNames } from '../exchange/names.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Act } from './act.ts'
import { Called } from './called.ts'
import { Happenings } from './happenings.ts'
import { identify } from './caller.ts'
import { hostOf } from './host.ts'
import type { Prepared } from './prepare.ts'
import type { Service } from './service.ts'
import type { Transaction } from './store.ts'
import { tenancyOfCaller } from './tenancy.ts'

/** `watching` is told of what is read from the start: of how it is found out who calls, too. */
export function begin(service: Service, tx: Transaction, now: number, exchange?: Exchange, prepared?: Prepared, watching: Pick<Act, 'reads' | 'asks'> = {}): Act {
  // Until it is known who calls; of a timer, and of the records from the start, it is nobody.
  const called = new Called()
  const base = over(called, commonNames(service.facts, service.settings, now, exchange))
  const spoken = exchange?.spoken
  const act: Omit<Act, 'host'> = {
    service, tx, now, base, transitions: [], written: new Map(), busy: new Set(), removing: new Set(),
    ...(exchange === undefined ? {} : { exchange }),
    ...(service.notesWhatHappens ? { happenings: new Happenings() } : {}),
    ...(prepared === undefined ? {} : { prepared }),
    ...(spoken === undefined ? {} : { spoken }),
    ...watching,
  }
  const whole: Act = Object.assign(act, { host: hostOf(() => whole) })
  tx.confine(tenancyOfCaller(whole))
  const identity = exchange === undefined ? undefined : identify(whole, exchange, (claims) => called.says(claims))
  if (identity === undefined) return whole
  if ('condition' in identity) return Object.assign(whole, { unknown: identity })
  called.is(identity)
  return whole
}
