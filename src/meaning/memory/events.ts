// Events in memory: a list in the order of positions, appended at its end and deleted from its beginning.

import { type EventLog, type EventRow, type EventPosition, beginsWith, comparePositions } from '../../exchange/event.ts'

export function makeEventLog(events: readonly EventRow[]): EventLog {
  return {
    events: (after, limit, types) => listEventsAfter(events, after, limit, types),
    eventAt: (position) => findEventAt(events, position),
    lastEvents: (count) => (count === 0 ? [] : events.slice(-count)),
    isComplete: () => beginsWith(events[0]),
    oldestEvent: () => events[0],
    newestEvent: () => events.at(-1),
  }
}

function listEventsAfter(
  events: readonly EventRow[],
  after: EventPosition,
  limit: number,
  types: ReadonlySet<string> | undefined,
): readonly EventRow[] {
  const found: EventRow[] = []
  for (let index = findIndexAfter(events, after); index < events.length && found.length < limit; index++) {
    if (types?.has(events[index]!.type) !== false) found.push(events[index]!)
  }
  return found
}

function findEventAt(events: readonly EventRow[], position: EventPosition): EventRow | undefined {
  const event = events[findIndexAfter(events, position) - 1]
  return event !== undefined && comparePositions(event.position, position) === 0 ? event : undefined
}

/** Appends the events of one commit, numbered after the newest one. */
export function append(events: EventRow[], added: readonly Omit<EventRow, 'position'>[]): void {
  const commit = (events.at(-1)?.position.commit ?? 0) + 1
  for (const [index, event] of added.entries()) events.push({ ...event, position: { commit, index } })
}

/** An event is deleted only if the event after it is old enough too. */
export function deleteOldest(events: EventRow[], before: number, limit: number): number {
  let deleted = 0
  while (deleted < limit && deleted + 1 < events.length && events[deleted + 1]!.time <= before) deleted++
  events.splice(0, deleted)
  return deleted
}

/** The index of the first event after a position. */
function findIndexAfter(events: readonly EventRow[], position: EventPosition): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePositions(events[middle]!.position, position) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
