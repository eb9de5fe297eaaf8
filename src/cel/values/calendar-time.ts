// Arithmetic by the calendar of a zone: days, months and years have no fixed length, and clocks are put forward and back.

import { instantAt, offsetAt } from '../../base/calendar.ts'
import type { Timestamp } from '../value.ts'
import { nearestTimestamp } from './time.ts'

/** More of them lead beyond all timestamps. */
const most = { days: 4_000_000n, months: 120_000n }

const dayLength = 86_400_000

/** The same time of day, so many days later or, if negative, earlier. A text that is no zone is read as UTC. */
export function addDays(at: Timestamp, days: bigint, zone?: string): Timestamp {
  return moved(at, zone, (local) => local + Number(clamp(days, most.days)) * dayLength)
}

/** The same day of the month and time of day; where the month is shorter, its last day. */
export function addMonths(at: Timestamp, months: bigint, zone?: string): Timestamp {
  return moved(at, zone, (local) => {
    const date = new Date(local)
    const first = utcTime(date.getUTCFullYear(), date.getUTCMonth() + Number(clamp(months, most.months)), 1)
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
  return moved(at, zone, (local) => startOf(local, unit))
}

export const calendarUnits = ['day', 'week', 'month', 'year'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/** RFC 3339 with the offset of the zone: `2026-03-30T09:00:00+02:00`. */
export function textInZone({ ms }: Timestamp, zone: string): string {
  const offset = offsetAt(ms, zone) ?? 0
  const minutes = Math.abs(Math.trunc(offset / 60_000))
  const two = (number: number): string => String(number).padStart(2, '0')
  const local = new Date(ms + offset).toISOString().replace('.000Z', 'Z').slice(0, -1)
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}

function startOf(local: number, unit: CalendarUnit): number {
  const date = new Date(local)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (unit) {
    case 'day': return utcTime(year, month, day)
    case 'week': return utcTime(year, month, day - ((date.getUTCDay() + 6) % 7))
    case 'month': return utcTime(year, month, 1)
    case 'year': return utcTime(year, 0, 1)
  }
}

/** Unlike `Date.UTC`, it takes the years before 100 as they are. */
function utcTime(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}

function moved({ ms }: Timestamp, zone: string | undefined, move: (local: number) => number): Timestamp {
  const known = zone !== undefined && offsetAt(ms, zone) !== undefined ? zone : 'UTC'
  const local = move(ms + offsetAt(ms, known)!)
  return nearestTimestamp(instantAt(local, known) ?? local)
}

function clamp(count: bigint, limit: bigint): bigint {
  return count > limit ? limit : count < -limit ? -limit : count
}
