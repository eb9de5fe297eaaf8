// The connections of a process: reads of one turn that share a flight, and connections that are lost while others wait for one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Statement, rowsExactly } from '../../../src/store/postgres/call.ts'
import { connect } from '../../../src/store/postgres/connections.ts'
import type { SqlRow, SqlValue } from '../../../src/store/sql/database.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'

const statement = (sql: string, ...values: readonly SqlValue[]): Statement => ({ sql, values, form: rowsExactly })

test('reads of one turn get their own answers, and a failing one harms no other', { skip: noPostgres }, async (context) => {
  const schema = await freshSchema()
  const connections = connect({ address: schema.url, size: 1 })
  context.after(async () => {
    await connections.end()
    await schema.drop()
  })
  const count = 40
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      connections.read(
        index % 10 === 7
          ? [statement('SELECT ?::int AS n', BigInt(index)), statement('SELECT 1 / ?::int AS n', 0n)]
          : [statement('SELECT ?::int AS n', BigInt(index)), statement('SELECT ?::text AS text', `text "ä" ${index}`)],
      ),
    ),
  )
  for (const [index, { rows, failure }] of answers.entries()) {
    assert.equal((rows[0]![0] as SqlRow)['n'], BigInt(index))
    if (index % 10 === 7) {
      assert.match(String(failure), /division by zero/)
      assert.equal(rows.length, 1)
    } else {
      assert.equal(failure, undefined)
      assert.equal((rows[1]![0] as SqlRow)['text'], `text "ä" ${index}`)
    }
  }
})

test('values of every kind and size reach the database', { skip: noPostgres }, async (context) => {
  const schema = await freshSchema()
  const connections = connect({ address: schema.url, size: 1 })
  context.after(async () => {
    await connections.end()
    await schema.drop()
  })
  const long = 'x€😀'.repeat(100_000)
  const bytes = new Uint8Array(70_000).fill(7)
  const [row] = (await connections.send(
    'SELECT ?::text AS long, ?::bytea AS bytes, ?::bigint AS integer, ?::float8 AS double, ?::text AS nothing',
    [long, bytes, -(2n ** 63n), 0.1, null],
  )) as readonly SqlRow[]
  assert.deepEqual(row, { long, bytes, integer: -(2n ** 63n), double: 0.1, nothing: null })
})

test('work that waits for a connection gets one when another is lost', { skip: noPostgres }, async (context) => {
  const schema = await freshSchema()
  const lost: unknown[] = []
  const connections = connect({ address: schema.url, size: 1, onLost: (failure) => lost.push(failure) })
  context.after(async () => {
    await connections.end()
    await schema.drop()
  })
  const processOf = async ({ send }: Pick<typeof connections, 'send'>): Promise<number> =>
    Number(((await send('SELECT pg_backend_pid() AS pid', [])) as readonly SqlRow[])[0]!['pid'])
  const first = await connections.acquire()
  const pid = await processOf(first)
  const next = connections.acquire()
  assert.deepEqual(connections.figures(), { open: 1, idle: 0, max: 1, waiting: 1 })
  await connections.send('SELECT pg_terminate_backend(?::int)', [BigInt(pid)])
  const second = await next
  assert.notEqual(await processOf(second), pid)
  first.release()
  second.release()
  assert.deepEqual(connections.figures(), { open: 1, idle: 1, max: 1, waiting: 0 })
  assert.deepEqual(lost, [], 'only idle connections are reported')
})
