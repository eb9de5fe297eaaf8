// Values of one kind of column as values of another: the same, the nearest, or none.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ColumnKind, convertValue } from '../../src/store/sqlite/convert.ts'
import type { SqlValue } from '../../src/store/sql/database.ts'

const kind = (word: Exclude<ColumnKind['kept']['kind'], 'decimal'>, json?: ColumnKind['json']): ColumnKind => ({
  kept: { kind: word },
  ...(json === undefined ? {} : { json }),
})
const list = (items: NonNullable<ColumnKind['items']>): ColumnKind => ({ kept: { kind: 'json' }, json: 'list', items })
const decimal = (scale: number): ColumnKind => ({ kept: { kind: 'decimal', scale } })
const any = kind('json', 'anything')

const rows: readonly (readonly [
  about: string,
  value: SqlValue,
  from: ColumnKind,
  to: ColumnKind,
  expected: SqlValue | undefined,
  exact?: boolean,
])[] = [
  ['digits are an integer', '42', kind('text'), kind('integer'), 42n, true],
  ['leading zeros are lost', '007', kind('text'), kind('integer'), 7n, false],
  ['a word is not an integer', 'forty', kind('text'), kind('integer'), undefined],
  ['what is beyond 64 bits is none', '9223372036854775808', kind('text'), kind('integer'), undefined],
  ['an integer has a text', -5n, kind('integer'), kind('text'), '-5', true],
  ['more digits lose nothing', 1250n, decimal(2), decimal(3), 12500n, true],
  ['fewer round half away from zero', -1005n, decimal(3), decimal(2), -101n, false],
  ['fewer lose nothing where they are zeros', 1200n, decimal(3), decimal(1), 12n, true],
  ['more digits than 64 bits hold', 9223372036854775807n, decimal(0), decimal(1), undefined],
  ['a decimal of any scale', 1250n, decimal(2), kind('json', 'number'), '12.5', true],
  ['and back', '12.5', kind('json', 'number'), decimal(2), 1250n, true],
  ['a double as what it prints as', 0.1, kind('double'), decimal(2), 10n, true],
  ['a double that is whole', 3, kind('double'), kind('integer'), 3n, true],
  ['a double that is not', 2.5, kind('double'), kind('integer'), 3n, false],
  ['an integer that a double has', 2n ** 53n, kind('integer'), kind('double'), 2 ** 53, true],
  ['an integer that none has', 2n ** 53n + 1n, kind('integer'), kind('double'), 2 ** 53, false],
  ['a moment in UTC', '2026-01-01T00:00:00Z', kind('text'), kind('timestamp'), '2026-01-01T00:00:00.000Z', true],
  ['a moment elsewhere', '2026-01-01T02:00:00+02:00', kind('text'), kind('timestamp'), '2026-01-01T00:00:00.000Z', false],
  ['digits beyond the millisecond', '2026-01-01T00:00:00.0001Z', kind('text'), kind('timestamp'), '2026-01-01T00:00:00.000Z', false],
  ['a day is not a moment', '2026-01-01', kind('text'), kind('timestamp'), undefined],
  ['a moment has a text', '2026-01-01T00:00:00.000Z', kind('timestamp'), kind('text'), '2026-01-01T00:00:00.000Z', true],
  ['a duration has a text', 60000n, kind('duration'), kind('text'), 'PT1M', true],
  ['and back', 'PT1M', kind('text'), kind('duration'), 60000n, true],
  ['true is a word', 1n, kind('boolean'), kind('text'), 'true', true],
  ['yes is not true', 'yes', kind('text'), kind('boolean'), undefined],
  ['a boolean is not a number', 1n, kind('boolean'), kind('integer'), undefined],
  ['digits in a list are integers', '["7","-12"]', list('text'), list('integer'), '[7,-12]', true],
  ['with a word among them they are none', '["7","x"]', list('text'), list('integer'), undefined],
  ['leading zeros in a list are lost', '["007"]', list('text'), list('integer'), '[7]', false],
  [
    'integers in a list have texts, and null stays',
    '[1,null,9007199254740993]',
    list('integer'),
    list('text'),
    '["1",null,"9007199254740993"]',
    true,
  ],
  ['numbers in a list that are not whole', '[1.5,2]', list('number'), list('integer'), '[2,2]', false],
  ['integers in a list are numbers', '[1,2]', list('integer'), list('number'), '[1,2]', true],
  ['booleans in a list have words', '[true,false]', list('boolean'), list('text'), '["true","false"]', true],
  ['and back', '["true","no"]', list('text'), list('boolean'), undefined],
  ['booleans in a list are not numbers', '[true]', list('boolean'), list('integer'), undefined],
  ['text is JSON', 'a "b"', kind('text'), any, '"a \\"b\\""', true],
  ['and back', '"a"', any, kind('text'), 'a', true],
  ['a list is not text', '["a"]', kind('json', 'list'), kind('text'), undefined],
  ['a text is not a list', 'a', kind('text'), kind('json', 'list'), undefined],
  ['a list is not an object', '[]', kind('json', 'list'), kind('json', 'object'), undefined],
  ['a list is JSON', '[1]', kind('json', 'list'), any, '[1]', true],
]

for (const [about, value, from, to, expected, exact] of rows) {
  test(`converting: ${about}`, () =>
    assert.deepEqual(convertValue(value, from, to), expected === undefined ? undefined : { value: expected, exact }))
}
