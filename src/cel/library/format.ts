// `string.format`: the clauses %s %d %f %e %b %o %x %X of CEL's strings extension.

import { type Decimal, printDecimal, roundDecimal } from '../../base/decimal.ts'
import { printDurationValue, printTimestampValue } from '../values/time.ts'
import { compareCodePoints } from '../../base/code-points.ts'
import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { fail } from '../values/failure.ts'
import { isList, isMap, valueKindOf } from '../values/kind.ts'
import { printDouble, utf8Text } from './conversions-to-text.ts'

const clause = /%(?:%|(?:\.([0-9]{1,4}))?([a-zA-Z])|)/g

export function formatText(text: string, values: readonly Value[]): string {
  let used = 0
  const formatted = text.replace(clause, (clauseText, precision: string | undefined, letter: string | undefined) => {
    if (clauseText === '%%') return '%'
    if (letter === undefined || !/[sdfeboxX]/.test(letter)) return fail('conversion', `\`${clauseText}\` is not a clause of a format`)
    const value = values[used]
    if (value === undefined) return fail('index', `the format asks for value ${used + 1}, and there are ${values.length}`)
    used++
    return formatClause(letter, value, precision === undefined ? 6 : parsePrecision(precision))
  })
  return used === values.length ? formatted : fail('index', `the format uses ${used} of ${values.length} values`)
}

/** The kinds that each clause accepts. */
const acceptedKinds: { readonly [letter: string]: ReadonlySet<Type['kind']> } = {
  s: new Set(['string', 'enum', 'int', 'uint', 'double', 'decimal', 'bool', 'timestamp', 'duration', 'null']),
  d: new Set(['int', 'uint']),
  b: new Set(['int', 'uint', 'bool']),
  o: new Set(['int', 'uint']),
  f: new Set(['int', 'uint', 'double', 'decimal']),
  e: new Set(['int', 'uint', 'double']),
  x: new Set(['int', 'uint', 'string', 'enum', 'bytes']),
  X: new Set(['int', 'uint', 'string', 'enum', 'bytes']),
}

/** True if the format takes this number of values and their types. */
export function canFormat(text: string, types: readonly Type[]): boolean {
  const clauses = [...text.matchAll(clause)].filter(([clauseText]) => clauseText !== '%%')
  return (
    clauses.length === types.length &&
    clauses.every(([, precision = '0', letter], index) => {
      const type = types[index]!
      const { kind } = letter === 's' && type.kind === 'nullable' ? type.of : type
      return Number(precision) <= 100 && letter !== undefined && acceptedKinds[letter]?.has(kind) === true
    })
  )
}

function parsePrecision(precision: string): number {
  return Number(precision) <= 100 ? Number(precision) : fail('range', 'a format keeps at most 100 digits')
}

function formatClause(letter: string, value: Value, precision: number): string {
  switch (letter) {
    case 's':
      return printPlain(value)
    case 'd':
      return formatInteger(value)
    case 'f':
      return formatFraction(
        value,
        (number) => toFixedHalfEven(number, precision),
        (number) => printDecimal(roundDecimal(number, precision)),
      )
    case 'e':
      return formatFraction(value, (number) => number.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2'))
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : readInteger(value, 'binary').toString(2)
    case 'o':
      return readInteger(value, 'octal').toString(8)
    default:
      return letter === 'x' ? printHexadecimal(value) : printHexadecimal(value).toUpperCase()
  }
}

function readInteger(value: Value, clause: string): bigint {
  if (typeof value === 'bigint') return value
  const kind = valueKindOf(value)
  return kind === 'uint' ? (value as { readonly value: bigint }).value : fail('no-overload', `${kind} has no ${clause} form`)
}

function formatInteger(value: Value): string {
  return typeof value === 'number' && !Number.isFinite(value) ? printDouble(value) : readInteger(value, 'integer').toString()
}

function formatFraction(value: Value, ofDouble: (number: number) => string, ofDecimal?: (number: Decimal) => string): string {
  const kind = valueKindOf(value)
  if (kind === 'decimal' && ofDecimal !== undefined) return ofDecimal(value as Decimal)
  const whole = kind === 'int' || kind === 'uint' ? Number(readInteger(value, 'fractional')) : undefined
  const number = typeof value === 'number' ? value : whole
  if (number === undefined) return fail('no-overload', `${kind} has no fractional form`)
  return Number.isFinite(number) ? ofDouble(number) : printDouble(number)
}

/** The maximum number of fraction digits that JavaScript prints. */
const allDigits = 100

/** Prints exactly `precision` digits and rounds ties to even; JavaScript's `toFixed` rounds ties up. */
function toFixedHalfEven(number: number, precision: number): string {
  if (Math.abs(number) >= 1e21) return precision === 0 ? BigInt(number).toString() : `${BigInt(number)}.${'0'.repeat(precision)}`
  const exact = number.toFixed(allDigits)
  const shortenedLength = exact.length - allDigits + precision
  const tie = precision < allDigits && /^50*$/.test(exact.slice(shortenedLength))
  if (!tie) return number.toFixed(precision)
  const shortened = exact.slice(0, shortenedLength).replace(/\.$/, '')
  return Number(shortened.at(-1)) % 2 === 0 ? shortened : number.toFixed(precision)
}

function printHexadecimal(value: Value): string {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return readInteger(value, 'hexadecimal').toString(16)
}

/** Prints a value for `%s`; map keys are sorted by their text. */
function printPlain(value: Value): string {
  if (isList(value)) return `[${value.map(printPlain).join(', ')}]`
  if (isMap(value)) {
    const entries = [...value].map(([key, entryValue]) => [printPlain(key as Value), printPlain(entryValue)] as const)
    return `{${entries
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map((entry) => entry.join(': '))
      .join(', ')}}`
  }
  if (value instanceof Uint8Array) return utf8Text(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printDouble(value)
  switch (value.kind) {
    case 'uint':
      return value.value.toString()
    case 'decimal':
      return printDecimal(value)
    case 'timestamp':
      return printTimestampValue(value.ms)
    case 'duration':
      return printDurationValue(value.ms)
    case 'type':
      return value.name
    case 'optional':
    case 'record':
      return fail('no-overload', `${value.kind} has no text`)
  }
}
