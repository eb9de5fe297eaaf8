// Translates parts and texts of a row's times, in UTC or at an offset. A time is a text of 24 characters in UTC (`printTimestamp`).

import { parseFixedOffset } from '../../../base/calendar.ts'
import { firstInstant, lastInstant } from '../../../cel/values/time.ts'
import { printTimestamp } from '../../../base/time.ts'
import type { Expression } from '../../../cel/expression.ts'
import { timeParts } from '../../../cel/library/times.ts'
import type { DayPart } from '../dialect.ts'
import { printSqlLiteral } from '../names.ts'
import { failTranslation } from './translation.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** A call such as `this.at.getHours("+02:00")` or `string(this.at)`: the time, its offset in minutes, and whether an offset is written. */
type TimeCall = { readonly name: string; readonly time: Expression; readonly minutes: number; readonly hasOffset: boolean }

/** Undefined for other calls. Fails for the name of a zone, because databases may have other rules for it. */
export function timeCallOf({ name, target, arguments: args }: Call): TimeCall | undefined {
  const [time, zone] = target === undefined ? args : [target, ...args]
  if (time?.type.kind !== 'timestamp' || (name !== 'string' && !timeParts.has(name))) return undefined
  if (zone === undefined) return { name, time, minutes: 0, hasOffset: false }
  const offset = zone.kind === 'literal' && typeof zone.value === 'string' ? parseFixedOffset(zone.value) : undefined
  return offset === undefined ? failTranslation() : { name, time, minutes: offset / 60_000, hasOffset: true }
}

/** `sql`: an integer; no absolute value is greater than `maxTimePart`. `dayPart`: that of the dialect. */
export function timePartSql(
  { name, minutes }: Pick<TimeCall, 'name' | 'minutes'>,
  time: string,
  dayPart: (time: string, part: DayPart, minutes: number) => string,
): string {
  const digits = (start: number, length: number): string => `CAST(substr(${time}, ${start}, ${length}) AS bigint)`
  const minuteOfDay = `((${digits(12, 2)} * 60 + ${digits(15, 2)} + ${minutes + 1440}) % 1440)`
  const day = (part: DayPart, afterLast: number): string =>
    minutes > 0
      ? `CASE WHEN ${isOutside(time, minutes)} THEN ${afterLast} ELSE ${dayPart(time, part, minutes)} END`
      : dayPart(time, part, minutes)
  switch (name) {
    case 'getFullYear':
      return minutes === 0 ? digits(1, 4) : day('year', 10_000)
    case 'getMonth':
      return `(${minutes === 0 ? digits(6, 2) : day('month', 1)} - 1)`
    case 'getDate':
      return minutes === 0 ? digits(9, 2) : day('day', 1)
    case 'getDayOfMonth':
      return `(${minutes === 0 ? digits(9, 2) : day('day', 1)} - 1)`
    case 'getDayOfYear':
      return `(${day('dayOfYear', 1)} - 1)`
    // 1 January 10000 is a Saturday.
    case 'getDayOfWeek':
      return day('dayOfWeek', 6)
    case 'getHours':
      return `(${minuteOfDay} / 60)`
    case 'getMinutes':
      return `(${minuteOfDay} % 60)`
    case 'getSeconds':
      return digits(18, 2)
    case 'getMilliseconds':
      return digits(21, 3)
    default:
      return failTranslation()
  }
}

export const maxTimePart = 10_000n

/** The text that `string` gives; `localText`: `2026-03-30T09:00:00` of the dialect. */
export function timeTextSql(
  { minutes, hasOffset }: Pick<TimeCall, 'minutes' | 'hasOffset'>,
  time: string,
  localText: (time: string, minutes: number) => string,
): string {
  const fraction = `CASE substr(${time}, 20, 4) WHEN '.000' THEN '' ELSE substr(${time}, 20, 4) END`
  const atUtc = (suffix: string): string => `(substr(${time}, 1, 19) || ${fraction} || ${printSqlLiteral(suffix)})`
  if (minutes === 0) return atUtc(hasOffset ? '+00:00' : 'Z')
  const twoDigits = (number: number): string => String(Math.trunc(Math.abs(number))).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`
  return `CASE WHEN ${isOutside(time, minutes)} THEN ${atUtc('+00:00')} ELSE ${localText(time, minutes)} || ${fraction} || ${printSqlLiteral(offset)} END`
}

/** True if clocks at the offset show a year that four digits cannot write. */
function isOutside(time: string, minutes: number): string {
  return minutes > 0
    ? `${time} > ${printSqlLiteral(printTimestamp(lastInstant - minutes * 60_000))}`
    : `${time} < ${printSqlLiteral(printTimestamp(firstInstant - minutes * 60_000))}`
}
