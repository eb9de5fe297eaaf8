// Recurrence rules of RFC 5545 (section 3.3.10) for days and times of a calendar: reads a rule, and finds its occurrences in a zone.

import { toInstant, isZoneText, findOffset } from './calendar.ts'

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
export type Frequency = (typeof frequencies)[number]

/** A weekday; `ordinal`: the first (1), second or last (-1) of the month or year. 0 is Monday. */
type Weekday = { readonly day: number; readonly ordinal?: number }

/** An empty list of dates leaves them to the start; empty lists of hours, minutes and seconds are 0. */
export type Recurrence = {
  readonly text: string
  readonly frequency: Frequency
  readonly interval: number
  readonly months: readonly number[]
  readonly monthDays: readonly number[]
  readonly weekdays: readonly Weekday[]
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  readonly seconds: readonly number[]
  readonly positions: readonly number[]
  readonly weekStart: number
}

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The parts that are lists of numbers, with their bounds; negative ones count from the end. */
const numberLists: { readonly [part: string]: readonly [least: number, most: number] } = {
  BYMONTH: [1, 12],
  BYMONTHDAY: [-31, 31],
  BYHOUR: [0, 23],
  BYMINUTE: [0, 59],
  BYSECOND: [0, 59],
  BYSETPOS: [-366, 366],
}

const refusedParts: { readonly [part: string]: string } = {
  COUNT: 'a transition to another state ends the recurrence',
  UNTIL: 'a transition to another state ends the recurrence',
  BYYEARDAY: 'name the day by `BYMONTH` and `BYMONTHDAY`',
  BYWEEKNO: 'name the days by `BYMONTH` and `BYDAY`',
}

export function parseRecurrence(text: string): Recurrence | { readonly problem: string } {
  const parts = new Map<string, string>()
  for (const part of text.trim().split(';')) {
    const [name = '', value = ''] = part.split('=')
    if (value === '' || part.split('=').length !== 2) return { problem: `\`${part}\` is not of the form \`NAME=VALUE\`` }
    if (parts.has(name)) return { problem: `\`${name}\` is there twice` }
    parts.set(name, value)
  }
  const frequency = frequencies.find((each) => each === parts.get('FREQ'))
  if (frequency === undefined)
    return { problem: `\`FREQ\` is one of ${frequencies.join(', ')}; a shorter time is a duration such as \`PT1H\`` }
  const lists = new Map<string, readonly number[]>()
  for (const [name, value] of parts) {
    const refused = refusedParts[name]
    if (refused !== undefined) return { problem: `\`${name}\` is not supported: ${refused}` }
    const bounds = numberLists[name]
    if (bounds !== undefined) {
      const numbers = value.split(',').map((each) => (/^[+-]?\d{1,3}$/.test(each) ? Number(each) : Number.NaN))
      const isValid = (number: number): boolean => number >= bounds[0] && number <= bounds[1] && (bounds[0] >= 0 || number !== 0)
      if (!numbers.every(isValid)) return { problem: `\`${name}\` has numbers from ${bounds[0]} to ${bounds[1]}` }
      lists.set(name, numbers)
    } else if (!['FREQ', 'INTERVAL', 'BYDAY', 'WKST'].includes(name)) return { problem: `\`${name}\` is not a part of a recurrence rule` }
  }
  const interval = /^[1-9]\d{0,3}$/.test(parts.get('INTERVAL') ?? '1') ? Number(parts.get('INTERVAL') ?? 1) : 0
  if (interval === 0) return { problem: '`INTERVAL` is a number from 1 to 9999' }
  const weekStart = dayNames.indexOf(parts.get('WKST') ?? 'MO')
  if (weekStart < 0) return { problem: '`WKST` is a day: MO, TU, WE, TH, FR, SA or SU' }
  const weekdays = parseWeekdays(parts.get('BYDAY'))
  if (weekdays === undefined) return { problem: '`BYDAY` has days such as `MO`, `1FR` (the first) or `-1SU` (the last)' }
  const listOf = (name: string): readonly number[] => lists.get(name) ?? []
  const rule: Recurrence = {
    text: text.trim(),
    frequency,
    interval,
    months: listOf('BYMONTH'),
    monthDays: listOf('BYMONTHDAY'),
    weekdays,
    hours: listOf('BYHOUR'),
    minutes: listOf('BYMINUTE'),
    seconds: listOf('BYSECOND'),
    positions: listOf('BYSETPOS'),
    weekStart,
  }
  const problem = findConflict(rule)
  return problem === undefined ? rule : { problem }
}

