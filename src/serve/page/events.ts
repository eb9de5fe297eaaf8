// What happened last, as the operator's page shows it.

import { printJson } from '../../base/json.ts'
import { type EventLog, type EventRow, beginning } from '../../exchange/event.ts'
import type { ToldEvent, ToldEvents } from './told.ts'

/** So many are shown, and no more commits than this are looked at for them. */
const most = 50

/** Values that read rules ask for are not shown. */
export function lastEvents(log: EventLog): ToldEvents {
  const newest = log.newestEvent()
  if (newest === undefined) return { events: [] }
  const after = { ...beginning, commit: Math.max(0, newest.position.commit - most) }
  return { events: lastAfter(log, after).toReversed().map(told) }
}

function lastAfter(log: EventLog, after: EventRow['position']): readonly EventRow[] {
  const found: EventRow[] = []
  let position = after
  for (;;) {
    const next = log.events(position, 4 * most)
    found.push(...next)
    if (next.length < 4 * most) return found.slice(-most)
    position = next.at(-1)!.position
  }
}

function told({ id, type, time, cause, resource, key, data }: EventRow): ToldEvent {
  return { id, type, time, cause, resource, key, ...(data === undefined ? {} : { data: printJson(data) }) }
}
