// No request blocks all others for long, with any expression or pattern: it is refused with `timeout`.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TurnLimit } from '../../src/base/turn.ts'
import { factsOf } from '../meaning/running.ts'
import { both, shown } from './both.ts'

const numbers = '{ type: array, maxItems: 100000, items: { type: integer } }'

/** The body's schema, the output, and a body that is too much. */
const costly: readonly (readonly [name: string, schema: string, output: string, body: unknown])[] = [
  ['a macro in a macro', `{ a: ${numbers} }`, 'input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum()', { a: range(10_000) }],
  ['macros of two names', `{ a: ${numbers} }`, 'input.body.a.exists(i, x, !input.body.a.all(j, y, x + y >= 0))', { a: range(3000) }],
  [
    'a look into a list for each item',
    `{ a: ${numbers} }`,
    'input.body.a.filter(i, (i + 1000000) in input.body.a).size()',
    { a: range(20_000) },
  ],
  ['distinct numbers', `{ a: ${numbers} }`, 'input.body.a.distinct().size()', { a: range(20_000) }],
  ['reduce that joins texts', `{ a: ${numbers} }`, 'input.body.a.reduce(s, x, s + string(x) + s, "").size()', { a: range(1000) }],
  ['reduce that joins lists', `{ a: ${numbers} }`, 'input.body.a.reduce(s, x, s + [x], []).size()', { a: range(100_000) }],
  [
    'reduce that multiplies decimals',
    `{ a: ${numbers} }`,
    'input.body.a.map(x, decimal(x)).reduce(s, x, round(s * s, 50), decimal(3)).size() > 0'.replace('.size() > 0', ' > decimal(1)'),
    { a: range(100_000) },
  ],
  [
    'ranges in ranges',
    '{ n: { type: integer, minimum: 0, maximum: 1000000 } }',
    'lists.range(input.body.n).map(i, lists.range(input.body.n).size()).sum()',
    { n: 1_000_000 },
  ],
  ['flattening', `{ a: ${numbers} }`, 'input.body.a.map(i, input.body.a).flatten().size()', { a: range(10_000) }],
  ['sorting for each item', `{ a: ${numbers} }`, 'input.body.a.map(i, input.body.a.sortBy(x, -x)[0]).size()', { a: range(10_000) }],
  [
    'replacing by the text itself',
    '{ s: { type: string, maxLength: 1000000 } }',
    'input.body.s.replace("a", input.body.s).size()',
    { s: 'a'.repeat(100_000) },
  ],
  [
    'joining by the text itself',
    '{ s: { type: string, maxLength: 1000000 } }',
    'input.body.s.split("").join(input.body.s).size()',
    { s: 'a'.repeat(100_000) },
  ],
  [
    'a text sent many times',
    '{ s: { type: string, maxLength: 1000000 } }',
    'input.body.s.split("").map(c, input.body.s)',
    { s: 'a'.repeat(100_000) },
  ],
  ['a list sent many times', `{ a: ${numbers} }`, 'input.body.a.map(i, input.body.a.map(j, input.body.a))', { a: range(300) }],
  ['a pattern on a long text', '{ s: { type: string } }', 'input.body.s.matches("[é-ü]{1,1000}$")', { s: 'é'.repeat(20_000) }],
  [
    'a pattern of the request on a long text',
    '{ s: { type: string }, p: { type: string } }',
    'input.body.s.matches(input.body.p)',
    { s: 'é'.repeat(20_000), p: '[é-ü]{1,1000}$' },
  ],
  ['a long pattern of the request', '{ p: { type: string } }', '"a".matches(input.body.p)', { p: 'x'.repeat(500_000) }],
  [
    'a pattern of a schema on a long text',
    String.raw`{ s: { type: string, pattern: '\p{L}{1,1000}$' } }`,
    'true',
    { s: 'é'.repeat(20_000) },
  ],
  [
    'unique objects',
    '{ a: { type: array, uniqueItems: true, maxItems: 100000, items: { type: object, additionalProperties: true, properties: { n: { type: integer } } } } }',
    'true',
    { a: range(100_000).map((n) => ({ n })) },
  ],
  [
    'names against a pattern',
    "{ m: { type: object, patternProperties: { '^x[é-ü]{1,50}$': { type: integer } }, additionalProperties: { type: integer } } }",
    'true',
    { m: Object.fromEntries(range(40_000).map((n) => [`x${'é'.repeat(30)}${n}`, n])) },
  ],
]

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

