// The record that an event is about, as the event left it: what it remembers of the record for those who ask whether it may be told.

import type { RecordValue } from '../../cel/value.ts'
import type { EventRow } from '../../exchange/event.ts'
import { valueOf } from '../../exchange/value-json.ts'
import type { Service } from '../service.ts'
import type { Row } from './row.ts'

/** Undefined where the event remembers nothing, as its rule asked for nothing. */
export function rememberedRecord(service: Service, { resource, key, record: remembered }: EventRow): RecordValue | undefined {
  if (remembered === undefined) return undefined
  const { properties } = service.resource(resource)
  const values = Object.entries(remembered).flatMap(([name, json]): [string, ReturnType<typeof valueOf>][] => {
    const property = properties.get(name)
    return property === undefined ? [] : [[name, valueOf(json, property.type, service.keys)]]
  })
  const row: Row = { resource, key, values: new Map(values), version: 0 }
  return service.keys.recordOfRow(row, 'then')
}
