// Builds an event's payload: a CloudEvent (CloudEvents 1.0, JSON format), the document's template, or the data alone.

import { type Json, type JsonObject, createJsonObject } from '../base/json.ts'
import { printTimestamp } from '../base/time.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { toNaturalValue } from '../cel/values/natural.ts'
import type { Events } from '../model/events.ts'
import { type Template, slotValueOf } from '../model/slot.ts'
import { type Context, bindNames, fillTextTemplate, evaluateTemplate } from './context.ts'
import type { EventRow } from './event.ts'
import { convertValueToJson, convertJsonToValue } from './value-json.ts'

/** The media type of a single event; a stream of events is `text/event-stream`. */
export function chooseEventMedia({ envelope }: Events): string {
  return slotValueOf(envelope) === 'cloudevents' ? 'application/cloudevents+json' : 'application/json'
}

/** `context` has the names that are equal for all events: `now`, `settings`, `service`. */
export function wrapInEnvelope(row: EventRow, events: Events, context: Context): Json {
  const envelope = slotValueOf(events.envelope)
  if (envelope === undefined) return row.data ?? null
  if (envelope === 'cloudevents') return makeCloudEvent(row, evaluateSource(events, context))
  const first = findFirstLeaf(envelope)
  const type = first && context.typing.scope(first)?.variables.get('event')
  const value = evaluateTemplate(
    envelope,
    bindNames(context, [['event', makeEventValue(row, evaluateSource(events, context), type, context)]]),
  )
  return convertValueToJson(value ?? null, context.keys)
}

/** The value of a document's `source`; empty without one. */
export function evaluateSource({ source }: Events, context: Context): string {
  const text = slotValueOf(source)
  return text === undefined ? '' : fillTextTemplate(text, context)
}

/** Attributes that have no value are left out (section 3.1 of the specification). */
function makeCloudEvent(row: EventRow, source: string): JsonObject {
  const { data, trace = {} } = row
  return createJsonObject([
    ['specversion', '1.0'],
    ...listAttributes(row, source),
    // The extension for distributed tracing: the span that caused the event.
    ...Object.entries(trace),
    ...(data === undefined ? [] : [['datacontenttype', 'application/json'] as const, ['data', data] as const]),
  ])
}

function listAttributes({ id, type, time, subject, partitionkey, dataschema }: EventRow, source: string): (readonly [string, Json])[] {
  const optional = Object.entries({ subject, partitionkey, dataschema }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  )
  return [['id', id], ['source', source], ['type', type], ['time', printTimestamp(time)], ...optional]
}

/** `event` in expressions; `type` is its type when it was checked. */
export function makeEventValue(row: EventRow, source: string, type: Type | undefined, { keys }: Context): Value {
  const json = createJsonObject([...listAttributes(row, source), ['data', row.data ?? null]])
  return type === undefined ? toNaturalValue(json) : convertJsonToValue(json, type, keys)
}

function findFirstLeaf(template: Template): Extract<Template, { kind: 'expression' }> | undefined {
  switch (template.kind) {
    case 'expression':
      return template
    case 'literal':
      return undefined
    case 'list':
      return findFirstLeafOf(template.items)
    case 'map':
      return findFirstLeafOf(template.entries.map(({ value }) => value))
  }
}

function findFirstLeafOf(templates: readonly Template[]): Extract<Template, { kind: 'expression' }> | undefined {
  for (const each of templates) {
    const leaf = findFirstLeaf(each)
    if (leaf !== undefined) return leaf
  }
  return undefined
}
