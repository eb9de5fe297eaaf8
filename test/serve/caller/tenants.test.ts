// Tenants, cell by cell: every operation on a record of one's own, of another of the same tenant, and of another tenant, where
// records of several tenants have the same keys; in the interpreter alone, and in the running service on each store.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { factsOf, running as interpreted } from '../../meaning/running.ts'
import { served } from '../served.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Two shops whose customers and orders have the same keys, numbers and names; a third that is empty; a caller without a shop. */
const document = `ninefold: 1
use: [http@1]
service: { name: shops }
resources:
  Shop: { key: id, properties: { id: { type: string, maxLength: 20 } } }
  Clerk:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      hash: { type: string, maxLength: 64 }
      shop: { $ref: Shop, onDelete: cascade }
    required: [hash]
    unique: [hash]
  Customer:
    tenant: { shop: caller.shop }
    key: id
    properties:
      shop: { $ref: Shop, onDelete: cascade }
      id: { type: string, maxLength: 20 }
      name: { type: string, maxLength: 20, fold: true }
      orders: { inverse: Order.customer }
    required: [name]
    unique: [name]
  Order:
    tenant: { shop: caller.shop }
    key: id
    properties:
      shop: { $ref: Shop, onDelete: cascade }
      id: { type: string, maxLength: 20 }
      number: { type: integer, generate: sequence }
      clerk: { $ref: Clerk, onDelete: cascade }
      customer: { $ref: Customer, onDelete: restrict }
      text: { type: string, maxLength: 50, default: '' }
    required: [clerk, customer]
    unique: [number]
    index: [[text]]
  views:
    OrderView:
      of: Order
      take: [id, number, customer, text, status, shop]
      properties:
        name: this.customer.name
        beside: 'this.customer.orders.map(o, o.number)'
        all: Order.filter(o, o.status == "open").size()
        known: Customer.exists(c, c.name == "only here")
        found: 'Customer.find({ name: "zoe" }).optMap(c, c.name)'
  records:
    Shop: [{ id: north }, { id: south }, { id: empty }]
    Clerk:
      - { id: ann, hash: ${digest('ann')}, shop: north }
      - { id: abe, hash: ${digest('abe')}, shop: north }
      - { id: sue, hash: ${digest('sue')}, shop: south }
      - { id: eve, hash: ${digest('eve')}, shop: empty }
      - { id: nil, hash: ${digest('nil')} }
    Customer:
      - { shop: north, id: c1, name: Zoe }
      - { shop: south, id: c1, name: zoe }
      - { shop: south, id: c2, name: only here }
    Order:
      - { shop: north, id: o1, number: 1, clerk: ann, customer: c1, text: north one, status: open }
      - { shop: north, id: o2, number: 2, clerk: abe, customer: c1, text: north two, status: open }
      - { shop: south, id: o1, number: 1, clerk: sue, customer: c1, text: south one, status: open }
      - { shop: south, id: o3, number: 7, clerk: sue, customer: c2, text: south three, status: open }
states:
  Order.status:
    initial: open
    states:
      open:
        on: { close: { target: closed } }
        after: { PT1H: { target: late } }
      closed: {}
      late:
        entry: { set: { text: '"late of " + string(Order.filter(o, o.text.startsWith("south")).size())' } }
endpoints:
  GET /orders: { list: Order, filter: [text, customer, number], sort: [number, text], order: [id], page: { style: cursor, size: 1, max: 10 }, output: { orders: 'items.map(o, OrderView(o))', total: page.total, next: page.next } }
  GET /orders/{id}: { read: Order, conditional: optional, output: OrderView(this) }
  POST /orders: { create: Order, body: [id, customer, text], set: { clerk: caller }, idempotency: { key: Idempotency-Key, optional: true }, output: OrderView(this) }
  PATCH /orders/{id}: { update: Order, body: [text, customer], conditional: optional, output: OrderView(this) }
  DELETE /orders/{id}: { delete: Order }
  POST /orders/{id}/close: { transition: Order.close, status: 200, output: OrderView(this) }
  GET /customers/by-name/{name}: { read: Customer, by: { name: input.path.name }, output: Customer(this) }
  PUT /customers/{id}: { put: Customer, body: [name], output: Customer(this) }
  DELETE /customers/{id}: { delete: Customer }
  GET /me: { answer: {}, output: { orders: 'Order.filter(o, o.clerk == caller).size()' } }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Clerk, by: { hash: digest(credential) } } }
  security: [{ key: [] }]
  default: allow
  unreadable: not-found
events: none
errors:
  precedence: standard
  media: application/json
  body: { why: error.condition, of: error.subject, errors: error.errors }
  catalogue:
    who: { on: unauthenticated, status: 401 }
    refused: { on: forbidden, status: 403 }
    absent: { on: [not-found, gone], status: 404 }
    nowhere: { on: dangling, status: 424 }
    taken: { on: duplicate, status: 409 }
    used: { on: in-use, status: 409 }
    closed: { on: illegal-transition, status: 409 }
    stale: { on: precondition-failed, status: 412 }
    other: { on: idempotency-mismatch, status: 422 }
    old: { on: cursor-expired, status: 410 }
    wrong: { on: [invalid, malformed], status: 422 }
limits: none
versioning: none
`

