// The events of a file that nobody need be serving: looked at, and followed while somebody writes it.

import type { EventLog, EventRow } from '../../exchange/event.ts'
import type { Layout } from '../layout.ts'
import { eventsIn, lastEvents } from './events.ts'
import { openFile } from './open.ts'

export type EventFile = Pick<EventLog, 'events'> & {
  /** The newest, at most so many, in their order. */
  last(count: number): readonly EventRow[]
  close(): void
}

/** `problem`: why the file cannot be this document's store, in words for the operator. */
export function openEventFile(path: string, layout: Layout): EventFile | { readonly problem: string } {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const { events } = eventsIn(reader)
  return {
    events,
    last: (count) => lastEvents(reader, count),
    close: () => opened.close(),
  }
}
