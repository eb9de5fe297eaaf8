// Reports of expressions that can fail: each failing expression is reported, and no other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { check } from '../../src/cel/check.ts'
import { EvaluationError, evaluate } from '../../src/cel/evaluate.ts'
import { findFailures } from '../../src/cel/may-fail.ts'
import type { Member, Scope, TextForm, Type } from '../../src/cel/type.ts'
import type { Value } from '../../src/cel/value.ts'
import { host } from './shop.ts'

const text = (form?: TextForm): Type => (form === undefined ? { kind: 'string' } : { kind: 'string', forms: [form] })
const int = (least?: bigint, most?: bigint): Type => ({
  kind: 'int',
  bounds: { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) },
})
const list = (element: Type, least?: bigint, most?: bigint): Type => ({
  kind: 'list',
  element,
  bounds: { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) },
})
const object = (members: Record<string, Member>): Type => ({ kind: 'object', members: new Map(Object.entries(members)) })
const map: Type = { kind: 'map', key: text(), value: text() }
const maps: Type = { kind: 'map', key: text(), value: map }

const variables = new Map<string, Type>([
  ['m', map],
  ['mm', maps],
  ['any', { kind: 'dyn' }],
  ['l', list(text())],
  ['one', list({ kind: 'int' }, 1n, 3n)],
  ['two', list(text(), 2n)],
  ['few', list({ kind: 'int' }, undefined, 10n)],
  ['i', { kind: 'int' }],
  ['natural', int(0n)],
  ['part', int(1n, 9n)],
  ['day', int(0n, 100n)],
  ['x', { kind: 'double' }],
  ['rate', { kind: 'double', bounds: { nonZero: true } }],
  ['s', text()],
  ['name', text({ least: 2n, most: 10n })],
  ['digits', text({ pattern: '^[0-9]+$', most: 9n })],
  ['long', text({ pattern: '^[0-9]+$' })],
  ['price', text({ pattern: '^[0-9]{1,5}\\.[0-9]{2}$' })],
  ['amount', text({ format: 'decimal' })],
  ['maybe', { kind: 'optional', of: text() }],
  ['given', list(object({ r: { type: object({ t: { type: text(), optional: true } }), optional: true } }))],
  ['word', { kind: 'enum', values: ['1', '2'] }],
  ['b', { kind: 'bool' }],
  ['t', { kind: 'timestamp' }],
])

const scope: Scope = { variables, functions: new Map(), resource: () => undefined, resources: [] }

function failingParts(source: string): string[] {
  const { expression, problems } = check(source, scope)
  assert.deepEqual(problems, [], source)
  return findFailures(expression!)
    .filter(({ kind }) => kind !== 'overflow')
    .map(({ start, end }) => source.slice(start, end))
}

