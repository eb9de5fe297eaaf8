// Deliveries reach only subscribers of their tenant, with the data that the owner of the subscription may read.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { compile } from '../../../src/compile/compile.ts'
import { conventions } from '../../conventions.ts'
import { type Served, served } from '../served.ts'
import { allKinds, storeOf } from '../stores.ts'
import { type Receiver, receiver } from './receiver.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const document = readFileSync(join(import.meta.dirname, 'shops.yaml'), 'utf8').replaceAll(/HASH:(\w+)/g, (_, name: string) => hash(name))

type Answered = { readonly status: number; readonly body: { readonly [name: string]: unknown } }
type Asking = { readonly service: Served; readonly ask: (who: string, request: string, body?: object) => Promise<Answered> }

async function asking(context: TestContext, store: string, text = document): Promise<Asking> {
  const service = await served(context, text, {
    virtual: true,
    store: storeOf(store),
    deliveries: { allowPrivate: true },
    log: { level: 'silent', sink: () => undefined },
  })
  return {
    service,
    async ask(who, request, body) {
      const [method = '', path = ''] = request.split(' ')
      const answer = await fetch(service.url + path, {
        method,
        headers: { 'X-Key': who, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const sent = await answer.text()
      return { status: answer.status, body: sent === '' ? {} : (JSON.parse(sent) as Answered['body']) }
    },
  }
}

function each(name: string, run: (context: TestContext, asking: Asking) => Promise<void>, text = document): void {
  for (const store of allKinds) test(`${name} (${store})`, async (context) => run(context, await asking(context, store, text)))
}

const all = ['product.changed', 'note.changed']
const subscribe = async ({ ask }: Asking, who: string, to: Receiver): Promise<string> =>
  (await ask(who, 'POST /subscriptions', { url: `${to.url}/hooks`, types: all, secret })).body['id'] as string

each('no delivery crosses tenants', async (context, asking) => {
  const { ask, service } = asking
  const [eve, ann] = [await receiver(context), await receiver(context)]
  await subscribe(asking, 'eve', eve)
  await subscribe(asking, 'ann', ann)
  assert.equal((await ask('ann', 'POST /products', { sku: 'p1', cost: 7 })).status, 201)
  assert.equal((await ask('ann', 'POST /notes', { id: 'n1', product: 'p1', private: true })).status, 201)
  assert.equal((await ask('eve', 'POST /products', { sku: 'p1', cost: 9 })).status, 201)
  await service.waitUntilDelivered()
  assert.deepEqual([eve.all('sku'), eve.all('id')], [['p1'], [undefined]])
  assert.deepEqual(
    ann
      .all('sku')
      .concat(ann.all('id'))
      .filter((each) => each !== undefined),
    ['p1', 'n1'],
  )
})

each('hides a subscription from all but its owner', async (context, asking) => {
  const { ask, service } = asking
  const [eve, thief] = [await receiver(context), await receiver(context)]
  const id = await subscribe(asking, 'eve', eve)
  for (const who of ['ann', 'ben']) {
    for (const [request, body] of [
      ['GET', undefined],
      ['PATCH', { url: `${thief.url}/hooks` }],
      ['DELETE', undefined],
    ] as const) {
      assert.equal((await ask(who, `${request} /subscriptions/${id}`, body)).status, 404, `${who} ${request}`)
    }
    assert.equal((await ask(who, `PUT /subscriptions/${id}/secret`, { secret })).status, 404)
    assert.deepEqual((await ask(who, 'GET /subscriptions')).body['items'], [])
  }
  const own = await subscribe(asking, 'ann', thief)
  assert.equal((await ask('ben', `PATCH /subscriptions/${own}`, { types: all })).status, 404, 'nor a colleague')
  await ask('eve', 'POST /products', { sku: 'p2', cost: 1 })
  await service.waitUntilDelivered()
  assert.deepEqual([eve.came.length, thief.came.length], [1, 0])
})

each('delivers only what the owner of a subscription may read', async (context, asking) => {
  const { ask, service } = asking
  const [ann, ben] = [await receiver(context), await receiver(context)]
  await subscribe(asking, 'ann', ann)
  await subscribe(asking, 'ben', ben)
  await ask('ann', 'POST /products', { sku: 'p', cost: 7 })
  await ask('ann', 'POST /notes', { id: 'secret', product: 'p', private: true })
  await ask('ann', 'POST /notes', { id: 'open', product: 'p', private: false })
  await service.waitUntilDelivered()
  assert.deepEqual(new Set(ann.all('id')), new Set([undefined, 'secret', 'open']))
  assert.deepEqual(new Set(ben.all('id')), new Set([undefined, 'open']))
  await ask('ann', 'PATCH /notes/secret', { private: false })
  await service.waitUntilDelivered()
  assert.deepEqual(
    ben.all('id').filter((id) => id === 'secret'),
    ['secret'],
    'the change that shows it is told',
  )
})

each('drops waiting deliveries of deleted owners and of owners that may no longer read', async (context, asking) => {
  const { ask, service } = asking
  const ben = await receiver(context, () => 503)
  await subscribe(asking, 'ben', ben)
  await ask('ann', 'POST /products', { sku: 'p', cost: 7 })
  await service.waitUntilDelivered()
  assert.equal(ben.came.length, 1)
  assert.equal((await ask('ben', 'POST /staff/ben/leave')).status, 204)
  await service.advance(3_600_000)
  assert.equal(ben.came.length, 1)
})

const bosses = document.replace("Product: { read: 'true'", 'Product: { read: caller.boss')

each(
  'evaluates a rule about the caller at each attempt',
  async (context, asking) => {
    const { ask, service } = asking
    const ann = await receiver(context, () => 503)
    await subscribe(asking, 'ann', ann)
    await ask('ann', 'POST /products', { sku: 'p', cost: 7 })
    await service.waitUntilDelivered()
    assert.equal(ann.came.length, 1)
    assert.equal((await ask('ann', 'PUT /staff/ann/boss', { boss: false })).status, 200)
    await service.advance(3_600_000)
    assert.equal(ann.came.length, 1)
  },
  bosses,
)

const called = document.replace(
  '  delivery: {',
  `  callbacks:
    noted: { on: [Note.created, Note.updated], when: this.hook != null, as: OWNER, url: '\${this.hook}', headers: { X-Cost: '\${this.product.cost}', X-Id: '\${this.id}' }, body: { id: this.id, cost: this.product.cost, product: Product(this.product) }, attempts: 3, timeout: PT5S, deadLetter: P1D, backoff: fixed }
  delivery: {`,
)

each(
  'sends in a callback only what its reader may read',
  async (context, { ask, service }) => {
    const one = await receiver(context)
    await ask('ann', 'POST /products', { sku: 'p', cost: 7 })
    for (const who of ['ann', 'ben'])
      assert.equal((await ask(who, 'POST /notes', { id: who, product: 'p', private: true, hook: `${one.url}/${who}` })).status, 201)
    await service.waitUntilDelivered()
    const bodies = new Map(one.came.map(({ url, body, headers }) => [url, [JSON.parse(body), headers['x-cost'], headers['x-id']]]))
    assert.deepEqual(bodies.get('/ann'), [{ id: 'ann', cost: 7, product: { sku: 'p', shop: 's1', cost: 7 } }, '7', 'ann'])
    assert.deepEqual(bodies.get('/ben'), [{ id: 'ben', product: { sku: 'p', shop: 's1' } }, undefined, 'ben'])
  },
  called.replace('OWNER', 'caller'),
)

each(
  'a callback for somebody who may not read the record is not made',
  async (context, { ask, service }) => {
    const one = await receiver(context)
    await ask('ann', 'POST /products', { sku: 'p', cost: 7 })
    await ask('ann', 'POST /notes', { id: 'hidden', product: 'p', private: true, hook: `${one.url}/hidden` })
    await ask('ann', 'POST /notes', { id: 'open', product: 'p', private: false, hook: `${one.url}/open` })
    await service.waitUntilDelivered()
    assert.deepEqual(
      one.came.map(({ url, body }) => [url, JSON.parse(body).cost]),
      [['/open', undefined]],
    )
  },
  called.replace('OWNER', `'Staff.filter(s, s.id == "ben").sortBy(s, s.id)[0]'`),
)

test('each suggested fix leads to the next, until `check` reports nothing', () => {
  const apart = '  Subscription: { tenant: { shop: caller.shop }, properties: { shop: { $ref: Shop, onDelete: cascade } } }\n'
  const told = (text: string): readonly (readonly [string, string | undefined])[] =>
    compile([{ name: 'shops.yaml', text }], conventions()).errors.map(({ code, help }) => [code, help])
  const first = document.replace('{ webhook-subscriptions@2: { resources: Staff } }', 'webhook-subscriptions@1').replace(apart, '')
  const [reader, tenant, ...more] = told(first)
  assert.deepEqual([reader?.[0], tenant?.[0], more], ['events/missing-reader', 'events/missing-tenant', []])
  assert.match(reader![1]!, /use: \[\{ webhook-subscriptions@2: \{ resources: Staff \} \}\]/)
  assert.match(tenant![1]!, /tenant: \{ shop: caller\.shop \}\n {2}properties:\n {4}shop: \{ \$ref: Shop, onDelete: cascade \}/)
  assert.deepEqual(
    told(document.replace(apart, '')).map(([code]) => code),
    ['events/missing-tenant'],
  )
  assert.deepEqual(told(document), [])
})
