// Server-sent events on the wire (HTML standard, section 9.2.5): fields in lines, an empty line after each event.

import { printJson } from '../base/json.ts'
import type { Json } from '../base/json.ts'

/** The event's name is its type, its id the position to resume from. JSON is printed in one line, so it is one field. */
export function printEventFrame(position: string, type: string, data: Json): string {
  return `id: ${position}\nevent: ${type}\ndata: ${printJson(data)}\n\n`
}

/** An id without data dispatches no event, and sets the position to resume from: the stream is complete up to there. */
export function printPlaceFrame(position: string): string {
  return `id: ${position}\n\n`
}

/** Tells the client that missed events were deleted: it must list the records again, and then misses no further events. */
export function resetFrame(position: string, reason: 'expired' | 'foreign'): string {
  return printEventFrame(position, 'reset', { reason })
}

/** Sent before a listener is closed; the comment helps a person who reads the wire. */
export function printLastFrame(position: string, reason: string): string {
  return `: ${reason}; resume with Last-Event-ID\n${printPlaceFrame(position)}`
}

/** True if a stream has reached a position: its last complete event has that id. */
export function isStreamWhole(text: string, position: string): boolean {
  return /(?:^|\n)id: (\S+)\n(?:(?!id: )[^\n]+\n)*\n$/.exec(text)?.[1] === position
}
