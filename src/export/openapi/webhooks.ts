// Exports part 6 as OpenAPI: subscribed deliveries as `webhooks`, deliveries to an address from a request as `callbacks`.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { chooseEventMedia } from '../../exchange/envelope.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Callback } from '../../model/events.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { makeEventSchema } from '../event-schema.ts'
import { makeTemplateSchema } from '../schema/output-schema.ts'
import type { OpenApiContext } from './context.ts'

/** By the name of the event type; empty if nothing is sent. */
export function buildWebhooks(context: OpenApiContext): JsonObject {
  const { facts } = context
  const events = facts.model.events.value
  const webhooksSlot = slotValueOf(events.delivery)?.webhooks
  const declared = webhooksSlot && slotValueOf(webhooksSlot)
  const types =
    declared === undefined
      ? []
      : listSpecifiedEntries(events.types).map(({ name, value }): [string, Json] => [
          name,
          describeWebhook(
            slotValueOf(declared.method),
            slotValueOf(value.description) ?? `\`${name}\` happened.`,
            chooseEventMedia(events),
            makeEventSchema(name, value, events, facts),
            context,
          ),
        ])
  // Includes callbacks whose address comes from no request.
  const otherCallbacks = listSpecifiedEntries(events.callbacks).filter(
    ({ name }) => !facts.operations.some((operationFacts) => printCallbackKey(operationFacts, name, context) !== undefined),
  )
  return createJsonObject([
    ...types,
    ...otherCallbacks.map(({ name, value }): [string, Json] => [name, describeCallback(value, name, context)]),
  ])
}

/** Undefined if the operation triggers no callback to an address from its request. */
export function buildCallbacks(operationFacts: OperationFacts, context: OpenApiContext): JsonObject | undefined {
  const callbacks = listSpecifiedEntries(context.facts.model.events.value.callbacks).flatMap(({ name, value }): [string, Json][] => {
    const key = printCallbackKey(operationFacts, name, context)
    return key === undefined ? [] : [[name, createJsonObject([[key, describeCallback(value, name, context)]])]]
  })
  return callbacks.length === 0 ? undefined : createJsonObject(callbacks)
}

function describeCallback(value: Callback, name: string, context: OpenApiContext): JsonObject {
  const body = slotValueOf(value.body)
  return describeWebhook(
    slotValueOf(value.method),
    `\`${name}\`.`,
    'application/json',
    body && makeTemplateSchema(body, context.facts.typing).schema,
    context,
  )
}

function describeWebhook(
  method: string | undefined,
  description: string,
  media: string,
  schema: Schema | undefined,
  { components }: OpenApiContext,
): JsonObject {
  return createJsonObject([
    [
      (method ?? 'POST').toLowerCase(),
      createJsonObject([
        ['summary', description],
        // The receiver authenticates the sender by its signature, if at all.
        ['security', []],
        ...(schema === undefined
          ? []
          : [['requestBody', { content: createJsonObject([[media, { schema: components.publish(schema) }]]) }] as const]),
        ['responses', { '2XX': { description: 'It arrived. Anything else is tried again.' } }],
      ]),
    ],
  ])
}

/**
 * A runtime expression (OpenAPI 3.1.1, section 4.8.20.4): for `${this.callbackUrl}`, the member of the request's body with that property.
 */
function printCallbackKey({ operation, emits, complete }: OperationFacts, name: string, { facts }: OpenApiContext): string | undefined {
  const slot = findNamedEntry(facts.model.events.value.callbacks, name)?.slot
  const url = slot?.state === 'shown' ? slotValueOf(slot.value.url) : undefined
  const property = /^\$\{\s*this\.(\w+)\s*\}$/.exec(url?.text ?? '')?.[1]
  if (property === undefined || !complete || !emits.includes(name)) return undefined
  const write = facts.typing.input(operation).body?.writes.find((each) => each.property === property)
  return write && `{$request.body#/${write.path.join('/')}}`
}
