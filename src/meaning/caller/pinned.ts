// The version that part 9 pins a caller to, where a request names none.

import { valueOfExpression } from '../../exchange/context.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { refusedBy } from '../../exchange/refusal.ts'
import { shown } from '../../model/slot.ts'
import { contextOf } from '../act.ts'
import { begin } from '../begin.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'

/** Its name; undefined where the caller is pinned to none. Of a caller who is not let in, the newest: it is the one that says so. */
export function pinnedVersion(service: Service, store: Store, exchange: Exchange): string | undefined {
  const { model, versions } = service.facts
  const said = shown(model.versioning.value.pinned)
  if (said === undefined) return undefined
  const tx = store.begin()
  try {
    const act = begin(service, tx, service.lending.clock.now(), exchange)
    if (act.unknown !== undefined) return versions.at(-1)?.name
    const name = valueOfExpression(said, contextOf(act, new Map()))
    return typeof name === 'string' ? name : undefined
  } catch (error) {
    refusedBy(error)
    return undefined
  } finally {
    tx.rollback()
  }
}
