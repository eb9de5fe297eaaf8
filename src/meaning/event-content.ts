// The body of an event that is delivered by itself, and the header that says what it is.

import { printJson } from '../base/json.ts'
import type { Context } from '../exchange/context.ts'
import { enveloped, mediaOfEvent } from '../exchange/envelope.ts'
import type { EventRow } from '../exchange/event.ts'
import { shown } from '../model/slot.ts'
import type { DeliveryRequest } from './deliveries.ts'
import type { Service } from './service.ts'

/** An event without data, that no envelope is put around, has no body. */
export function bodyOf({ facts: { model: { events } } }: Service, event: EventRow, context: Context): Pick<DeliveryRequest, 'body' | 'headers'> {
  if (shown(events.value.envelope) === undefined && event.data === undefined) return { headers: [] }
  return { body: printJson(enveloped(event, events.value, context)), headers: [['Content-Type', mediaOfEvent(events.value)]] }
}
