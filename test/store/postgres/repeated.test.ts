// Timers that one request fires: if one conflicts, the earlier ones keep their writes and numbers, and their outcomes are reported.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { until } from '../../until.ts'
import { exchangeOf } from '../both.ts'

const document = completed(`
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
    properties:
      id: { type: integer, generate: sequence }
  Reminder:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      number: { type: integer, generate: sequence }
      order: { $ref: Order, onDelete: restrict }
states:
  Order.status:
    initial: open
    states:
      open:
        after: { PT1H: { target: due, then: [ { create: Reminder, set: { order: this } }, { call: charge, input: { order: this.id } } ] } }
      due: { after: { P1D: { target: late } } }
      late: {}
events: none
endpoints:
  POST /orders: { create: Order, status: 201, output: Order(this) }
  GET /orders/{id}: { read: Order, status: 200, output: Order(this) }
`)

test(
  'a timer that conflicts takes other numbers than the timers before it, and all outcomes are reported',
  { skip: noPostgres },
  async (context) => {
    const { facts, problems } = factsOf(document)
    assert.deepEqual(problems, [])
    const schema = await freshSchema()
    const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
    const fired: string[] = []
    const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
      clock,
      fixtures: false,
      depth: 64,
      settings: new Map(),
      randomness: new SeededRandomness('repeated'),
      cursors: { key: new Uint8Array(32), epoch: '0' },
      onFired: ({ timer, outcome }) => void fired.push(`${timer.key} ${outcome}`),
      code: { run: () => new Promise(() => undefined) },
    })
    assert.ok(!('problem' in backend), JSON.stringify(backend))
    const foreign = new pg.Client({ connectionString: schema.url })
    await foreign.connect()
    context.after(async () => {
      await foreign.end()
      await backend.close()
      await schema.drop()
    })
    const send = async (method: string, target: string): Promise<readonly [status: number, body: string]> => {
      const { status, body } = await backend.answer(exchangeOf(facts, { method, target }, `${method} ${target}`, undefined))
      return [status, String(body)]
    }
    for (let order = 1; order <= 3; order++) assert.equal((await send('POST', '/orders'))[0], 201)
    // The timer of the second order waits for this transaction, and then conflicts with it.
    await foreign.query('BEGIN')
    const holder = (await foreign.query('SELECT pg_backend_pid() AS pid')).rows[0].pid as number
    await foreign.query('UPDATE "Order" SET "status" = "status" WHERE "id" = 2')
    clock.advance(3_600_000)
    const answered = send('GET', '/orders/3')
    await until(
      async () => (await schema.query(`SELECT pid FROM pg_stat_activity WHERE ${holder} = ANY (pg_blocking_pids(pid))`)).length > 0,
    )
    await foreign.query('COMMIT')
    assert.deepEqual(await answered, [200, '{"id":3,"status":"due"}'])
    assert.ok(
      backend.figures().some(({ name, values }) => name === 'ninefold_store_conflicts_total' && values.some(([, count]) => count > 0)),
      'there was a conflict',
    )
    assert.deepEqual(fired, ['[1] made', '[2] made', '[3] made'])
    const stored = async (sql: string): Promise<readonly unknown[]> => (await schema.query(sql)).map(({ value }) => value)
    assert.deepEqual(
      await stored('SELECT input AS value FROM "$job" ORDER BY id'),
      [1, 2, 3].map((order) => `{"order":${order}}`),
    )
    assert.deepEqual(await stored('SELECT key AS value FROM "$timer" ORDER BY id'), ['[1]', '[2]', '[3]'])
    assert.deepEqual(await stored('SELECT number::int AS value FROM "Reminder" ORDER BY "order"'), [1, 2, 3])
  },
)
