// Work after a commit, with tenants: it belongs to the tenant of its cause, and to no other.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { type Receiver, receiver } from '../delivery/receiver.ts'
import { type Served, served } from '../served.ts'

const name = join(import.meta.dirname, 'shops.yaml')
const text = readFileSync(name, 'utf8')
const hour = 3_600_000

type Shop = { readonly told: Receiver; readonly ask: (method: string, path: string, body?: object) => Promise<any> }

/** Two shops, each with a separate receiver, under the same key, because each shop numbers its records itself. */
async function shops(
  context: Pick<TestContext, 'after'>,
  store: string,
): Promise<{ readonly service: Served; readonly north: Shop; readonly south: Shop }> {
  const service = await served(context, text, {
    name,
    store,
    virtual: true,
    admin: true,
    deliveries: { allowPrivate: true },
    log: { level: 'silent', sink: () => undefined },
  })
  const shop = async (key: string): Promise<Shop> => {
    const told = await receiver(context)
    const ask: Shop['ask'] = async (method, path, body) => {
      const answer = await fetch(service.url + path, {
        method,
        headers: { 'x-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      assert.ok(answer.ok, `${method} ${path} is answered ${answer.status}`)
      const sent = await answer.text()
      return sent === '' ? undefined : JSON.parse(sent)
    }
    assert.deepEqual(await ask('POST', '/hooks', { url: told.url }), { id: 1 })
    return { told, ask }
  }
  return { service, north: await shop('n'), south: await shop('s') }
}

/** Over each store. */
function each(what: string, run: (context: TestContext, store: string) => Promise<void>): void {
  for (const kind of ['memory', 'sqlite']) {
    test(`${what} (${kind})`, async (context) => {
      const folder = temporaryFolder()
      await run(context, kind === 'memory' ? kind : `sqlite:${join(folder, 'store.db')}`)
    })
  }
}

const bodies = ({ told }: Shop): string[] => told.came.map(({ url, body }) => `${url} ${body}`).toSorted()

/** The results of code after the commit, and of all deliveries. */
async function settled(service: Served): Promise<void> {
  await service.advance(0)
  await service.waitUntilDelivered()
}

each('events, callbacks and code after the commit are of the tenant that caused them', async (context, store) => {
  const { service, north, south } = await shops(context, store)
  await north.ask('POST', '/parcels')
  for (const { ask } of [north, south]) assert.deepEqual(await ask('POST', '/parcels'), { id: ask === north.ask ? 2 : 1 })
  await north.ask('POST', '/parcels/2/send')
  await south.ask('POST', '/parcels/1/send')
  await settled(service)
  const told = (shop: string, id: number): string[] => [
    `/callback {"id":${id},"place":"sent","shop":"${shop}"}`,
    `/hooks {"event":"sent","id":${id},"shop":"${shop}"}`,
    `/hooks {"event":"weighed","id":${id},"shop":"${shop}"}`,
  ]
  assert.deepEqual([bodies(north), bodies(south)], [told('north', 2), told('south', 1)])
  assert.deepEqual(await north.ask('GET', '/parcels/2'), { shop: 'north', id: 2, grams: 200, place: 'sent' })
  assert.deepEqual(await south.ask('GET', '/parcels/1'), { shop: 'south', id: 1, grams: 100, place: 'sent' })
  assert.deepEqual([await north.ask('GET', '/slips'), await south.ask('GET', '/slips')], [[1], [1]])
  // And where time causes it.
  await service.advance(hour)
  assert.deepEqual(
    bodies(south),
    [...told('south', 1), '/callback {"id":1,"place":"lost","shop":"south"}', '/hooks {"event":"lost","id":1,"shop":"south"}'].toSorted(),
  )
})

each('a receiver of one tenant that fails, is gone or wants nothing more is that of no other', async (context, store) => {
  const { service, north, south } = await shops(context, store)
  north.told.answers = ({ url }) => (url === '/hooks' ? 503 : 204)
  south.told.answers = () => 410
  for (const { ask } of [north, south]) {
    await ask('POST', '/parcels')
    await ask('POST', '/parcels/1/send')
  }
  await settled(service)
  south.told.answers = () => 204
  const before = south.told.came.length
  await south.ask('POST', '/parcels')
  await south.ask('POST', '/parcels/2/send')
  await settled(service)
  assert.deepEqual(
    south.told.came.slice(before).map(({ url }) => url),
    [],
    'nothing more goes where nothing more is wanted',
  )
  await south.ask('DELETE', '/hooks/1')
  north.told.answers = () => 204
  await service.advance(60_000)
  const taken = north.told.came.filter((_, index) => north.told.status[index] === 204)
  assert.deepEqual(taken.map(({ url, body }) => `${url} ${(JSON.parse(body) as { event?: string }).event}`).toSorted(), [
    '/callback undefined',
    '/hooks sent',
    '/hooks weighed',
  ])
})

each('delivers events of records without a tenant to no tenant, and tells the operator why', async (context, store) => {
  const { service, north } = await shops(context, store)
  await north.ask('POST', '/notes')
  await settled(service)
  assert.equal(north.told.came.length, 0)
  const { dead, gone } = (await (await fetch(`${service.admin!}/deliveries`)).json()) as { dead: number; gone: { reason: string }[] }
  assert.equal(dead, 1)
  assert.equal(gone[0]!.reason, 'its request could not be built: `Hook` has tenants, and this note.made is about a record without a tenant')
})

test('waiting code and deliveries keep their tenant after a restart', async (context) => {
  const folder = temporaryFolder()
  const store = `sqlite:${join(folder, 'store.db')}`
  const { service, south } = await shops(context, store)
  south.told.answers = () => 500
  await south.ask('POST', '/parcels')
  await south.ask('POST', '/parcels/1/send')
  await service.stop()
  const before = south.told.came.length
  south.told.answers = () => 204
  const again = await served(context, text, {
    name,
    store,
    virtual: true,
    deliveries: { allowPrivate: true },
    log: { level: 'silent', sink: () => undefined },
  })
  await again.advance(60_000)
  await settled(again)
  const taken = south.told.came.slice(before).map(({ body }) => JSON.parse(body) as { event?: string; shop: string })
  assert.deepEqual(
    taken.flatMap(({ event }) => event ?? []),
    ['sent', 'weighed'],
  )
  assert.deepEqual(new Set(taken.map(({ shop }) => shop)), new Set(['south']))
})