function parseWeekdays(value: string | undefined): readonly Weekday[] | undefined {
  const days = (value?.split(',') ?? []).map((each): Weekday | undefined => {
    const [, ordinal, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(each) ?? []
    const day = dayNames.indexOf(name)
    if (day < 0 || (ordinal !== undefined && (Number(ordinal) === 0 || Math.abs(Number(ordinal)) > 53))) return undefined
    return ordinal === undefined ? { day } : { day, ordinal: Number(ordinal) }
  })
  return days.every((each) => each !== undefined) ? days : undefined
}

function findConflict({ frequency, weekdays, monthDays, positions, ...rest }: Recurrence): string | undefined {
  if (weekdays.some(({ ordinal }) => ordinal !== undefined) && (frequency === 'DAILY' || frequency === 'WEEKLY'))
    return '`BYDAY` counts days only in a month or a year: write the day alone'
  if (frequency === 'WEEKLY' && monthDays.length > 0) return '`BYMONTHDAY` has no meaning in a week'
  const isSingle = weekdays.length + monthDays.length + rest.months.length + rest.hours.length + rest.minutes.length === 0
  return positions.length > 0 && isSingle ? '`BYSETPOS` selects among the times of another part' : undefined
}

const dayLength = 86_400_000

/** The calendar repeats after 400 years: a rule without an occurrence in so many periods has none, or hardly one. */
const mostPeriods: { readonly [frequency in Frequency]: number } = { DAILY: 20_000, WEEKLY: 20_871, MONTHLY: 4800, YEARLY: 400 }

/**
 * The first occurrence after an instant. `start` is an instant whose date begins the rule: RFC 5545's DTSTART is the midnight of that date.
 * Undefined if there is none.
 */
export function findNextOccurrence(rule: Recurrence, zone: string, start: number, after: number): number | undefined {
  return search(rule, zone, start, after, 1, (instants) => instants.find((each) => each > after))
}

/** The last occurrence up to an instant. */
export function findLastOccurrence(rule: Recurrence, zone: string, start: number, until: number): number | undefined {
  return search(rule, zone, start, until, -1, (instants) => instants.findLast((each) => each <= until))
}

function search(
  rule: Recurrence,
  zoneText: string,
  start: number,
  near: number,
  step: 1 | -1,
  choose: (instants: readonly number[]) => number | undefined,
): number | undefined {
  // A text that is not a time zone is read as UTC, as in expressions.
  const zone = isZoneText(zoneText) ? zoneText : 'UTC'
  const startDay = dayOf(start, zone)
  const first = periodOf(rule, startDay)
  // A period earlier or later, because an hour that clocks skip moves an occurrence.
  const from = Math.floor((periodOf(rule, dayOf(near, zone)) - first) / rule.interval) - step
  for (let index = from, count = 0; count < mostPeriods[rule.frequency]; index += step, count++) {
    if (index < 0) {
      if (step < 0) return undefined
      continue
    }
    const period = first + index * rule.interval
    const instants = listOccurrences(rule, period, startDay)
      .flatMap((local) => (local < startDay ? [] : (toInstant(local, zone) ?? [])))
      .toSorted((a, b) => a - b)
    const chosen = choose(instants)
    if (chosen !== undefined) return chosen
  }
  return undefined
}

/** The local midnight of an instant's date, as if it were UTC. */
function dayOf(instant: number, zone: string): number {
  return Math.floor((instant + findOffset(instant, zone)!) / dayLength) * dayLength
}

/** The number of the period that contains a day. */
function periodOf({ frequency, weekStart }: Recurrence, day: number): number {
  const date = new Date(day)
  switch (frequency) {
    case 'DAILY':
      return day / dayLength
    case 'WEEKLY':
      // 1970-01-01 was a Thursday.
      return Math.floor((day / dayLength + 3 - weekStart) / 7)
    case 'MONTHLY':
      return date.getUTCFullYear() * 12 + date.getUTCMonth()
    case 'YEARLY':
      return date.getUTCFullYear()
  }
}

/** The local times of a period, in their order, as if they were UTC. */
function listOccurrences(rule: Recurrence, period: number, startDay: number): readonly number[] {
  const times = listTimes(rule)
  const all = listDays(rule, period, startDay).flatMap((day) => times.map((time) => day + time))
  if (rule.positions.length === 0) return all
  return [...new Set(rule.positions.flatMap((position) => all.at(position > 0 ? position - 1 : position) ?? []))].toSorted((a, b) => a - b)
}

/** Milliseconds since midnight. */
function listTimes({ hours, minutes, seconds }: Recurrence): readonly number[] {
  const orZero = (list: readonly number[]): readonly number[] => (list.length === 0 ? [0] : list.toSorted((a, b) => a - b))
  return orZero(hours).flatMap((hour) =>
    orZero(minutes).flatMap((minute) => orZero(seconds).map((second) => ((hour * 60 + minute) * 60 + second) * 1000)),
  )
}

const allMonths = Array.from({ length: 12 }, (_, month) => month + 1)

function listDays(rule: Recurrence, period: number, startDay: number): readonly number[] {
  const { frequency, months, monthDays, weekdays, weekStart } = rule
  const inMonths = (day: number): boolean => months.length === 0 || months.includes(new Date(day).getUTCMonth() + 1)
  const onWeekday = (day: number): boolean => weekdays.length === 0 || weekdays.some((each) => each.day === weekdayOf(day))
  if (frequency === 'DAILY') {
    const day = period * dayLength
    return inMonths(day) && onWeekday(day) && (monthDays.length === 0 || isMonthDay(day, monthDays)) ? [day] : []
  }
  if (frequency === 'WEEKLY') {
    const week = listNumbers((period * 7 - 3 + weekStart) * dayLength, 7)
    return week.filter((day) => inMonths(day) && (weekdays.length === 0 ? weekdayOf(day) === weekdayOf(startDay) : onWeekday(day)))
  }
  const start = new Date(startDay)
  const leavesDay = monthDays.length === 0 && weekdays.length === 0
  const days =
    frequency === 'MONTHLY'
      ? listDaysOfMonth(period)
      : leavesDay && months.length === 0
        ? listDaysOfMonth(period * 12 + start.getUTCMonth())
        : (months.length === 0 ? allMonths : months.toSorted((a, b) => a - b)).flatMap((month) => listDaysOfMonth(period * 12 + month - 1))
  if (leavesDay) return days.filter((day) => inMonths(day) && new Date(day).getUTCDate() === start.getUTCDate())
  const counted = frequency === 'YEARLY' && months.length === 0 ? days : undefined
  return days.filter(
    (day) =>
      inMonths(day) &&
      (monthDays.length === 0 || isMonthDay(day, monthDays)) &&
      (weekdays.length === 0 || weekdays.some((each) => isCountedDay(day, each, counted))),
  )
}

/** `within`: the days that an ordinal counts; left out, those of the day's month. */
function isCountedDay(day: number, { day: weekday, ordinal }: Weekday, within: readonly number[] | undefined): boolean {
  if (weekdayOf(day) !== weekday) return false
  if (ordinal === undefined) return true
  const date = new Date(day)
  const days = within ?? listDaysOfMonth(date.getUTCFullYear() * 12 + date.getUTCMonth())
  const [first, last] = [days[0]!, days.at(-1)!]
  const place = ordinal > 0 ? Math.floor((day - first) / dayLength / 7) + 1 : -Math.floor((last - day) / dayLength / 7) - 1
  return place === ordinal
}

function isMonthDay(day: number, monthDays: readonly number[]): boolean {
  const date = new Date(day)
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return monthDays.some((each) => (each > 0 ? each : length + 1 + each) === date.getUTCDate())
}

/** The days of a month, which is counted from year 0. */
function listDaysOfMonth(month: number): readonly number[] {
  const [year, index] = [Math.floor(month / 12), month % 12]
  const length = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return listNumbers(Date.UTC(year, index, 1), length)
}

function listNumbers(first: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => first + index * dayLength)
}

/** 0 is Monday. */
function weekdayOf(day: number): number {
  return (new Date(day).getUTCDay() + 6) % 7
}
