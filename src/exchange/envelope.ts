// Builds an event's payload: a CloudEvent (CloudEvents 1.0, JSON format), the document's template, or the data alone.

import { type Json, type JsonObject, jsonObject } from '../base/json.ts'
import { printTimestamp } from '../base/time.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { natural } from '../cel/values/natural.ts'
import type { Events } from '../model/events.ts'
import { type Template, slotValue } from '../model/slot.ts'
import { type Context, bindNames, textOfTemplate, valueOfTemplate } from './context.ts'
import type { EventRow } from './event.ts'
import { jsonOf, valueOf } from './value-json.ts'

/** The media type of a single event; a stream of events is `text/event-stream`. */
export function mediaOfEvent({ envelope }: Events): string {
  return slotValue(envelope) === 'cloudevents' ? 'application/cloudevents+json' : 'application/json'
}

/** `context` has the names that are equal for all events: `now`, `settings`, `service`. */
export function wrapInEnvelope(row: EventRow, events: Events, context: Context): Json {
  const envelope = slotValue(events.envelope)
  if (envelope === undefined) return row.data ?? null
  if (envelope === 'cloudevents') return cloudEvent(row, evaluateSource(events, context))
  const first = firstLeaf(envelope)
  const type = first && context.typing.scope(first)?.variables.get('event')
  const value = valueOfTemplate(envelope, bindNames(context, [['event', eventValue(row, evaluateSource(events, context), type, context)]]))
  return jsonOf(value ?? null, context.keys)
}

/** The value of a document's `source`; empty without one. */
export function evaluateSource({ source }: Events, context: Context): string {
  const text = slotValue(source)
  return text === undefined ? '' : textOfTemplate(text, context)
}

/** Attributes that have no value are left out (section 3.1 of the specification). */
function cloudEvent(row: EventRow, source: string): JsonObject {
  const { data, trace = {} } = row
  return jsonObject([
    ['specversion', '1.0'],
    ...attributes(row, source),
    // The extension for distributed tracing: the span that caused the event.
    ...Object.entries(trace),
    ...(data === undefined ? [] : [['datacontenttype', 'application/json'] as const, ['data', data] as const]),
  ])
}

function attributes({ id, type, time, subject, partitionkey, dataschema }: EventRow, source: string): (readonly [string, Json])[] {
  const optional = Object.entries({ subject, partitionkey, dataschema }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  )
  return [['id', id], ['source', source], ['type', type], ['time', printTimestamp(time)], ...optional]
}

/** `event` in expressions; `type` is its type when it was checked. */
export function eventValue(row: EventRow, source: string, type: Type | undefined, { keys }: Context): Value {
  const json = jsonObject([...attributes(row, source), ['data', row.data ?? null]])
  return type === undefined ? natural(json) : valueOf(json, type, keys)
}

function firstLeaf(template: Template): Extract<Template, { kind: 'expression' }> | undefined {
  switch (template.kind) {
    case 'expression':
      return template
    case 'literal':
      return undefined
    case 'list':
      return firstLeafOf(template.items)
    case 'map':
      return firstLeafOf(template.entries.map(({ value }) => value))
  }
}

function firstLeafOf(templates: readonly Template[]): Extract<Template, { kind: 'expression' }> | undefined {
  for (const each of templates) {
    const leaf = firstLeaf(each)
    if (leaf !== undefined) return leaf
  }
  return undefined
}
