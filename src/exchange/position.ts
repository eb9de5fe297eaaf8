// Event positions for clients: each names its store and its event.

import type { CursorSecret } from './cursor.ts'
import { type EventLog, type EventRow, type EventPosition, beginning, comparePositions } from './event.ts'
import { sealHidden, unsealHidden } from './seal.ts'

/** `expired`: events after it were deleted. `foreign`: this store never issued it, or was restored to an earlier time since. */
export type DecodedPosition = { readonly kind: 'position'; readonly position: EventPosition } | { readonly kind: 'expired' | 'foreign' }

/** Pads commit numbers, so that the length reveals nothing. */
const padNumber = (number: number): string => String(number).padStart(16)

/** Distinguishes positions from cursors, which are sealed with the same key. */
const purpose = 'event'

/**
 * The position of an event; without an event, the position before all events. It does not reveal the number of events, which
 * other callers may have caused.
 */
export function encodePosition(event: EventRow | undefined, { key, epoch }: CursorSecret): string {
  const { commit, index } = event?.position ?? beginning
  return sealHidden(JSON.stringify([epoch, purpose, padNumber(commit), padNumber(index), markOf(event).padStart(12)]), key)
}

/** A part of the event's id that distinguishes it from other histories: its last characters are random. */
function markOf(event: EventRow | undefined): string {
  return event?.id.slice(-12) ?? ''
}

/** `before`: no position until this time is valid, even if its events are still stored. */
export function decodePosition(text: string, log: EventLog, oldestTime: number, { key, epoch }: CursorSecret): DecodedPosition {
  const [issuedEpoch, kind, commit, index, mark] = unsealHidden(text, key) ?? []
  if (issuedEpoch !== epoch || kind !== purpose || typeof mark !== 'string') return { kind: 'foreign' }
  const position = { commit: Number(commit), index: Number(index) }
  if (isReachable(position, log)) {
    if (position.commit > 0 && markOf(log.eventAt(position)) !== mark) return { kind: 'foreign' }
    const [next] = log.events(position, 1)
    return next !== undefined && next.time <= oldestTime ? { kind: 'expired' } : { kind: 'position', position }
  }
  const oldest = log.oldestEvent()
  return oldest !== undefined && comparePositions(position, oldest.position) < 0 ? { kind: 'expired' } : { kind: 'foreign' }
}

/** True if this store, or one before it, issued the text as a position. */
export function isPosition(text: string, { key }: CursorSecret): boolean {
  return unsealHidden(text, key)?.[1] === purpose
}

/** True if the log still has all events after a position. */
export function isReachable(position: EventPosition, log: EventLog): boolean {
  return position.commit > 0 ? log.eventAt(position) !== undefined : log.isComplete()
}
