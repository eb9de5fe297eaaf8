// Converts values of expressions to JSON, and decoded JSON to values of its type.

import { type Decimal, roundToDouble, roundDecimal } from '../base/decimal.ts'
import { parseDuration, printDuration } from '../base/duration.ts'
import { type Json, toExactDecimal, isJsonArray, isJsonNumber, isJsonObject, createJsonObject, printJson } from '../base/json.ts'
import { parseTimestamp, printTimestamp } from '../base/time.ts'
import { spendSteps, spendText } from '../base/turn.ts'
import { printCelValue as stringOf } from '../cel/library/conversions-to-text.ts'
import type { Type } from '../cel/type.ts'
import type { RecordValue, Value } from '../cel/value.ts'
import { valueKindOf } from '../cel/values/kind.ts'
import { toNaturalValue } from '../cel/values/natural.ts'

/** The representation of keys: in JSON a reference is the key of the other record. */
export type RecordKeyText = {
  /** The key of a record as JSON. */
  keyOf(record: RecordValue): Json
  /** The record with this key, whether it exists or not. */
  record(resource: string, key: Json): RecordValue
}

/** The JSON of a value in a response. */
export function convertValueToJson(value: Value, keys: Pick<RecordKeyText, 'keyOf'>): Json {
  if (typeof value === 'string') {
    spendText(value.length)
    return value
  }
  spendSteps(1)
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return narrow(value)
  if (typeof value === 'number') return value
  if (value instanceof Uint8Array) return value.toBase64()
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => convertValueToJson(item, keys))
  if (value instanceof Map) {
    const object = createJsonObject()
    for (const [name, member] of value) object[toMemberName(name)] = convertValueToJson(member, keys)
    return object
  }
  return convertTaggedToJson(value as Tagged, keys)
}

type Tagged = Extract<Value, { readonly kind: string }>

function convertTaggedToJson(value: Tagged, keys: Pick<RecordKeyText, 'keyOf'>): Json {
  switch (value.kind) {
    case 'uint':
      return narrow(value.value)
    case 'decimal':
      return value
    case 'timestamp':
      return printTimestamp(value.ms)
    case 'duration':
      return printDuration(value.ms)
    case 'optional':
      return value.value === undefined ? null : convertValueToJson(value.value, keys)
    case 'type':
      return value.name
    case 'record':
      return keys.keyOf(value)
  }
}

/** The form that `Json` requires. */
function narrow(value: bigint): Json {
  const double = Number(value)
  return Number.isSafeInteger(double) ? double : value
}

function toMemberName(name: unknown): string {
  return typeof name === 'object' && name !== null && 'value' in name ? String(name.value) : String(name)
}

/**
 * The text of a value in a text slot: the result of `string()`. Values without a text come only from untyped sources, such as a keyword's
 * limit: a list shows its items, null shows nothing.
 */
export function convertValueToText(value: Value, keys: Pick<RecordKeyText, 'keyOf'>): string {
  switch (valueKindOf(value)) {
    case 'null':
      return ''
    case 'list':
      return (value as readonly Value[]).map((item) => convertValueToText(item, keys)).join(', ')
    case 'map':
    case 'record':
    case 'optional':
    case 'type': {
      const json = convertValueToJson(value, keys)
      return typeof json === 'string' ? json : printJson(json)
    }
    default:
      return stringOf(value)
  }
}

/** The value of JSON that a schema of this type admitted. */
export function convertJsonToValue(json: Json, type: Type, keys: Pick<RecordKeyText, 'record'>): Value {
  if (json === null) return null
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return convertJsonToValue(json, type.of, keys)
    case 'int':
      return isJsonNumber(json) ? toInteger(json) : toNaturalValue(json)
    case 'uint':
      return isJsonNumber(json) ? { kind: 'uint', value: toInteger(json) } : toNaturalValue(json)
    case 'double':
      return isJsonNumber(json) ? numberOf(json) : toNaturalValue(json)
    case 'decimal':
      return isJsonNumber(json) ? scaleValue(toExactDecimal(json), type.scale) : toNaturalValue(json)
    case 'timestamp':
      return toTimestamp(json)
    case 'duration':
      return toDuration(json)
    case 'bytes':
      return typeof json === 'string' ? Uint8Array.fromBase64(json) : toNaturalValue(json)
    case 'record':
      return keys.record(type.resource, json)
    case 'list':
      return isJsonArray(json) ? json.map((item) => convertJsonToValue(item, type.element, keys)) : toNaturalValue(json)
    case 'map':
      return isJsonObject(json)
        ? new Map(Object.entries(json).map(([name, member]) => [name, convertJsonToValue(member, type.value, keys)]))
        : toNaturalValue(json)
    case 'object':
      return isJsonObject(json) ? convertObjectToValue(json, type, keys) : toNaturalValue(json)
    default:
      return toNaturalValue(json)
  }
}

function convertObjectToValue(
  json: { readonly [name: string]: Json },
  type: Extract<Type, { kind: 'object' }>,
  keys: Pick<RecordKeyText, 'record'>,
): Value {
  const values = new Map<string, Value>()
  const { keeper } = type
  const others: [string, Json][] = []
  for (const name of Object.keys(json)) {
    const memberInfo = name === keeper ? undefined : type.members.get(name)
    if (memberInfo === undefined && keeper !== undefined) others.push([name, json[name]!])
    else values.set(name, memberInfo === undefined ? toNaturalValue(json[name]!) : convertJsonToValue(json[name]!, memberInfo.type, keys))
  }
  if (keeper !== undefined && others.length > 0)
    values.set(keeper, convertJsonToValue(createJsonObject(others), type.members.get(keeper)!.type, keys))
  return values
}

function toInteger(json: number | bigint | Decimal): bigint {
  if (typeof json === 'object') return roundDecimal(json, 0).digits
  return typeof json === 'bigint' ? json : BigInt(Math.trunc(json))
}

function numberOf(json: number | bigint | Decimal): number {
  return typeof json === 'object' ? roundToDouble(json) : Number(json)
}

function scaleValue(value: Decimal, scale: number | undefined): Decimal {
  return scale === undefined ? value : roundDecimal(value, scale)
}

function toTimestamp(json: Json): Value {
  const ms = typeof json === 'string' ? parseTimestamp(json) : undefined
  return ms === undefined ? toNaturalValue(json) : { kind: 'timestamp', ms }
}

function toDuration(json: Json): Value {
  const ms = typeof json === 'string' ? parseDuration(json) : undefined
  return typeof ms === 'number' ? { kind: 'duration', ms } : toNaturalValue(json)
}