const safeExpressions = [
  // Maps.
  'has(m.x) ? m.x : ""',
  '"x" in m ? m["x"] : ""',
  '"x" in m ? m.x : ""',
  '!has(m.x) ? "" : m.x',
  'has(m.x) && m.x == "a"',
  '!has(m.x) || m.x == "a"',
  '!(!has(m.x) || has(m.y)) && m.x == "a"',
  '(has(m.x) && b || has(m.x) && !b) ? m.x : ""',
  'has(mm.a) && has(mm.a.b) ? mm.a.b : ""',
  's in m ? m[s] : ""',
  'm.map(k, m[k])',
  'm.exists(k, m[k] == "a")',
  'm.transformList(k, v, m[k] + v)',
  'l.filter(k, k in m).map(k, m[k])',
  'l.map(k, k in m, m[k])',
  '[m].filter(e, has(e.x)).map(f, f.x)',
  '[m].all(e, !has(e.x) || e.x != "")',
  'm.?x.hasValue() ? m.x : ""',
  'm[?"x"].hasValue() ? m["x"] : ""',
  'm.?x != optional.none() && m.x == "a"',
  'm.?x == optional.none() ? "" : m.x',
  'm.?x.orValue("") != "" ? m.x : ""',
  'm.?x.orValue("") == "a" && m.x == "a"',
  'm.?x.orValue("").startsWith("a") || true',
  'has(any.x) ? any.x : ""',
  // A parameter of any type.
  'optional.of(any).hasValue()',
  'cel.bind(n, m, has(n.x) ? n.x : "")',
  'has(m.x) ? cel.bind(n, m, n.x) : ""',
  'b ? (has(m.x) ? m.x : "") : ""',
  '(b ? has(m.x) : false) ? m.x : ""',
  '{"a": 1, "b": "c"}.b',
  '{"a": 1}["a"]',
  'cel.bind(p, {"a": 1, "b": "x"}, p.a + size(p.b))',
  'l.map(e, {"p": e, "q": size(e)}).map(z, z.q)',
  '(b ? {"a": 1} : {"a": 2}).a',
  '(size(given) > 0 ? given : [{}]).map(e, has(e.r) ? e.r.?t : optional.none())',
  'l.reduce(t, e, {"n": t.n + 1, "s": t.s + e}, {"n": 0, "s": ""}).n',
  // Lists.
  'size(l) > 0 ? l[0] : ""',
  'l.size() >= 2 && l[1] == ""',
  'l != [] ? l[0] : ""',
  'l == [] || l[0] == ""',
  'size(l) == 0 ? "" : l[size(l) - 1]',
  'size(l) != 0 && l[0] == ""',
  '"a" in l && l[0] == "a"',
  'l.exists(e, e == "") ? l[0] : ""',
  'l[?0].hasValue() ? l[0] : ""',
  'i >= 0 && i < size(l) ? l[i] : ""',
  'natural < size(l) ? l[natural] : ""',
  'size(l) > natural ? l[natural] : ""',
  'one[0]',
  'two[1]',
  'one[size(one) - 1]',
  'two[size(two) - 2]',
  'one.sort()[0]',
  'one.map(e, e + 1)[0]',
  'one.reverse()[0]',
  '(one + few)[0]',
  '[1, 2][1]',
  'one.min()',
  'one.max()',
  'size(few) > 0 ? few.max() : 0',
  'math.greatest(one)',
  'lists.range(size(one))',
  'lists.range(day)',
  'lists.range(size(few)).map(k, few[k])',
  'size(l) < 10 ? lists.range(size(l)).map(k, l[k]) : l',
  'lists.range(size(one)).map(k, k < size(few) ? few[k] : 0)',
  'one.transformList(k, v, one[k])',
  'one.transformList(k, v, k + 1 < size(one) ? one[k + 1] : v)',
  'natural < size(few) ? few.slice(natural, size(few)) : few',
  'few.slice(0, math.least(3, size(few)))',
  'few.slice(0, size(few) > 5 ? 5 : size(few))',
  'one[natural % size(one)]',
  's.split(",")[0]',
  'size(l) > 0 ? cel.bind(k, l, k[0]) : ""',
  // Numbers.
  '1 / part',
  'i % part',
  'i != 0 ? 1 / i : 0',
  'i == 0 ? 0 : 1 / i',
  'i > 0 && 1 / i > 0',
  'x > 0.0 ? 1.0 / x : 0.0',
  'x / rate',
  'size(l) > 0 ? 1 / size(l) : 0',
  'i / size(one)',
  'i - natural != 0 ? 1 / (i - natural) : 0',
  'natural != i ? 1 / (natural - i) : 0',
  '1 / (day + 1)',
  '1 / (part * 2)',
  'i in [1, 7, 30] ? 100 / i : 0',
  '100 / (b ? part : 2)',
  'round(decimal(i) / decimal(part), 2)',
  'decimal(x)',
  'int(decimal(part))',
  'timestamp(day)',
  'uint(day)',
  'math.abs(i) > 0 ? 1 / math.abs(i) : 0',
  // Texts.
  'int(digits)',
  'decimal(price)',
  'decimal(amount)',
  'double(amount)',
  'int(word)',
  'decimal(maybe.orValue("0") == "1" ? "1" : "2")',
  's.matches("^[0-9]{1,5}$") ? int(s) : 0',
  's in ["1", "2"] ? int(s) : 0',
  's == "1" ? int(s) : 0',
  'duration(string(day) + "m")',
  'duration("PT" + string(day) + "H")',
  'duration(b ? "1h" : "2h")',
  'bool(string(b) == "true" ? "true" : "false")',
  'name.substring(2)',
  'string(timestamp("2024-01-01T00:00:00Z")).substring(0, 10)',
  'string(timestamp("2024-01-01T00:00:00Z"), s == "" ? "UTC" : "Europe/Paris").substring(0, 10)',
  'string(i).substring(1)',
  'name.substring(0, 2)',
  'name.charAt(1)',
  '"abcdefgh".charAt(math.bitAnd(i, 7))',
  '"abcdefgh".charAt(math.bitShiftRight(math.bitAnd(i, 63), 3) % 8)',
  's.contains(" ") ? s.substring(0, s.indexOf(" ")) : s',
  's.contains(" ") ? s.substring(s.indexOf(" ") + 1) : s',
  's.substring(0, math.least(5, size(s)))',
  'size(s) > 5 ? s.substring(0, 5) : s',
  's.startsWith("abc") ? s.substring(3) : s',
  's != "" ? s.charAt(0) : ""',
  's.substring(s.indexOf(",") + 1)',
  'size(s) > 3 ? s.substring(size(s) - 3) : s',
  '"%s: %d".format([s, i])',
  '"%.2f".format([x])',
  'timestamp("2024-01-01T00:00:00Z").getHours("Europe/Paris")',
  'timestamp("2024-01-01T00:00:00Z").addMonths(i, "Europe/Paris")',
  'days(i)',
  's.matches(b ? "^a" : "^b")',
  // Optionals.
  'maybe.hasValue() ? maybe.value() : ""',
  'maybe != optional.none() ? maybe.value() : ""',
  'm.?x.hasValue() && m.?x.value() == "a"',
]

