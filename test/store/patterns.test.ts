// `matches` where records are selected: a database finds what RE2 finds, and patterns that it may read otherwise are refused before.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandomness } from '../../src/base/clock.ts'
import { toPortablePattern } from '../../src/base/portable-pattern.ts'
import { matchesPattern } from '../../src/cel/library/strings.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const written = [
  '^a',
  'a$',
  '^a.c$',
  '^[a-c]+$',
  '[^a-c]',
  'a|b',
  '(ab)+',
  '^(?:ab|c){2,3}$',
  '\\d{2,}',
  '\\w\\s\\w',
  '\\S\\W',
  'x*',
  '^$',
  '',
  'é',
  '^.$',
  '[\\x{41}]',
  '[-a]',
  '[a-]b',
  '\\.',
  '\\$$',
  '\\\\$',
  '[.?*]',
  '\\?',
  "'",
  'a?b',
  '^(a|b)?c',
  '(?<word>o)$',
  '\\t',
  '[\\d_]x',
  '[\\D]',
  '{',
  'a{,2}',
  '\\x41',
  'a{0}b',
  '^[^\\n]*$',
  '.\n.',
  'k+?b',
  '(a*)*b',
  '\u{1F600}',
  '[\u{1F600}-\u{1F64F}]',
]
const refused = ['\\bx', '(?i)a', '[[:alpha:]]', '^a|b$', '[]a]', '[^]a]', '\\pL', 'a{256}', '\\Aa', '[\\w-z]', '\\x{1F600}', '(a|^b)']

const texts = [
  '',
  'a',
  'abc',
  'abab',
  'ab',
  'cc',
  'aXc',
  'a\nc',
  'a\n',
  '12',
  'a b',
  'a-b',
  'é',
  'e\u0301',
  '\u{1F600}',
  'x\u{1F600}y',
  'A',
  '.',
  'a.b',
  '$',
  'cost$',
  '\\',
  'a\\',
  '?',
  "it's",
  'foo',
  '\t',
  '_x',
  '{',
  'a{,2}',
  'kkb',
  'aab',
  '\u2028',
  '\u00a0',
  'a\u000bb',
  'a\rb',
  'bc',
  'ABC abc 123',
]

const randomness = new SeededRandomness('patterns')
const pick = <T>(from: readonly T[]): T => from[randomness.bytes(1)[0]! % from.length]!
const atom = (depth: number): string =>
  depth > 2 || randomness.bytes(1)[0]! < 150
    ? pick(['a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\w', '\\s', '[a-c1-3]', ' ', 'é'])
    : `(${made(depth + 1)})`
const made = (depth = 0): string =>
  Array.from(
    { length: 1 + (randomness.bytes(1)[0]! % 3) },
    () => `${atom(depth)}${pick(['', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,}'])}`,
  ).join(pick(['', '', '', '|']))
const generated = Array.from({ length: 60 }, () => `${pick(['', '^'])}(${made()})${pick(['', '$'])}`)

test('memory, SQLite and PostgreSQL match patterns alike, and like RE2', async () => {
  const patterns = [...written, ...generated].filter((pattern) => toPortablePattern(pattern) !== undefined)
  assert.deepEqual(
    written.filter((pattern) => !patterns.includes(pattern)),
    ['[\\x{41}]'],
  )
  const { facts, problems } = factsOf(
    JSON.stringify({
      ninefold: 1,
      use: ['http@1', 'problem-details@1'],
      service: { name: 'texts' },
      resources: {
        Text: {
          key: 'id',
          properties: {
            id: { type: 'integer', minimum: 0, maximum: 999 },
            text: { type: 'string', maxLength: 99 },
            note: { type: ['string', 'null'], maxLength: 9 },
          },
          required: ['text'],
        },
        records: { Text: texts.map((text, id) => ({ id, text, ...(id % 2 === 0 ? { note: 'n1' } : {}) })) },
      },
      states: 'none',
      authentication: 'none',
      events: 'none',
      errors: {},
      limits: 'none',
      versioning: 'none',
      endpoints: {
        'GET /notes': {
          list: 'Text',
          where: 'this.note != null && this.note.matches("^n[0-9]$")',
          order: ['id'],
          page: { style: 'offset', size: 200 },
          output: { ids: 'items.map(t, t.id)' },
        },
        ...Object.fromEntries(
          patterns.map((pattern, index) => [
            `GET /by/${index}`,
            {
              list: 'Text',
              where: `this.text.matches(${JSON.stringify(pattern)})`,
              order: ['id'],
              page: { style: 'offset', size: 200 },
              output: { ids: 'items.map(t, t.id)' },
            },
          ]),
        ),
      },
    }).replaceAll('"none"', 'none'),
  )
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'patterns')
  try {
    for (const [index, pattern] of patterns.entries()) {
      const { sqlite, difference } = await stores.send({ method: 'GET', target: `/by/${index}` })
      assert.equal(difference, undefined, pattern)
      const expected = texts.flatMap((text, id) => (matchesPattern(text, pattern) ? [id] : []))
      assert.deepEqual(JSON.parse(String(sqlite.body)), { ids: expected }, pattern)
    }
    const { sqlite, difference } = await stores.send({ method: 'GET', target: '/notes' })
    assert.deepEqual(
      [difference, (JSON.parse(String(sqlite.body)) as { ids: number[] }).ids.length],
      [undefined, Math.ceil(texts.length / 2)],
    )
  } finally {
    await stores.close()
  }
})

test('does not translate patterns that databases may interpret differently', () => {
  for (const pattern of refused) assert.equal(toPortablePattern(pattern), undefined, pattern)
})
