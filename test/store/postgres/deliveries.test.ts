// Deliveries of a database that two processes serve: each event goes out once, in order, and the other process takes over.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { lamps } from '../../serve/killed/document.ts'
import { taker } from '../../serve/killed/taker.ts'
import { call } from '../killed.ts'
import { type Started, started } from '../process.ts'
import { until } from '../../until.ts'

test('two processes deliver each event once, and the remaining process continues', { skip: noPostgres ?? false }, async () => {
  const schema = await freshSchema()
  const document = join(temporaryFolder(), 'lamps.yaml')
  writeFileSync(document, lamps)
  const receiver = await taker()
  const services: Started[] = []
  try {
    for (const _ of [1, 2]) services.push(await started(document, schema.url, ['--private-targets']))
    const [first, second] = services as [Started, Started]
    await call(first.url, 'POST', '/subscriptions', JSON.stringify({ url: receiver.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }))
    const house = (await call(first.url, 'POST', '/houses', '{}')).json.id as number
    const lamp = (await call(first.url, 'POST', '/lamps', JSON.stringify({ house }))).json.id as number
    const turns = async (count: number, urls: readonly string[]): Promise<void> => {
      for (let turn = 0; turn < count; turn++)
        assert.equal((await call(urls[turn % urls.length]!, 'POST', `/lamps/${lamp}/turn`)).status, 200)
    }
    await turns(10, [first.url, second.url])
    await until(() => receiver.ids.size === 20)
    assert.equal(receiver.taken.length, 20, 'an event was delivered twice')
    await first.kill('SIGKILL')
    await turns(10, [second.url])
    await until(() => receiver.ids.size === 40)
    const told = receiver.taken.filter(({ partitionkey }) => partitionkey === `lamp ${lamp}`).map(({ data }) => data.turns)
    assert.deepEqual(
      [...new Set(told)],
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  } finally {
    for (const service of services) await service.kill('SIGKILL')
    receiver.close()
    await schema.drop()
  }
})
