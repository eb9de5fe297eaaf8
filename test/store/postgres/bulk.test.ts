// Records that a request creates one after the other: few statements, each with several rows, and the answers of the other stores.

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
  Line:
    key: id
    properties: { id: { type: integer, minimum: 0, maximum: 99 }, text: { type: string, maxLength: 9 } }
    required: [text]
states: none
events:
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  types: { made: { on: Line.created, data: { id: this.id } } }
endpoints:
  POST /lines:
    do: [ { for: { in: input.body.lines, as: one }, create: Line, set: { id: one, text: input.body.text } } ]
    body: { lines: { type: array, maxItems: 99, items: { type: integer, minimum: 0, maximum: 99 } }, text: { type: string, maxLength: 9 } }
    status: 204
  GET /lines: { list: Line, order: [id], page: none, status: 200, output: { lines: 'items.map(l, l.id)' } }
`)

test('several rows of a table are one statement, in their order', { skip: noPostgres }, async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const schema = await freshSchema()
  const sent: string[] = []
  const backend = await createPostgresBackend(facts, schema.url, 'PostgreSQL', {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('bulk'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    onStatement: (sql) => sent.push(sql),
  })
  assert.ok(!('problem' in backend), JSON.stringify(backend))
  context.after(async () => {
    await backend.close()
    await schema.drop()
  })
  const ask = async (method: string, target: string, body?: object) => {
    const exchange = exchangeOf(facts, { method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }, target, undefined)
    const answer = await backend.answer(exchange)
    return { status: answer.status, body: String(answer.body) }
  }
  const lines = Array.from({ length: 13 }, (_, index) => index)
  sent.length = 0
  assert.equal((await ask('POST', '/lines', { lines, text: 'a' })).status, 204)
  const inserts = (table: string): number => sent.filter((sql) => sql.startsWith(`INSERT INTO "${table}"`)).length
  assert.deepEqual([inserts('Line'), inserts('$event')], [3, 3], '8 + 4 + 1 rows')
  // One key exists already: no change of the request remains.
  assert.equal((await ask('POST', '/lines', { lines: [20, 21, 5, 22], text: 'b' })).status, 409)
  assert.deepEqual(JSON.parse((await ask('GET', '/lines')).body), { lines })
  const events = await schema.query('SELECT data FROM "$event" ORDER BY "commit", "index"')
  assert.deepEqual(
    events.map(({ data }) => (JSON.parse(String(data)) as { id: number }).id),
    lines,
  )
})
