// The calendar's view of an instant, in UTC, at fixed offsets and in named zones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar } from '../../src/base/calendar.ts'

const at = Date.parse('2024-12-31T23:45:30.250Z')

test('fields are those of the zone', () => {
  assert.deepEqual(calendar(at), { year: 2024, month: 12, day: 31, dayOfYear: 366, dayOfWeek: 2, hour: 23, minute: 45, second: 30, millisecond: 250 })
  const there = calendar(at, 'Asia/Kathmandu')!
  assert.deepEqual([there.year, there.day, there.hour, there.minute, there.millisecond, there.dayOfYear], [2025, 1, 5, 30, 250, 1])
  assert.deepEqual(calendar(at, '+05:45'), there)
  assert.deepEqual(calendar(at, '05:45'), there)
  assert.equal(calendar(at, '-23:45')!.hour, 0)
})

test('summer time moves the clock', () => {
  const hour = (text: string) => calendar(Date.parse(text), 'Europe/Oslo')!.hour
  assert.deepEqual(['2024-03-31T00:59:59Z', '2024-03-31T01:00:00Z', '2024-10-27T00:59:59Z', '2024-10-27T01:00:00Z'].map(hour), [1, 3, 2, 2])
})

test('years before 100 are themselves, and what is not a zone is none', () => {
  assert.equal(calendar(-62135596800000)!.year, 1)
  assert.equal(calendar(-62135596800000, 'UTC')!.dayOfYear, 1)
  for (const zone of ['Mars/Olympus', '+24:00', '5:00', '']) assert.equal(calendar(at, zone), undefined, zone)
})
