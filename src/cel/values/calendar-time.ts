// Arithmetic by the calendar of a zone: days, months and years have no fixed length, and clocks are put forward and back.

import { toInstant, findOffset } from '../../base/calendar.ts'
import type { Timestamp } from '../value.ts'
import { clampTimestamp, printTimestampValue } from './time.ts'

/** More of them lead beyond all timestamps. */
const most = { days: 4_000_000n, months: 120_000n }

const dayLength = 86_400_000

/** The same time of day `days` later (earlier if negative). A text that is not a time zone is read as UTC. */
export function addDays(at: Timestamp, days: bigint, zone?: string): Timestamp {
  return moveLocal(at, zone, (local) => local + Number(clamp(days, most.days)) * dayLength)
}

/** The same day of the month and time of day; in a shorter month, its last day. */
export function addMonths(at: Timestamp, months: bigint, zone?: string): Timestamp {
  return moveLocal(at, zone, (local) => {
    const date = new Date(local)
    const first = toUtcTime(date.getUTCFullYear(), date.getUTCMonth() + Number(clamp(months, most.months)), 1)
    const last = new Date(first)
    last.setUTCMonth(last.getUTCMonth() + 1, 0)
    return first + (Math.min(date.getUTCDate(), last.getUTCDate()) - 1) * dayLength + (local - startOf(local, 'day'))
  })
}

export function addYears(at: Timestamp, years: bigint, zone?: string): Timestamp {
  return addMonths(at, clamp(years, most.months) * 12n, zone)
}

/** The first moment of the day, the week (ISO 8601: from Monday), the month or the year. */
export function startOfUnit(at: Timestamp, unit: CalendarUnit, zone?: string): Timestamp {
  return moveLocal(at, zone, (local) => startOf(local, unit))
}

/** The first moment of a date: `midnight` is its midnight in UTC, in milliseconds. */
export function startOfDate(midnight: number, zone?: string): Timestamp {
  return clampTimestamp(toInstant(midnight, zone ?? 'UTC') ?? midnight)
}

export const calendarUnits = ['day', 'week', 'month', 'year'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/**
 * RFC 3339 with the offset of the zone, to the minute: `2026-03-30T09:00:00+02:00`. With that of UTC where the zone's clocks show a
 * year that four digits cannot write.
 */
export function printInZone({ ms }: Timestamp, zone: string): string {
  const minutes = Math.trunc((findOffset(ms, zone) ?? 0) / 60_000)
  const local = ms + minutes * 60_000
  return clampTimestamp(local).ms === local ? printAtOffset(local, minutes) : printAtOffset(ms, 0)
}

function printAtOffset(local: number, minutes: number): string {
  const twoDigits = (number: number): string => String(Math.trunc(Math.abs(number))).padStart(2, '0')
  return `${printTimestampValue(local).slice(0, -1)}${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
}

function startOf(local: number, unit: CalendarUnit): number {
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (unit) {
    case 'day':
      return toUtcTime(year, month, day)
    case 'week':
      return toUtcTime(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'month':
      return toUtcTime(year, month, 1)
    case 'year':
      return toUtcTime(year, 0, 1)
  }
}

/** Unlike `Date.UTC`, keeps years below 100 as they are. */
function toUtcTime(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}

function moveLocal({ ms }: Timestamp, zone: string | undefined, move: (local: number) => number): Timestamp {
  const known = zone !== undefined && findOffset(ms, zone) !== undefined ? zone : 'UTC'
  const before = ms + findOffset(ms, known)!
  const local = move(before)
  // If the local time stays, the instant stays: a local time that clocks show twice belongs to two instants.
  return local === before ? { kind: 'timestamp', ms } : clampTimestamp(toInstant(local, known)!)
}

function clamp(count: bigint, limit: bigint): bigint {
  if (count > limit) return limit
  return count < -limit ? -limit : count
}
