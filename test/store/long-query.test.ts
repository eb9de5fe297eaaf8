// A query whose rows are more than a turn can read is refused while it is read; a page of the same records is answered.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { exchangeOf } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: rows }
resources:
  Row: { key: id, properties: { id: { type: integer, generate: sequence }, n: { type: integer, minimum: 0, maximum: 100000, default: 1 } }, required: [n] }
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [n], output: Row(this) }
  GET /rows: { list: Row, order: [id], page: none, output: { rows: 'items.map(r, Row(r))' } }
  GET /pages: { list: Row, order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)', next: page.next } }
  GET /map: { answer: {}, output: { rows: 'Row.map(r, r.n)' } }
  GET /sum: { answer: {}, output: { sum: 'Row.filter(r, r.n > 0).map(r, r.n).sum()' } }
  POST /clear: { do: [ { for: { as: row, in: 'Row.filter(r, true)' }, update: Row, by: row, set: { n: '0' } } ], status: 204 }
`

/** A clock that goes on by a millisecond whenever it is read. */
function ticking() {
  let now = 0
  return { limit: 50, elapsed: () => now++ }
}

test('refuses a query with more rows than a turn can read, and answers a page of them', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const file = join(temporaryFolder(), 'store.db')
  const open = async (rows: number) => {
    const settings = { clock: new VirtualClock(0), fixtures: false, depth: 64, settings: new Map(), randomness: new SeededRandomness('rows'), cursors: { key: new Uint8Array(32), epoch: '0' }, onFired: () => undefined }
    const made = await createSqliteBackend(facts, file, settings)
    if ('problem' in made) throw new Error(made.problem)
    await made.close()
    const database = new DatabaseSync(file)
    database.exec(`WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${rows}) INSERT OR IGNORE INTO "Row" (id, n, "$version") SELECT x, 1, x FROM c`)
    database.close()
    const backend = await createSqliteBackend(facts, file, { ...settings, turn: ticking() })
    if ('problem' in backend) throw new Error(backend.problem)
    return backend
  }
  const answers = async (rows: number): Promise<readonly (readonly [number, string | undefined])[]> => {
    const backend = await open(rows)
    const found: (readonly [number, string | undefined])[] = []
    for (const [method, target] of [['GET', '/rows'], ['GET', '/map'], ['GET', '/sum'], ['POST', '/clear'], ['GET', '/pages']] as const) {
      const { status, trace } = await backend.answer(exchangeOf(facts, { method, target }, 'r', undefined))
      found.push([status, trace.condition])
    }
    await backend.close()
    return found
  }
  assert.deepEqual((await answers(2500)).map(([status]) => status), [200, 200, 200, 204, 200])
  const refused = [503, 'timeout'] as const
  assert.deepEqual(await answers(50_000), [refused, refused, refused, refused, [200, undefined]])
})
