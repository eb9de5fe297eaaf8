// Derives constraints from a schema: the bounds of a number, the size of a list, the form of a text.

import { type Decimal, compareDecimals, decimal, decimalToInteger, parseDecimal } from '../base/decimal.ts'
import { boundsOf } from '../cel/bounds.ts'
import type { Bounds, TextForm } from '../cel/type.ts'
import type { SchemaKeys as Keywords } from '../model/schema.ts'
import { type Slot, slotValue } from '../model/slot.ts'

/** Bounds of an integer or number: fractional bounds are rounded outwards. */
export function numberBounds(keywords: Keywords): { bounds?: Bounds } {
  const [minimum, above, maximum, below] = [keywords.minimum, keywords.exclusiveMinimum, keywords.maximum, keywords.exclusiveMaximum].map(
    decimalOf,
  )
  const listed = slotValue(keywords.enum)?.map(({ value }) => value)
  const values = listed?.every((value) => typeof value === 'number') ? listed.map((value) => parseDecimal(String(value))) : []
  const known = values.length > 0 && values.every((value) => value !== undefined) ? values : []
  const isPositive = (minimum && compareDecimals(minimum, zero) > 0) || (above && compareDecimals(above, zero) >= 0)
  const isNegative = (maximum && compareDecimals(maximum, zero) < 0) || (below && compareDecimals(below, zero) <= 0)
  const nonZero = isPositive || isNegative || (known.length > 0 && known.every((value) => compareDecimals(value, zero) !== 0))
  const sorted = known.toSorted(compareDecimals)
  const isInteger = slotValue(keywords.type)?.includes('number') !== true
  const least = [
    minimum && roundDown(minimum),
    above && (isInteger ? roundDown(above) + 1n : roundDown(above)),
    sorted[0] && roundDown(sorted[0]),
  ]
  const most = [
    maximum && roundUp(maximum),
    below && (isInteger ? roundUp(below) - 1n : roundUp(below)),
    sorted.at(-1) && roundUp(sorted.at(-1)!),
  ]
  return boundsOf(extreme(least, 1), extreme(most, -1), nonZero === true)
}

/** The number of items of an array, or of members of an object that lists none. */
export function countBounds(keywords: Keywords, word: 'array' | 'object'): { bounds?: Bounds } {
  const contained = word === 'array' && keywords.contains.state === 'shown' ? (slotValue(keywords.minContains) ?? 1) : undefined
  const [least, most] = word === 'array' ? [keywords.minItems, keywords.maxItems] : [keywords.minProperties, keywords.maxProperties]
  return boundsOf(extreme([whole(slotValue(least)), whole(contained)], 1), whole(slotValue(most)))
}

/** The length and form of a text. */
export function textForms(keywords: Keywords): { forms?: readonly TextForm[] } {
  const [format, pattern, least, most] = [
    slotValue(keywords.format)?.text,
    slotValue(keywords.pattern),
    whole(slotValue(keywords.minLength)),
    whole(slotValue(keywords.maxLength)),
  ]
  if (format === undefined && pattern === undefined && least === undefined && most === undefined) return {}
  return {
    forms: [{
      ...(format === undefined ? {} : { format }), ...(pattern === undefined ? {} : { pattern }),
      ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }),
    }],
  }
}

const zero: Decimal = decimal(0n)

function decimalOf(slot: Slot<{ readonly text: string }>): Decimal | undefined {
  const declared = slotValue(slot)
  return declared === undefined ? undefined : parseDecimal(declared.text)
}

function roundDown(value: Decimal): bigint {
  const cut = decimalToInteger(value)
  return compareDecimals(decimal(cut), value) > 0 ? cut - 1n : cut
}

function roundUp(value: Decimal): bigint {
  const cut = decimalToInteger(value)
  return compareDecimals(decimal(cut), value) < 0 ? cut + 1n : cut
}

function whole(count: number | bigint | undefined): bigint | undefined {
  return count === undefined ? undefined : BigInt(count)
}

/** The narrower of several bounds: the greatest of the least, or the least of the greatest. */
function extreme(bounds: readonly (bigint | undefined)[], sign: 1 | -1): bigint | undefined {
  return bounds
    .filter((each) => each !== undefined)
    .reduce<bigint | undefined>((a, b) => (a === undefined || (sign > 0 ? b > a : b < a) ? b : a), undefined)
}
