// Versions side by side: each request is answered as its version would have answered it, in every store.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = readFileSync(new URL('./versions.yaml', import.meta.url), 'utf8')

/** The same document with another part 9, up to its `changes`. */
function withScheme(lines: string): string {
  const [before, , changes] = document.split(/(?<=versioning:\n)|(?=  changes:\n)/)
  return `${before}${lines}${changes}`
}

type Said = { readonly status: number; readonly body: unknown; readonly headers: Headers }

async function ask(url: string, method: string, body?: unknown, headers: { [name: string]: string } = {}): Promise<Said> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, ...content, headers: { ...type, ...headers } })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers }
}

for (const store of ['memory', 'sqlite']) {
  const open = (context: TestContext, text = document, virtual = false) =>
    served(context, text, {
      admin: true,
      virtual,
      store: store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'orders.sqlite')}`,
    })

  test(`${store}: shows one record in each version`, async (context) => {
    const { url } = await open(context)
    const made = await ask(`${url}/v1/orders`, 'POST', {
      client: 'Ann',
      total: '12',
      customer: 'nobody',
      colour: 'blue',
      weight: 5,
      lines: [{ item: 'tea' }],
    })
    assert.equal(made.status, 201)
    assert.deepEqual(made.body, { id: 1, client: 'Ann', total: '12', gift: true, lines: [{ item: 'tea' }], status: 'open', colour: 'red' })
    assert.equal(made.headers.get('location'), '/v1/order/1')
    const seen = async (path: string): Promise<unknown> => (await ask(url + path, 'GET')).body
    assert.deepEqual(await seen('/v1/order/1'), {
      order: { id: 1, client: 'Ann', total: '12', gift: true, lines: [{ item: 'tea' }], status: 'open', colour: 'red' },
    })
    assert.deepEqual(await seen('/v2/orders/1'), {
      order: { id: 1, customer: 'Ann', total: '12', gift: true, lines: [{ product: 'tea' }], status: 'placed', colour: 'red' },
    })
    assert.deepEqual(await seen('/v3/orders/1'), {
      order: { id: 1, customer: 'Ann', total: 12, priority: 'low', gift: true, lines: [{ product: 'tea' }], status: 'placed' },
    })
    assert.deepEqual(await seen('/v1/orders'), { orders: [{ id: 1, client: 'Ann', total: '12', state: 'open' }], next: null })
    assert.equal(
      (await ask(`${url}/v3/orders`, 'POST', { customer: 'Bob', total: 3, priority: 'urgent' })).headers.get('location'),
      '/v3/orders/2',
    )
  })

  test(`${store}: fills missing members in a replacement of an older client, but not in a merge patch`, async (context) => {
    const { url } = await open(context)
    await ask(`${url}/v3/orders`, 'POST', { customer: 'Ann', total: 1, priority: 'urgent', gift: false })
    assert.equal((await ask(`${url}/v1/orders/1`, 'PATCH', { total: '5' })).status, 200)
    assert.deepEqual((await ask(`${url}/v3/orders/1`, 'GET')).body, {
      order: { id: 1, customer: 'Ann', total: 5, priority: 'urgent', gift: false, status: 'placed' },
    })
    await ask(`${url}/v1/orders/1`, 'PUT', { client: 'Eve', total: '6' })
    assert.deepEqual((await ask(`${url}/v3/orders/1`, 'GET')).body, {
      order: { id: 1, customer: 'Eve', total: 6, priority: 'low', gift: true, status: 'placed' },
    })
  })

  test(`${store}: converts filters, sorting and cursors`, async (context) => {
    const { url } = await open(context)
    for (const [client, total] of [
      ['Ann', '3'],
      ['Bob', '20'],
      ['Cid', '100'],
    ])
      await ask(`${url}/v1/orders`, 'POST', { client, total })
    const clients = async (query: string): Promise<unknown> =>
      ((await ask(`${url}${query}`, 'GET')).body as { orders: { client?: string; customer?: string }[] }).orders.map(
        (order) => order.client ?? order.customer,
      )
    assert.deepEqual(await clients('/v1/orders?status=open&sort=-client'), ['Cid', 'Bob', 'Ann'])
    assert.deepEqual(await clients('/v1/orders?client=Bob'), ['Bob'])
    assert.deepEqual(await clients('/v1/orders?total[gte]=20'), ['Bob', 'Cid'])
    assert.deepEqual(await clients('/v1/orders?status[in]=paid,open&client[in]=Ann,Bob'), ['Ann', 'Bob'])
    // An older version does not know the newest version's name.
    assert.deepEqual(await clients('/v1/orders?customer=Bob'), ['Ann', 'Bob', 'Cid'])
    assert.equal((await ask(`${url}/v1/orders?sort=customer`, 'GET')).status, 422)
    const { next } = (await ask(`${url}/v1/orders?size=2`, 'GET')).body as { next: string }
    assert.deepEqual(await clients(`/v1/orders?size=2&cursor=${next}`), ['Cid'])
    assert.equal((await ask(`${url}/v2/orders?size=2&cursor=${next}`, 'GET')).status, 422)
  })

  test(`${store}: converts filters with declared names`, async (context) => {
    const { url } = await open(
      context,
      document.replace(
        /filter: (\[.*?\])/,
        "filter: { properties: $1, plain: 'filter[{name}]', spelling: '{name}.{operator}', operators: { gte: from, in: among } }",
      ),
    )
    for (const [client, total] of [
      ['Ann', '3'],
      ['Bob', '20'],
      ['Cid', '100'],
    ])
      await ask(`${url}/v1/orders`, 'POST', { client, total })
    const clients = async (query: string): Promise<unknown> =>
      ((await ask(`${url}${query}`, 'GET')).body as { orders: { client?: string; customer?: string }[] }).orders.map(
        (order) => order.client ?? order.customer,
      )
    assert.deepEqual(await clients('/v1/orders?filter[client]=Bob'), ['Bob'])
    assert.deepEqual(await clients('/v1/orders?total.from=20&status.among=open,paid'), ['Bob', 'Cid'])
    assert.deepEqual(await clients('/v3/orders?filter[customer]=Bob'), ['Bob'])
    assert.deepEqual(await clients('/v1/orders?filter[customer]=Bob'), ['Ann', 'Bob', 'Cid'])
  })

  test(`${store}: converts orders with declared words`, async (context) => {
    const { url } = await open(
      context,
      document.replace(/sort: (\[.*?\])/, "sort: { properties: $1, parameter: order, spelling: '{name} {direction}' }"),
    )
    for (const [client, total] of [
      ['Ann', '3'],
      ['Bob', '20'],
    ])
      await ask(`${url}/v1/orders`, 'POST', { client, total })
    const clients = async (query: string): Promise<unknown> =>
      ((await ask(`${url}${query}`, 'GET')).body as { orders: { client?: string; customer?: string }[] }).orders.map(
        (order) => order.client ?? order.customer,
      )
    assert.deepEqual(await clients('/v1/orders?order=client+desc'), ['Bob', 'Ann'])
    assert.deepEqual(await clients('/v1/orders?order=client'), ['Ann', 'Bob'])
    assert.deepEqual(await clients('/v3/orders?order=customer+desc'), ['Bob', 'Ann'])
    assert.equal((await ask(`${url}/v1/orders?order=customer+desc`, 'GET')).status, 422)
  })

  test(`${store}: refusals use the names of the version`, async (context) => {
    const { url } = await open(context)
    const refused = async (path: string, body: unknown): Promise<unknown> => (await ask(`${url}${path}`, 'POST', body)).body
    assert.deepEqual(await refused('/v1/orders', { client: 'A', total: 5, lines: [{}] }), {
      type: 'not-valid',
      errors: [
        { property: 'total', pointer: '/total', keyword: 'type', limit: 'string', actual: 'integer', value: 5 },
        { property: 'client', pointer: '/client', keyword: 'minLength', limit: 2, actual: 1, value: 'A' },
        { property: 'item', pointer: '/lines/0/item', keyword: 'required' },
      ],
    })
    assert.deepEqual(await refused('/v1/orders', { client: 'Ann', total: 'many' }), {
      type: 'not-valid',
      errors: [{ property: 'total', pointer: '/total', keyword: 'format', value: 'many' }],
    })
    assert.deepEqual(await refused('/v1/orders', { client: 'Ann', total: '-5' }), {
      type: 'not-valid',
      errors: [{ property: 'total', pointer: '/total', keyword: 'minimum', limit: 0, value: '-5' }],
    })
    await ask(`${url}/v1/orders`, 'POST', { client: 'Ann', total: '1' })
    assert.deepEqual(await refused('/v1/orders', { client: 'Ann', total: '1' }), {
      type: 'doubled',
      subject: 'Order.client',
      errors: [{ property: 'client', pointer: '/client', keyword: 'unique', value: 'Ann' }],
    })
    await ask(`${url}/v1/orders/1/pay`, 'POST')
    // An entry that was new in v3: before that, another one answered.
    const again = await ask(`${url}/v2/orders/1/pay`, 'POST')
    assert.deepEqual([again.status, (again.body as { type: string }).type], [412, 'changed'])
    assert.deepEqual((await ask(`${url}/v3/orders/1/pay`, 'POST')).body, {
      type: 'wrong-state',
      detail: 'it is paid',
      subject: 'Order.pay',
      errors: [],
    })
  })

  test(`${store}: entity tags and idempotency keys belong to one version`, async (context) => {
    const { url } = await open(context)
    await ask(`${url}/v1/orders`, 'POST', { client: 'Ann', total: '1' })
    const tags = await Promise.all(
      ['/v1/order/1', '/v2/orders/1', '/v3/orders/1'].map(async (path) => (await ask(url + path, 'GET')).headers.get('etag')),
    )
    assert.equal(new Set(tags).size, 3)
    assert.equal((await fetch(`${url}/v1/order/1`, { headers: { 'if-none-match': tags[0]! } })).status, 304)
    assert.equal((await ask(`${url}/v1/orders/1`, 'PATCH', { total: '2' }, { 'if-match': tags[2]! })).status, 412)
    const patched = await ask(`${url}/v1/orders/1`, 'PATCH', { total: '2' }, { 'if-match': tags[0]! })
    assert.equal(patched.status, 200)
    assert.equal(patched.headers.get('etag'), (await ask(`${url}/v1/order/1`, 'GET')).headers.get('etag'))

    const key = { 'idempotency-key': 'one' }
    const first = await ask(`${url}/v1/orders`, 'POST', { client: 'Bob', total: '1' }, key)
    assert.deepEqual((await ask(`${url}/v1/orders`, 'POST', { client: 'Bob', total: '1' }, key)).body, first.body)
    assert.equal((await ask(`${url}/v2/orders`, 'POST', { client: 'Bob', total: '1' }, key)).status, 422)
  })

  test(`${store}: serves the endpoints of each version`, async (context) => {
    const { url } = await open(context)
    const status = async (path: string): Promise<number> => (await ask(url + path, 'GET')).status
    assert.deepEqual(await Promise.all(['/v1/colours', '/v2/colours', '/v3/colours'].map(status)), [200, 200, 404])
    assert.deepEqual(await Promise.all(['/v1/totals', '/v2/totals', '/v3/totals'].map(status)), [404, 200, 200])
    // The address of a newer version; in the older one, another endpoint has it.
    assert.equal(await status('/v1/orders/1'), 405)
    assert.equal(await status('/v2/order/1'), 404)
  })
}

test('answers unknown, retired and ending versions in the path', async (context) => {
  const running = await served(context, document.replace('2100-01-01', new Date(Date.now() + 86_400_000 * 3).toISOString().slice(0, 10)), {
    admin: true,
    virtual: true,
  })
  const { url } = running
  const unknown = await ask(`${url}/v9/orders`, 'GET')
  assert.deepEqual([unknown.status, (unknown.body as { detail: string }).detail], [400, 'served are v1 v2 v3'])
  assert.equal((await ask(`${url}/`, 'GET')).status, 400)
  assert.deepEqual((await ask(`${url}/v0/orders`, 'GET')).body, { type: 'over', errors: [], detail: 'v0 ended' })
  const old = await ask(`${url}/v1/orders`, 'GET')
  assert.equal(old.headers.get('deprecation'), `@${Date.parse('2026-01-01T00:00:00Z') / 1000}`)
  assert.match(old.headers.get('sunset') ?? '', /^\w{3}, \d{2} \w{3} \d{4} 00:00:00 GMT$/)
  assert.equal((await ask(`${url}/v1/nothing`, 'GET')).headers.has('deprecation'), true)
  assert.equal((await ask(`${url}/v2/orders`, 'GET')).headers.has('deprecation'), false)
  await running.advance(86_400_000 * 4)
  assert.equal((await ask(`${url}/v1/orders`, 'GET')).status, 410)
  const uses = (await ask(`${running.admin}/versions`, 'GET')).body as { version: string; state: string; requests: number }[]
  assert.deepEqual(
    uses.map(({ version, state, requests }) => [version, state, requests]),
    [
      ['v0', 'retired', 1],
      ['v1', 'retired', 3],
      ['v2', 'served', 1],
      ['v3', 'newest', 0],
    ],
  )
})

const versions = '  current: v3\n  versions: { v1: { deprecated: 2026-01-01 }, v2: {} }\n'

test('reads the version from a header', async (context) => {
  const { url } = await served(context, withScheme(`  scheme: { header: Accept-Version }\n${versions}`))
  const made = await ask(`${url}/orders`, 'POST', { client: 'Ann', total: '1' }, { 'accept-version': 'v1' })
  assert.deepEqual([made.status, made.headers.get('vary'), made.headers.get('location')], [201, 'Accept-Version', '/order/1'])
  assert.equal((await ask(`${url}/orders/1`, 'GET', undefined, { 'accept-version': 'v3' })).status, 200)
  assert.equal((await ask(`${url}/orders`, 'GET')).status, 400)
  // A path that no version has is refused first; a path outside of versions needs none.
  assert.equal((await ask(`${url}/nothing`, 'GET')).status, 404)
  assert.equal((await fetch(`${url}/orders`, { method: 'OPTIONS' })).headers.get('allow'), 'GET, HEAD, OPTIONS, POST')
})

test('reads the version from the query, without passing it to the operation', async (context) => {
  const { url } = await served(
    context,
    withScheme(`  scheme: query\n${versions}`).replace('    sort: [customer, total]\n', '    strict: true\n'),
  )
  assert.equal((await ask(`${url}/orders?version=v1&client=Ann`, 'GET')).status, 200)
  assert.equal((await ask(`${url}/orders?client=Ann&version=v2`, 'GET')).status, 422)
  assert.equal((await ask(`${url}/orders`, 'GET')).status, 400)
})

test('reads the version from the media type', async (context) => {
  const { url } = await served(context, withScheme(`  scheme: media-type\n${versions}`))
  const made = await ask(`${url}/orders`, 'POST', { client: 'Ann', total: '1' }, { 'content-type': 'application/json; version=v1' })
  assert.deepEqual(
    [made.status, made.headers.get('content-type'), made.headers.get('vary')],
    [201, 'application/json; version=v1', 'Accept'],
  )
  const read = await ask(`${url}/orders/1`, 'GET', undefined, { accept: 'application/json; version=v3' })
  assert.deepEqual([read.status, read.headers.get('content-type')], [200, 'application/json; version=v3'])
  assert.equal((await ask(`${url}/orders/1`, 'GET', undefined, { accept: 'text/plain; version=v3' })).status, 406)
  assert.equal((await ask(`${url}/orders/1`, 'GET')).status, 400)
})

test('reads the version from a part of a media type, and versions by date', async (context) => {
  const hidden = await served(
    context,
    withScheme(`  scheme: media-type\n  value: value.substring(size("application/vnd.shop."), value.indexOf("+"))\n${versions}`),
  )
  assert.equal((await ask(`${hidden.url}/orders`, 'GET', undefined, { accept: 'application/vnd.shop.v2+json' })).status, 200)
  // An invalid value in the version's place names no version.
  assert.equal((await ask(`${hidden.url}/orders`, 'GET', undefined, { accept: '*/*' })).status, 400)

  const dated = withScheme(
    '  scheme: { header: Shop-Version }\n  accept: candidate <= version\n  current: 2026-03-01\n  versions: { 2025-01-01: {}, 2025-06-01: {} }\n',
  )
  const { url } = await served(
    context,
    dated.replaceAll('v2:', '2025-06-01:').replaceAll('v3:', '2026-03-01:').replace('version: v2', 'version: 2025-06-01'),
  )
  await ask(`${url}/orders`, 'POST', { client: 'Ann', total: '1' }, { 'shop-version': '2025-02-14' })
  const customers = async (version: string): Promise<unknown> =>
    (await ask(`${url}/orders`, 'GET', undefined, { 'shop-version': version })).body
  assert.deepEqual(await customers('2025-05-31'), { orders: [{ id: 1, client: 'Ann', total: '1', state: 'open' }], next: null })
  assert.deepEqual(await customers('2025-12-31'), { orders: [{ id: 1, customer: 'Ann', total: '1', state: 'placed' }], next: null })
  assert.deepEqual(await customers('2026-03-01'), { orders: [{ id: 1, customer: 'Ann', total: 1, state: 'placed' }], next: null })
  assert.equal((await ask(`${url}/orders`, 'GET', undefined, { 'shop-version': '2024-12-31' })).status, 400)
})

test('serves the conventions of versions, by path and by date', async (context) => {
  const paths = withScheme(versions).replace('use: [http@1]', 'use: [http@1, path-version@1]')
  const byPath = await served(context, paths)
  assert.deepEqual((await ask(`${byPath.url}/v2/orders`, 'GET')).status, 200)
  const dates = withScheme('  current: 2026-03-01\n  versions: { 2025-01-01: {}, 2025-06-01: {} }\n').replace(
    'use: [http@1]',
    'use: [http@1, date-version@1]',
  )
  const { url } = await served(
    context,
    dates.replaceAll('v2:', '2025-06-01:').replaceAll('v3:', '2026-03-01:').replace('version: v2', 'version: 2025-06-01'),
  )
  const status = async (version: string): Promise<number> =>
    (await ask(`${url}/colours`, 'GET', undefined, { 'api-version': version })).status
  assert.deepEqual(
    await Promise.all(['2025-02-14', '2026-02-28', '2026-03-01', '2024-01-01', 'newest'].map(status)),
    [200, 200, 404, 400, 400],
  )
})

const keyed = `ninefold: 1
use: [http@1, problem-details@1]
service: none
resources:
  Customer: { key: number, properties: { number: { type: integer, minimum: 1, maximum: 1000000 } }, required: [number] }
  Order: { key: id, properties: { id: { type: integer, generate: sequence }, customer: { $ref: Customer, onDelete: restrict } }, required: [customer] }
states: none
endpoints:
  POST /customers: { create: Customer, body: [number], output: Customer(this) }
  GET /customers/{number}: { read: Customer, output: Customer(this) }
  POST /orders: { create: Order, body: [customer], output: Order(this) }
  GET /orders: { list: Order, filter: [customer], order: [id], page: none, output: { orders: 'items.map(o, Order(o))' } }
authentication: none
events: none
limits: none
versioning:
  scheme: path
  current: v2
  versions: { v1: {} }
  changes:
    v2:
      - retype:
          Customer.number: { up: int(value.substring(1)), down: '"C" + string(value)' }
          Order.customer: { up: int(value.substring(1)), down: '"C" + string(value)' }
`

test('converts a key of another type in paths, references, filters, refusals and addresses', async (context) => {
  const { url } = await served(context, keyed)
  const made = await ask(`${url}/v1/customers`, 'POST', { number: 'C7' })
  assert.deepEqual([made.status, made.body, made.headers.get('location')], [201, { number: 'C7' }, '/v1/customers/C7'])
  assert.deepEqual((await ask(`${url}/v1/customers/C7`, 'GET')).body, { number: 'C7' })
  assert.deepEqual((await ask(`${url}/v2/customers/7`, 'GET')).body, { number: 7 })
  assert.equal((await ask(`${url}/v1/customers/seven`, 'GET')).status, 422)
  assert.deepEqual((await ask(`${url}/v1/orders`, 'POST', { customer: 'C7' })).body, { id: 1, customer: 'C7' })
  assert.deepEqual((await ask(`${url}/v1/orders?customer=C7`, 'GET')).body, { orders: [{ id: 1, customer: 'C7' }] })
  const refused = (await ask(`${url}/v1/orders`, 'POST', { customer: 'C8' })).body as { errors: object[] }
  assert.deepEqual(refused.errors, [
    { property: 'customer', pointer: '/customer', keyword: 'reference', value: 'C8', detail: 'does not exist' },
  ])
})
