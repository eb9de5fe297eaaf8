// Derives constraints from a schema: the bounds of a number, the size of a list, the form of a text.

import { type Decimal, compareDecimals, makeDecimal, truncateDecimal, parseDecimal } from '../base/decimal.ts'
import { makeBounds } from '../cel/bounds.ts'
import type { Bounds, TextForm } from '../cel/type.ts'
import type { SchemaKeys as Keywords } from '../model/schema.ts'
import { type Slot, slotValueOf } from '../model/slot.ts'

/** Bounds of an integer or number: fractional bounds are rounded outwards. */
export function numberBounds(keywords: Keywords): { bounds?: Bounds } {
  const minimum = readDecimal(keywords.minimum)
  const exclusiveMinimum = readDecimal(keywords.exclusiveMinimum)
  const maximum = readDecimal(keywords.maximum)
  const exclusiveMaximum = readDecimal(keywords.exclusiveMaximum)
  const enumNumbers = slotValueOf(keywords.enum)?.map(({ value }) => value)
  const decimals = enumNumbers?.every((value) => typeof value === 'number') ? enumNumbers.map((value) => parseDecimal(String(value))) : []
  const enumValues = decimals.length > 0 && decimals.every((value) => value !== undefined) ? decimals : []
  const isPositive = (minimum && compareDecimals(minimum, zero) > 0) || (exclusiveMinimum && compareDecimals(exclusiveMinimum, zero) >= 0)
  const isNegative = (maximum && compareDecimals(maximum, zero) < 0) || (exclusiveMaximum && compareDecimals(exclusiveMaximum, zero) <= 0)
  const nonZero = isPositive || isNegative || (enumValues.length > 0 && enumValues.every((value) => compareDecimals(value, zero) !== 0))
  const sorted = enumValues.toSorted(compareDecimals)
  const isInteger = slotValueOf(keywords.type)?.includes('number') !== true
  const lowerBounds = [
    minimum && roundDown(minimum),
    exclusiveMinimum && (isInteger ? roundDown(exclusiveMinimum) + 1n : roundDown(exclusiveMinimum)),
    sorted[0] && roundDown(sorted[0]),
  ]
  const upperBounds = [
    maximum && roundUp(maximum),
    exclusiveMaximum && (isInteger ? roundUp(exclusiveMaximum) - 1n : roundUp(exclusiveMaximum)),
    sorted.at(-1) && roundUp(sorted.at(-1)!),
  ]
  return makeBounds(chooseNarrowest(lowerBounds, 1), chooseNarrowest(upperBounds, -1), nonZero === true)
}

/** The number of items of an array, or of members of an object that lists none. */
export function countBounds(keywords: Keywords, type: 'array' | 'object'): { bounds?: Bounds } {
  const contained = type === 'array' && keywords.contains.state === 'shown' ? (slotValueOf(keywords.minContains) ?? 1) : undefined
  const [least, most] = type === 'array' ? [keywords.minItems, keywords.maxItems] : [keywords.minProperties, keywords.maxProperties]
  return makeBounds(chooseNarrowest([toBigInt(slotValueOf(least)), toBigInt(contained)], 1), toBigInt(slotValueOf(most)))
}

/** The length and form of a text. */
export function readTextForms(keywords: Keywords): { forms?: readonly TextForm[] } {
  const [format, pattern, least, most] = [
    slotValueOf(keywords.format)?.text,
    slotValueOf(keywords.pattern),
    toBigInt(slotValueOf(keywords.minLength)),
    toBigInt(slotValueOf(keywords.maxLength)),
  ]
  if (format === undefined && pattern === undefined && least === undefined && most === undefined) return {}
  return {
    forms: [
      {
        ...(format === undefined ? {} : { format }),
        ...(pattern === undefined ? {} : { pattern }),
        ...(least === undefined ? {} : { least }),
        ...(most === undefined ? {} : { most }),
      },
    ],
  }
}

const zero: Decimal = makeDecimal(0n)

function readDecimal(slot: Slot<{ readonly text: string }>): Decimal | undefined {
  const declared = slotValueOf(slot)
  return declared === undefined ? undefined : parseDecimal(declared.text)
}

function roundDown(value: Decimal): bigint {
  const integer = truncateDecimal(value)
  return compareDecimals(makeDecimal(integer), value) > 0 ? integer - 1n : integer
}

function roundUp(value: Decimal): bigint {
  const integer = truncateDecimal(value)
  return compareDecimals(makeDecimal(integer), value) < 0 ? integer + 1n : integer
}

function toBigInt(count: number | bigint | undefined): bigint | undefined {
  return count === undefined ? undefined : BigInt(count)
}

/** The narrower of several bounds: the greatest of the least, or the least of the greatest. */
function chooseNarrowest(bounds: readonly (bigint | undefined)[], sign: 1 | -1): bigint | undefined {
  return bounds
    .filter((each) => each !== undefined)
    .reduce<bigint | undefined>((a, b) => (a === undefined || (sign > 0 ? b > a : b < a) ? b : a), undefined)
}
