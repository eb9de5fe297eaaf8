// Defines JSON values in memory, without loss of digits.

import type { Decimal } from './decimal.ts'
import { createDictionary } from './dictionary.ts'

/**
 * Integers beyond ±(2^53−1) are bigint; other numbers that a double cannot represent exactly as written are Decimals.
 * Objects inherit no member, so that `__proto__` is a name like any other.
 */
export type Json = null | boolean | JsonNumber | string | readonly Json[] | JsonObject

export type JsonNumber = number | bigint | Decimal

export type JsonObject = { readonly [name: string]: Json }

export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object'

/** Distinguishes a Decimal from a JSON object with the same members. `createJsonObject` makes parsed objects, so no text can pass as a number. */
export function isDecimal(value: unknown): value is Decimal {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as Decimal).kind === 'decimal' &&
    typeof (value as Decimal).digits === 'bigint' &&
    Object.getPrototypeOf(value) === Object.prototype
  )
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value)
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

export function isJsonNumber(value: Json | undefined): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || isDecimal(value)
}

export function jsonKindOf(value: Json): JsonKind {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'boolean':
      return 'boolean'
    case 'string':
      return 'string'
    case 'number':
    case 'bigint':
      return 'number'
    default:
      if (Array.isArray(value)) return 'array'
      return isDecimal(value) ? 'number' : 'object'
  }
}

/** An object that inherits no member, with these members in this order. */
export function createJsonObject(entries?: Iterable<readonly [string, Json]>): { [name: string]: Json } {
  return createDictionary(entries)
}
