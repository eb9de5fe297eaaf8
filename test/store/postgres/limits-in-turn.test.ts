// Limits of one operation over PostgreSQL: counted one after the other by one statement, and once for each request.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { explainStatements } from '../../../src/store/postgres/explaining.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

const limited = `
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      ticks: { type: integer, default: 0 }
states: STATES
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  GET /orders/{id}: { read: Order, status: 200, output: { ticks: this.ticks } }
limits:
  rates:
    calls: { quota: 9, window: PT1H, partition: request.address }
    bursts: { quota: 5, window: PT1H, partition: request.address }
  quotas:
    days: { quota: 3, window: P1D, partition: request.address }
  headers: [RateLimit]
errors:
  media: application/json
  precedence: standard
  body: { error: error.type }
  catalogue:
    missing: { on: not-found Order, status: 404 }
    bad: { on: [invalid, malformed], status: 400 }
    slow-down: { on: [rate-limited, quota-exceeded], status: 429 }
`

async function opened(context: TestContext, states: string) {
  const { facts, problems } = factsOf(completed(limited.replace('STATES', states)))
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
    clock,
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('limits'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
  })
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  context.after(async () => {
    await backend.close()
    await schema.drop()
  })
  let requests = 0
  const ask = async (method: string, target: string) => {
    const { status, headers, body } = await backend.answer(exchangeOf(facts, { method, target }, `r${requests++}`, undefined))
    return { status, body: JSON.parse(String(body)) as { id?: number }, remaining: headers.find(([name]) => name === 'RateLimit')?.[1] }
  }
  const trips = (): number => backend.figures().find(({ name }) => name === 'ninefold_store_round_trips_total')!.values[0]![1]
  const explained = async (name: string): Promise<number> => {
    const statements = await explainStatements(facts, undefined, 'PostgreSQL')
    assert.ok(!('problem' in statements))
    return statements.transaction!(facts.operations.find(({ operation }) => operation.name === name)!).roundTrips
  }
  return { clock, ask, trips, explained }
}

test('limits have one round trip, and one that refuses leaves the others as they were', { skip: noPostgres }, async (context) => {
  const { ask, trips, explained } = await opened(context, 'none')
  await ask('POST', '/orders')
  const before = trips()
  const second = await ask('GET', '/orders/1')
  assert.equal(trips() - before, 2, 'one for all limits, one for the record')
  assert.equal(await explained('GET /orders/{id}'), 2)
  assert.match(second.remaining!, /"calls";r=7.*"bursts";r=3.*"days";r=1/)
  assert.equal((await ask('GET', '/orders/1')).status, 200)
  for (let count = 0; count < 3; count++) {
    const { status, remaining } = await ask('GET', '/orders/1')
    assert.equal(status, 429)
    assert.match(remaining!, /"calls";r=6.*"bursts";r=2.*"days";r=0/)
  }
})

test('a request that a due timer delays is counted once, and leaves no gap in a sequence', { skip: noPostgres }, async (context) => {
  const states = '{ Order.status: { initial: open, states: { open: { every: { PT10M: { set: { ticks: this.ticks + 1 } } } } } } }'
  const { clock, ask } = await opened(context, states)
  await ask('POST', '/orders')
  clock.advance(600_000)
  assert.match((await ask('GET', '/orders/1')).remaining!, /"days";r=1/)
  clock.advance(600_000)
  const last = await ask('POST', '/orders')
  assert.equal(last.body.id, 2)
  assert.match(last.remaining!, /"days";r=0/)
})
