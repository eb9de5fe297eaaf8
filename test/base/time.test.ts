import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDuration, printDuration } from '../../src/base/duration.ts'
import { parseSize } from '../../src/base/size.ts'
import { isTime, parseDate, parseTimestamp, printDate, printTimestamp } from '../../src/base/time.ts'

const instant = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })

test('prints an instant in one form, and parses that form', () => {
  const normal = (text: string): string | undefined => {
    const ms = parseTimestamp(text)
    return ms === undefined ? undefined : printTimestamp(ms)
  }
  assert.equal(normal('2026-11-21T15:00:00Z'), '2026-11-21T15:00:00.000Z')
  assert.equal(normal('2026-11-21t15:00:00.5z'), '2026-11-21T15:00:00.500Z')
  assert.equal(normal('2026-11-21T15:00:00.123456789+02:00'), '2026-11-21T13:00:00.123Z')
  assert.equal(normal('2026-11-21T23:59:59.9999-00:30'), '2026-11-22T00:29:59.999Z')
  assert.equal(normal('0050-02-28T00:00:00Z'), '0050-02-28T00:00:00.000Z')
  assert.equal(normal('2024-02-29T00:00:00Z'), '2024-02-29T00:00:00.000Z')
  for (const text of [
    '2023-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T23:59:60Z',
    '2026-11-21 15:00:00Z',
    '2026-11-21T15:00:00',
    '2026-11-21T15:00Z',
    '2026-11-21T15:00:00+24:00',
    '2026-11-21T15:00:00+0200',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-11-21T15:00:00.Z',
    ' 2026-11-21T15:00:00Z',
    '2026-11-21T15:00:00Z\n',
    '২026-11-21T15:00:00Z',
  ]) {
    assert.equal(normal(text), undefined, text)
  }
  fc.assert(fc.property(instant, (date) => assert.equal(parseTimestamp(printTimestamp(date.getTime())), date.getTime())))
})

test('printed instants sort in time order', () => {
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      assert.equal(printTimestamp(a.getTime()) < printTimestamp(b.getTime()), a.getTime() < b.getTime())
    }),
  )
})

test('parses dates and times of day of RFC 3339 only', () => {
  assert.equal(printDate(parseDate('2026-02-28')!), '2026-02-28')
  for (const text of ['2026-02-29', '2026-2-28', '20260228', '2026-02-28Z']) assert.equal(parseDate(text), undefined, text)
  for (const text of ['23:59:59Z', '08:30:06.283185Z', '08:30:06+05:30']) assert.ok(isTime(text), text)
  for (const text of ['23:59:60Z', '24:00:00Z', '08:30:06', '08:30Z', '08:30:06+24:00']) assert.ok(!isTime(text), text)
})

test('parses durations to the millisecond and prints them; refuses months and years', () => {
  const read: [string, number][] = [
    ['PT30S', 30_000],
    ['PT1.5S', 1500],
    ['PT0.1S', 100],
    ['PT0.0019S', 1],
    ['P1DT12H', 129_600_000],
    ['P2W', 1_209_600_000],
    ['PT0S', 0],
    ['PT1M', 60_000],
  ]
  for (const [text, ms] of read) assert.equal(parseDuration(text), ms, text)
  for (const text of ['P1M', 'P1Y', 'P1Y2D', 'P2MT1H'])
    assert.match((parseDuration(text) as { problem: string }).problem, /^Months and years/, text)
  for (const text of ['P', 'PT', 'P1', 'P1H', 'PT1D', 'PT1.5H', 'PT1.S', 'pt1h', '3x', '1ms', '', 'PT1M1H']) {
    assert.match((parseDuration(text) as { problem: string }).problem, /^A duration is written/, text)
  }
  const near = { '7d': 'P7D', '1D': 'P1D', '24h': 'PT24H', '15 s': 'PT15S', '1m': 'PT1M', '90 minutes': 'PT90M', '2weeks': 'P2W' }
  for (const [text, meant] of Object.entries(near))
    assert.equal((parseDuration(text) as { problem: string }).problem, `Write \`${meant}\`, as ISO 8601 has it.`)
  assert.match((parseDuration('60') as { problem: string }).problem, /`PT60S` is 60 seconds/)
  assert.match((parseDuration(`P${'9'.repeat(20)}D`) as { problem: string }).problem, /too long/)
  assert.equal(printDuration(129_601_500), 'P1DT12H1.5S')
  fc.assert(fc.property(fc.nat({ max: 10 ** 12 }), (ms) => assert.equal(parseDuration(printDuration(ms)), ms)))
})

test('parses a size as an integer with a decimal or binary unit', () => {
  const read: [string, number][] = [
    ['64KiB', 65_536],
    ['1MB', 1_000_000],
    ['1 MiB', 1_048_576],
    ['0', 0],
    ['12', 12],
    ['12B', 12],
    ['10kB', 10_000],
    ['10KB', 10_000],
  ]
  for (const [text, bytes] of read) assert.equal(parseSize(text), bytes, text)
  for (const text of ['64kib', '1TB', '-1', '1.5', 'KiB', '', '1e3', '99999999999999GB']) assert.equal(parseSize(text), undefined, text)
})
