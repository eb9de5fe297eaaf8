// A database whose tables were restored from a dump: numbers of transactions begin low again, and those of its events say nothing.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { lamps } from '../../serve/killed/document.ts'
import { taker } from '../../serve/killed/taker.ts'
import { listen } from '../../serve/listener.ts'
import { call } from '../killed.ts'
import { started } from '../process.ts'

test('continues the events of a restored dump, and rejects older positions', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  const document = join(temporaryFolder(), 'lamps.yaml')
  writeFileSync(document, lamps)
  const receiver = await taker()
  const first = await started(document, schema.url, ['--private-targets'])
  await call(first.url, 'POST', '/subscriptions', JSON.stringify({ url: receiver.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }))
  const house = (await call(first.url, 'POST', '/houses', '{}')).json.id as number
  const lamp = (await call(first.url, 'POST', '/lamps', JSON.stringify({ house }))).json.id as number
  const turn = async (url: string): Promise<void> => assert.equal((await call(url, 'POST', `/lamps/${lamp}/turn`)).status, 200)
  for (let count = 0; count < 3; count++) await turn(first.url)
  while (receiver.ids.size < 6) await new Promise((resolve) => setTimeout(resolve, 20))
  const { position } = (await call(first.url, 'GET', '/lamps')).json as { position: string }
  await first.kill('SIGTERM')
  // As they come from another cluster, whose transactions had higher numbers.
  await schema.query(`UPDATE "$event" SET "commit" = "commit" + 1000000000000;
    UPDATE "$ninefold" SET value = (SELECT json_build_object('commit', (value::json->>'commit')::bigint + 1000000000000, 'index', (value::json->>'index')::bigint)::text) WHERE name = 'deliveries';
    ALTER TABLE "$event" RENAME TO "old event"; CREATE TABLE "$event" (LIKE "old event" INCLUDING ALL); INSERT INTO "$event" SELECT * FROM "old event"; DROP TABLE "old event"`)
  const services = await Promise.all([1, 2].map(() => started(document, schema.url, ['--private-targets'])))
  try {
    const [second, third] = services as [Awaited<ReturnType<typeof started>>, Awaited<ReturnType<typeof started>>]
    const stream = await listen(`${second.url}/events`, { last: position })
    await stream.until(({ length }) => length >= 1)
    assert.deepEqual(
      stream.heard.map(({ type, data }) => [type, data]),
      [['reset', '{"reason":"foreign"}']],
    )
    stream.close()
    const here = (await call(second.url, 'GET', '/lamps')).json.position as string
    await turn(third.url)
    const next = await listen(`${second.url}/events`, { last: here })
    await next.until(({ length }) => length >= 2)
    next.close()
    while (receiver.ids.size < 8) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(receiver.taken.length, 8, 'an event was delivered twice')
    assert.deepEqual(await schema.query('SELECT count(*)::int AS n FROM "$event" WHERE "commit" = 1'), [{ n: 6 }])
  } finally {
    for (const service of services) await service.kill('SIGTERM')
    receiver.close()
    await schema.drop()
  }
})
