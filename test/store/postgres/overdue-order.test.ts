// The data that a request reads is never older than its check for due timers.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { until } from '../../until.ts'
import { exchangeOf } from '../both.ts'

const { facts, problems } = factsOf(
  completed(`
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      ticks: { type: integer, default: 0 }
  Copy:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      ticks: { type: integer }
states:
  Order.status: { initial: open, states: { open: { every: { PT1H: { set: { ticks: this.ticks + 1 } } } } } }
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  GET /orders/{id}: { read: Order, status: 200, output: { ticks: this.ticks } }
  GET /orders: { list: Order, status: 200, order: [id], page: { style: offset, size: 20, max: 100 }, output: { ticks: 'items.map(o, o.ticks)', total: page.total } }
  POST /orders/{id}/copies:
    with: { order: { find: Order, by: { id: input.path.id } } }
    create: Copy
    set: { ticks: order.ticks }
    status: 201
    output: { ticks: this.ticks }
`),
)

/** A service with one order, and another connection to its tables. */
async function withOrder(context: TestContext) {
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
    clock,
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('overdue'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
  })
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  const other = new pg.Client(schema.url)
  await other.connect()
  context.after(async () => {
    await other.end()
    await backend.close()
    await schema.drop()
  })
  let requests = 0
  const answer = async (method: string, target: string): Promise<unknown> =>
    JSON.parse(String((await backend.answer(exchangeOf(facts, { method, target }, `r${requests++}`, undefined))).body))
  await answer('POST', '/orders')
  return { clock, other, answer }
}

for (const [method, target, shown] of [
  ['GET', '/orders/1', { ticks: 1 }],
  ['GET', '/orders', { ticks: [1], total: 1 }],
  ['POST', '/orders/1/copies', { ticks: 1 }],
] as const)
  test(`${method} ${target} sees a due timer that another process fires meanwhile`, { skip: noPostgres }, async (context) => {
    const { clock, other, answer } = await withOrder(context)
    clock.advance(3_600_000)
    // As the firing process does, with the check for due timers in the middle of it.
    await other.query('BEGIN; LOCK TABLE "$timer" IN ACCESS EXCLUSIVE MODE')
    const answered = answer(method, target)
    await until(
      async () => (await other.query(`SELECT 1 FROM pg_locks WHERE relation = '"$timer"'::regclass AND NOT granted`)).rows.length > 0,
    )
    await other.query('UPDATE "Order" SET ticks = 1; DELETE FROM "$timer"; COMMIT')
    assert.deepEqual(await answered, shown)
  })
