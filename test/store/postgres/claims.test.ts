// Work behind requests is shared by the processes of one database: each piece is done by one of them, and taken over when it ends.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import type { Facts } from '../../../src/fact/fact.ts'
import type { BehaviourOutcome } from '../../../src/meaning/code/behaviours.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import type { StoreRuntime } from '../../../src/store/kind.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { type Schema, freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

const document = completed(`
service:
  behaviours:
    charge:
      file: charge.ts
      when: after
      input: { type: object, required: [order], properties: { order: { type: integer } } }
      output: { type: object, required: [receipt], properties: { receipt: { type: string, maxLength: 50 } } }
      onDone:
        - { transition: Order.receive, by: { id: input.order } }
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      ticks: { type: integer, default: 0 }
      receipts: { type: integer, default: 0 }
states:
  Order.status:
    initial: open
    states:
      open:
        every:
          PT1H: { set: { ticks: this.ticks + 1 } }
        on:
          pay: { target: paid, then: [ { call: charge, input: { order: this.id } } ] }
      paid: { on: { receive: { target: paid, set: { receipts: this.receipts + 1 } } } }
events:
  types: { made: { on: Order.created, data: { id: this.id } } }
  delivery:
    webhooks: { url: http://127.0.0.1/orders, timeout: PT5S, attempts: 3, deadLetter: P1D, ordered: true }
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  POST /orders/{id}/pay: { transition: Order.pay, status: 202 }
`)

/** Runtimes that a test ended itself. */
const closed = new WeakSet<StoreRuntime>()

type Run = (order: number) => Promise<BehaviourOutcome>

/** Several runtimes over one database, with one clock. */
async function several(
  context: TestContext,
  count: number,
  code: (process: number) => Run,
): Promise<{
  readonly schema: Schema
  readonly clock: VirtualClock
  readonly facts: Facts
  readonly all: readonly StoreRuntime[]
  readonly post: (path: string) => Promise<number>
}> {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const all: StoreRuntime[] = []
  for (let process = 0; process < count; process++) {
    const run = code(process)
    const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
      clock,
      fixtures: false,
      depth: 64,
      settings: new Map(),
      randomness: new SeededRandomness(`claims ${process}`),
      cursors: { key: new Uint8Array(32), epoch: '0' },
      onFired: () => undefined,
      code: { run: (_, input) => run((input as { order: number }).order) },
    })
    assert.ok(!('problem' in backend), JSON.stringify(backend))
    all.push(backend)
  }
  context.after(async () => {
    await Promise.all(all.filter((each) => !closed.has(each)).map((each) => each.close()))
    await schema.drop()
  })
  let requests = 0
  const post = async (path: string): Promise<number> =>
    (await all[0]!.answer(exchangeOf(facts, { method: 'POST', target: path }, `r${requests++}`, undefined))).status
  return { schema, clock, facts, all, post }
}

const never: Run = () => new Promise(() => undefined)

test('one of three simultaneous processes fires each occurrence of a timer', { skip: noPostgres }, async (context) => {
  const { schema, clock, all, post } = await several(context, 3, () => never)
  for (let order = 0; order < 20; order++) assert.equal(await post('/orders'), 201)
  for (let hour = 1; hour <= 3; hour++) {
    clock.advance(3_600_000)
    await Promise.all(
      all.map(async (each) => {
        while (await each.fireSome());
      }),
    )
    assert.deepEqual(await schema.query('SELECT DISTINCT ticks::int FROM "Order"'), [{ ticks: hour }])
  }
})

test('one process runs a job; another takes over after its end, and the late outcome is ignored', { skip: noPostgres }, async (context) => {
  const done: BehaviourOutcome = { kind: 'done', output: { receipt: 'r' } }
  const late = Promise.withResolvers<BehaviourOutcome>()
  const runs: number[] = []
  const { schema, all, post } = await several(context, 2, (process) => (order) => {
    runs.push(process)
    return process === 0 && order === 1 ? late.promise : Promise.resolve(done)
  })
  const receipts = (): Promise<readonly Record<string, unknown>[]> => schema.query('SELECT receipts::int FROM "Order" ORDER BY id')
  assert.equal(await post('/orders'), 201)
  assert.equal(await post('/orders/1/pay'), 202)
  const working = all[0]!.work()
  while (runs.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await all[1]!.work()
  assert.deepEqual([runs, await receipts()], [[0], [{ receipts: 0 }]])
  // As if the first process had been killed: its row is deleted, and no process renews it.
  await schema.query('UPDATE "$job" SET owner = -1')
  await all[1]!.work()
  assert.deepEqual([runs, await receipts()], [[0, 1], [{ receipts: 1 }]])
  late.resolve(done)
  await working
  assert.deepEqual(await receipts(), [{ receipts: 1 }])
})

test(
  'one process claims a delivery, within the concurrency of its destination, and releases it when it ends',
  { skip: noPostgres },
  async (context) => {
    const {
      clock,
      all: [first, second],
      post,
    } = await several(context, 2, () => never)
    for (let order = 0; order < 3; order++) assert.equal(await post('/orders'), 201)
    await Promise.all([first!.deliveryQueue.fanOut(), second!.deliveryQueue.fanOut()])
    assert.deepEqual(await first!.deliveryQueue.count(), { waiting: 3, delivered: 0, dead: 0 })
    const now = clock.now()
    const [destination] = await first!.deliveryQueue.destinations(now)
    const [delivery, ...more] = await first!.deliveryQueue.due(destination!, now, 10)
    assert.deepEqual(more, [], 'one lane: the first alone is due')
    const claimed = await Promise.all([first!.deliveryQueue.claim(delivery!), second!.deliveryQueue.claim(delivery!)])
    assert.equal(claimed.filter((each) => each).length, 1)
    const [owner, other] = claimed[0] ? [first!, second!] : [second!, first!]
    assert.deepEqual(await other.deliveryQueue.due(destination!, now, 10), [])
    await owner.close()
    closed.add(owner)
    assert.equal(await other.deliveryQueue.claim(delivery!), true)
  },
)

test('only the process that has claimed a delivery records the outcome of an attempt', { skip: noPostgres }, async (context) => {
  const {
    schema,
    clock,
    all: [first],
    post,
  } = await several(context, 1, () => never)
  assert.equal(await post('/orders'), 201)
  await first!.deliveryQueue.fanOut()
  const now = clock.now()
  const [destination] = await first!.deliveryQueue.destinations(now)
  const [delivery] = await first!.deliveryQueue.due(destination!, now, 1)
  assert.equal(await first!.deliveryQueue.claim(delivery!), true)
  await schema.query('UPDATE "$delivery" SET owner = -1')
  const { due: _, ...rest } = delivery!
  await first!.deliveryQueue.record({ ...rest, state: 'dead', reason: 'late', ended: now }, undefined)
  assert.deepEqual(await first!.deliveryQueue.count(), { waiting: 1, delivered: 0, dead: 0 })
})
