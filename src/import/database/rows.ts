// Reads the values of a table's columns as JSON, in the form that the imported document gives them.

import { type Json, type JsonObject, createJsonObject, parseJsonText } from '../../base/json.ts'
import type { DatabaseColumn } from './schema.ts'

/** The value of a column, as its database returns it. */
export type ColumnValue = null | bigint | number | string | Uint8Array

/** Absent columns are null. A value that its column does not describe stays as it is, so that `check` reports it. */
export function readRow(columns: readonly DatabaseColumn[], values: (column: string) => ColumnValue): JsonObject {
  return createJsonObject(
    columns.flatMap((column): (readonly [string, Json])[] => {
      const value = values(column.name)
      return value === null || column.computed !== undefined ? [] : [[column.name, readValue(column, value)]]
    }),
  )
}

function readValue({ type, default: filled }: DatabaseColumn, value: Exclude<ColumnValue, null>): Json {
  if (value instanceof Uint8Array) return value.toBase64()
  if (type.startsWith('bool') && (value === 0n || value === 1n)) return value === 1n
  if (typeof value !== 'string') return value
  if (type.startsWith('json')) {
    const parsed = parseJsonText(value, { depth: 64 })
    return 'value' in parsed ? parsed.value : value
  }
  // SQLite gives CURRENT_TIMESTAMP in UTC.
  const isUtc = /^current_timestamp$/i.test(filled ?? '') && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
  return isUtc ? `${value.replace(' ', 'T')}Z` : value
}
