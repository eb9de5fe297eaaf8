// Converts values of properties to values of columns, and back.

import { type Decimal, makeDecimal, roundDecimal } from '../../base/decimal.ts'
import { type Json, parseJsonText } from '../../base/json.ts'
import { parseTimestamp, printTimestamp } from '../../base/time.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { withFewestDigits } from '../../exchange/digits.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { RecordContent, RecordKeys } from '../../meaning/record/keys.ts'
import type { Property } from '../../typing/domain.ts'
import type { ComparedAs, Kept, TableLayout } from '../layout.ts'
import { DatabaseFailure, type SqlRow, type SqlValue } from './database.ts'
import { toOrderedText } from './ordered.ts'

/** Encodes a value for a column. */
export function encode(value: Value | undefined, kept: ComparedAs, keys: RecordKeys): SqlValue {
  if (value === undefined || value === null) return null
  switch (kept.kind) {
    case 'text':
    case 'double':
    case 'bytes':
    case 'integer':
      return value as SqlValue
    case 'boolean':
      return value === true ? 1n : 0n
    case 'decimal':
      return roundDecimal(value as Decimal, kept.scale).digits
    case 'timestamp':
      return printTimestamp((value as { readonly ms: number }).ms)
    case 'duration':
      return BigInt((value as { readonly ms: number }).ms)
    // JSON is compared as text, so equal values must have equal texts.
    case 'json':
      return printValue(withFewestDigits(value), keys)
    case 'ordered':
      return toOrderedText(printValue(withFewestDigits(value), keys))
  }
}

/** True if a column can hold the value. A dynamic value may be of any type. */
export function canEncode(value: Value, { kind }: ComparedAs): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string'
    case 'integer':
      return typeof value === 'bigint' && BigInt.asIntN(64, value) === value
    case 'double':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'bytes':
      return value instanceof Uint8Array
    case 'timestamp':
    case 'duration':
    case 'decimal':
      return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
    case 'json':
    case 'ordered':
      return true
  }
}

function decode(value: SqlValue, kept: Kept, property: Property, keys: RecordKeys): Value {
  switch (kept.kind) {
    case 'text':
    case 'integer':
    case 'double':
    case 'bytes':
      return value
    case 'boolean':
      return value === 1n
    case 'decimal':
      return makeDecimal(value as bigint, kept.scale)
    case 'timestamp':
      return { kind: 'timestamp', ms: parseTimestamp(value as string)! }
    case 'duration':
      return { kind: 'duration', ms: Number(value) }
    case 'json':
      return convertJsonToValue(parseStoredJson(value as string), property.type, keys)
  }
}

/** The scalar values of a record's key; references in the key are replaced by the values of their keys. */
export function listKeyParts(record: RecordValue): Value[] {
  const { key } = record.of as RecordContent
  return key.some(isRecord) ? key.flatMap(listScalars) : [...key]
}

/** The scalars of a value: for a record, those of its key. */
export function listScalars(value: Value): Value[] {
  return isRecord(value) ? listKeyParts(value) : [value]
}

function isRecord(value: Value): value is RecordValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record'
}

/** A property's value in its columns. */
export function encodeProperty(table: TableLayout, property: Property, value: Value | undefined, keys: RecordKeys): SqlValue[] {
  const columns = table.byProperty.get(property.name) ?? []
  const isReference = property.reference !== undefined && !property.reference.many
  const single = isReference ? (value === undefined || value === null ? [] : listKeyParts(value as RecordValue)) : [value]
  return columns.map(({ kept }, index) => encode(single[index], kept, keys))
}

/** The text by which a folded property is compared. */
export function encodeFolded(value: Value | undefined): SqlValue {
  return value === undefined || value === null ? null : (foldValue(value) as string)
}

export function decodeProperty(
  table: TableLayout,
  property: Property,
  row: SqlRow,
  keys: RecordKeys,
  domain: Parameters<typeof rebuildReferenceKey>[3],
): Value | undefined {
  const columns = table.byProperty.get(property.name) ?? []
  const [only] = columns
  if (columns.length === 1 && property.reference === undefined) {
    const value = row[only!.name] ?? null
    return value === null ? undefined : decode(value, only!.kept, property, keys)
  }
  const values = columns.map(({ name }) => row[name] ?? null)
  if (columns.length === 0 || values.includes(null)) return undefined
  if (property.reference === undefined || property.reference.many) return decode(values[0]!, columns[0]!.kept, property, keys)
  const remaining = columns.map(({ kept }, index) => decode(values[index]!, kept, property, keys))
  return keys.recordOf(property.reference.resource, rebuildReferenceKey(property.reference.resource, remaining, keys, domain))
}

/** Rebuilds a key from scalars: a reference in it takes as many as its own key has. */
function rebuildReferenceKey(
  resource: string,
  remaining: Value[],
  keys: RecordKeys,
  domain: {
    readonly resources: ReadonlyMap<string, { readonly key: readonly string[]; readonly properties: ReadonlyMap<string, Property> }>
  },
): Value[] {
  const info = domain.resources.get(resource)!
  return info.key.map((name) => {
    const { reference } = info.properties.get(name)!
    return reference === undefined
      ? remaining.shift()!
      : keys.recordOf(reference.resource, rebuildReferenceKey(reference.resource, remaining, keys, domain))
  })
}

/** The values of a key from the text that `RecordKeys.keyText` prints. */
export function parseKeyText(text: string): readonly Json[] {
  return parseStoredJson(text) as readonly Json[]
}

/** Parses JSON that this program wrote, at any accepted depth. */
export function parseStoredJson(text: string): Json {
  const parsed = parseJsonText(text, { depth: 1000 })
  if ('problem' in parsed) throw new DatabaseFailure('corrupt', `a column holds text that is not JSON: ${parsed.problem.message}`)
  return parsed.value
}
