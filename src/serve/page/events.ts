// The latest events for the operator's page.

import { printJson } from '../../base/json.ts'
import type { CommittedLog, EventRow } from '../../exchange/event.ts'
import type { LatestEvent, LatestEvents } from './types.ts'

/** The number of events on the page. */
const maxEvents = 50

/** Omits the values that events store for read rules. */
export async function describeLastEvents(log: CommittedLog): Promise<LatestEvents> {
  return { events: (await log.lastEvents(maxEvents)).toReversed().map(toLatestEvent) }
}

function toLatestEvent({ id, type, time, cause, resource, key, data }: EventRow): LatestEvent {
  return { id, type, time, cause, resource, key, ...(data === undefined ? {} : { data: printJson(data) }) }
}
