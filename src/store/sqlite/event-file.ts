// Lists the events of a file, served or not, and follows new ones.

import type { EventStore, StoreProblem } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { makeEventReading, readLastEvents } from '../sql/events.ts'
import { openFile } from './open.ts'

export function openEventFile(path: string, layout: Layout): EventStore | StoreProblem {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const { events } = makeEventReading(reader)
  return {
    events,
    last: (count) => readLastEvents(reader, count),
    close: () => opened.close(),
  }
}
