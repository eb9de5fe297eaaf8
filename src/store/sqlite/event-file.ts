// The events of a file that nobody need be serving: looked at, and followed while somebody writes it.

import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { EventLog, EventRow } from '../../exchange/event.ts'
import type { Layout } from '../layout.ts'
import { eventsIn, lastEvents } from './events.ts'
import { open } from './open.ts'

export type EventFile = Pick<EventLog, 'events'> & {
  /** The newest, at most so many, in their order. */
  last(count: number): readonly EventRow[]
  /** Calls the listener whenever somebody may have written, until what it gives is called. */
  watch(listener: () => void): () => void
  close(): void
}

/** `problem`: why the file cannot be this document's store, in words for the operator. */
export function openEventFile(path: string, layout: Layout): EventFile | { readonly problem: string } {
  const opened = open(path, layout, undefined)
  if ('differs' in opened) return { problem: `${path} was made by another document; \`migrate\` turns it into this one's` }
  if ('problem' in opened) return opened
  const { writer, reader } = opened
  writer.close()
  const { events } = eventsIn(reader)
  return {
    events,
    last: (count) => lastEvents(reader, count),
    watch(listener) {
      // A commit is written to the log beside the file.
      const own = basename(path)
      const watching = watch(dirname(path), (_, name) => {
        if (name === null || name.startsWith(own)) listener()
      })
      return () => watching.close()
    },
    close: () => reader.close(),
  }
}
