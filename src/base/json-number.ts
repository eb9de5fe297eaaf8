// Parses, compares and prints exact JSON numbers as number, bigint or Decimal.

import {
  type Decimal,
  compareDecimals,
  makeDecimal,
  convertNumberToDecimal,
  printDecimal,
  isMultipleOf,
  computeNeededScale,
  parseDecimal,
  roundDecimal,
} from './decimal.ts'
import type { JsonNumber } from './json-value.ts'

const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** Parses a JSON number without loss; undefined for other text, beyond the range of a double, and above 1,000 digits. */
export function parseJsonNumber(text: string): JsonNumber | undefined {
  if (!numberPattern.test(text)) return undefined
  const double = Number(text)
  if (!Number.isFinite(double)) return undefined
  if (double === 0 && !/[1-9]/.test(text.split(/[eE]/, 1)[0]!)) return 0
  const exact = parseDecimal(text)
  return exact === undefined ? undefined : narrowNumber(reduceDecimal(exact), double)
}

/** The form that `Json` requires; `double` is the nearest double. */
function narrowNumber(exact: Decimal, double: number): JsonNumber {
  if (exact.scale === 0 && !Number.isSafeInteger(double)) return exact.digits
  const printed = convertNumberToDecimal(double)!
  if (compareDecimals(printed, exact) === 0) return double
  return exact.scale === 0 ? exact.digits : exact
}

/** Removes trailing zeros of the fraction. */
function reduceDecimal(value: Decimal): Decimal {
  return roundDecimal(value, computeNeededScale(value))
}

/** The value in lowest terms. A double means the decimal that it prints as: 0.1 is one tenth. Not for NaN and infinities. */
export function toExactDecimal(value: JsonNumber): Decimal {
  if (typeof value === 'bigint') return makeDecimal(value)
  if (typeof value !== 'number') return reduceDecimal(value)
  return Number.isSafeInteger(value) ? makeDecimal(BigInt(value)) : reduceDecimal(convertNumberToDecimal(value)!)
}

/** Negative, 0 or positive, by exact value. */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1
    return a > b ? 1 : 0
  }
  return compareDecimals(toExactDecimal(a), toExactDecimal(b))
}

export function isInteger(value: JsonNumber): boolean {
  return typeof value === 'number' ? Number.isInteger(value) : typeof value === 'bigint' || computeNeededScale(value) === 0
}

/** True if `value` is an exact multiple of `of`: 19.99 is a multiple of 0.01. */
export function isMultiple(value: JsonNumber, of: JsonNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(of)) return Number(value) % Number(of) === 0
  return isMultipleOf(toExactDecimal(value), toExactDecimal(of))
}

/** The number as JSON; a Decimal keeps its scale (`12.50`). */
export function numberText(value: JsonNumber): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value)
  return typeof value === 'bigint' ? value.toString() : printDecimal(value)
}
