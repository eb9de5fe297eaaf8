// Conversions between kinds: `int("7")`, `string(x)`, `decimal("0.10")`, `type(x)`.

import { type Decimal, makeDecimal, convertNumberToDecimal, truncateDecimal, roundToDouble, parseDecimal } from '../../base/decimal.ts'
import type { Timestamp, Uint, Value } from '../value.ts'
import { inInt64, uint } from '../values/arithmetic.ts'
import { fail } from '../values/failure.ts'
import { valueTypeName } from '../values/kind.ts'
import { durationOf, makeTimestamp, timestampOf } from '../values/time.ts'
import { valueText } from './conversions-to-text.ts'
import { overload } from './signature.ts'

const utf8 = new TextEncoder()
const outOfRange = { mayFail: 'the number can be out of range' }

function mayNotBe(description: string): { readonly mayFail: string } {
  return { mayFail: `the text may not be ${description}` }
}

function failConversion(text: string, description: string): never {
  return fail('conversion', `${JSON.stringify(text)} is not ${description}`)
}

function integerOfText(text: string): bigint {
  return /^[+-]?[0-9]{1,40}$/.test(text) ? inInt64(BigInt(text.replace(/^\+/, ''))) : failConversion(text, 'an integer')
}

/** Truncates towards zero. The ends of the range are refused, because a double cannot distinguish them from larger numbers. */
function integerOfDouble(number: number, least: number, greatest: number): bigint {
  return number > least && number < greatest ? BigInt(Math.trunc(number)) : fail('range', `${number} is out of the range of integers`)
}

function unsignedOfText(text: string): Uint {
  return /^[0-9]{1,40}$/.test(text) ? uint(BigInt(text)) : failConversion(text, 'an unsigned integer')
}

function doubleOfText(text: string): number {
  if (/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return Number(text)
  const special = /^([+-]?)(?:inf|infinity)$/i.exec(text)
  if (special) return special[1] === '-' ? -Infinity : Infinity
  return /^nan$/i.test(text) ? NaN : failConversion(text, 'a number')
}

const trueTexts = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const falseTexts = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

function boolOfText(text: string): boolean {
  if (trueTexts.has(text)) return true
  return falseTexts.has(text) ? false : failConversion(text, 'a bool')
}

function decimalOfText(text: string): Decimal {
  return parseDecimal(text) ?? failConversion(text, 'a decimal')
}

function decimalOfDouble(number: number): Decimal {
  return convertNumberToDecimal(number) ?? fail('conversion', `${number} is not a decimal`)
}

const identity = (value: Value): Value => value

export const conversions = [
  overload('int(int): int', identity),
  overload('int(uint): int', (value: Uint) => inInt64(value.value), outOfRange),
  overload('int(double): int', (value: number) => integerOfDouble(value, -(2 ** 63), 2 ** 63), outOfRange),
  overload('int(decimal): int', (value: Decimal) => inInt64(truncateDecimal(value)), outOfRange),
  overload('int(string): int', integerOfText, mayNotBe('an integer')),
  overload('int(timestamp): int', (value: Timestamp) => BigInt(Math.floor(value.ms / 1000))),
  overload('uint(uint): uint', identity),
  overload('uint(int): uint', uint, outOfRange),
  overload('uint(double): uint', (value: number) => uint(integerOfDouble(value, -1, 2 ** 64)), outOfRange),
  overload('uint(string): uint', unsignedOfText, mayNotBe('an unsigned integer')),
  overload('double(double): double', identity),
  overload('double(int): double', Number),
  overload('double(uint): double', (value: Uint) => Number(value.value)),
  overload('double(decimal): double', roundToDouble),
  overload('double(string): double', doubleOfText, mayNotBe('a number')),
  overload('decimal(decimal): decimal', identity),
  overload('decimal(int): decimal', (value: bigint) => makeDecimal(value)),
  overload('decimal(double): decimal', decimalOfDouble, outOfRange),
  overload('decimal(string): decimal', decimalOfText, mayNotBe('a decimal')),
  overload('bool(bool): bool', identity),
  overload('bool(string): bool', boolOfText, mayNotBe('a bool')),
  overload('string(string): string', identity),
  overload('string(bool): string', valueText),
  overload('string(int): string', valueText),
  overload('string(uint): string', valueText),
  overload('string(double): string', valueText),
  overload('string(decimal): string', valueText),
  overload('string(bytes): string', valueText, { mayFail: 'the bytes can be no UTF-8' }),
  overload('string(timestamp): string', valueText),
  overload('string(duration): string', valueText),
  overload('bytes(bytes): bytes', identity),
  overload('bytes(string): bytes', (text: string) => utf8.encode(text)),
  overload('timestamp(timestamp): timestamp', identity),
  overload('timestamp(int): timestamp', (seconds: bigint) => makeTimestamp(Number(seconds) * 1000), outOfRange),
  overload('timestamp(string): timestamp', timestampOf, mayNotBe('an RFC 3339 date-time')),
  overload('duration(duration): duration', identity),
  overload('duration(string): duration', durationOf, mayNotBe('a duration')),
  overload('dyn(T): dyn', identity),
  overload('type(T): type', (value: Value) => ({ kind: 'type', name: valueTypeName(value) })),
]
