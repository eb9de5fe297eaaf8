// Conversions between kinds: `int("7")`, `string(x)`, `decimal("0.10")`, `type(x)`.

import { type Decimal, makeDecimal, convertNumberToDecimal, truncateDecimal, roundToDouble, parseDecimal } from '../../base/decimal.ts'
import type { Timestamp, Uint, Value } from '../value.ts'
import { inInt64, makeUint } from '../values/arithmetic.ts'
import { fail } from '../values/failure.ts'
import { nameValueType } from '../values/kind.ts'
import { parseDurationValue, makeTimestamp, parseTimestampValue } from '../values/time.ts'
import { printCelValue } from './conversions-to-text.ts'
import { makeOverload } from './signature.ts'

const utf8 = new TextEncoder()
const outOfRange = { mayFail: 'the number can be out of range' }

function mayNotBe(description: string): { readonly mayFail: string } {
  return { mayFail: `the text may not be ${description}` }
}

function failConversion(text: string, description: string): never {
  return fail('conversion', `${JSON.stringify(text)} is not ${description}`)
}

function parseInteger(text: string): bigint {
  return /^[+-]?[0-9]{1,40}$/.test(text) ? inInt64(BigInt(text.replace(/^\+/, ''))) : failConversion(text, 'an integer')
}

/** Truncates towards zero. The ends of the range are refused, because a double cannot distinguish them from larger numbers. */
function truncateDouble(number: number, least: number, greatest: number): bigint {
  return number > least && number < greatest ? BigInt(Math.trunc(number)) : fail('range', `${number} is out of the range of integers`)
}

function parseUnsigned(text: string): Uint {
  return /^[0-9]{1,40}$/.test(text) ? makeUint(BigInt(text)) : failConversion(text, 'an unsigned integer')
}

function parseDouble(text: string): number {
  if (/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) return Number(text)
  const special = /^([+-]?)(?:inf|infinity)$/i.exec(text)
  if (special) return special[1] === '-' ? -Infinity : Infinity
  return /^nan$/i.test(text) ? NaN : failConversion(text, 'a number')
}

const trueTexts = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
const falseTexts = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False'])

function parseBool(text: string): boolean {
  if (trueTexts.has(text)) return true
  return falseTexts.has(text) ? false : failConversion(text, 'a bool')
}

function parseDecimalText(text: string): Decimal {
  return parseDecimal(text) ?? failConversion(text, 'a decimal')
}

function convertDouble(number: number): Decimal {
  return convertNumberToDecimal(number) ?? fail('conversion', `${number} is not a decimal`)
}

const identity = (value: Value): Value => value

export const conversions = [
  makeOverload('int(int): int', identity),
  makeOverload('int(uint): int', (value: Uint) => inInt64(value.value), outOfRange),
  makeOverload('int(double): int', (value: number) => truncateDouble(value, -(2 ** 63), 2 ** 63), outOfRange),
  makeOverload('int(decimal): int', (value: Decimal) => inInt64(truncateDecimal(value)), outOfRange),
  makeOverload('int(string): int', parseInteger, mayNotBe('an integer')),
  makeOverload('int(timestamp): int', (value: Timestamp) => BigInt(Math.floor(value.ms / 1000))),
  makeOverload('uint(uint): uint', identity),
  makeOverload('uint(int): uint', makeUint, outOfRange),
  makeOverload('uint(double): uint', (value: number) => makeUint(truncateDouble(value, -1, 2 ** 64)), outOfRange),
  makeOverload('uint(string): uint', parseUnsigned, mayNotBe('an unsigned integer')),
  makeOverload('double(double): double', identity),
  makeOverload('double(int): double', Number),
  makeOverload('double(uint): double', (value: Uint) => Number(value.value)),
  makeOverload('double(decimal): double', roundToDouble),
  makeOverload('double(string): double', parseDouble, mayNotBe('a number')),
  makeOverload('decimal(decimal): decimal', identity),
  makeOverload('decimal(int): decimal', (value: bigint) => makeDecimal(value)),
  makeOverload('decimal(double): decimal', convertDouble, outOfRange),
  makeOverload('decimal(string): decimal', parseDecimalText, mayNotBe('a decimal')),
  makeOverload('bool(bool): bool', identity),
  makeOverload('bool(string): bool', parseBool, mayNotBe('a bool')),
  makeOverload('string(string): string', identity),
  makeOverload('string(bool): string', printCelValue),
  makeOverload('string(int): string', printCelValue),
  makeOverload('string(uint): string', printCelValue),
  makeOverload('string(double): string', printCelValue),
  makeOverload('string(decimal): string', printCelValue),
  makeOverload('string(bytes): string', printCelValue, { mayFail: 'the bytes can be no UTF-8' }),
  makeOverload('string(timestamp): string', printCelValue),
  makeOverload('string(duration): string', printCelValue),
  makeOverload('bytes(bytes): bytes', identity),
  makeOverload('bytes(string): bytes', (text: string) => utf8.encode(text)),
  makeOverload('timestamp(timestamp): timestamp', identity),
  makeOverload('timestamp(int): timestamp', (seconds: bigint) => makeTimestamp(Number(seconds) * 1000), outOfRange),
  makeOverload('timestamp(string): timestamp', parseTimestampValue, mayNotBe('an RFC 3339 date-time')),
  makeOverload('duration(duration): duration', identity),
  makeOverload('duration(string): duration', parseDurationValue, mayNotBe('a duration')),
  makeOverload('dyn(T): dyn', identity),
  makeOverload('type(T): type', (value: Value) => ({ kind: 'type', name: nameValueType(value) })),
]
