// Converts a number to the form in which the schemas store it.

import { roundToDouble, roundDecimal } from '../base/decimal.ts'
import { type JsonNumber, exactly } from '../base/json.ts'
import type { NumberForm } from './place.ts'

export function storedNumber(value: JsonNumber, form: NumberForm): JsonNumber {
  switch (form.kind) {
    case 'any':
      return typeof value === 'object' ? exactly(value) : value
    case 'decimal':
      return form.scale === undefined ? exactly(value) : roundDecimal(exactly(value), form.scale)
    case 'double':
      if (typeof value === 'number') return value
      return typeof value === 'bigint' ? Number(value) : roundToDouble(value)
    case 'integer':
    case 'int64':
      return integerOf(value)
  }
}

/** Converts a Decimal without fraction to an integer; computed values may have that form. */
function integerOf(value: JsonNumber): JsonNumber {
  if (typeof value !== 'object') return value
  const { digits } = roundDecimal(value, 0)
  const double = Number(digits)
  return Number.isSafeInteger(double) ? double : digits
}
