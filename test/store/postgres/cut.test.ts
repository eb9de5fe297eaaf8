// Connections to the database are cut repeatedly under load: acknowledged data is present, no work is done twice, and the service
// continues.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { type Acknowledged, call, halfDone, lost, prepared } from '../killed.ts'
import { started } from '../process.ts'

test('a service whose connections are cut under load loses nothing and repeats nothing', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  const name = new URL(schema.url).searchParams.get('options')!.split('=')[1]!
  const service = await started('examples/orders.md', schema.url)
  try {
    const customer = await prepared(service)
    const acknowledged: Acknowledged[] = []
    let [unavailable, isOver] = [0, false]
    const ask = async (path: string, body?: string, key?: string): Promise<Awaited<ReturnType<typeof call>>> => {
      for (;;) {
        const answer = await call(service.url, 'POST', path, body, key)
        if (answer.status < 500) return answer
        assert.equal(answer.status, 503, answer.text)
        unavailable++
      }
    }
    const cutting = (async () => {
      while (!isOver) {
        // Connections of this service alone: they are those that have its schema.
        await schema.query(
          `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity AS a WHERE a.application_name = 'ninefold' AND a.pid <> pg_backend_pid() AND EXISTS (SELECT 1 FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE l.pid = a.pid AND n.nspname = '${name}')`,
        )
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
    })()
    await Promise.all(
      Array.from({ length: 6 }, async (_, client) => {
        for (let count = 0; count < 6; count++) {
          const key = `c${client}-${count}`
          const body = JSON.stringify({ customer, lines: [{ product: 'ALL-0001', quantity: (count % 5) + 1 }], note: key })
          const { status, text, json } = await ask('/orders', body, key)
          assert.equal(status, 201, text)
          const { status: placed } = await ask(`/orders/${json.id}/place`)
          acknowledged.push({ key, body, status, answer: text, id: json.id, placed: placed === 200 })
        }
      }),
    )
    isOver = true
    await cutting
    assert.deepEqual([...(await lost(service, acknowledged)), ...(await halfDone(service))], [])
    // The outcome of a commit without an answer is queried, so no client gets `unavailable` for completed work.
    assert.deepEqual(
      acknowledged.filter(({ placed }) => !placed),
      [],
    )
    assert.ok(unavailable > 0, 'no connection was cut in the midst of a request')
    const [{ orders }] = (await schema.query('SELECT count(*)::int AS orders FROM "Order"')) as [{ orders: number }]
    assert.equal(orders, acknowledged.length)
  } finally {
    await service.kill('SIGKILL')
    await schema.drop()
  }
})
