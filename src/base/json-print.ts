// Prints JSON values exactly, in their own form or in canonical form.

import { compareNumbers, toExactDecimal, numberText } from './json-number.ts'
import { type Json, type JsonObject, isDecimal, isJsonArray, isJsonNumber, isJsonObject } from './json-value.ts'

/** Keeps the order of members and all digits. NaN and infinities are not allowed. */
export function printJson(value: Json): string {
  return isNative(value) ? JSON.stringify(value) : printExact(value)
}

/** Prints data that contains JSON values, with all digits of their numbers. The platform's printer prints other members. */
export function printData(data: unknown, indent?: number): string {
  return JSON.stringify(
    data,
    (_, value: unknown) => (typeof value === 'bigint' || isDecimal(value) ? rawJson(numberText(value)) : value),
    indent,
  )
}

/** JSON text that `JSON.stringify` inserts unchanged. */
const rawJson = (JSON as unknown as { readonly rawJSON: (text: string) => object }).rawJSON

/** True if the platform prints the value exactly: no number needs more than a double. */
function isNative(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  if (isJsonArray(value)) return value.every(isNative)
  if (isDecimal(value)) return false
  for (const name in value) if (!isNative(value[name]!)) return false
  return true
}

function printExact(value: Json): string {
  if (isJsonNumber(value)) return numberText(value)
  if (isJsonArray(value)) return `[${value.map(printExact).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.keys(value)
    .map((name) => `${JSON.stringify(name)}:${printExact(value[name]!)}`)
    .join(',')}}`
}

/**
 * Gives equal values the same text: members are sorted by UTF-16 units (as in RFC 8785), numbers have no trailing zeros and no exponent
 * (unlike RFC 8785, which has only doubles).
 */
export function printCanonical(value: Json): string {
  if (isJsonNumber(value)) return numberText(toExactDecimal(value))
  if (isJsonArray(value)) return `[${value.map(printCanonical).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  return `{${Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${printCanonical(value[name]!)}`)
    .join(',')}}`
}

/** JSON Schema's equality: numbers by value, objects regardless of member order. */
export function equalJson(a: Json, b: Json): boolean {
  if (a === b) return true
  if (isJsonNumber(a)) return isJsonNumber(b) && compareNumbers(a, b) === 0
  if (isJsonArray(a)) return isJsonArray(b) && a.length === b.length && a.every((item, index) => equalJson(item, b[index]!))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  return equalMembers(a, b)
}

function equalMembers(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && equalJson(a[name]!, b[name]!))
}
