// Converts numbers, bytes and other values to text.

import { printDecimal } from '../../base/decimal.ts'
import { durationText, timestampText } from '../values/time.ts'
import type { Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { kindOf } from '../values/kind.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8Text(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return fail('conversion', 'the bytes are not UTF-8')
  }
}

/** The shortest text that reads back as the same double, without `+` in its exponent. */
export function doubleText(number: number): string {
  return String(number).replace('e+', 'e')
}

/** `string(x)`. */
export function valueText(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'number':
      return doubleText(value)
    default:
      return textOfObject(value)
  }
}

function textOfObject(value: Exclude<Value, string | bigint | boolean | number>): string {
  if (value instanceof Uint8Array) return utf8Text(value)
  if (value !== null && 'kind' in value) {
    if (value.kind === 'uint') return value.value.toString()
    if (value.kind === 'decimal') return printDecimal(value)
    if (value.kind === 'timestamp') return timestampText(value.ms)
    if (value.kind === 'duration') return durationText(value.ms)
  }
  return fail('no-overload', `${kindOf(value)} has no text`)
}
