// Compares two values: numbers by value, strings by code point, false before true, null before everything.

import { compareCodePoints } from '../../base/code-points.ts'
import { spendSteps, spendText } from '../../base/turn.ts'
import type { Value } from '../value.ts'
import { compareNumerics, isNumber } from './equality.ts'
import { fail } from './failure.ts'
import { valueKindOf } from './kind.ts'

/** Negative, zero or positive; NaN for NaN operands. Throws for values without an order. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length > 1000) spendText(Math.min(a.length, b.length))
    return compareCodePoints(a, b)
  }
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    if (a < b) return -1
    return a > b ? 1 : 0
  }
  if (isNumber(a) && isNumber(b)) return compareNumerics(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b)
  const [x, y] = [valueKindOf(a), valueKindOf(b)]
  if ((x === 'timestamp' || x === 'duration') && x === y) return toMilliseconds(a) - toMilliseconds(b)
  return fail('no-overload', `${x} and ${y} have no order`)
}

/** As `compare`, for sorting: null first, NaN after it, and equal values in the order they had. */
export function compareForSorting(a: Value, b: Value): number {
  spendSteps(1)
  if (a === null || b === null) {
    if (a === b) return 0
    return a === null ? -1 : 1
  }
  const order = compare(a, b)
  return Number.isNaN(order) ? Number(a === a) - Number(b === b) : order
}

function toMilliseconds(value: Value): number {
  return (value as { readonly ms: number }).ms
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}