const document = (limits: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: costs }
resources:
  Row: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 10, default: a } } }
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: ${limits}
versioning: none
endpoints:
  POST /rows: { create: Row, body: [text], output: Row(this) }
  POST /rows/costly: { create: Row, body: { type: object, required: [a], properties: { a: ${numbers} } }, set: { text: 'input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum() > 0 ? "a" : "b"' }, output: Row(this) }
  GET /rows: { list: Row, order: [id], page: none, output: { rows: 'items.map(r, items.filter(s, s.text == r.text).map(s, Row(s)))' } }
${costly.map(([, properties, output, body], index) => `  POST /c${index}: { answer: {}, body: { type: object, required: [${Object.keys(body as object).join(', ')}], properties: ${properties} }, output: { x: '${output}' } }\n`).join('')}`

/** A clock that advances by a millisecond at each reading. */
function ticking(): TurnLimit {
  let now = 0
  return { limit: 50, readElapsed: () => now++ }
}

test('refuses requests that cost too much, by the entry for `timeout`, although the document sets no limit', async () => {
  const { facts, problems } = factsOf(document('none'))
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'turn', false, true, ticking)
  const failed: string[] = []
  try {
    for (const [index, [name, , , body]] of costly.entries()) {
      const { memory, difference } = await pair.send({ method: 'POST', target: `/c${index}`, body: JSON.stringify(body) })
      assert.equal(difference, undefined, name)
      if (memory.status !== 503 || memory.trace.entry !== 'timeout' || memory.trace.condition !== 'timeout')
        failed.push(`${name}: ${shown(memory).slice(0, 300)}`)
      const small = await pair.send({ method: 'POST', target: `/c${index}`, body: '{"a":[1,2],"s":"abc","p":"b","n":3,"m":{"y":1}}' })
      if (small.memory.status >= 500) failed.push(`${name}, small: ${shown(small.memory)}`)
    }
    assert.deepEqual(failed, [])
  } finally {
    await pair.close()
  }
})

test('refuses a pattern of a request that repeats too much as invalid, before it is compiled', async () => {
  const { facts, problems } = factsOf(
    `${document('none')}  POST /pattern: { answer: {}, body: { type: object, required: [s], properties: { s: { type: string, format: regex } } } }\n`,
  )
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'turn', false, true, ticking)
  try {
    const { memory, difference } = await pair.send({
      method: 'POST',
      target: '/pattern',
      body: JSON.stringify({ s: '(é|ü){1,1000}'.repeat(1000) }),
    })
    assert.equal(difference, undefined)
    assert.equal(memory.status, 422)
    const {
      errors: [{ pointer, keyword }],
    } = JSON.parse(String(memory.body)) as { errors: [{ pointer: string; keyword: string }] }
    assert.deepEqual([pointer, keyword], ['/s', 'format'])
  } finally {
    await pair.close()
  }
})

test('answers `timeout` by the document without writing anything, also for a long list', async () => {
  const { facts } = factsOf(document('{ timeout: PT2S }'))
  const pair = await both(facts, 'turn', false, true, ticking)
  try {
    for (let i = 0; i < 300; i++) await pair.send({ method: 'POST', target: '/rows', body: '{"text":"a"}' })
    const made = await pair.send({ method: 'POST', target: '/rows/costly', body: JSON.stringify({ a: range(10_000) }) })
    assert.equal(made.difference, undefined)
    assert.equal(JSON.parse(String(made.memory.body)).type, 'timeout')
    const listed = await pair.send({ method: 'GET', target: '/rows' })
    assert.equal(listed.difference, undefined)
    assert.equal(listed.memory.trace.condition, 'timeout')
    // The sequence continues: the refused request used no number.
    const next = await pair.send({ method: 'POST', target: '/rows', body: '{"text":"b"}' })
    assert.equal(next.difference, undefined)
    assert.equal(next.memory.status, 201)
  } finally {
    await pair.close()
  }
})

const costlyCount = (n: string): string => `lists.range(${n}).map(i, lists.range(${n}).size()).sum()`

const behind = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: behind }
resources:
  Row: { key: id, properties: { id: { type: string, maxLength: 9 }, n: { type: integer, minimum: 0, maximum: 1000000 }, paths: { type: array, maxItems: 3, items: { type: string, maxLength: 9 } } }, required: [n, paths] }
states:
  Row.state:
    initial: open
    states: { open: { after: { PT1H: { target: late, guard: { counts: '${costlyCount('this.n')} >= 0' } } } }, late: {} }
authentication: none
events:
  types: { row.changed: { on: [Row.created, Row.updated], data: { id: this.id, n: this.n } } }
  delivery:
    webhooks: { to: 'Row.filter(r, r.n >= 0)', url: 'https://rows.example/\${to.paths[0]}/\${${costlyCount('to.n')}}', method: POST, attempts: 1, timeout: PT5S, deadLetter: P1D }
errors:
  precedence: standard
  catalogue: { no: { on: require, status: 409, title: No, detail: '\${input.body.a.map(i, input.body.a.filter(j, j == i).size()).sum()}' } }
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [id, n, paths], output: { id: this.id } }
  PATCH /rows/{id}: { update: Row, body: [paths], output: { id: this.id } }
  GET /rows/{id}: { read: Row, output: { state: this.state } }
  POST /refused: { create: Row, body: { type: object, required: [a], properties: { a: ${numbers} } }, set: { id: '"x"', n: '1', paths: '["a"]' }, require: { no: 'false' }, output: { id: this.id } }
`

