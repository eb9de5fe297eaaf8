// Metrics that only PostgreSQL has: connections, sent statements, and conflicting transactions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { key, notes, secrets } from '../../serve/observe/document.ts'
import { type Served, served } from '../../serve/served.ts'

const skip = noPostgres ?? false

test('counts connections, statements, round trips and conflicts', { skip }, async (context) => {
  const schema = await freshSchema()
  context.after(() => schema.drop())
  const running = await served(context, notes, { secrets, admin: true, store: schema.url })
  const before = await figuresOf(running)
  assert.equal(before.get('ninefold_store_connections_limit'), 16)
  assert.equal(before.get('ninefold_store_connections_waiting'), 0)
  assert.ok(before.get('ninefold_store_connections{state="busy"}')! + before.get('ninefold_store_connections{state="idle"}')! >= 1)
  assert.deepEqual(
    [...before.keys()].filter((name) => name.startsWith('ninefold_store_conflicts_total')),
    [],
  )

  assert.equal((await create(running)).status, 201)
  const after = await figuresOf(running)
  const sent = (name: string): number => after.get(name)! - before.get(name)!
  assert.ok(sent('ninefold_store_statements_total') >= 3, 'it begins, inserts and commits')
  assert.ok(sent('ninefold_store_round_trips_total') >= 2, 'the commit waits for the rest')

  // Each try conflicts, as where others change the same rows again and again.
  await schema.query(
    `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'others changed it' USING ERRCODE = '40001'; END $$`,
  )
  await schema.query('CREATE TRIGGER conflict BEFORE INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION conflict()')
  assert.equal((await create(running)).status, 503)
  const contended = await figuresOf(running)
  assert.equal(contended.get('ninefold_store_conflicts_total{operation="POST /notes"}'), 12)
  assert.equal(contended.get('ninefold_refusals_total{operation="POST /notes",condition="contention"}'), 1)

  await schema.query('DROP TRIGGER conflict ON "Note"')
  assert.equal((await create(running)).status, 201)
  assert.equal((await figuresOf(running)).get('ninefold_store_conflicts_total{operation="POST /notes"}'), 12)
})

function create({ url }: Served): Promise<Response> {
  return fetch(`${url}/notes`, {
    method: 'POST',
    headers: { 'X-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'a', parts: 1 }),
  })
}

async function figuresOf({ admin }: Served): Promise<ReadonlyMap<string, number>> {
  const lines = (await (await fetch(`${admin}/metrics`)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}
