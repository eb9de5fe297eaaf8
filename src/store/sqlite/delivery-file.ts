// The deliveries of a file that nobody need be serving: looked at, and dead ones sent again by whoever serves it next, or now.

import { sendAgain } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryStore, Problem } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { deliveriesIn, deliveryWriting } from './kept-deliveries.ts'
import { openFile } from './open.ts'

export function openDeliveryFile(path: string, layout: Layout, now: () => number): DeliveryStore | Problem {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const reading = deliveriesIn(reader)
  return {
    list: (after, limit, state) => reading.list(after, limit, state),
    count: () => reading.count(),
    sendAgain(ids) {
      return opened.writing((writer) => {
        writer.run('BEGIN IMMEDIATE', [])
        const writing = deliveryWriting(writer, () => { throw new Error('no delivery is made here') }, () => undefined)
        const done = ids.filter((id) => sendAgain(deliveriesIn(writer), writing, id, now()))
        writer.run('COMMIT', [])
        return done
      })
    },
    close: () => opened.close(),
  }
}
