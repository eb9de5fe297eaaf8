// A request with an idempotency key runs its code before the transaction in only one process, whichever process its repetitions reach.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import type { BehaviourOutcome } from '../../../src/meaning/code/behaviours.ts'
import type { StoreRuntime } from '../../../src/store/kind.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { type Schema, freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

const { facts, problems } = factsOf(
  completed(`
service:
  behaviours:
    score:
      file: score.ts
      when: before
      input: { type: object, required: [total], properties: { total: { type: integer } } }
      output: { type: object, required: [score], properties: { score: { type: integer } } }
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      total: { type: integer }
      score: { type: integer }
states: none
events: none
endpoints:
  POST /orders:
    do:
      - { call: score, input: { total: input.body.total }, as: rating }
      - { create: Order, set: { total: input.body.total, score: rating.score }, as: order }
    body: { total: { type: integer } }
    idempotency: { key: Idempotency-Key, scope: '""' }
    status: 201
    output: Order(order)
limits: { retention: { idempotency: P1D } }
errors:
  media: application/json
  precedence: standard
  body: { error: error.type }
  catalogue:
    bad: { on: [invalid, malformed, idempotency-required, timeout score], status: 400 }
    other: { on: idempotency-mismatch, status: 422 }
    busy: { on: idempotency-busy, status: 409 }
`),
)

async function open(url: string, process: number, clock: VirtualClock, run: () => Promise<BehaviourOutcome>): Promise<StoreRuntime> {
  const backend = await createPostgresBackend(facts, url, 'PostgreSQL', {
    clock,
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness(`keys ${process}`),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    code: { run },
  })
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  return backend
}

type Several = {
  readonly schema: Schema
  readonly clock: VirtualClock
  /** Sends one request with the key `k` to a process. */
  readonly post: (process: number) => Promise<readonly [status: number, body: string]>
  /** The processes that ran the code, in order, and what ends each run. */
  readonly runs: { readonly process: number; readonly end: () => void }[]
}

async function several(context: TestContext, count: number): Promise<Several> {
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const runs: { readonly process: number; readonly end: () => void }[] = []
  const all = await Promise.all(
    Array.from({ length: count }, async (_, process) => {
      const run = (): Promise<BehaviourOutcome> =>
        new Promise((resolve) => runs.push({ process, end: () => resolve({ kind: 'done', output: { score: process } }) }))
      return open(schema.url, process, clock, run)
    }),
  )
  context.after(async () => {
    await Promise.all(all.map((each) => each.close()))
    await schema.drop()
  })
  let requests = 0
  return {
    schema,
    clock,
    runs,
    async post(process) {
      const exchange = exchangeOf(
        facts,
        { method: 'POST', target: '/orders', headers: new Map([['idempotency-key', 'k']]), body: '{"total":7}' },
        `r${requests++}`,
        undefined,
      )
      const { status, body } = await all[process]!.answer(exchange)
      return [status, String(body)]
    },
  }
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await setImmediate()
}

const made = [201, '{"id":1,"total":7,"score":0}'] as const

test('a key is busy at every process while one runs the code, and then repeats the answer', { skip: noPostgres }, async (context) => {
  const { post, runs } = await several(context, 2)
  const first = post(0)
  await until(() => runs.length === 1)
  assert.deepEqual(await Promise.all([post(0), post(1)]), [
    [409, '{"error":"busy"}'],
    [409, '{"error":"busy"}'],
  ])
  runs[0]!.end()
  const [status, body] = await first
  assert.equal(status, 201)
  // Requests that were refused at the same time may have used numbers up.
  assert.match(body, /^\{"id":[123],"total":7,"score":0\}$/)
  assert.deepEqual(
    await Promise.all([post(1), post(0), post(1)]),
    [1, 2, 3].map(() => [201, body]),
  )
  assert.deepEqual(
    runs.map(({ process }) => process),
    [0],
  )
})

test('one of many simultaneous requests to three processes runs the code', { skip: noPostgres }, async (context) => {
  const { post, runs } = await several(context, 3)
  const answers = Array.from({ length: 12 }, (_, index) => post(index % 3))
  await until(() => runs.length > 0)
  const busy = await Promise.race(answers)
  assert.equal(busy[0], 409)
  runs[0]!.end()
  const statuses = (await Promise.all(answers)).map(([status]) => status).toSorted((one, two) => one - two)
  assert.deepEqual([statuses[0], statuses.at(-1), runs.length], [201, 409, 1])
})

test(
  'claims a key again after its answer has expired, and takes over the key of an ended process',
  { skip: noPostgres },
  async (context) => {
    const { schema, clock, post, runs } = await several(context, 2)
    const first = post(0)
    await until(() => runs.length === 1)
    // As if the holder had been killed and its lease had ended.
    await schema.query('UPDATE "$working" SET owner = -1')
    const second = post(1)
    await until(() => runs.length === 2)
    runs[1]!.end()
    assert.equal((await second)[0], 201)
    runs[0]!.end()
    assert.deepEqual(await first, await second, 'the answer that was kept first counts')
    clock.advance(25 * 3_600_000)
    const third = post(0)
    await until(() => runs.length === 3)
    runs[2]!.end()
    assert.equal((await third)[0], 201)
    assert.notDeepEqual(await third, await second)
  },
)

test('a starting process deletes the keys of processes that ended long ago', { skip: noPostgres }, async (context) => {
  const { schema, clock, post, runs } = await several(context, 1)
  const first = post(0)
  await until(() => runs.length === 1)
  await schema.query(`INSERT INTO "$working" VALUES ('of one that was killed', -1, 1)`)
  const second = await open(schema.url, 1, clock, () => new Promise(() => undefined))
  context.after(() => second.close())
  assert.deepEqual(await schema.query('SELECT owner::int > 0 AS lives FROM "$working"'), [{ lives: true }])
  runs[0]!.end()
  assert.deepEqual(await first, made)
})
