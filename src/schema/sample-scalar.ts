// Generates valid strings and numbers, and prefers values at the bounds.

import { type RandomSource } from '../base/random-source.ts'
import { makeDecimal, roundDecimal } from '../base/decimal.ts'
import { type JsonNumber, compareNumbers, toExactDecimal, isInteger } from '../base/json.ts'
import { printDate, printTimestamp } from '../base/time.ts'
import { printDuration } from '../base/duration.ts'
import type { SchemaPlace } from './place.ts'
import { sampleOfPattern } from './sample-pattern.ts'

/** The maximum length of texts without a bound. */
const defaultMaxLength = 12

/** A text that is probably valid; the caller validates it. */
export function sampleText(place: SchemaPlace, random: RandomSource): string {
  const minLength = Math.max(0, ...listLimits(place, 'minLength'))
  const maxLength = Math.min(...listLimits(place, 'maxLength'), Math.max(minLength, defaultMaxLength) + 8)
  const length = Math.max(minLength, random.pick([minLength, maxLength, random.between(Math.min(minLength, maxLength), maxLength)]))
  const [pattern] = place.texts.flatMap(({ keyword, limit }) => (keyword === 'pattern' && typeof limit === 'string' ? [limit] : []))
  if (pattern !== undefined) return sampleOfPattern(pattern, length, random) ?? ''
  const [format] = place.formats
  return format === undefined ? drawPlainText(length, random) : (formatSample(format.name, length, random) ?? '')
}

function listLimits(place: SchemaPlace, keyword: string): number[] {
  return place.texts.filter((check) => check.keyword === keyword).map(({ limit }) => Number(limit))
}

const usualCharacters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -')
const awkwardCharacters = Array.from(' \'"%_\\/<&;ßéÅ中\u0301😀\u200D\uFFFF')
const fewLetters = Array.from('abcdefghijklmnop')

/** Mostly letters; sometimes text that clients often get wrong: other scripts, quotes, outer spaces, a surrogate pair. */
function drawPlainText(length: number, random: RandomSource): string {
  const alphabet = random.once(4) ? awkwardCharacters : usualCharacters
  return Array.from({ length }, () => random.pick(alphabet)).join('')
}

/** Makes a text of the format, with the requested length if the format allows it. */
function formatSample(name: string, length: number, random: RandomSource): string | undefined {
  const letters = (count: number): string => Array.from({ length: Math.max(1, count) }, () => random.pick(fewLetters)).join('')
  const byte = (): number => random.below(256)
  switch (name) {
    case 'date-time':
      return printTimestamp(random.between(0, 4_102_444_800_000))
    case 'date':
      return printDate(random.between(0, 4_102_444_800_000))
    case 'time':
      return `${printTimestamp(random.below(86_400_000)).slice(11, 19)}Z`
    case 'duration':
      return printDuration(random.below(1_000_000) * 1000)
    case 'uuid':
      return Array.from({ length: 16 }, byte)
        .map((each, index) => ([4, 6, 8, 10].includes(index) ? '-' : '') + each.toString(16).padStart(2, '0'))
        .join('')
    case 'email':
      return `${letters(Math.min(60, length - 6))}@${letters(1)}.com`
    case 'hostname':
      return `${letters(Math.min(60, length - 4))}.com`
    case 'ipv4':
      return Array.from({ length: 4 }, byte).join('.')
    case 'ipv6':
      return Array.from({ length: 8 }, () => (byte() * 256 + byte()).toString(16)).join(':')
    case 'uri':
      return `https://example.com/${letters(length - 20)}`
    case 'uri-reference':
      return `/${letters(length - 1)}`
    case 'regex':
      return `^${letters(length - 1)}`
    case 'time-zone':
      return ['UTC', 'Europe/Lisbon', 'America/New_York', 'Asia/Tokyo'][random.below(4)]!
    case 'json-pointer':
      return `/${letters(length - 1)}`
    case 'decimal':
      return `${random.between(-999, 999)}.${random.below(100).toString().padStart(2, '0')}`
    case 'byte':
      return letters(Math.ceil(length / 4) * 4)
    case 'password':
      return drawPlainText(length, random)
    default:
      return undefined
  }
}

/** A number that is probably valid; the caller validates it. `integersOnly`: without a fraction. */
export function sampleNumber(place: SchemaPlace, integersOnly: boolean, random: RandomSource): JsonNumber {
  const extreme = random.once(8)
  const [lowerBound, upperBound] = [findTightestBound(place, 'inimum', 1, extreme), findTightestBound(place, 'aximum', -1, extreme)]
  const unit = place.numbers.filter(({ keyword }) => keyword === 'multipleOf').map(({ limit }) => toExactDecimal(limit as JsonNumber))[0]
  // Numbers are chosen as whole steps: of the unit, of hundredths, or of ones.
  const step = unit ?? (integersOnly ? makeDecimal(1n) : makeDecimal(1n, 2))
  const inSteps = (value: JsonNumber, roundUp: boolean): bigint => {
    const exact = toExactDecimal(value)
    const [a, b] = [exact.digits * 10n ** BigInt(step.scale), step.digits * 10n ** BigInt(exact.scale)]
    const floor = a / b - (a % b < 0n ? 1n : 0n)
    return roundUp && floor * b !== a ? floor + 1n : floor
  }
  const low = lowerBound === undefined ? undefined : inSteps(lowerBound, true)
  const high = upperBound === undefined ? undefined : inSteps(upperBound, false)
  const lowest = low ?? (high ?? 1000n) - 2000n
  const highest = high ?? lowest + 2000n
  const span = highest - lowest > 1_000_000n ? 1_000_000 : Number(highest - lowest)
  const chosen = lowest + BigInt(span <= 0 ? 0 : random.below(span + 1))
  const steps = random.pick([
    lowest,
    lowest + 1n,
    chosen,
    chosen,
    highest - 1n,
    highest,
    low === undefined && high === undefined ? 0n : chosen,
  ])
  return simplifyNumber({ kind: 'decimal', digits: steps * step.digits, scale: step.scale })
}

/** The tightest bound on one side: from the schemas, and with `extreme` from the range of integers. */
function findTightestBound(place: SchemaPlace, ending: string, side: 1 | -1, extreme: boolean): JsonNumber | undefined {
  const bounds = place.numbers.filter(({ keyword }) => keyword.endsWith(ending)).map(({ limit }) => limit as JsonNumber)
  const isInt32 = place.numbers.some(({ keyword, limit }) => keyword === 'format' && limit === 'int32')
  const widerBits = place.number.kind === 'int64' ? 63n : 53n
  const bits = isInt32 ? 31n : widerBits
  // The lowest 32-bit or 64-bit integer is one below the negated highest; the next higher one is used instead.
  const kindLimit = place.number.kind === 'integer' || place.number.kind === 'int64' ? [side === 1 ? 1n - 2n ** bits : 2n ** bits - 1n] : []
  return [...bounds, ...(extreme ? kindLimit : [])].toSorted((a, b) => compareNumbers(b, a) * side)[0]
}

/** The form that parsing its text gives. */
function simplifyNumber(value: JsonNumber): JsonNumber {
  const exact = toExactDecimal(value)
  if (isInteger(exact)) {
    const { digits } = roundDecimal(exact, 0)
    return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
  }
  const double = Number(exact.digits) / 10 ** exact.scale
  return compareNumbers(double, exact) === 0 ? double : exact
}