type Answered = { readonly status: number; readonly tag: string | undefined; readonly body: unknown }
type Ask = (who: string, request: string, body?: object, headers?: { readonly [name: string]: string }) => Promise<Answered>
type World = { readonly ask: Ask; readonly advance: (ms: number) => Promise<void> }

function interpreter(): World {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = interpreted(facts)
  return {
    async ask(who, request, body, headers = {}) {
      const [method = '', target = ''] = request.split(' ')
      const all = new Map([
        ['x-key', who],
        ...Object.entries(headers),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
      ])
      const presented = new Map([['key', { kind: 'valid', credential: who, scopes: [] } as const]])
      const answer = service.send({
        method,
        target,
        headers: all,
        presented,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const tag = answer.headers.find(([name]) => name === 'ETag')?.[1]
      return { status: answer.status, tag, body: answer.body === undefined ? undefined : (JSON.parse(answer.body as string) as unknown) }
    },
    async advance(ms) {
      service.clock.advance(ms)
      service.meaning.fire()
    },
  }
}

async function service(context: TestContext, store: 'memory' | 'sqlite'): Promise<World> {
  const folder = temporaryFolder()
  const running = await served(context, document, {
    virtual: true,
    store: store === 'memory' ? store : `sqlite:${join(folder, 'shops.db')}`,
  })
  return {
    advance: (ms) => running.advance(ms),
    async ask(who, request, body, headers = {}) {
      const [method = '', path = ''] = request.split(' ')
      const all = { 'x-key': who, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const answer = await fetch(running.url + path, {
        method,
        headers: all,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        tag: answer.headers.get('etag') ?? undefined,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      }
    },
  }
}

const worlds: readonly (readonly [name: string, open: (context: TestContext) => World | Promise<World>])[] = [
  ['the interpreter', interpreter],
  ['the service in memory', (context) => service(context, 'memory')],
  ['the service on SQLite', (context) => service(context, 'sqlite')],
]

type Shown = {
  readonly orders: { readonly id: string; readonly number: number; readonly shop: string }[]
  readonly total: number
  readonly next: string | null
}

const order = (id: string, number: number, text: string, more: object): object => ({
  id,
  number,
  customer: 'c1',
  text,
  status: 'open',
  ...more,
})
const north = { shop: 'north', name: 'Zoe', beside: [1, 2], all: 2, known: false, found: 'Zoe' }
const south = { shop: 'south', name: 'zoe', beside: [1], all: 2, known: true, found: 'zoe' }

for (const [name, open] of worlds) {
  test(`${name}: each caller sees the records of its own tenant, also in views and look-ups`, async (context) => {
    const { ask } = await open(context)
    for (const who of ['ann', 'abe']) assert.deepEqual((await ask(who, 'GET /orders/o1')).body, order('o1', 1, 'north one', north), who)
    assert.deepEqual((await ask('sue', 'GET /orders/o1')).body, order('o1', 1, 'south one', south))
    assert.deepEqual(await Promise.all(['ann', 'abe', 'sue', 'eve'].map(async (who) => (await ask(who, 'GET /me')).body)), [
      { orders: 1 },
      { orders: 1 },
      { orders: 2 },
      { orders: 0 },
    ])
    assert.deepEqual((await ask('ann', 'GET /customers/by-name/ZOE')).body, { shop: 'north', id: 'c1', name: 'Zoe' })
    assert.deepEqual((await ask('sue', 'GET /customers/by-name/ZOE')).body, { shop: 'south', id: 'c1', name: 'zoe' })
  })

  test(`${name}: every operation treats a record of another tenant as missing`, async (context) => {
    const { ask } = await open(context)
    // The caller, the target and the answer: the caller's own record, another's of the tenant, another tenant's, and a missing one.
    const cells: readonly (readonly [request: string, body: object | undefined, own: number])[] = [
      ['GET /orders/ID', undefined, 200],
      ['PATCH /orders/ID', { text: 'new' }, 200],
      ['POST /orders/ID/close', undefined, 200],
      ['DELETE /orders/ID', undefined, 204],
    ]
    const records = {
      ann: { o1: true, o2: true, o3: false, o9: false },
      sue: { o1: true, o2: false, o3: true, o9: false },
      eve: { o1: false, o2: false, o3: false, o9: false },
    }
    for (const [request, body, own] of cells) {
      for (const [who, known] of Object.entries(records)) {
        for (const [id, isOwn] of Object.entries(known)) {
          const answer = await ask(who, request.replace('ID', id), body)
          const absent = { status: 404, tag: undefined, body: { why: 'not-found', of: 'Order', errors: [] } }
          if (isOwn) assert.equal(answer.status, own, `${who} ${request} ${id}: ${JSON.stringify(answer.body)}`)
          else assert.deepEqual(answer, absent, `${who} ${request} ${id}`)
        }
      }
    }
    assert.deepEqual(((await ask('ann', 'GET /orders')).body as Shown).total, 0)
  })

  test(`${name}: lists, filters, sorting, totals and cursors are within one tenant`, async (context) => {
    const { ask } = await open(context)
    const list = async (who: string, query: string): Promise<unknown> => {
      const { status, body } = await ask(who, `GET /orders${query}`)
      return status === 200 ? [(body as Shown).orders.map(({ id, shop }) => `${shop} ${id}`), (body as Shown).total] : status
    }
    assert.deepEqual(await list('ann', '?size=10'), [['north o1', 'north o2'], 2])
    assert.deepEqual(await list('sue', '?size=10&sort=-number'), [['south o3', 'south o1'], 2])
    assert.deepEqual(await list('eve', '?size=10'), [[], 0])
    assert.deepEqual(await list('ann', '?text=south%20one'), [[], 0])
    assert.deepEqual(await list('ann', '?number[gte]=2'), [['north o2'], 1])
    assert.deepEqual(await list('ann', '?customer=c2'), [[], 0])
    assert.deepEqual(await list('ann', '?customer=c1&size=10'), [['north o1', 'north o2'], 2])
    const { next } = (await ask('ann', 'GET /orders')).body as Shown
    assert.deepEqual(await list('ann', `?cursor=${next}`), [['north o2'], 2])
    assert.deepEqual(await list('abe', `?cursor=${next}`), [['north o2'], 2])
    for (const who of ['sue', 'eve']) assert.equal(await list(who, `?cursor=${next}`), 422)
  })

  test(`${name}: keys, uniques and sequences are within one tenant`, async (context) => {
    const { ask } = await open(context)
    const create = (who: string, id: string, customer = 'c1', headers = {}): ReturnType<Ask> =>
      ask(who, 'POST /orders', { id, customer }, headers)
    const number = ({ status, body }: Answered): unknown => (status === 201 ? (body as { number: number }).number : status)
    assert.deepEqual(
      [
        number(await create('ann', 'o3')),
        number(await create('sue', 'o2')),
        number(await create('ann', 'o4')),
        number(await create('sue', 'o4')),
      ],
      [3, 8, 4, 9],
    )
    const taken = await create('ann', 'o1')
    assert.deepEqual(
      [taken.status, taken.body],
      [409, { why: 'duplicate', of: 'Order.id', errors: [{ property: 'id', pointer: '/id', keyword: 'unique', value: 'o1' }] }],
    )
    // A reference is to a record of the tenant, or to none.
    assert.equal((await create('ann', 'o5', 'c2')).status, 424)
    assert.equal((await create('eve', 'o1')).status, 424)
    assert.equal((await ask('ann', 'PATCH /orders/o1', { customer: 'c2' })).status, 424)
    assert.equal((await ask('sue', 'PATCH /orders/o1', { customer: 'c2' })).status, 200)
    assert.equal((await ask('ann', 'PUT /customers/c2', { name: 'ZOE' })).status, 409)
    assert.deepEqual((await ask('ann', 'PUT /customers/c2', { name: 'only here' })).body, { shop: 'north', id: 'c2', name: 'only here' })
    assert.deepEqual((await ask('eve', 'PUT /customers/c1', { name: 'zoe' })).body, { shop: 'empty', id: 'c1', name: 'zoe' })
    assert.deepEqual((await ask('sue', 'GET /customers/by-name/zoe')).body, { shop: 'south', id: 'c1', name: 'zoe' })
    // References to another tenant's record with the same key do not prevent the deletion of a tenant's own record.
    assert.equal((await ask('ann', 'DELETE /customers/c1')).status, 409)
    assert.equal((await ask('eve', 'DELETE /customers/c1')).status, 204)
  })

  test(`${name}: entity tags and stored answers are within one tenant`, async (context) => {
    const { ask } = await open(context)
    const [own, theirs] = [await ask('ann', 'GET /orders/o1'), await ask('sue', 'GET /orders/o1')]
    assert.notEqual(own.tag, theirs.tag)
    assert.equal((await ask('ann', 'PATCH /orders/o1', { text: 'x' }, { 'if-match': theirs.tag! })).status, 412)
    assert.equal((await ask('ann', 'PATCH /orders/o1', { text: 'x' }, { 'if-match': own.tag! })).status, 200)
    assert.equal((await ask('ann', 'GET /orders/o1', undefined, { 'if-none-match': theirs.tag! })).status, 200)
    const key = { 'idempotency-key': 'k1' }
    const first = await ask('ann', 'POST /orders', { id: 'k', customer: 'c1' }, key)
    assert.deepEqual(await ask('ann', 'POST /orders', { id: 'k', customer: 'c1' }, key), first)
    const other = await ask('sue', 'POST /orders', { id: 'k', customer: 'c1' }, key)
    assert.deepEqual([other.status, (other.body as { shop: string }).shop], [201, 'south'])
    // Nor is it another's of the same tenant: there the key of the order is taken.
    assert.equal((await ask('abe', 'POST /orders', { id: 'k', customer: 'c1' }, key)).status, 409)
    assert.equal((await ask('ann', 'POST /orders', { id: 'k', customer: 'c1', text: 'more' }, key)).status, 422)
  })

  test(`${name}: refuses a caller without a tenant before any look-up`, async (context) => {
    const { ask } = await open(context)
    for (const [request, body] of [
      ['GET /orders'],
      ['GET /orders/o1'],
      ['GET /orders/o9'],
      ['POST /orders', { id: 'x', customer: 'c1' }],
      ['PATCH /orders/o1', { text: 'x' }],
      ['DELETE /orders/o1'],
      ['PUT /customers/c1', { name: 'x' }],
      ['GET /me'],
    ] as const) {
      const { status, body: told } = await ask('nil', request, body)
      assert.deepEqual([status, (told as { why: string }).why], [403, 'forbidden'], request)
    }
  })

  test(`${name}: a timer runs within the tenant of its record`, async (context) => {
    const { ask, advance } = await open(context)
    await ask('ann', 'POST /orders/o2/close')
    await ask('sue', 'DELETE /orders/o3')
    await advance(3_600_000)
    const text = async (who: string, id: string): Promise<unknown> =>
      (await ask(who, `GET /orders/${id}`)).body as { text: string; status: string }
    const told = (body: unknown): string => `${(body as { status: string }).status}: ${(body as { text: string }).text}`
    assert.equal(told(await text('ann', 'o1')), 'late: late of 0')
    assert.equal(told(await text('sue', 'o1')), 'late: late of 1')
    assert.equal(told(await text('ann', 'o2')), 'closed: north two')
  })
}
