// Lists the deliveries of part 6: webhooks and callbacks.

import type { BrokerKeys, Destination } from '../model/events.ts'
import type { Model } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'

export type DeclaredDelivery = { readonly name: string; readonly destination: Destination }

export function findWebhooks({ events }: Model): Destination | undefined {
  return slotValueOf(slotValueOf(events.value.delivery)?.webhooks ?? { state: 'unsaid' })
}

export function findBroker({ events }: Model): BrokerKeys | undefined {
  return slotValueOf(slotValueOf(events.value.delivery)?.broker ?? { state: 'unsaid' })
}

export function listDeclaredDeliveries(model: Model): readonly DeclaredDelivery[] {
  const webhooks = findWebhooks(model)
  return [
    ...(webhooks === undefined ? [] : [{ name: 'webhooks', destination: webhooks }]),
    ...listSpecifiedEntries(model.events.value.callbacks).map(({ name, value }) => ({ name, destination: value })),
  ]
}
