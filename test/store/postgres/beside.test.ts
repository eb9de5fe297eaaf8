// Services beside each other in one database: a writer of one holds back no events of another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { SeededRandomness, VirtualClock } from '../../../src/base/clock.ts'
import { beginning } from '../../../src/exchange/event.ts'
import { announcedNumber } from '../../../src/store/postgres/events.ts'
import { createPostgresBackend } from '../../../src/store/postgres/backend.ts'
import { factsOf } from '../../meaning/running.ts'
import { completed } from '../../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { exchangeOf } from '../both.ts'

const document = completed(`
resources:
  Note: { key: id, properties: { id: { type: string, maxLength: 9 } } }
events:
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  types: { made: { on: Note.created, data: { id: this.id } } }
endpoints:
  POST /notes: { create: Note, body: [id], status: 201, output: Note(this) }
`)

/** A transaction that is about to write events in the schema, and does not end. */
async function openWriter(url: string): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN')
  await client.query(announcedNumber)
  return { end: () => client.end() }
}

test('events wait only for open writers of their own service', { skip: noPostgres }, async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const [own, other] = [await freshSchema(), await freshSchema()]
  const backend = await createPostgresBackend(facts, own.url, 'PostgreSQL', {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('beside'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    onFired: () => undefined,
  })
  assert.ok(!('problem' in backend))
  const told = async (): Promise<readonly string[]> => (await backend.log.events(beginning, 10)).map(({ key }) => key)
  const make = async (id: string): Promise<void> => {
    const { status } = await backend.answer(
      exchangeOf(facts, { method: 'POST', target: '/notes', body: JSON.stringify({ id }) }, id, undefined),
    )
    assert.equal(status, 201)
  }
  try {
    const foreign = await openWriter(other.url)
    await make('a')
    assert.deepEqual(await told(), ['["a"]'])
    await foreign.end()
    const writer = await openWriter(own.url)
    await make('b')
    assert.deepEqual(await told(), ['["a"]'])
    await writer.end()
    await make('c')
    assert.deepEqual(await told(), ['["a"]', '["b"]', '["c"]'])
  } finally {
    await backend.close()
    await own.drop()
    await other.drop()
  }
})
