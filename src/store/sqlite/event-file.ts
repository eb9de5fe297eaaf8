// The events of a file that nobody need be serving: looked at, and followed while somebody writes it.

import type { EventStore, Problem } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { eventsIn, lastEvents } from './events.ts'
import { openFile } from './open.ts'

export function openEventFile(path: string, layout: Layout): EventStore | Problem {
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
