// Reports names of headers of webhooks and callbacks that HTTP does not allow.

import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { findBroker, listDeclaredDeliveries } from '../deliveries.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'events/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const broker = findBroker(model)
    const deliveries = listDeclaredDeliveries(model)
    const signing = deliveries.flatMap(({ destination }) => {
      const signature = slotValue(destination.signature)
      return signature?.kind === 'hmac' ? [signature.header, signature.timestamp].flatMap((slot) => slotValue(slot)?.node ?? []) : []
    })
    const headerSlots = [...deliveries.map(({ destination }) => destination.headers), ...(broker === undefined ? [] : [broker.headers])]
    return checkHeaderNames(code, [...headerSlots.flatMap((headers) => (slotValue(headers) ?? []).map(({ key }) => key)), ...signing])
  },
}