for (const source of safeExpressions) test(`cannot fail: ${source}`, () => assert.deepEqual(failingParts(source), []))

const failingExpressions = [
  ['m.x', 'm.x'],
  ['has(m.x) ? m.y : ""', 'm.y'],
  ['has(m.x) || m.x == "a"', 'm.x'],
  ['has(m.x) ? "" : m.x', 'm.x'],
  ['(has(m.x) || b) ? m.x : ""', 'm.x'],
  ['has(m.x) ? [m].map(m, m.x) : []', 'm.x'],
  ['has(mm.a) ? mm.a.b : ""', 'mm.a.b'],
  ['m.?x.orValue("a") == "a" ? m.x : ""', 'm.x'],
  ['cel.bind(p, {"a": 1, ?"b": m.?x}, p.b)', 'p.b'],
  ['(b ? {"a": 1} : {"c": 2}).a', '(b ? {"a": 1} : {"c": 2}).a'],
  ['l.filter(k, k in m).map(k, mm[k])', 'mm[k]'],
  ['one[1]', 'one[1]'],
  ['l[0]', 'l[0]'],
  ['few[0]', 'few[0]'],
  ['one[natural]', 'one[natural]'],
  ['one.filter(e, e > 1)[0]', 'one.filter(e, e > 1)[0]'],
  ['size(l) >= 0 ? l[0] : ""', 'l[0]'],
  ['i < size(l) ? l[i] : ""', 'l[i]'],
  ['l[size(l) - 1]', 'l[size(l) - 1]'],
  ['s.split("")[0]', 's.split("")[0]'],
  ['s.split(",")[1]', 's.split(",")[1]'],
  ['lists.range(natural)', 'lists.range(natural)'],
  ['natural <= size(l) ? l[natural] : ""', 'l[natural]'],
  ['1 / natural', '1 / natural'],
  ['x >= 0.0 ? 1.0 / x : 0.0', '1.0 / x'],
  ['1 / (part - 1)', '1 / (part - 1)'],
  ['1 / -natural', '1 / -natural'],
  ['cel.bind(part, i, 1 / part)', '1 / part'],
  ['int(long)', 'int(long)'],
  ['int(s)', 'int(s)'],
  ['int(amount)', 'int(amount)'],
  ['duration(string(i) + "m")', 'duration(string(i) + "m")'],
  ['s.matches("[0-9]{1,5}") ? int(s) : 0', 'int(s)'],
  ['name.substring(3)', 'name.substring(3)'],
  ['string(i).substring(2)', 'string(i).substring(2)'],
  ['s.substring(0, 1)', 's.substring(0, 1)'],
  ['s.substring(s.indexOf(" "))', 's.substring(s.indexOf(" "))'],
  ['"%d".format([s])', '"%d".format([s])'],
  ['uint(i)', 'uint(i)'],
  ['maybe.value()', 'maybe.value()'],
  ['any ? 1 : 2', 'any'],
  ['!any', 'any'],
  ['any && b', 'any'],
  ['b || any', 'any'],
] as const

for (const [source, part] of failingExpressions) test(`can fail: ${source}`, () => assert.deepEqual(failingParts(source), [part]))

