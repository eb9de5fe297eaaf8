// `+ - * / %` and the minus sign: 64-bit integers that never wrap, doubles that never become infinite, exact decimals, times.

import {
  type Decimal,
  addDecimals,
  makeDecimal,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  subtractDecimals,
} from '../../base/decimal.ts'
import type { Timestamp, Uint, Value } from '../value.ts'
import { fail } from './failure.ts'
import { isList, valueKindOf } from './kind.ts'
import { spendOn, spendOnResult } from './size.ts'
import { clampDuration, clampTimestamp } from './time.ts'

const minInt = -(2n ** 63n)
const maxInt = 2n ** 63n - 1n
const maxUint = 2n ** 64n - 1n

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'

export function inInt64(value: bigint): bigint {
  return value >= minInt && value <= maxInt ? value : fail('overflow', `${value} does not fit into 64 bits`)
}

export function makeUint(value: bigint): Uint {
  return value >= 0n && value <= maxUint ? { kind: 'uint', value } : fail('overflow', `${value} is not an unsigned 64-bit integer`)
}

export function calculate(operator: ArithmeticOperator, a: Value, b: Value): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return inInt64(computeIntegers(operator, a, b))
  if (typeof a === 'number' && typeof b === 'number') return calculateDoubles(operator, a, b)
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') {
    spendOnResult(a.length + b.length)
    return a + b
  }
  if (operator === '+' && isList(a) && isList(b)) {
    spendOn(a)
    spendOn(b)
    return [...a, ...b]
  }
  if (operator === '+' && a instanceof Uint8Array && b instanceof Uint8Array) return joinBytes(a, b)
  const kinds = [valueKindOf(a), valueKindOf(b)]
  if (kinds[0] === 'uint' && kinds[1] === 'uint') return makeUint(computeIntegers(operator, (a as Uint).value, (b as Uint).value))
  if (kinds.every((kind) => kind === 'int' || kind === 'double')) return calculateDoubles(operator, Number(a), Number(b))
  if (kinds.every((kind) => kind === 'int' || kind === 'decimal')) return calculateDecimals(operator, asDecimal(a), asDecimal(b))
  return calculateTimes(operator, a, b) ?? fail('no-overload', `\`${operator}\` takes no ${kinds[0]} and ${kinds[1]}`)
}

export function negate(value: Value): Value {
  if (typeof value === 'bigint') return inInt64(-value)
  if (typeof value === 'number') return -value
  const kind = valueKindOf(value)
  return kind === 'decimal' ? negateDecimal(value as Decimal) : fail('no-overload', `\`-\` takes no ${kind}`)
}

function computeIntegers(operator: ArithmeticOperator, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b === 0n ? fail('division-by-zero', 'division by zero') : a / b
    case '%':
      return b === 0n ? fail('division-by-zero', 'remainder of a division by zero') : a % b
  }
}

function calculateDoubles(operator: ArithmeticOperator, a: number, b: number): number {
  const result = calculateUnchecked(operator, a, b)
  if (Number.isFinite(result) || !Number.isFinite(a) || !Number.isFinite(b)) return result
  return fail('overflow', `${a} ${operator} ${b} is greater than any double`)
}

function calculateUnchecked(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b === 0 ? fail('division-by-zero', 'division by zero') : a / b
    case '%':
      return fail('no-overload', '`%` takes no double')
  }
}

/** A product has as many digits as its factors together: repeated, they would fill the memory. */
const maxFactor = 10n ** 10_000n

function checkFactor(factor: Decimal): Decimal {
  const { digits } = factor
  return digits < maxFactor && digits > -maxFactor ? factor : fail('overflow', 'a decimal that is multiplied has at most 10,000 digits')
}

function asDecimal(value: Value): Decimal {
  return typeof value === 'bigint' ? makeDecimal(value) : (value as Decimal)
}

function calculateDecimals(operator: ArithmeticOperator, a: Decimal, b: Decimal): Decimal {
  switch (operator) {
    case '+':
      return addDecimals(a, b)
    case '-':
      return subtractDecimals(a, b)
    case '*':
      return multiplyDecimals(checkFactor(a), checkFactor(b))
    case '/':
    case '%':
      return fail('no-overload', `\`${operator}\` of decimals is allowed only inside round(x, n)`)
  }
}

/** The quotient inside `round(a / b, n)`: exact until it is rounded. */
export function divideRounded(a: Value, b: Value, digits: bigint): Decimal {
  const scale = parseScale(digits)
  const invalidKind = [a, b].map(valueKindOf).find((kind) => kind !== 'int' && kind !== 'decimal')
  if (invalidKind !== undefined) return fail('no-overload', `\`round\` divides ints and decimals, not ${invalidKind}`)
  return divideDecimals(asDecimal(a), asDecimal(b), scale) ?? fail('division-by-zero', 'division by zero')
}

/** The number of fraction digits for `round`. */
export function parseScale(digits: bigint): number {
  return digits >= 0n && digits <= 100n
    ? Number(digits)
    : fail('range', `round cannot keep ${digits} digits after the point: 0 to 100 can be kept`)
}

/**
 * Sums and differences of points in time and lengths of time, which end where the calendar ends: `this.until + grace > now` is
 * decided for every value that a client can send. Undefined where the operator has none.
 */
function calculateTimes(operator: ArithmeticOperator, a: Value, b: Value): Value | undefined {
  const [x, y] = [valueKindOf(a), valueKindOf(b)]
  if (!(x === 'timestamp' || x === 'duration') || !(y === 'timestamp' || y === 'duration')) return undefined
  const [s, t] = [(a as Timestamp).ms, (b as Timestamp).ms]
  if (operator === '+') {
    if (x === 'duration' && y === 'duration') return clampDuration(s + t)
    if (x !== y) return clampTimestamp(s + t)
  }
  if (operator === '-') {
    if (x === y) return clampDuration(s - t)
    if (x === 'timestamp') return clampTimestamp(s - t)
  }
  return undefined
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  spendOnResult(a.length + b.length)
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
