// Parses and prints instants, dates and times of day (RFC 3339); an instant is a number of milliseconds.

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/
const timestampPattern = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](\d{2}):(\d{2}))$/

/** The range of years with four digits. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Converts an RFC 3339 date-time to milliseconds since 1970-01-01T00:00:00Z; undefined if the text is not one. It truncates digits beyond
 * the millisecond, because rounding could move an instant into the future. It refuses 23:59:60, because a clock that counts milliseconds
 * has no such second.
 */
export function parseTimestamp(text: string): number | undefined {
  const parts = timestampPattern.exec(text)
  if (parts === null) return undefined
  const [hour, minute, second] = [Number(parts[4]), Number(parts[5]), Number(parts[6])]
  const midnight = computeMidnight(Number(parts[1]), Number(parts[2]), Number(parts[3]))
  if (midnight === undefined || !isTimeOfDay(hour, minute, second)) return undefined
  const offset = parts[8] === undefined ? 0 : parseOffset(parts[8], Number(parts[9]), Number(parts[10]))
  if (offset === undefined) return undefined
  const fraction = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const ms = midnight + ((hour * 60 + minute - offset) * 60 + second) * 1000 + fraction
  return ms < earliest || ms > latest ? undefined : ms
}

/** UTC with milliseconds, always 24 characters, so that text order is time order. */
export function printTimestamp(ms: number): string {
  if (ms !== lastText.ms) lastText = { ms, text: new Date(ms).toISOString() }
  return lastText.text
}

/** Caches one text, because the current time is printed repeatedly. */
let lastText = { ms: 0, text: '1970-01-01T00:00:00.000Z' }

/** Converts any RFC 3339 date-time to the form of `printTimestamp`. */
export function normaliseTimestamp(text: string): string | undefined {
  const ms = parseTimestamp(text)
  if (ms === undefined) return undefined
  // Most clients send UTC with three digits or none.
  if (text.endsWith('Z') && text.charAt(10) === 'T') {
    if (text.length === 24) return text
    if (text.length === 20) return `${text.slice(0, 19)}.000Z`
  }
  return printTimestamp(ms)
}

/**
 * Converts a date (`2026-11-21`) to the milliseconds since 1970-01-01T00:00:00Z at which it begins in UTC; undefined if the text is
 * not a date.
 */
export function parseDate(text: string): number | undefined {
  const parts = datePattern.exec(text)
  return parts === null ? undefined : computeMidnight(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

export function printDate(ms: number): string {
  return printTimestamp(ms).slice(0, 10)
}

/** True if a text is RFC 3339's `full-time`: a time of day with its offset from UTC. */
export function isTime(text: string): boolean {
  const parts = timePattern.exec(text)
  if (parts === null || !isTimeOfDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))) return false
  return parts[4] === undefined || parseOffset('+', Number(parts[4]), Number(parts[5])) !== undefined
}

/** Midnight of a date. Counts days from the first of March, because a year from March ends with the leap day. */
function computeMidnight(year: number, month: number, date: number): number | undefined {
  if (month < 1 || month > 12 || date < 1 || date > countDays(year, month)) return undefined
  const fromMarch = month > 2 ? year : year - 1
  const leapDays = Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400)
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1
  // 719,468 days lie between 0000-03-01 and 1970-01-01.
  return (fromMarch * 365 + leapDays + dayOfYear - 719_468) * 86_400_000
}

function countDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  return hour <= 23 && minute <= 59 && second <= 59
}

/** Minutes ahead of UTC. */
function parseOffset(sign: string, hours: number, minutes: number): number | undefined {
  if (hours > 23 || minutes > 59) return undefined
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes)
}
