// Converts numbers, bytes and other values to text.

import { printDecimal } from '../../base/decimal.ts'
import { printDurationValue, printTimestampValue } from '../values/time.ts'
import type { Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { valueKindOf } from '../values/kind.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8Text(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('conversion', 'the bytes are not UTF-8')
  }
}

/** The shortest text that reads back as the same double, without `+` in its exponent. */
export function printDouble(number: number): string {
  return String(number).replace('e+', 'e')
}

/** `string(x)`. */
export function printCelValue(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'number':
      return printDouble(value)
    default:
      return printObject(value)
  }
}

function printObject(value: Exclude<Value, string | bigint | boolean | number>): string {
  if (value instanceof Uint8Array) return utf8Text(value)
  if (value !== null && 'kind' in value) {
    if (value.kind === 'uint') return value.value.toString()
    if (value.kind === 'decimal') return printDecimal(value)
    if (value.kind === 'timestamp') return printTimestampValue(value.ms)
    if (value.kind === 'duration') return printDurationValue(value.ms)
  }
  return fail('no-overload', `${valueKindOf(value)} has no text`)
}
