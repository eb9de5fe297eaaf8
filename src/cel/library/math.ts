// CEL's math extension, and `round(x, n)` for decimals, which is ours.

import { type Decimal, makeDecimal, negateDecimal, roundDecimal } from '../../base/decimal.ts'
import type { Uint, Value } from '../value.ts'
import { inInt64, parseScale, makeUint } from '../values/arithmetic.ts'
import { type Numeric, compareNumerics } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { makeOverload } from './signature.ts'

function greatest(...values: Numeric[]): Value {
  return values.reduce((a, b) => (compareNumerics(b, a) > 0 ? b : a))
}

function least(...values: Numeric[]): Value {
  return values.reduce((a, b) => (compareNumerics(b, a) < 0 ? b : a))
}

function reduceNumbers(values: Numeric[], select: (...values: Numeric[]) => Value): Value {
  return values.length === 0 ? fail('index', 'an empty list has no greatest or least value') : select(...values)
}

/** Half away from zero; `Math.round` takes −1.5 to −1. */
function round(number: number): number {
  return Math.sign(number) * Math.round(Math.abs(number))
}

function shift(value: bigint, count: bigint, bits: (value: bigint) => bigint): bigint {
  if (count < 0n) return fail('range', `a shift by ${count} is negative`)
  return count >= 64n ? 0n : bits(value)
}

const toInt64 = (value: bigint): bigint => BigInt.asIntN(64, value)
const toUint64 = (value: bigint): Uint => ({ kind: 'uint', value: BigInt.asUintN(64, value) })
const negativeShift = { mayFail: 'the shift can be negative' }

export const math = [
  makeOverload('math.greatest(...N): N', greatest),
  makeOverload('math.greatest(list<N>): N', (values: Numeric[]) => reduceNumbers(values, greatest), { mayFail: 'the list can be empty' }),
  makeOverload('math.least(...N): N', least),
  makeOverload('math.least(list<N>): N', (values: Numeric[]) => reduceNumbers(values, least), { mayFail: 'the list can be empty' }),
  makeOverload('math.ceil(double): double', Math.ceil),
  makeOverload('math.floor(double): double', Math.floor),
  makeOverload('math.round(double): double', round),
  makeOverload('math.trunc(double): double', Math.trunc),
  makeOverload('math.sqrt(double): double', Math.sqrt),
  makeOverload('math.sqrt(int): double', (value: bigint) => Math.sqrt(Number(value))),
  makeOverload('math.abs(int): int', (value: bigint) => inInt64(value < 0n ? -value : value)),
  makeOverload('math.abs(uint): uint', (value: Uint) => value),
  makeOverload('math.abs(double): double', Math.abs),
  makeOverload('math.abs(D): D', (value: Decimal) => (value.digits < 0n ? negateDecimal(value) : value)),
  makeOverload('math.sign(int): int', (value: bigint) => {
    if (value > 0n) return 1n
    return value < 0n ? -1n : 0n
  }),
  makeOverload('math.sign(uint): uint', (value: Uint) => makeUint(value.value > 0n ? 1n : 0n)),
  makeOverload('math.sign(double): double', Math.sign),
  makeOverload('math.sign(decimal): decimal', (value: Decimal) => {
    if (value.digits > 0n) return makeDecimal(1n)
    return makeDecimal(value.digits < 0n ? -1n : 0n)
  }),
  makeOverload('math.isNaN(double): bool', Number.isNaN),
  makeOverload('math.isInf(double): bool', (value: number) => Math.abs(value) === Infinity),
  makeOverload('math.isFinite(double): bool', Number.isFinite),
  makeOverload('math.bitAnd(int, int): int', (a: bigint, b: bigint) => a & b),
  makeOverload('math.bitAnd(uint, uint): uint', (a: Uint, b: Uint) => toUint64(a.value & b.value)),
  makeOverload('math.bitOr(int, int): int', (a: bigint, b: bigint) => a | b),
  makeOverload('math.bitOr(uint, uint): uint', (a: Uint, b: Uint) => toUint64(a.value | b.value)),
  makeOverload('math.bitXor(int, int): int', (a: bigint, b: bigint) => a ^ b),
  makeOverload('math.bitXor(uint, uint): uint', (a: Uint, b: Uint) => toUint64(a.value ^ b.value)),
  makeOverload('math.bitNot(int): int', (a: bigint) => ~a),
  makeOverload('math.bitNot(uint): uint', (a: Uint) => toUint64(~a.value)),
  makeOverload('math.bitShiftLeft(int, int): int', (a: bigint, count: bigint) => shift(a, count, () => toInt64(a << count)), negativeShift),
  makeOverload(
    'math.bitShiftLeft(uint, int): uint',
    (a: Uint, count: bigint) => toUint64(shift(a.value, count, () => a.value << count)),
    negativeShift,
  ),
  // A logical shift, also for negative integers: zeros enter from the left.
  makeOverload(
    'math.bitShiftRight(int, int): int',
    (a: bigint, count: bigint) => shift(a, count, () => toInt64(BigInt.asUintN(64, a) >> count)),
    negativeShift,
  ),
  makeOverload(
    'math.bitShiftRight(uint, int): uint',
    (a: Uint, count: bigint) => toUint64(shift(a.value, count, () => a.value >> count)),
    negativeShift,
  ),
  makeOverload('round(decimal, int): decimal', (value: Decimal, digits: bigint) => roundDecimal(value, parseScale(digits))),
  makeOverload('round(int, int): decimal', (value: bigint, digits: bigint) => roundDecimal(makeDecimal(value), parseScale(digits))),
]
