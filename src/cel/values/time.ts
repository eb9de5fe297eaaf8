// Timestamps and durations as values: made only within CEL's ranges, read from and written as CEL's own texts.

import { type Calendar, toCalendar } from '../../base/calendar.ts'
import { parseDuration } from '../../base/duration.ts'
import { parseTimestamp, printTimestamp } from '../../base/time.ts'
import type { Duration, Timestamp } from '../value.ts'
import { fail } from './failure.ts'

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z. */
export const firstInstant = -62135596800000
export const lastInstant = 253402300799999

/** ±(2^63−1) nanoseconds, about 292 years. */
const longestDuration = 9223372036854

export function makeTimestamp(ms: number): Timestamp {
  return ms >= firstInstant && ms <= lastInstant
    ? { kind: 'timestamp', ms }
    : fail('range', 'a timestamp lies between the years 1 and 9999')
}

export function makeDuration(ms: number): Duration {
  return Math.abs(ms) <= longestDuration ? { kind: 'duration', ms } : fail('range', 'a duration is at most 292 years')
}

/** The timestamp, or the first or last one that there is. */
export function clampTimestamp(ms: number): Timestamp {
  return { kind: 'timestamp', ms: Math.min(Math.max(ms, firstInstant), lastInstant) }
}

/** The duration, or the longest one in its direction. */
export function clampDuration(ms: number): Duration {
  return { kind: 'duration', ms: Math.min(Math.max(ms, -longestDuration), longestDuration) }
}

export function parseTimestampValue(text: string): Timestamp {
  const ms = parseTimestamp(text)
  return ms === undefined ? fail('conversion', `${JSON.stringify(text)} is not an RFC 3339 date-time`) : makeTimestamp(ms)
}

export function parseDurationValue(text: string): Duration {
  const ms = parseDurationLength(text)
  return ms === undefined ? fail('conversion', `${JSON.stringify(text)} is not a duration in whole milliseconds`) : makeDuration(ms)
}

/** In UTC, with milliseconds only where there are any: 2009-02-13T23:31:30Z. */
export function printTimestampValue(ms: number): string {
  return printTimestamp(ms).replace('.000Z', 'Z')
}

/** In seconds, as CEL writes it: 3600s, 1.5s. */
export function printDurationValue(ms: number): string {
  const seconds = Math.trunc(Math.abs(ms) / 1000)
  const rest = Math.abs(ms) % 1000
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`
  return `${ms < 0 ? '-' : ''}${seconds}${fraction}s`
}

/**
 * Milliseconds of a duration as Go writes it (`1h30m`, `-1.5s`) or ISO 8601 (`PT24H`, `P7D`). Undefined where the text is
 * neither, is finer than a millisecond, or counts months or years, which are no length of time.
 */
export function parseDurationLength(text: string): number | undefined {
  const ms = /^-?P/.test(text) ? parseIsoLength(text) : parseGoLength(text)
  return ms !== undefined && Number.isSafeInteger(ms) ? ms : undefined
}

function parseIsoLength(text: string): number | undefined {
  const ms = parseDuration(text)
  return typeof ms === 'number' && !/\.\d{3}0*[1-9]/.test(text) ? ms : undefined
}

/** Nanoseconds of each unit. */
const units: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1000n,
  µs: 1000n,
  ns: 1n,
}

function parseGoLength(text: string): number | undefined {
  if (/^[+-]?0$/.test(text)) return 0
  const match = /^([+-]?)((?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:h|ms|m|s|us|µs|ns))+)$/.exec(text)
  if (!match || text.length > 100) return undefined
  let total = 0
  for (const [, amount, unit] of match[2]!.matchAll(/([0-9.]+)([a-zµ]+)/g)) total += toWholeMilliseconds(amount!, units[unit!]!)
  return match[1] === '-' ? -total : total
}

/** Exact where the result is whole (1.1 × 1000 in doubles is not 1100), NaN where it is not. */
function toWholeMilliseconds(amount: string, nanoseconds: bigint): number {
  const [whole = '', fraction = ''] = amount.split('.')
  const scaled = BigInt(`${whole}${fraction}`) * nanoseconds
  const divisor = 10n ** BigInt(fraction.length) * 1_000_000n
  return scaled % divisor === 0n ? Number(scaled / divisor) : NaN
}

/** Text that is not a zone is read as UTC, so that one stored bad zone does not break other requests; a check reports such places. */
export function readCalendar({ ms }: Timestamp, zone?: string): Calendar {
  return toCalendar(ms, zone) ?? toCalendar(ms)!
}
