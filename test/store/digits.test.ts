// A decimal is answered with all digits that its schema declares, in every place and from every source.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { printJson } from '../../src/base/json.ts'
import { beginning } from '../../src/exchange/event.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { served } from '../serve/served.ts'
import { both } from './both.ts'
import { answers } from './same-answers.ts'

const document = `
resources:
  Pay:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1000 }
      plain: { type: number, multipleOf: 0.1, minimum: 0, maximum: 1000, default: 2 }
      wide: { type: number, format: decimal, multipleOf: 0.001 }
      free: { type: number, format: decimal }
      list: { type: array, maxItems: 9, items: { type: number, format: decimal, multipleOf: 0.01 } }
      inner: { $ref: Inner }
      computed: { type: number, format: decimal, multipleOf: 0.01, compute: 'this.price > 4 ? this.price * 2 : 0' }
      whole: { type: number, format: decimal, multipleOf: 0.01, compute: '7' }
      stored: { type: number, format: decimal, multipleOf: 0.01, compute: this.price * 2, stored: true }
    required: [price]
  $defs:
    Inner: { type: object, properties: { cost: { type: number, format: decimal, multipleOf: 0.01 } } }
  views: { V: { of: Pay, take: [price], properties: { twice: this.price * 2, at: { price: this.price } } } }
endpoints:
  POST /pays: { create: Pay, body: [price, plain, wide, free, list, inner], idempotency: { key: Key, optional: true, scope: request.address }, status: 201, output: Pay(this) }
  PATCH /pays/{id}: { update: Pay, body: [price], status: 200, output: { price: this.price, sum: this.price + 1, view: V(this) } }
  GET /pays/{id}: { read: Pay, status: 200, output: Pay(this) }
  GET /pays: { list: Pay, filter: [price], order: [-price, id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(p, V(p))', prices: 'items.map(p, p.price)', next: page.next != null } }
events:
  types: { made: { on: Pay.created, data: Pay(this) } }
`

const whole =
  '{"id":1,"price":5.00,"plain":2.0,"wide":1.500,"free":1.5,"list":[1.00,2.50],"inner":{"cost":3.00},"computed":10.00,"whole":7.00,"stored":10.00}'
const sent = '{"price":5,"wide":1.5,"free":1.50,"list":[1,2.5],"inner":{"cost":3}}'

test('prints declared digits in outputs, views, lists and after a filter, in memory and on SQLite', async () => {
  const view = (price: string, twice: string): string => `{"price":${price},"twice":${twice},"at":{"price":${price}}}`
  assert.deepEqual(
    await answers(document, [
      `POST /pays ${sent}`,
      'GET /pays/1',
      'GET /pays',
      'GET /pays?price=5',
      'GET /pays?price[gte]=5.000',
      'PATCH /pays/1 {"price":0}',
      'GET /pays/1',
    ]),
    [
      `201 ${whole}`,
      `200 ${whole}`,
      ...Array.from({ length: 3 }, () => `200 {"all":[${view('5.00', '10.00')}],"prices":[5.00],"next":false}`),
      `200 {"price":0.00,"sum":1.00,"view":${view('0.00', '0.00')}}`,
      `200 ${whole.replace('"price":5.00', '"price":0.00').replace('"computed":10.00', '"computed":0.00').replace('"stored":10.00', '"stored":0.00')}`,
    ],
  )
})

test('prints declared digits in stored answers and in events', async (context) => {
  const headers = new Map([
    ['key', 'k'],
    ['content-type', 'application/json'],
  ])
  const again = { method: 'POST', target: '/pays', headers, body: sent }
  assert.deepEqual(await answers(document, [again, again]), [`201 ${whole}`, `201 ${whole}`])
  const stores = await both(factsOf(completed(document)).facts, 'digits')
  context.after(() => stores.close())
  await stores.send(again)
  for (const { log } of [stores.memory, stores.sqlite])
    assert.deepEqual(
      (await log.events(beginning, 9)).map(({ data }) => printJson(data ?? null)),
      [whole],
    )
})

const unbounded = `
resources:
  Shop: { key: id, properties: { id: { type: integer, generate: sequence }, rate: { type: number, format: decimal, multipleOf: 0.01 }, items: { inverse: Item.shop } } }
  Item:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      shop: { $ref: Shop, onDelete: cascade }
      price: { type: number, format: decimal, multipleOf: 0.01 }
      factor: { type: number, format: decimal, multipleOf: 0.1, minimum: 0, maximum: 10, default: 1 }
      free: { type: number, format: decimal }
      total: { type: number, format: decimal, multipleOf: 0.001, compute: 'this.price * this.factor' }
      prices: { type: array, maxItems: 9, items: { type: number, format: decimal, multipleOf: 0.01 } }
    required: [shop, price]
    unique: [price]
  views:
    I: { of: Item, take: [price, prices, total] }
    S: { of: Shop, take: [rate], properties: { items: 'this.items.sortBy(i, i.id).map(i, I(i))', sum: 'this.items.map(i, i.price).sum()' } }
endpoints:
  POST /shops: { create: Shop, body: [rate], status: 201, output: S(this) }
  GET /shops/{id}: { read: Shop, status: 200, output: S(this) }
  POST /items: { create: Item, body: [shop, price, factor, free, prices], status: 201, output: I(this) }
  GET /items/{id}:
    read: Item
    status: 200
    output: { shop: S(this.shop), either: 'this.id > 1 ? 0 : this.price', product: this.price * this.factor, free: this.free, more: 'this.free == null ? null : this.free * 2.50', same: this.price == 5.00, all: '[this.price, 1.5]', said: 'this.prices != null && this.price - 4.00 in this.prices' }
  GET /items: { list: Item, filter: [price], sort: [price, -price], order: [price, id], page: { style: cursor, size: 1 }, status: 200, output: { all: 'items.map(i, I(i))', next: page.next } }
`

