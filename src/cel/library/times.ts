// Fields of timestamps (in UTC or in a zone) and of durations.

import type { Calendar } from '../../base/calendar.ts'
import type { Duration, Timestamp } from '../value.ts'
import { calendarOf } from '../values/time.ts'
import { type Overload, overload } from './signature.ts'

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

const lengths: Readonly<Record<string, (ms: number) => number>> = {
  getHours: (ms) => Math.trunc(ms / 3600000),
  getMinutes: (ms) => Math.trunc(ms / 60000),
  getSeconds: (ms) => Math.trunc(ms / 1000),
  // Not all milliseconds, but those beyond the whole seconds.
  getMilliseconds: (ms) => ms % 1000,
}

function ofTimestamp(name: string): Overload[] {
  const field = fields[name]!
  return [
    overload(`timestamp.${name}(): int`, (at: Timestamp) => BigInt(field(calendarOf(at)))),
    overload(`timestamp.${name}(string): int`, (at: Timestamp, zone: string) => BigInt(field(calendarOf(at, zone))), {
      mayFail: 'the text can be no time zone',
    }),
  ]
}

export const times = [
  ...Object.keys(fields).flatMap(ofTimestamp),
  ...Object.entries(lengths).map(([name, length]) => overload(`duration.${name}(): int`, ({ ms }: Duration) => BigInt(length(ms)))),
]
