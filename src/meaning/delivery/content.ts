// Builds the body of an event that is delivered alone, and its content type.

import { printJson } from '../../base/json.ts'
import { type Context, evaluateExpression } from '../../exchange/context.ts'
import { wrapInEnvelope, chooseEventMedia } from '../../exchange/envelope.ts'
import type { EventRow } from '../../exchange/event.ts'
import { failInternally } from '../../exchange/refusal.ts'
import { downgradeEvent } from '../../exchange/version/event.ts'
import type { Facts, VersionFacts } from '../../fact/fact.ts'
import type { Destination } from '../../model/events.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'
import type { DeliveryRequest } from './deliveries.ts'

/** An event without data and without an envelope has no body. */
export function makeDeliveryBody(
  { facts }: Interpreter,
  event: EventRow,
  destination: Destination,
  context: Context,
): Pick<DeliveryRequest, 'body' | 'headers'> {
  const { events } = facts.model
  if (slotValueOf(events.value.envelope) === undefined && event.data === undefined) return { headers: [] }
  return {
    body: printJson(wrapInEnvelope(downgradeEvent(event, findDeliveryVersion(facts, destination, context)), events.value, context)),
    headers: [['Content-Type', chooseEventMedia(events.value)]],
  }
}

/** The version of the API in which a destination receives events; the newest if it names none. */
export function findDeliveryVersion(
  { versions }: Facts,
  { version }: Pick<Destination, 'version'>,
  context: Context,
): VersionFacts | undefined {
  const declared = slotValueOf(version)
  const name = declared === undefined ? null : evaluateExpression(declared, context)
  if (name === null) return undefined
  return versions.find((each) => each.name === name) ?? failInternally('a destination requests a version that does not exist')
}