async function withBehind(
  work: (
    pair: Awaited<ReturnType<typeof both>>,
    send: (method: string, target: string, body?: unknown) => Promise<string>,
  ) => Promise<void>,
): Promise<void> {
  const { facts, problems } = factsOf(behind)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'turn', false, true, ticking)
  try {
    await work(pair, async (method, target, body) => {
      const { memory, difference } = await pair.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      assert.equal(difference, undefined)
      return `${memory.status}${memory.status === 200 ? ` ${String(memory.body)}` : ''}`
    })
  } finally {
    await pair.close()
  }
}

test('a refusal whose text costs too much becomes `timeout`, and ends its transaction', () =>
  withBehind(async (_pair, send) => {
    assert.equal(await send('POST', '/refused', { a: range(10_000) }), '503')
    assert.equal(await send('POST', '/refused', { a: [1] }), '409')
    assert.equal(await send('POST', '/rows', { id: 'a', n: 1, paths: ['a'] }), '201')
  }))

test('retries a timer that costs too much, gives it up, and fires other timers', () =>
  withBehind(async (pair, send) => {
    assert.equal(await send('POST', '/rows', { id: 'big', n: 1_000_000, paths: ['a'] }), '201')
    assert.equal(await send('POST', '/rows', { id: 'small', n: 2, paths: ['a'] }), '201')
    for (let i = 0; i < 8; i++) assert.equal(await pair.advance(3_600_000), undefined)
    assert.equal(await send('GET', '/rows/small'), '200 {"state":"late"}')
    assert.equal(await send('GET', '/rows/big'), '200 {"state":"open"}')
  }))

test('a delivery whose address costs too much or fails ends with the reason, and does not delay others', () =>
  withBehind(async (pair, send) => {
    for (const [id, n] of [
      ['big', 1_000_000],
      ['gone', 1],
      ['small', 2],
    ] as const)
      assert.equal(await send('POST', '/rows', { id, n, paths: ['p'] }), '201')
    for (const { deliveryQueue } of [pair.memory, pair.sqlite]) {
      await deliveryQueue.fanOut()
      const gone = (await deliveryQueue.list(0, 100)).find(
        ({ destination }) => destination.endsWith(' ["gone"]') || destination.endsWith(' gone'),
      )!
      const prepared = await deliveryQueue.prepare(gone)
      assert.ok('request' in prepared)
      await deliveryQueue.record({ ...gone, state: 'dead', ended: 0, forget: 1, reason: '410' }, prepared.request.url)
    }
    assert.equal(await send('PATCH', '/rows/gone', { paths: [] }), '200 {"id":"gone"}')
    for (const { deliveryQueue } of [pair.memory, pair.sqlite]) {
      await deliveryQueue.fanOut()
      const prepared = await Promise.all(
        (await deliveryQueue.list(0, 100)).slice(-3).map(async (delivery) => deliveryQueue.prepare(delivery)),
      )
      const newest = prepared.map((each) => ('failure' in each ? each.failure : each.request.url)).toSorted()
      assert.deepEqual(
        newest,
        [
          'https://rows.example/p/4',
          'its request could not be built: an expression failed: a position is outside of its text or list',
          'its request could not be built: it blocks all others for longer than 50 ms',
        ].toSorted(),
      )
    }
  }))

