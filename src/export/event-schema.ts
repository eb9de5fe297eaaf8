// Builds the JSON Schema of an event's payload: its data, inside the envelope of part 6.

import type { Facts } from '../fact/fact.ts'
import { listOfferedEvents } from '../model/endpoints.ts'
import type { EventType, Events } from '../model/events.ts'
import type { Operation } from '../model/model.ts'
import { findNamedEntry, slotValueOf } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import { createDictionary } from '../base/dictionary.ts'
import { listSchema } from './schema/of-type.ts'
import { uniteSchemas, makeTemplateSchema } from './schema/output-schema.ts'

/** The schema of the data alone; undefined if the event has none. */
function makeDataSchema({ data }: EventType, { typing }: Facts): Schema | undefined {
  const template = slotValueOf(data)
  return template && makeTemplateSchema(template, typing).schema
}

export function makeEventSchema(name: string, type: EventType, events: Events, facts: Facts): Schema {
  const envelope = slotValueOf(events.envelope)
  const data = makeDataSchema(type, facts)
  if (envelope === undefined) return data ?? { type: 'null' }
  if (envelope !== 'cloudevents') return makeTemplateSchema(envelope, facts.typing).schema
  return makeCloudEventSchema(name, type, data)
}

/** The schema of `items` in a feed. */
export function makeFeedItemsSchema(operation: Operation, facts: Facts): Schema {
  const events = facts.model.events.value
  return listSchema(
    uniteSchemas(
      listOfferedEvents(operation.slots).map(({ text }) => {
        const slot = findNamedEntry(events.types, text)?.slot
        return slot?.state === 'shown' ? makeEventSchema(text, slot.value, events, facts) : true
      }),
    ),
  )
}

/** The attributes of CloudEvents 1.0 (JSON format) that the document specifies. */
function makeCloudEventSchema(name: string, type: EventType, data: Schema | undefined): SchemaObject {
  const text: Schema = { type: 'string' }
  const members: readonly (readonly [string, Schema])[] = [
    ['specversion', { const: '1.0' }],
    ['id', text],
    ['source', { type: 'string', format: 'uri-reference' }],
    ['type', { const: name }],
    ['time', { type: 'string', format: 'date-time' }],
    ...(['subject', 'partitionkey', 'dataschema'] as const).flatMap((key) => (type[key].state === 'shown' ? [[key, text] as const] : [])),
    ...(data === undefined ? [] : [['datacontenttype', { const: 'application/json' }] as const, ['data', data] as const]),
  ]
  return {
    type: 'object',
    properties: createDictionary(members),
    required: ['specversion', 'id', 'source', 'type', 'time', ...(data === undefined ? [] : ['data'])],
  }
}
