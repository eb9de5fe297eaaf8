// New records, jobs and timers: none replaces another one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { StoreRuntime } from '../../src/store/kind.ts'
import { createPostgresBackend } from '../../src/store/postgres/backend.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../postgres.ts'
import { exchangeOf } from './both.ts'
import { answers } from './same-answers.ts'

test('two steps of one request that create a record with the same key are refused', async () => {
  const found = await answers(
    `
resources:
  Item:
    key: code
    properties:
      code: { type: string, maxLength: 9 }
      note: { type: string, maxLength: 9 }
states: none
events: none
endpoints:
  POST /pairs:
    do:
      - { create: Item, set: { code: input.body.one, note: '"one"' }, as: one }
      - { create: Item, set: { code: input.body.other, note: '"other"' }, as: other }
    body: { one: { type: string, maxLength: 9 }, other: { type: string, maxLength: 9 } }
    status: 201
    output: { one: one.note, other: other.note }
  GET /items: { list: Item, order: [code], page: none, status: 200, output: { codes: 'items.map(i, i.code)' } }
`,
    ['POST /pairs {"one":"a","other":"a"}', 'POST /pairs {"one":"a","other":"b"}', 'POST /pairs {"one":"c","other":"b"}', 'GET /items'],
  )
  const duplicate = (pointer: string, value: string): string =>
    `409 {"met":"duplicate Item.code","errors":[{"property":"code","pointer":"${pointer}","keyword":"unique","value":"${value}"}]}`
  assert.deepEqual(found, [
    duplicate('/other', 'a'),
    '201 {"one":"one","other":"other"}',
    duplicate('/other', 'b'),
    '200 {"codes":["a","b"]}',
  ])
})

const { facts, problems } = factsOf(
  completed(`
service:
  behaviours:
    charge:
      file: charge.ts
      when: after
      input: { type: object, required: [order], properties: { order: { type: integer } } }
      output: { type: object, properties: {} }
resources:
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence } }
states:
  Order.status:
    initial: open
    states:
      open: { on: { pay: { target: paid, then: [ { call: charge, input: { order: this.id } } ] } }, after: { PT1H: { target: paid } } }
      paid: {}
events: none
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  POST /orders/{id}/pay: { transition: Order.pay, status: 202 }
`),
)

const options = (seed: string) => ({
  clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
  fixtures: false,
  depth: 64,
  settings: new Map(),
  randomness: new SeededRandomness(seed),
  cursors: { key: new Uint8Array(32), epoch: '0' },
  code: { run: () => new Promise<never>(() => undefined) },
})

type Opened = {
  readonly backend: StoreRuntime
  readonly execute: (sql: string) => Promise<readonly unknown[]>
  readonly end: () => Promise<void>
}

/** A number that is taken already is an error of the service, which changes nothing. */
async function assertRefused({ backend, execute, end }: Opened): Promise<void> {
  const send = async (target: string): Promise<string> => {
    const { status, trace } = await backend.answer(exchangeOf(facts, { method: 'POST', target }, target, undefined))
    return `${status} ${trace.report ?? ''}`
  }
  try {
    for (let order = 1; order <= 3; order++) assert.equal(await send('/orders'), '201 ')
    assert.equal(await send('/orders/1/pay'), '202 ')
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)'
    // As if another process had taken the next numbers too.
    const before = await execute('SELECT count(*) AS n, min(input) AS input FROM "$job"')
    await execute(`INSERT INTO "$job" ${numbers} SELECT i + (SELECT max(id) FROM "$job"), 'charge', '{"order":9}', 0, 0, NULL FROM n`)
    assert.match(await send('/orders/2/pay'), /^500 .*job/)
    assert.deepEqual(await execute(`SELECT count(*) AS n, min(input) AS input FROM "$job" WHERE input <> '{"order":9}'`), before)
    assert.deepEqual(await execute('SELECT status FROM "Order" ORDER BY id'), [{ status: 'paid' }, { status: 'open' }, { status: 'open' }])
    await execute(
      `INSERT INTO "$timer" ${numbers} SELECT i + (SELECT max(id) FROM "$timer"), 'Order', '[9]', 'status', 'open', 'PT1H', 0, 0, 'dead' FROM n`,
    )
    assert.match(await send('/orders'), /^500 .*timer/)
    assert.deepEqual(await execute('SELECT key FROM "$timer" WHERE dead IS NULL ORDER BY id'), [{ key: '[2]' }, { key: '[3]' }])
    assert.equal((await execute('SELECT id FROM "Order"')).length, 3)
  } finally {
    await end()
  }
}

test('SQLite refuses a job and a timer whose number is taken', async () => {
  assert.deepEqual(problems, [])
  const file = join(temporaryFolder(), 'store.db')
  const backend = await createSqliteBackend(facts, file, options('sqlite'))
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  const other = new DatabaseSync(file)
  await assertRefused({
    backend,
    execute: async (sql) =>
      other
        .prepare(sql)
        .all()
        .map((row) => ({ ...row })),
    async end() {
      other.close()
      await backend.close()
    },
  })
})

test('PostgreSQL refuses a job and a timer whose number is taken', { skip: noPostgres }, async () => {
  const schema = await freshSchema()
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', options('postgres'))
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  await assertRefused({
    backend,
    execute: (sql) => schema.query(sql),
    async end() {
      await backend.close()
      await schema.drop()
    },
  })
})
