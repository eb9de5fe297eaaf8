// Equality of values: numbers by their numeric value, records by key, everything else by content.

import { type Decimal, compareDecimals, makeDecimal, convertNumberToDecimal } from '../../base/decimal.ts'
import { spendSteps } from '../../base/turn.ts'
import type { Value } from '../value.ts'
import { isList, isMap } from './kind.ts'

export function equalValues(a: Value, b: Value): boolean {
  if (typeof a !== 'object' && typeof a === typeof b) return a === b
  if (a === null || b === null) return a === b
  spendSteps(1)
  if (typeof a === 'boolean' || typeof a === 'string' || typeof b === 'boolean' || typeof b === 'string') return false
  if (isNumber(a)) return isNumber(b) && compareNumerics(a, b) === 0
  if (isNumber(b)) return false
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => equalValues(item, b[i]!))
  if (isList(b)) return false
  if (a instanceof Uint8Array) return b instanceof Uint8Array && a.length === b.length && a.every((byte, i) => byte === b[i])
  if (b instanceof Uint8Array) return false
  if (isMap(a)) return isMap(b) && equalMaps(a, b)
  return !isMap(b) && equalTagged(a, b)
}

type Tagged = Extract<Value, { readonly kind: string }>

function equalTagged(a: Tagged, b: Tagged): boolean {
  switch (a.kind) {
    case 'timestamp':
    case 'duration':
      return a.kind === b.kind && a.ms === b.ms
    case 'type':
      return b.kind === 'type' && a.name === b.name
    case 'record':
      return b.kind === 'record' && a.resource === b.resource && a.key === b.key
    case 'optional':
      if (b.kind !== 'optional') return false
      return a.value === undefined || b.value === undefined ? a.value === b.value : equalValues(a.value, b.value)
    case 'uint':
    case 'decimal':
      return false
  }
}

function equalMaps(a: ReadonlyMap<unknown, Value>, b: ReadonlyMap<unknown, Value>): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a) {
    const other = lookUpKey(b, key as Value)
    if (other === undefined || !equalValues(value, other)) return false
  }
  return true
}

/** The value of a key in a map; numbers match across types, as 1 matches 1u. */
export function lookUpKey(map: ReadonlyMap<unknown, Value>, key: Value): Value | undefined {
  const exactMatch = map.get(key)
  if (exactMatch !== undefined || !isNumber(key)) return exactMatch
  for (const [mapKey, value] of map) if (isNumber(mapKey as Value) && equalValues(mapKey as Value, key)) return value
  return undefined
}

export type Numeric = bigint | number | { readonly kind: 'uint'; readonly value: bigint } | Decimal

export function isNumber(value: Value): value is Numeric {
  if (typeof value === 'bigint' || typeof value === 'number') return true
  return typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'uint' || value.kind === 'decimal')
}

/**
 * NaN where one is not a number. An integer beside a double is compared as the double it widens to; integers and decimals are
 * compared exactly.
 */
export function compareNumerics(a: Numeric, b: Numeric): number {
  const x = typeof a === 'object' && a.kind === 'uint' ? a.value : a
  const y = typeof b === 'object' && b.kind === 'uint' ? b.value : b
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    if (x < y) return -1
    return x > y ? 1 : 0
  }
  if (typeof x !== 'object' && typeof y !== 'object') return compareDoubles(Number(x), Number(y))
  const left = asDecimal(x)
  const right = asDecimal(y)
  if (left === undefined || right === undefined) return compareInfinite(x, y)
  return compareDecimals(left, right)
}

function compareDoubles(x: number, y: number): number {
  if (x < y) return -1
  if (x > y) return 1
  return x === y ? 0 : NaN
}

function asDecimal(value: bigint | number | Decimal): Decimal | undefined {
  if (typeof value === 'object') return value
  return typeof value === 'bigint' ? makeDecimal(value) : convertNumberToDecimal(value)
}

/** A decimal beside an infinity, or beside NaN. */
function compareInfinite(x: bigint | number | Decimal, y: bigint | number | Decimal): number {
  if (typeof x === 'number') return signOf(x)
  return typeof y === 'number' ? -signOf(y) : NaN
}

/** 1 or -1; NaN for zero and NaN, which this comparison never decides. */
function signOf(infinite: number): number {
  if (infinite > 0) return 1
  return infinite < 0 ? -1 : NaN
}
