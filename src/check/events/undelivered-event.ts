// Reports streams and feeds without an endpoint, and event types without recipients.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { findBroker, findWebhooks } from '../deliveries.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'events/undelivered-event'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const { types, delivery } = model.events.value
    // Without deliveries, only `ninefold events` lists events: the document promises no delivery.
    if (model.endpoints.state !== 'shown' || delivery.state !== 'shown') return []
    const { stream, feed } = delivery.value
    const offeredNames = new Set(model.endpoints.value.operations.flatMap(({ slots }) => listOfferedEvents(slots).map(({ text }) => text)))
    const eventTypes = slotValueOf(types) ?? []
    const exampleName = eventTypes[0]?.name ?? 'order.placed'
    const isOffered = (action: 'stream' | 'feed'): boolean =>
      model.endpoints.value.operations.some(({ slots }) => slots[action].state === 'shown')
    const withoutEndpoint: Diagnostic[] = [
      ...(stream.state === 'shown' && isAuthored(stream.at.span) && !isOffered('stream')
        ? [
            reportUnused(
              code,
              '`stream` is offered by no endpoint',
              stream.at.span,
              advise`Offer it, for example${paste(`GET /events: { stream: [${exampleName}] }`)}\n\nor ${remove('leave it out')}.`,
            ),
          ]
        : []),
      ...(feed.state === 'shown' && isAuthored(feed.at.span) && !isOffered('feed')
        ? [
            reportUnused(
              code,
              '`feed` is offered by no endpoint',
              feed.at.span,
              advise`Offer it, for example${paste(`GET /events: { feed: [${exampleName}], page: { style: cursor, size: 50 }, output: { events: items, next: page.next } }`)}\n\nor ${remove('leave it out')}.`,
            ),
          ]
        : []),
    ]
    const { webhooks, broker } = delivery.value
    if (
      findWebhooks(model) !== undefined ||
      findBroker(model) !== undefined ||
      webhooks.state === 'gap' ||
      broker.state === 'gap' ||
      withoutEndpoint.length > 0
    )
      return withoutEndpoint
    return eventTypes
      .filter(({ name, key, slot }) => slot.state === 'shown' && isAuthored(key.span) && !offeredNames.has(name))
      .map(({ name, key }) =>
        reportUnused(
          code,
          `${quoteName(name)} has no recipient: no stream, feed, webhook or broker sends it`,
          key.span,
          advise`Name it where an endpoint has a \`stream\` or \`feed\`, or ${remove('leave it out')}.`,
        ),
      )
  },
}
