// A request whose due timers conflict too often: it is answered by a condition that its operation has.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

const document = completed(`
resources:
  Order: { key: id, properties: { id: { type: integer, generate: sequence }, note: { type: string, maxLength: 9 } } }
states:
  Order.status: { initial: open, states: { open: { after: { PT1H: { target: due } } }, due: {} } }
events: none
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  GET /orders/{id}: { read: Order, status: 200, output: Order(this) }
  PATCH /orders/{id}: { update: Order, body: [note], status: 200, output: Order(this) }
`)

test('reads are unavailable, and writes are contention, while their timers conflict', { skip: noPostgres }, async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
    clock,
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('contended'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
  })
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  context.after(async () => {
    await backend.close()
    await schema.drop()
  })
  const send = async (method: string, target: string, operation: string, body?: string): Promise<readonly [number, string?]> => {
    const { status, trace } = await backend.answer(
      exchangeOf(facts, { method, target, ...(body === undefined ? {} : { body }) }, operation, undefined),
    )
    return [status, trace.condition]
  }
  assert.deepEqual(await send('POST', '/orders', 'POST /orders'), [201, undefined])
  await schema.query(
    `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'others changed it' USING ERRCODE = '40001'; END $$`,
  )
  await schema.query('CREATE TRIGGER conflict BEFORE UPDATE ON "Order" FOR EACH ROW EXECUTE FUNCTION conflict()')
  clock.advance(2 * 3_600_000)
  const [status, condition] = await send('GET', '/orders/1', 'GET /orders/{id}')
  assert.equal(condition, 'unavailable')
  assert.equal(status, 503)
  assert.equal((await send('PATCH', '/orders/1', 'PATCH /orders/{id}', '{"note":"a"}'))[1], 'contention')
  await schema.query('DROP TRIGGER conflict ON "Order"')
  assert.deepEqual(await send('GET', '/orders/1', 'GET /orders/{id}'), [200, undefined])
})
