// What part 6 has delivered, for the checks that ask of both webhooks and callbacks.

import type { Destination } from '../model/events.ts'
import type { Model } from '../model/model.ts'
import { each, shown } from '../model/slot.ts'

export type Delivered = { readonly name: string; readonly said: Destination }

export function webhooksIn({ events }: Model): Destination | undefined {
  return shown(shown(events.value.delivery)?.webhooks ?? { state: 'unsaid' })
}

export function deliveriesIn(model: Model): readonly Delivered[] {
  const webhooks = webhooksIn(model)
  return [
    ...(webhooks === undefined ? [] : [{ name: 'webhooks', said: webhooks }]),
    ...each(model.events.value.callbacks).map(({ name, value }) => ({ name, said: value })),
  ]
}
