// What happened last, and what is still to be delivered of it, as the operator's page shows it.

import { printJson } from '../../base/json.ts'
import { type EventLog, type EventRow, beginning } from '../../exchange/event.ts'
import type { Delivery } from '../../meaning/deliveries.ts'
import type { Desk } from '../../meaning/desk.ts'
import type { ToldDelivery, ToldEvent, ToldHappened } from './told.ts'

/** Of each, so many are shown. */
const most = 50

/** Values that read rules ask for, and contents of deliveries, which are signed, are not shown. */
export function happened(log: EventLog, desk: Pick<Desk, 'list'>): ToldHappened {
  const newest = log.newestEvent()
  // Not further back than so many commits.
  const after = newest === undefined ? beginning : { commit: Math.max(0, newest.position.commit - most), index: -1 }
  const events = newest === undefined ? [] : lastOf(log, after)
  return {
    events: events.map(event),
    deliveries: [...desk.list(0, most, 'dead'), ...desk.list(0, most, 'waiting')].map(delivery),
  }
}

function lastOf(log: EventLog, after: EventRow['position']): readonly EventRow[] {
  const found: EventRow[] = []
  let position = after
  for (;;) {
    const next = log.events(position, 4 * most)
    found.push(...next)
    if (next.length < 4 * most) return found.slice(-most).toReversed()
    position = next.at(-1)!.position
  }
}

function event({ id, type, time, cause, resource, key, data }: EventRow): ToldEvent {
  return { id, type, time, cause, resource, key, ...(data === undefined ? {} : { data: printJson(data) }) }
}

function delivery({ id, name, destination, state, due, tries, attempts, reason }: Delivery): ToldDelivery {
  const last = attempts.at(-1)
  const answer = last?.error ?? (last?.status === undefined ? undefined : String(last.status))
  return {
    id, name, destination, state, tries,
    ...(due === undefined ? {} : { due }),
    ...(answer === undefined ? {} : { last: answer }),
    ...(reason === undefined ? {} : { reason }),
  }
}
