// The record that an event is about, as the event left it and as it was: what it remembers of the record for those who ask whether it may
// be told.

import type { RecordValue } from '../../cel/value.ts'
import type { EventRow } from '../../exchange/event.ts'
import { valueOf } from '../../exchange/value-json.ts'
import type { Interpreter } from '../service.ts'
import type { Row } from './row.ts'

/** None where the event remembers nothing, as its rule asked for nothing; as it was only where the event shows that. */
export function rememberedRecords(service: Interpreter, event: EventRow): readonly RecordValue[] {
  return [event.record, event.old].flatMap((remembered) => (remembered === undefined ? [] : [recordOf(service, event, remembered)]))
}

function recordOf(service: Interpreter, { resource, key }: EventRow, remembered: NonNullable<EventRow['record']>): RecordValue {
  const { properties } = service.resource(resource)
  const values = Object.entries(remembered).flatMap(([name, json]): [string, ReturnType<typeof valueOf>][] => {
    const property = properties.get(name)
    return property === undefined ? [] : [[name, valueOf(json, property.type, service.keys)]]
  })
  const row: Row = { resource, key, values: new Map(values), version: 0 }
  return service.keys.recordOfRow(row, 'then')
}