/** Texts with parts in capitals, as in the tests of soundness. */
const groups: Readonly<Record<string, readonly string[]>> = {
  NUMBER: [
    '0',
    '1',
    '2',
    'i',
    'natural',
    'part',
    'day',
    'size(LIST)',
    'size(TEXT)',
    '(NUMBER + NUMBER)',
    '(NUMBER - NUMBER)',
    '(NUMBER / NUMBER)',
    '(NUMBER % NUMBER)',
    '-NUMBER',
    'math.least(NUMBER, NUMBER)',
    'math.abs(NUMBER)',
    '(BOOL ? NUMBER : NUMBER)',
    'TEXT.indexOf(TEXT)',
    'one[NUMBER]',
    'few[NUMBER]',
    'one.max()',
    'int(TEXT)',
    'cel.bind(k, NUMBER, k / NUMBER)',
  ],
  TEXT: [
    '"a"',
    '"12"',
    '","',
    's',
    'name',
    'digits',
    'price',
    'word',
    'm.x',
    'm["y"]',
    'm[TEXT]',
    'mm.x.y',
    'l[NUMBER]',
    'two[NUMBER]',
    'TEXT.substring(NUMBER)',
    'TEXT.substring(NUMBER, NUMBER)',
    'TEXT.charAt(NUMBER)',
    'TEXT.split(TEXT)[NUMBER]',
    '(BOOL ? TEXT : TEXT)',
    'm.?x.orValue(TEXT)',
    'maybe.value()',
    '{"a": TEXT, "b": TEXT}.a',
    'string(NUMBER)',
    'string(decimal(TEXT))',
    'cel.bind(s, TEXT, s + TEXT)',
  ],
  BOOL: [
    'b',
    'has(m.x)',
    'has(mm.x)',
    'has(mm.x.y)',
    'TEXT in m',
    'NUMBER < NUMBER',
    'NUMBER >= NUMBER',
    'NUMBER == NUMBER',
    'NUMBER != NUMBER',
    'size(LIST) > NUMBER',
    'NUMBER < size(LIST)',
    'TEXT == TEXT',
    'TEXT != ""',
    'LIST != []',
    'TEXT.contains(TEXT)',
    '(BOOL && BOOL)',
    '(BOOL || BOOL)',
    '!BOOL',
    'm.?x.hasValue()',
    'm.?x.orValue("") != ""',
    'maybe.hasValue()',
    'l.exists(e, e == TEXT)',
    'TEXT.matches("^[0-9]{1,3}$")',
  ],
  LIST: [
    'l',
    'two',
    'TEXT.split(",")',
    '[TEXT]',
    'l.filter(e, BOOL)',
    'l.map(e, TEXT)',
    'l.map(e, BOOL, TEXT)',
    'lists.range(NUMBER).map(k, l[k])',
    'l.transformList(k, v, l[k])',
    'm.map(k, m[k])',
    'l.filter(k, k in m).map(e, m[e])',
    '(LIST + LIST)',
    '(BOOL ? LIST : LIST)',
  ],
}
const word = /\b(?:NUMBER|TEXT|BOOL|LIST)\b/g

function build(group: string, choices: readonly number[], at: { next: number }, depth: number): string {
  const all = groups[group]!
  const leaves = all.filter((form) => form.search(word) < 0)
  const from = depth > 0 ? all : leaves
  return from[choices[at.next++ % choices.length]! % from.length]!.replace(word, (part) => build(part, choices, at, depth - 1))
}

const chars = fc.constantFrom('a', '1', ',', ' ', '.')
const texts = fc.string({ unit: chars, maxLength: 4 })
const integers = fc.bigInt({ min: -3n, max: 5n })
const mapOf = (value: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom('x', 'y', 'a', '12', ''), value), { selector: ([key]) => key, maxLength: 3 })
    .map((entries) => new Map(entries) as Value)
const values = fc.record({
  m: mapOf(texts),
  mm: mapOf(mapOf(texts)),
  any: fc.constant(null),
  l: fc.array(texts, { maxLength: 3 }),
  one: fc.array(integers, { minLength: 1, maxLength: 3 }),
  two: fc.array(texts, { minLength: 2, maxLength: 3 }),
  few: fc.array(integers, { maxLength: 3 }),
  i: integers,
  natural: fc.bigInt({ min: 0n, max: 4n }),
  part: fc.bigInt({ min: 1n, max: 9n }),
  day: fc.bigInt({ min: 0n, max: 100n }),
  x: fc.constant(0.5),
  rate: fc.constant(2),
  s: texts,
  name: fc.string({ unit: chars, minLength: 2, maxLength: 10 }),
  digits: fc.nat({ max: 999_999_999 }).map(String),
  long: fc.constant('1'),
  price: fc.constant('1.00'),
  amount: fc.constant('1.5'),
  maybe: fc.option(texts, { nil: undefined }).map((value) => ({ kind: 'optional', value }) as Value),
  given: fc.constant([]),
  word: fc.constantFrom('1', '2'),
  b: fc.boolean(),
})
const sources = fc
  .tuple(
    fc.constantFrom('NUMBER', 'TEXT', 'BOOL', 'LIST'),
    fc.array(fc.nat({ max: 1000 }), { minLength: 10, maxLength: 30 }),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([group, choices, depth]) => build(group, choices, { next: 0 }, depth))

test('reports every expression that can fail', () => {
  let silent = 0
  fc.assert(
    fc.property(sources, fc.array(values, { minLength: 5, maxLength: 5 }), (source, all) => {
      const { expression } = check(source, scope)
      if (expression === undefined || findFailures(expression).length > 0) return
      silent++
      for (const bindings of all) {
        try {
          evaluate(expression, new Map(Object.entries(bindings)) as never, host)
        } catch (error) {
          assert.ok(error instanceof EvaluationError && error.kind === 'overflow', `${source}: ${String(error)}`)
        }
      }
    }),
    { numRuns: 12_000, seed: 20241122 },
  )
  assert.ok(silent > 2000, `${silent} were told to work`)
})
