// Reports names of headers of webhooks and callbacks that HTTP does not allow, and headers with two values.

import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { findBroker, listDeclaredDeliveries } from '../deliveries.ts'
import { checkHeaderMap, checkHeaderNames, checkSentHeaders } from '../header-names.ts'

const code = 'events/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const broker = findBroker(model)
    const deliveries = listDeclaredDeliveries(model)
    const signing = deliveries.flatMap(({ destination }) => {
      const signature = slotValueOf(destination.signature)
      return signature?.kind === 'hmac' ? [signature.header, signature.timestamp].flatMap((slot) => slotValueOf(slot)?.node ?? []) : []
    })
    const headerSlots = [...deliveries.map(({ destination }) => destination.headers), ...(broker === undefined ? [] : [broker.headers])]
    return [
      ...headerSlots.flatMap((headers) => {
        const keys = (slotValueOf(headers) ?? []).map(({ key }) => key)
        return [...checkHeaderMap(code, keys), ...checkSentHeaders(code, keys)]
      }),
      ...checkHeaderNames(code, signing),
    ]
  },
}
