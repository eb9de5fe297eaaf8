// Reports names of headers of webhooks and callbacks that HTTP does not allow.

import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { brokerIn, declaredDeliveries } from '../deliveries.ts'
import { wrongHeaders } from '../header-names.ts'

const code = 'events/header-name'

export const check: Check = {
  code,
  run({ model }) {
    const broker = brokerIn(model)
    const declared = declaredDeliveries(model)
    const signing = declared.flatMap(({ destination }) => {
      const signature = slotValue(destination.signature)
      return signature?.kind === 'hmac' ? [signature.header, signature.timestamp].flatMap((slot) => slotValue(slot)?.node ?? []) : []
    })
    const all = [...declared.map(({ destination }) => destination.headers), ...(broker === undefined ? [] : [broker.headers])]
    return wrongHeaders(code, [...all.flatMap((headers) => (slotValue(headers) ?? []).map(({ key }) => key)), ...signing])
  },
}
