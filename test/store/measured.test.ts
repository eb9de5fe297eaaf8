// Measured differences between databases and libraries: each has one meaning, in memory and in SQLite, through requests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = (conditions: readonly string[]): string => `
resources:
  Item:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      name: { type: string, maxLength: 20 }
      note: { type: [string, 'null'], maxLength: 20 }
      mail: { type: string, maxLength: 20, fold: true, default: x }
      ref: { type: string, format: uuid, default: 00000000-0000-4000-8000-000000000000 }
      count: { type: integer, minimum: -100, maximum: 100, default: 1 }
      wide: { type: integer, format: int64, default: 0 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 9999, default: 0 }
      rate: { type: number, multipleOf: 0.001, minimum: -9, maximum: 9, default: 0 }
      at: { type: string, format: date-time, default: '2026-01-01T00:00:00Z' }
      wait: { type: string, format: duration, default: PT1H }
    required: [name]
endpoints:
  POST /items: { create: Item, body: [name, note, mail, ref, count, wide, price, rate, at, wait], status: 201, output: Item(this) }
  GET /items: { list: Item, order: [name, id], sort: [note, -note, at, mail, name], page: none, filter: [name, note, mail, ref, at], status: 200, output: 'items.map(i, i.name)' }
  GET /sums: { answer: {}, status: 200, output: { sum: 'Item.map(i, i.rate).sum()', cost: 'Item.map(i, i.count * i.price).sum()', round: '[round(2.5, 0), round(-2.5, 0), round(0.285, 2)]' } }
