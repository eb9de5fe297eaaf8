// Fields of timestamps (in UTC or in a zone) and of durations.

import type { Calendar } from '../../base/calendar.ts'
import { parseDate } from '../../base/time.ts'
import type { Duration, Timestamp } from '../value.ts'
import { addDays, addMonths, addYears, calendarUnits, startOfDate, startOfUnit, printInZone } from '../values/calendar-time.ts'
import { readCalendar, clampDuration } from '../values/time.ts'
import { fail } from '../values/failure.ts'
import { type Overload, makeOverload } from './signature.ts'

/** The reason why a call can fail; such a function then uses UTC. */
export const noZone = 'the text can be no time zone'
const zoneMayFail = { mayFail: noZone }

/** As CEL counts: months and days of the year from 0, `getDate` from 1, Sunday is 0. */
const fields: Readonly<Record<string, (calendar: Calendar) => number>> = {
  getFullYear: (calendar) => calendar.year,
  getMonth: (calendar) => calendar.month - 1,
  getDate: (calendar) => calendar.day,
  getDayOfMonth: (calendar) => calendar.day - 1,
  getDayOfYear: (calendar) => calendar.dayOfYear - 1,
  getDayOfWeek: (calendar) => calendar.dayOfWeek,
  getHours: (calendar) => calendar.hour,
  getMinutes: (calendar) => calendar.minute,
  getSeconds: (calendar) => calendar.second,
  getMilliseconds: (calendar) => calendar.millisecond,
}

/** Methods that read a field of the calendar. */
export const timeParts: ReadonlySet<string> = new Set(Object.keys(fields))

const lengths: Readonly<Record<string, (ms: number) => number>> = {
  getHours: (ms) => Math.trunc(ms / 3600000),
  getMinutes: (ms) => Math.trunc(ms / 60000),
  getSeconds: (ms) => Math.trunc(ms / 1000),
  // The milliseconds beyond the whole seconds.
  getMilliseconds: (ms) => ms % 1000,
}

function makeTimestampOverloads(name: string): Overload[] {
  const field = fields[name]!
  return [
    makeOverload(`timestamp.${name}(): int`, (timestamp: Timestamp) => BigInt(field(readCalendar(timestamp)))),
    makeOverload(
      `timestamp.${name}(string): int`,
      (timestamp: Timestamp, zone: string) => BigInt(field(readCalendar(timestamp, zone))),
      zoneMayFail,
    ),
  ]
}

/** Milliseconds of each unit. */
const units: Readonly<Record<string, number>> = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 }

/** `format: date` excludes this failure. */
const noDate = { mayFail: 'the text can be no date' }
const noDateOrZone = { mayFail: 'the text can be no date, or the zone none' }

function startOf(text: string, zone?: string): Timestamp {
  return startOfDate(parseDate(text) ?? fail('conversion', `${JSON.stringify(text)} is not an RFC 3339 full-date`), zone)
}

const calendarOperations = { addDays, addMonths, addYears }

function makeCalendarFunctions(): Overload[] {
  return [
    ...Object.entries(calendarOperations).flatMap(([name, add]) => [
      makeOverload(`timestamp.${name}(int): timestamp`, (timestamp: Timestamp, count: bigint) => add(timestamp, count)),
      makeOverload(
        `timestamp.${name}(int, string): timestamp`,
        (timestamp: Timestamp, count: bigint, zone: string) => add(timestamp, count, zone),
        zoneMayFail,
      ),
    ]),
    ...calendarUnits.flatMap((unit) => {
      const name = `startOf${unit[0]!.toUpperCase()}${unit.slice(1)}`
      return [
        makeOverload(`timestamp.${name}(): timestamp`, (timestamp: Timestamp) => startOfUnit(timestamp, unit)),
        makeOverload(
          `timestamp.${name}(string): timestamp`,
          (timestamp: Timestamp, zone: string) => startOfUnit(timestamp, unit, zone),
          zoneMayFail,
        ),
      ]
    }),
    makeOverload('string.startOfDay(): timestamp', (date: string) => startOf(date), noDate),
    makeOverload('string.startOfDay(string): timestamp', (date: string, zone: string) => startOf(date, zone), noDateOrZone),
    makeOverload('string(timestamp, string): string', printInZone, zoneMayFail),
    ...Object.entries(units).map(([name, length]) =>
      makeOverload(`${name}(int): duration`, (count: bigint) => clampDuration(Number(count) * length)),
    ),
  ]
}

export const times = [
  ...makeCalendarFunctions(),
  ...Object.keys(fields).flatMap(makeTimestampOverloads),
  ...Object.entries(lengths).map(([name, length]) => makeOverload(`duration.${name}(): int`, ({ ms }: Duration) => BigInt(length(ms)))),
]

/** Functions of a timestamp that read their last argument as a time zone. */
export const zonedFunctions: ReadonlySet<string> = new Set(times.filter(({ mayFail }) => mayFail === noZone).map(({ name }) => name))
