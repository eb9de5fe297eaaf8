// A feed as its clients meet it: pages of events by position, within rules, tenants, retention and versions, over each store.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { completed } from '../meaning/transcript.ts'
import { freshSchema, noPostgres } from '../postgres.ts'
import { type Served, served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const hashed = (key: string): string => createHash('sha256').update(key).digest('hex')

const items = `
ninefold: 1
use: [http@1, problem-details@1]
service: { url: 'https://items.example' }
resources:
  User:
    key: hash
    properties: { hash: { type: string, maxLength: 64 }, name: { type: string, maxLength: 9 }, shop: { type: string, maxLength: 9 }, boss: { type: boolean } }
    required: [name, shop, boss]
  Item:
    key: id
    tenant: { shop: caller.shop }
    properties:
      id: { type: string, maxLength: 9 }
      shop: { type: string, maxLength: 9 }
      owner: { type: string, maxLength: 9 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000000 }
    required: [id, shop, owner, price]
  records:
    User:
      - { hash: ${hashed('a')}, name: ann, shop: north, boss: false }
      - { hash: ${hashed('z')}, name: zoe, shop: north, boss: true }
      - { hash: ${hashed('s')}, name: sue, shop: south, boss: true }
states: none
endpoints:
  POST /items: { create: Item, body: [id, owner, price] }
  PATCH /items/{id}: { update: Item, body: [owner, price] }
  DELETE /items/{id}: { delete: Item }
  GET /items: { list: Item, order: [id], page: none, output: { at: page.position } }
  GET /events:
    feed: [item.changed, item.gone]
    parameters: { query: { type: { type: string, maxLength: 20 } } }
    where: input.query.?type.orValue(event.type) == event.type
    page: { style: cursor, size: 3, min: 0, max: 5 }
    output: { events: items, next: page.next, more: page.more }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: User, by: { hash: digest(credential) } } } }
  security: [{ key: [] }]
  unreadable: not-found
  rules: { Item: { read: this.owner == caller.name || caller.boss, create: true, update: true, delete: true } }
events:
  envelope: cloudevents
  source: /items
  types:
    item.changed: { on: [Item.created, Item.updated], data: { id: this.id, price: this.price } }
    item.gone: { on: Item.deleted, data: { id: this.id } }
    item.made: { on: Item.created, data: { id: this.id } }
  delivery: { feed: { retain: P7D } }
errors: { catalogue: { begin-again: { on: cursor-expired, status: 410 } } }
limits: none
versioning: none
`

type Page = {
  readonly status: number
  readonly text: string
  readonly ids: readonly string[]
  readonly next: string
  readonly more: boolean
}

async function read({ url }: Pick<Served, 'url'>, query = '', key = 'z'): Promise<Page> {
  const answer = await fetch(`${url}/events${query}`, { headers: { 'x-key': key } })
  const text = await answer.text()
  const {
    events = [],
    next = '',
    more = false,
  } = JSON.parse(text) as { events?: { data: { id: string } }[]; next?: string; more?: boolean }
  return { status: answer.status, text, ids: events.map(({ data }) => data.id), next, more }
}

async function send({ url }: Pick<Served, 'url'>, method: string, path: string, body?: object, key = 'z'): Promise<void> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'x-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${method} ${path} is answered ${answer.status}`)
}

async function each(context: TestContext, kind: string, run: (service: Served) => Promise<void>): Promise<void> {
  if (kind !== 'postgres') return run(await served(context, items, { virtual: true, store: storeOf(kind) }))
  const schema = await freshSchema()
  const running = { after: [] as (() => unknown)[] }
  try {
    await run(
      await served({ after: (stop) => void running.after.push(stop as () => unknown) }, items, { virtual: true, store: schema.url }),
    )
  } finally {
    for (const stop of running.after) await stop()
    await schema.drop()
  }
}