${conditions.map((cel, index) => `  GET /where/${index}: { list: Item, where: '${cel.replaceAll("'", "''")}', order: [id], page: none, status: 200, output: 'items.map(i, i.name)' }`).join('\n')}
`

/** The items that the conditions choose, as texts; both stores must give the same answer. */
async function asked(
  items: readonly (object | string)[],
  conditions: readonly string[],
  targets: readonly string[] = [],
): Promise<{ posted: readonly unknown[]; chosen: readonly unknown[]; read: readonly unknown[] }> {
  const { facts, problems } = factsOf(completed(document(conditions)))
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'measured')
  const send = async (method: string, target: string, body?: string): Promise<unknown> => {
    const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body }) })
    assert.equal(difference, undefined, target)
    return memory.status < 300 ? JSON.parse(String(memory.body)) : memory.status
  }
  try {
    const posted: unknown[] = []
    for (const item of items) posted.push(await send('POST', '/items', typeof item === 'string' ? item : JSON.stringify(item)))
    const chosen: unknown[] = []
    for (const index of conditions.keys()) chosen.push(await send('GET', `/where/${index}`))
    const read: unknown[] = []
    for (const target of targets) read.push(await send('GET', target))
    return { posted, chosen, read }
  } finally {
    await stores.close()
  }
}

test('null is not equal, sorts first, and loses no row', async () => {
  const { chosen, read } = await asked(
    [{ name: 'none' }, { name: 'x', note: 'x' }, { name: 'y', note: 'y' }],
    ['!(this.note == "x")', 'this.note != "x"', 'this.note == "x" || this.count > 0', '!(this.note != null && this.note < "y")'],
    ['/items?sort=note', '/items?sort=-note'],
  )
  assert.deepEqual(chosen, [
    ['none', 'y'],
    ['none', 'y'],
    ['none', 'x', 'y'],
    ['none', 'y'],
  ])
  assert.deepEqual(read, [
    ['none', 'x', 'y'],
    ['y', 'x', 'none'],
  ])
})

test('texts compare by code point, and count code points', async () => {
  const names = ['\uFFFD', '😀', 'é', 'z']
  const { chosen, read } = await asked(
    names.map((name) => ({ name })),
    ['this.name < "😀"', 'size(this.name) == 1', 'this.name >= "\uFFFD"'],
    ['/items'],
  )
  assert.deepEqual(chosen, [['\uFFFD', 'é', 'z'], names, ['\uFFFD', '😀']])
  assert.deepEqual(read, [['z', 'é', '\uFFFD', '😀']])
})

test('U+0000 and half a surrogate pair are not text', async () => {
  const { posted } = await asked(
    ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"'].map((text) => `{"name": ${text}}`),
    [],
  )
  assert.deepEqual(
    posted.map((answer) => (typeof answer === 'number' ? answer : 201)),
    [400, 400, 400, 201],
  )
})

test('searches texts literally', async () => {
  const { chosen } = await asked(
    [{ name: 'a%' }, { name: 'ab' }, { name: 'A_' }, { name: '' }],
    [
      'this.name.contains("%")',
      'this.name.contains("_")',
      'this.name.startsWith("a")',
      'this.name.endsWith("")',
      'this.name.startsWith("")',
    ],
  )
  assert.deepEqual(chosen, [['a%'], ['A_'], ['a%', 'ab'], ['a%', 'ab', 'A_', ''], ['a%', 'ab', 'A_', '']])
})

test('case is ignored beyond ASCII, only where the document says so', async () => {
  const { chosen, read } = await asked(
    [{ name: 'ÅSE', mail: 'ÅSE' }],
    ['this.mail == "åse"', 'this.name == "åse"'],
    [`/items?mail=${encodeURIComponent('åSe')}`, `/items?name=${encodeURIComponent('åSe')}`],
  )
  assert.deepEqual([...chosen, ...read], [['ÅSE'], [], ['ÅSE'], []])
})

test('decimals are exact: sums, products, multiples, and rounding half away from zero', async () => {
  const items = Array.from({ length: 10 }, () => ({ name: 'x', rate: 0.1, price: 0.1, count: 3 }))
  const { posted, read } = await asked(
    [
      ...items,
      ...['19.99', '4.35', '0.07', '299.97'].map((price) => `{"name":"p","count":0,"price":${price}}`),
      { name: 'no', price: 0.001 },
    ],
    [],
    ['/sums'],
  )
  assert.deepEqual(
    posted.slice(-5).map((each) => (typeof each === 'number' ? each : (each as { price: number }).price)),
    [19.99, 4.35, 0.07, 299.97, 422],
  )
  assert.deepEqual(read, [{ sum: 1, cost: 3, round: [3, -3, 0.29] }])
})

test('omits only the record whose expression fails', async () => {
  const { chosen } = await asked(
    ['{"name":"most","wide":9223372036854775807}', '{"name":"none","count":0}'],
    [
      'this.wide + 1 > 0',
      'this.wide == 9223372036854775807',
      '100 / this.count > 0',
      'this.count != 0 && 100 / this.count > 0',
      'this.wide > 9223372036854775806',
    ],
  )
  assert.deepEqual(chosen, [['none'], ['most'], ['most'], ['most'], ['most']])
})

test('timestamps are milliseconds in UTC, and durations have no months', async () => {
  const times = ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00:00.001Z', '2025-12-31T23:59:60Z', '2026-01-01T00:00:00.0001Z']
  const { posted, chosen, read } = await asked(
    [
      ...times.map((at, index) => ({ name: `t${index}`, at })),
      { name: 'm', wait: 'P1M' },
      { name: 'h', wait: 'PT24H', at: '2027-01-01T00:00:00Z' },
    ],
    ['this.at == timestamp("2026-01-01T00:00:00Z")', 'this.wait == duration("P1D")'],
    ['/items?sort=at'],
  )
  assert.deepEqual(
    posted
      .map((each) => (typeof each === 'number' ? each : (each as { at: string }).at))
      .map((at) => (typeof at === 'number' ? at : new Date(at).toISOString())),
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', 422, '2026-01-01T00:00:00.000Z', 422, '2027-01-01T00:00:00.000Z'],
  )
  assert.deepEqual(chosen, [['t0', 't3'], ['h']])
  assert.deepEqual(read, [['t0', 't3', 't1', 'h']])
})

test('equal UUIDs are equal in any spelling', async () => {
  const ref = '01890A5D-AC96-774B-BCCE-B302099A8057'
  const { posted, read, chosen } = await asked([{ name: 'u', ref }], [`this.ref == "${ref.toLowerCase()}"`], [`/items?ref=${ref}`])
  assert.equal((posted[0] as { ref: string }).ref, ref.toLowerCase())
  assert.deepEqual([...chosen, ...read], [['u'], ['u']])
})

test('matches patterns in linear time only, and in a condition over records those that databases read alike', () => {
  const problems = (cel: string): readonly string[] => factsOf(completed(document([cel]))).problems
  assert.deepEqual(problems('this.name.matches("a+")'), [])
  assert.match(problems(String.raw`this.name.matches("\\ba")`).join(), /matches/)
  assert.match(problems('this.name.lowerAscii() == "a"').join(), /lowerAscii/)
  const decided = factsOf(
    completed(document([]).replace("output: 'items.map(i, i.name)' }", 'output: \'items.map(i, i.name.matches("^(?=a)"))\' }')),
  ).problems
  assert.notDeepEqual(decided, [], 'look-ahead')
})
