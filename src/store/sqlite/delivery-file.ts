// Lists the deliveries of a file, served or not, and resends dead ones.

import { redeliver } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryStore, StoreProblem } from '../kind.ts'
import type { Layout } from '../layout.ts'
import { makeDeliveryReading, makeDeliveryWriting } from '../sql/delivery-rows.ts'
import { openFile } from './open.ts'

export function openDeliveryFile(path: string, layout: Layout, now: () => number): DeliveryStore | StoreProblem {
  const opened = openFile(path, layout)
  if ('problem' in opened) return opened
  const { reader } = opened
  const reading = makeDeliveryReading(reader)
  return {
    list: (after, limit, state) => reading.list(after, limit, state),
    count: () => reading.count(),
    redeliver(ids) {
      return opened.withWriter((writer) => {
        writer.run('BEGIN IMMEDIATE', [])
        const writing = makeDeliveryWriting(
          writer,
          () => {
            throw new Error('no delivery is made here')
          },
          () => undefined,
        )
        const redelivered = ids.filter((id) => redeliver(makeDeliveryReading(writer), writing, id, now()))
        writer.run('COMMIT', [])
        return redelivered
      })
    },
    close: () => opened.close(),
  }
}
