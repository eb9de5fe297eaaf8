// Rebuilds an event's record, before and after the event, from the values that the event stores for read rules.

import type { RecordValue } from '../../cel/value.ts'
import type { EventRow } from '../../exchange/event.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import type { Interpreter } from '../service.ts'
import type { Row } from './row.ts'

/** Empty if the event stores no values, because no rule needs them. The former state exists only if the event's data contains it. */
export function makeEventRecords(service: Interpreter, event: EventRow): readonly RecordValue[] {
  return [event.record, event.old].flatMap((stored) => (stored === undefined ? [] : [makeEventRecord(service, event, stored)]))
}

function makeEventRecord(service: Interpreter, { resource, key }: EventRow, stored: NonNullable<EventRow['record']>): RecordValue {
  const { properties } = service.resource(resource)
  const values = Object.entries(stored).flatMap(([name, json]): [string, ReturnType<typeof convertJsonToValue>][] => {
    const property = properties.get(name)
    return property === undefined ? [] : [[name, convertJsonToValue(json, property.type, service.keys)]]
  })
  const row: Row = { resource, key, values: new Map(values), version: 0 }
  return service.keys.recordOfRow(row, 'then')
}
