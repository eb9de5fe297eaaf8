// Parses and prints dates in strftime's formats, for the filters `format` and `toDate`; always in UTC.

import { parseTimestamp } from '../../base/time.ts'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const shortNames = (names: readonly string[]): string[] => names.map((each) => each.slice(0, 3))

type Field = 'year' | 'shortYear' | 'month' | 'day' | 'hour' | 'hour12' | 'half' | 'minute' | 'second' | 'fraction' | 'offset' | 'epoch'

type Directive = {
  print(date: Date): string
  /** The source of a regular expression; one group if it is a field. */
  readonly pattern: string
  readonly field?: Field
}

const twoDigits = (value: number, fill = '0'): string => String(value).padStart(2, fill)
const fraction = (digits: number): Directive => ({
  print: (date) => String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(digits, '0').slice(0, digits),
  pattern: `(\\d{${digits}})`,
  field: 'fraction',
})
const nameDirective = (names: readonly string[], indexOf: (date: Date) => number, field?: Field): Directive => ({
  print: (date) => names[indexOf(date)]!,
  pattern: field === undefined ? `(?:${names.join('|')})` : `(${names.join('|')})`,
  ...(field === undefined ? {} : { field }),
})

const directives: Readonly<Record<string, Directive>> = {
  Y: { print: (date) => String(date.getUTCFullYear()).padStart(4, '0'), pattern: '(\\d{4})', field: 'year' },
  y: { print: (date) => twoDigits(date.getUTCFullYear() % 100), pattern: '(\\d{2})', field: 'shortYear' },
  m: { print: (date) => twoDigits(date.getUTCMonth() + 1), pattern: '(\\d{1,2})', field: 'month' },
  d: { print: (date) => twoDigits(date.getUTCDate()), pattern: '(\\d{1,2})', field: 'day' },
  e: { print: (date) => twoDigits(date.getUTCDate(), ' '), pattern: ' ?(\\d{1,2})', field: 'day' },
  H: { print: (date) => twoDigits(date.getUTCHours()), pattern: '(\\d{1,2})', field: 'hour' },
  I: { print: (date) => twoDigits(((date.getUTCHours() + 11) % 12) + 1), pattern: '(\\d{1,2})', field: 'hour12' },
  p: { print: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'), pattern: '([AaPp][Mm])', field: 'half' },
  M: { print: (date) => twoDigits(date.getUTCMinutes()), pattern: '(\\d{1,2})', field: 'minute' },
  S: { print: (date) => twoDigits(date.getUTCSeconds()), pattern: '(\\d{1,2})', field: 'second' },
  f: fraction(9),
  '3f': fraction(3),
  '6f': fraction(6),
  '9f': fraction(9),
  '.f': {
    print: (date) => (date.getUTCMilliseconds() === 0 ? '' : `.${fraction(3).print(date)}`),
    pattern: '(?:\\.(\\d{1,9}))?',
    field: 'fraction',
  },
  '.3f': { ...fraction(3), print: (date) => `.${fraction(3).print(date)}`, pattern: '\\.(\\d{3})' },
  '.6f': { ...fraction(6), print: (date) => `.${fraction(6).print(date)}`, pattern: '\\.(\\d{6})' },
  '.9f': { ...fraction(9), print: (date) => `.${fraction(9).print(date)}`, pattern: '\\.(\\d{9})' },
  A: nameDirective(days, (date) => date.getUTCDay()),
  a: nameDirective(shortNames(days), (date) => date.getUTCDay()),
  B: nameDirective(months, (date) => date.getUTCMonth(), 'month'),
  b: nameDirective(shortNames(months), (date) => date.getUTCMonth(), 'month'),
  j: { print: (date) => String(findDayOfYear(date)).padStart(3, '0'), pattern: '\\d{3}' },
  s: { print: (date) => String(Math.floor(date.getTime() / 1000)), pattern: '(-?\\d+)', field: 'epoch' },
  z: { print: () => '+0000', pattern: '(Z|[+-]\\d{2}:?\\d{2})', field: 'offset' },
  ':z': { print: () => '+00:00', pattern: '(Z|[+-]\\d{2}:?\\d{2})', field: 'offset' },
  Z: { print: () => 'UTC', pattern: '(?:UTC|GMT|Z)' },
  '%': { print: () => '%', pattern: '%' },
}

function findDayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / 86_400_000) + 1
}