for (const kind of [...allKinds, 'postgres']) {
  const skip = kind === 'postgres' ? (noPostgres ?? false) : false

  test(`answers events page by page, from the oldest to the newest (${kind})`, { skip }, (context) =>
    each(context, kind, async (service) => {
      const empty = await read(service)
      assert.deepEqual([empty.ids, empty.more], [[], false])
      for (const id of ['a', 'b', 'c', 'd']) await send(service, 'POST', '/items', { id, owner: 'ann', price: 1.5 })
      const first = await read(service)
      assert.deepEqual([first.ids, first.more], [['a', 'b', 'c'], true])
      const second = await read(service, `?cursor=${first.next}`)
      assert.deepEqual([second.ids, second.more], [['d'], false])
      assert.notEqual(second.next, first.next)
      assert.deepEqual((await read(service, `?cursor=${empty.next}`)).ids, ['a', 'b', 'c'], 'a position before all events')
      const none = await read(service, `?cursor=${second.next}`)
      assert.deepEqual([none.ids, none.more], [[], false])
      await send(service, 'DELETE', '/items/a')
      const last = await read(service, `?cursor=${none.next}`)
      assert.deepEqual(last.ids, ['a'])
      const sample = JSON.parse(last.text) as { events: { type: string; specversion: string; source: string }[] }
      assert.deepEqual(
        sample.events.map(({ type, specversion, source }) => [type, specversion, source]),
        [['item.gone', '1.0', '/items']],
      )
      const none0 = await read(service, '?size=0')
      assert.deepEqual([none0.ids, none0.more], [[], true], 'a page of no events')
      assert.deepEqual((await read(service, `?cursor=${none0.next}&size=5`)).ids, ['a', 'b', 'c', 'd', 'a'])
    }),
  )

  test(`shows a caller the readable events of its tenant that the request selects (${kind})`, { skip }, (context) =>
    each(context, kind, async (service) => {
      await send(service, 'POST', '/items', { id: 'a', owner: 'ann', price: 1 })
      await send(service, 'POST', '/items', { id: 'b', owner: 'bob', price: 1 })
      await send(service, 'POST', '/items', { id: 's', owner: 'ann', price: 1 }, 's')
      await send(service, 'DELETE', '/items/a')
      assert.deepEqual((await read(service)).ids, ['a', 'b', 'a'])
      assert.deepEqual((await read(service, '', 'a')).ids, ['a', 'a'], 'what another owns is left out')
      assert.deepEqual((await read(service, '', 's')).ids, ['s'], 'another tenant')
      assert.deepEqual((await read(service, '?type=item.gone')).ids, ['a'])
      assert.equal((await fetch(`${service.url}/events`)).status, 401)
    }),
  )

  test(`begins where a list ends, and refuses positions that cannot be continued (${kind})`, { skip }, (context) =>
    each(context, kind, async (service) => {
      await send(service, 'POST', '/items', { id: 'a', owner: 'ann', price: 1 })
      const listed = await fetch(`${service.url}/items`, { headers: { 'x-key': 'z' } })
      const { at } = (await listed.json()) as { at: string }
      await send(service, 'PATCH', '/items/a', { price: 2 })
      const after = await read(service, `?cursor=${at}`)
      assert.deepEqual(after.ids, ['a'])
      assert.match(after.text, /"price":2(\.00?)?\}/)
      for (const query of ['?cursor=nonsense', `?cursor=${at.slice(0, -2)}xx`, '?size=6'])
        assert.equal((await read(service, query)).status, 422, query)
      await service.advance(8 * 86_400_000)
      assert.equal((await read(service, `?cursor=${at}`)).status, 410, 'what came after it is too old')
      assert.deepEqual((await read(service)).ids, [], 'what is too old is not given')
      await send(service, 'DELETE', '/items/a')
      assert.deepEqual((await read(service)).ids, ['a'])
    }),
  )
}

test('finds one matching event among many others, in several requests', async (context) => {
  const service = await served(context, items, { virtual: true })
  for (let count = 0; count < 30; count++)
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(service, 'POST', '/items', { id: `${count}-${index}`, owner: 'zoe', price: 1 })),
    )
  await send(service, 'POST', '/items', { id: 'mine', owner: 'ann', price: 1 })
  const pages = [await read(service, '', 'a')]
  while (pages.at(-1)!.more) pages.push(await read(service, `?cursor=${pages.at(-1)!.next}`, 'a'))
  // Each item has two events.
  assert.deepEqual([pages.length, pages.flatMap(({ ids }) => ids)], [4, ['mine']])
})

const orders = completed(`
ninefold: 1
use: [problem-details@1]
resources:
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, customer: { type: string, maxLength: 20 }, total: { type: integer, minimum: 0, maximum: 1000 } }
    required: [customer, total]
endpoints:
  POST /orders: { create: Order, body: [customer, total], status: 201, output: { id: this.id } }
  GET /events: { feed: order.placed, page: { style: cursor, size: 5 }, status: 200, output: { events: items, next: page.next } }
events:
  types: { order.placed: { on: Order.created, data: { order: Order(this), total: this.total } } }
  delivery: { feed: { retain: P7D } }
errors: { catalogue: { begin-again: { on: cursor-expired, status: 410 } } }
versioning:
  scheme: path
  current: v2
  versions: { v1: {} }
  changes:
    v2: [{ rename: { Order.client: customer } }, { retype: { Order.total: { up: int(value), down: string(value) } } }]
`)

test('answers events in the version of the request', async (context) => {
  const service = await served(context, orders)
  await fetch(`${service.url}/v2/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customer: 'Ann', total: 5 }),
  })
  const [v1, v2] = await Promise.all(
    ['v1', 'v2'].map(async (version) => ((await (await fetch(`${service.url}/${version}/events`)).json()) as { events: unknown[] }).events),
  )
  assert.deepEqual(v1, [{ order: { id: 1, client: 'Ann', total: '5' }, total: '5' }])
  assert.deepEqual(v2, [{ order: { id: 1, customer: 'Ann', total: 5 }, total: 5 }])
})