test('compares unbounded decimals by value', async () => {
  const item = '{"price":5.00,"prices":[1.00],"total":5.000}'
  const other = '{"price":10.50,"total":21.000}'
  const shop = (items: readonly string[], sum: string): string => `{"rate":1.50,"items":[${items.join(',')}],"sum":${sum}}`
  const found = await answers(unbounded, [
    'POST /shops {"rate":1.5}',
    'POST /items {"shop":1,"price":5,"free":2.50,"prices":[1]}',
    'POST /items {"shop":1,"price":5.00}',
    'POST /items {"shop":1,"price":10.5,"factor":2}',
    'GET /shops/1',
    'GET /items/1',
    'GET /items/2',
    'GET /items?price=5.000',
    'GET /items?price=10.50',
    'GET /items?price[gt]=5.0',
  ])
  assert.deepEqual(found.slice(0, 2), [`201 ${shop([], '0.00')}`, `201 ${item}`])
  assert.match(found[2]!, /^409 /)
  assert.deepEqual(found.slice(3), [
    `201 ${other}`,
    `200 ${shop([item, other], '15.50')}`,
    `200 {"shop":${shop([item, other], '15.50')},"either":5.00,"product":5.000,"free":2.5,"more":6.25,"same":true,"all":[5.00,1.50],"said":true}`,
    `200 {"shop":${shop([item, other], '15.50')},"either":0.00,"product":21.000,"more":null,"same":false,"all":[10.50,1.50],"said":false}`,
    `200 {"all":[${item}],"next":null}`,
    `200 {"all":[${other}],"next":null}`,
    `200 {"all":[${other}],"next":null}`,
  ])
})

test('cursors continue after a decimal with trailing zeros', async (context) => {
  const stores = await both(factsOf(completed(unbounded)).facts, 'digits')
  context.after(() => stores.close())
  const send = async (method: string, target: string, body?: string): Promise<string> => {
    const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body }) })
    assert.equal(difference, undefined, target)
    return String(memory.body)
  }
  await send('POST', '/shops', '{"rate":1}')
  for (const price of [5, 10, 7.5, 0.5]) await send('POST', '/items', `{"shop":1,"price":${price}}`)
  for (const [sort, expected] of [
    ['price', ['0.50', '5.00', '7.50', '10.00']],
    ['-price', ['10.00', '7.50', '5.00', '0.50']],
  ] as const) {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const body: string = await send('GET', `/items?sort=${sort}${cursor}`)
      found.push(/"price":([\d.]+)/.exec(body)![1]!)
      const { next } = JSON.parse(body) as { next: string | null }
      cursor = next === null ? null : `&cursor=${encodeURIComponent(next)}`
    }
    assert.deepEqual(found, expected)
  }
})

test('leaves out an optional member between two members that the service prints', async () => {
  const found = await answers(
    `
resources:
  Pay:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 9 }
      word: { type: string, enum: [red, blue] }
      span: { type: string, format: duration }
    required: [price, span]
  views: { V: { of: Pay, take: [price, word, span] } }
endpoints:
  POST /pays: { create: Pay, body: [price, word, span], status: 201, output: V(this) }
  GET /pays/{id}: { read: Pay, status: 200, output: { pay: V(this) } }
`,
    ['POST /pays {"price":1,"span":"P1D"}', 'GET /pays/1'],
  )
  assert.deepEqual(found, ['201 {"price":1.00,"span":"P1D"}', '200 {"pay":{"price":1.00,"span":"P1D"}}'])
})

const versioned = `ninefold: 1
use: [http@1, problem-details@1]
service: none
resources:
  Pay:
    key: id
    properties: { id: { type: integer, generate: sequence }, cost: { type: number, format: decimal, multipleOf: 0.01 }, note: { type: string, maxLength: 9, default: n } }
    required: [cost]
endpoints:
  POST /pays: { create: Pay, body: [cost, note], output: Pay(this) }
  GET /pays/{id}: { read: Pay, output: Pay(this) }
states: none
authentication: none
events: none
limits: none
versioning: { scheme: path, current: v2, versions: { v1: {}, v2: {} }, changes: { v2: [{ rename: { Pay.price: cost } }] } }
`

for (const store of ['memory', 'sqlite']) {
  test(`${store}: prints declared digits in an older version`, async (context) => {
    const { url } = await served(context, versioned, {
      store: store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'pays.sqlite')}`,
    })
    const made = await fetch(`${url}/v1/pays`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"price":5}' })
    assert.equal(await made.text(), '{"id":1,"price":5.00,"note":"n"}')
    const texts = await Promise.all(['v1', 'v2'].map(async (version) => (await fetch(`${url}/${version}/pays/1`)).text()))
    assert.deepEqual(texts, ['{"id":1,"price":5.00,"note":"n"}', '{"id":1,"cost":5.00,"note":"n"}'])
  })
}
