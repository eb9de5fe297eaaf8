// The calendar fields of an instant, in UTC, at fixed offsets and in named zones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCalendar } from '../../src/base/calendar.ts'

const at = Date.parse('2024-12-31T23:45:30.250Z')

test('computes the fields of an instant in a time zone', () => {
  assert.deepEqual(toCalendar(at), {
    year: 2024,
    month: 12,
    day: 31,
    dayOfYear: 366,
    dayOfWeek: 2,
    hour: 23,
    minute: 45,
    second: 30,
    millisecond: 250,
  })
  const local = toCalendar(at, 'Asia/Kathmandu')!
  assert.deepEqual([local.year, local.day, local.hour, local.minute, local.millisecond, local.dayOfYear], [2025, 1, 5, 30, 250, 1])
  assert.deepEqual(toCalendar(at, '+05:45'), local)
  assert.deepEqual(toCalendar(at, '05:45'), local)
  assert.equal(toCalendar(at, '-23:45')!.hour, 0)
})

test('respects summer time', () => {
  const hour = (text: string) => toCalendar(Date.parse(text), 'Europe/Oslo')!.hour
  assert.deepEqual(['2024-03-31T00:59:59Z', '2024-03-31T01:00:00Z', '2024-10-27T00:59:59Z', '2024-10-27T01:00:00Z'].map(hour), [1, 3, 2, 2])
})

test('reads years before 100, and refuses unknown time zones', () => {
  assert.equal(toCalendar(-62135596800000)!.year, 1)
  assert.equal(toCalendar(-62135596800000, 'UTC')!.dayOfYear, 1)
  for (const zone of ['Mars/Olympus', '+24:00', '5:00', '']) assert.equal(toCalendar(at, zone), undefined, zone)
})