const many = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: many }
resources:
  Batch: { key: id, properties: { id: { type: integer, generate: sequence }, items: { inverse: Item.batch } } }
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, batch: { $ref: Batch, onDelete: cascade } }, required: [batch] }
states:
  Batch.state:
    initial: open
    states:
      open: { on: { purge: { target: closed, then: [{ for: { as: item, in: this.items }, delete: Item, by: item }] } } }
      closed: {}
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /batches: { create: Batch, output: { id: this.id } }
  POST /batches/{id}/items:
    with: { batch: { find: Batch, by: { id: input.path.id } } }
    body: { type: object, required: [ns], properties: { ns: ${numbers} } }
    do: [{ for: { as: n, in: input.body.ns }, create: Item, set: { batch: batch } }]
    status: 204
  GET /batches/{id}: { read: Batch, output: { n: this.items.size() } }
  DELETE /batches/{id}: { delete: Batch }
  POST /batches/{id}/purge: { transition: Batch.purge, status: 204 }
`

test('does not repeat the work of a request that took too long', async () => {
  const { facts, problems } = factsOf(many)
  assert.deepEqual(problems, [])
  const clocks: { reads: number }[] = []
  const pair = await both(facts, 'turn', false, true, () => {
    const clock = { reads: 0 }
    clocks.push(clock)
    return { limit: 50, readElapsed: () => ++clock.reads }
  })
  try {
    assert.equal((await pair.send({ method: 'POST', target: '/batches', body: '{}' })).memory.status, 201)
    for (let i = 0; i < 20; i++)
      assert.equal(
        (await pair.send({ method: 'POST', target: '/batches/1/items', body: JSON.stringify({ ns: range(100) }) })).memory.status,
        204,
      )
    for (const clock of clocks) clock.reads = 0
    const { memory, difference } = await pair.send({ method: 'POST', target: '/batches/1/purge' })
    assert.equal(difference, undefined)
    assert.equal(memory.status, 503)
    const [inMemory, ...inDatabases] = clocks.map(({ reads }) => reads)
    for (const reads of inDatabases) assert.ok(reads < inMemory! * 1.5, `${inMemory} reads of the clock in memory, ${reads} in a database`)
  } finally {
    await pair.close()
  }
})

test('refuses loops and cascades over too many records, and changes none of them', async () => {
  const { facts, problems } = factsOf(many)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'turn', false, true, ticking)
  const send = async (method: string, target: string, body?: unknown): Promise<string> => {
    const { memory, difference } = await pair.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    assert.equal(difference, undefined)
    return `${memory.status}${memory.status === 200 ? ` ${String(memory.body)}` : ''}`
  }
  try {
    for (const id of [1, 2]) {
      assert.equal(await send('POST', '/batches', {}), '201')
      assert.equal(await send('POST', `/batches/${id}/items`, { ns: range(20) }), '204')
    }
    assert.equal(await send('POST', '/batches/1/purge'), '204')
    assert.equal(await send('DELETE', '/batches/2'), '204')
    assert.equal(await send('POST', '/batches', {}), '201')
    for (let i = 0; i < 20; i++) assert.equal(await send('POST', '/batches/3/items', { ns: range(100) }), '204')
    for (const [method, target, body] of [
      ['POST', '/batches/3/items', { ns: range(2000) }],
      ['POST', '/batches/3/purge'],
      ['DELETE', '/batches/3'],
    ] as const)
      assert.equal(await send(method, target, body), '503', `${method} ${target}`)
    assert.equal(await send('GET', '/batches/3'), '200 {"n":2000}')
  } finally {
    await pair.close()
  }
})
