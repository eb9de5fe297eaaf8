// Reports streams and feeds without an endpoint, and event types without recipients.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { offeredEvents } from '../../model/endpoints.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { brokerIn, webhooksIn } from '../deliveries.ts'
import { isOwn, reportUnused } from '../unused.ts'

const code = 'events/undelivered-event'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const { types, delivery } = model.events.value
    // Without deliveries, only `ninefold events` lists events: the document promises no delivery.
    if (model.endpoints.state !== 'shown' || delivery.state !== 'shown') return []
    const { stream, feed } = delivery.value
    const offered = new Set(model.endpoints.value.operations.flatMap(({ slots }) => offeredEvents(slots).map(({ text }) => text)))
    const all = slotValue(types) ?? []
    const some = all[0]?.name ?? 'order.placed'
    const offers = (action: 'stream' | 'feed'): boolean =>
      model.endpoints.value.operations.some(({ slots }) => slots[action].state === 'shown')
    const none: Diagnostic[] = [
      ...(stream.state === 'shown' && isOwn(stream.at.span) && !offers('stream')
        ? [
            reportUnused(
              code,
              '`stream` is offered by no endpoint',
              stream.at.span,
              `Offer it, for example\n\nGET /events: { stream: [${some}] }\n\nor leave it out.`,
            ),
          ]
        : []),
      ...(feed.state === 'shown' && isOwn(feed.at.span) && !offers('feed')
        ? [
            reportUnused(
              code,
              '`feed` is offered by no endpoint',
              feed.at.span,
              `Offer it, for example\n\nGET /events: { feed: [${some}], page: { style: cursor, size: 50 }, output: { events: items, next: page.next } }\n\nor leave it out.`,
            ),
          ]
        : []),
    ]
    const { webhooks, broker } = delivery.value
    if (
      webhooksIn(model) !== undefined ||
      brokerIn(model) !== undefined ||
      webhooks.state === 'gap' ||
      broker.state === 'gap' ||
      none.length > 0
    )
      return none
    return all
      .filter(({ name, key, slot }) => slot.state === 'shown' && isOwn(key.span) && !offered.has(name))
      .map(({ name, key }) =>
        reportUnused(
          code,
          `${quoteName(name)} reaches nobody: no stream or feed offers it, and there are no webhooks and no broker`,
          key.span,
          'Name it where an endpoint has a `stream` or `feed`, or leave it out.',
        ),
      )
  },
}