/** Directives that stand for several others. */
const compositeDirectives: Readonly<Record<string, string>> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  D: '%m/%d/%y',
  R: '%H:%M',
  h: '%b',
  n: '\n',
  t: '\t',
  '+': '%Y-%m-%dT%H:%M:%S%.f%:z',
}

const step = /%([-_0]?)([:.]?\d?[A-Za-z%+])|%|[^%]+/g

/** The parts of a format, or its unknown directive. */
function parseFormat(format: string): (string | Directive)[] | { readonly unknown: string } {
  const parsed: (string | Directive)[] = []
  for (const [directive, pad, key] of format.matchAll(step)) {
    if (!directive.startsWith('%')) parsed.push(directive)
    else if (key !== undefined && pad === '' && Object.hasOwn(directives, key)) parsed.push(directives[key]!)
    else if (key !== undefined && pad === '' && Object.hasOwn(compositeDirectives, key)) {
      const nested = parseFormat(compositeDirectives[key]!)
      if ('unknown' in nested) return nested
      parsed.push(...nested)
    } else return { unknown: directive }
  }
  return parsed
}

const unknown = (directive: string): { readonly problem: string } => ({
  problem: `\`${directive}\` is not a supported directive of a date format`,
})

export function formatDate(ms: number, format: string): string | { readonly problem: string } {
  const parts = parseFormat(format)
  if ('unknown' in parts) return unknown(parts.unknown)
  const date = new Date(ms)
  return parts.map((each) => (typeof each === 'string' ? each : each.print(date))).join('')
}

/** Milliseconds since 1970-01-01T00:00:00Z; undefined if the text does not match the format. */
export function readDate(text: string, format: string): number | undefined | { readonly problem: string } {
  if (format === '%+') return parseTimestamp(text)
  const parts = parseFormat(format)
  if ('unknown' in parts) return unknown(parts.unknown)
  const pattern = parts.map((each) => (typeof each === 'string' ? RegExp.escape(each) : each.pattern)).join('')
  const match = new RegExp(`^${pattern}$`).exec(text)
  if (match === null) return undefined
  const fields = new Map<Field, string>()
  const fieldsInOrder = parts.flatMap((each) => (typeof each === 'string' || each.field === undefined ? [] : [each.field]))
  fieldsInOrder.forEach((field, index) => fields.set(field, match[index + 1] ?? ''))
  return toInstantOfFields(fields)
}

function toInstantOfFields(fields: ReadonlyMap<Field, string>): number | undefined {
  const epoch = fields.get('epoch')
  if (epoch !== undefined) return Number(epoch) * 1000
  const number = (field: Field, defaultValue: number): number => (fields.has(field) ? Number(fields.get(field)) : defaultValue)
  const shortYear = number('shortYear', 70)
  const year = number('year', shortYear < 70 ? 2000 + shortYear : 1900 + shortYear)
  const monthText = fields.get('month') ?? '1'
  const month = /^\d/.test(monthText) ? Number(monthText) : months.findIndex((each) => each.startsWith(monthText.slice(0, 3))) + 1
  const dayHalf = fields.get('half')?.toLowerCase()
  const hour = fields.has('hour12') ? (number('hour12', 0) % 12) + (dayHalf === 'pm' ? 12 : 0) : number('hour', 0)
  const ms = (fields.get('fraction') ?? '').slice(0, 3).padEnd(3, '0')
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(number('day', 1))}`
  const time = `${twoDigits(hour)}:${twoDigits(number('minute', 0))}:${twoDigits(number('second', 0))}.${ms}`
  const offset = fields.get('offset') ?? 'Z'
  return parseTimestamp(`${date}T${time}${offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`)
}
