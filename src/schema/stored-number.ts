// Converts a number to the form in which the schemas store it.

import { roundToDouble, roundDecimal } from '../base/decimal.ts'
import { type JsonNumber, toExactDecimal } from '../base/json.ts'
import type { NumberForm } from './place.ts'

export function toStoredNumber(value: JsonNumber, form: NumberForm): JsonNumber {
  switch (form.kind) {
    case 'any':
      return typeof value === 'object' ? toExactDecimal(value) : value
    case 'decimal':
      return form.scale === undefined ? toExactDecimal(value) : roundDecimal(toExactDecimal(value), form.scale)
    case 'double':
      if (typeof value === 'number') return value
      return typeof value === 'bigint' ? Number(value) : roundToDouble(value)
    case 'integer':
    case 'int64':
      return toInteger(value)
  }
}

/** Converts a Decimal without fraction to an integer; computed values may have that form. */
function toInteger(value: JsonNumber): JsonNumber {
  if (typeof value !== 'object') return value
  const { digits } = roundDecimal(value, 0)
  const double = Number(digits)
  return Number.isSafeInteger(double) ? double : digits
}
