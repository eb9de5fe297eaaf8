// Attacks between tenants: reading, changing, deleting, referring to, counting, sorting by and guessing another tenant's records, through
// every operation. Another tenant's records answer like missing ones, and stay unchanged.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { receiver } from '../delivery/receiver.ts'
import { listen } from '../listener.ts'
import { type Served, served } from '../served.ts'

const secret = 'a secret of at least thirty-two bytes'
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(claims: object): string {
  const content = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`
  return `Bearer ${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

type Headers = { readonly [name: string]: string }
type Answered = {
  readonly status: number
  readonly tag: string | null
  readonly text: string
  readonly json: any
  readonly headers: Headers
}
type World = {
  readonly service: Served
  readonly ask: (who: Headers, request: string, body?: object, headers?: Headers) => Promise<Answered>
}

async function world(context: TestContext, document: string, store: string): Promise<World> {
  const text = readFileSync(join(import.meta.dirname, document), 'utf8')
  const service = await served(context, text, {
    store: store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'store.db')}`,
    virtual: true,
    deliveries: { allowPrivate: true },
    secrets: { variable: () => secret, file: () => undefined },
    log: { level: 'silent', sink: () => undefined },
  })
  return {
    service,
    async ask(who, request, body, headers = {}) {
      const [method = '', path = ''] = request.split(' ')
      const answer = await fetch(service.url + path, {
        method,
        headers: { ...who, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const sent = await answer.text()
      return {
        status: answer.status,
        tag: answer.headers.get('etag'),
        text: sent,
        json: sent === '' ? undefined : JSON.parse(sent),
        headers: Object.fromEntries(answer.headers),
      }
    },
  }
}

/** Over each store. */
function each(what: string, document: string, run: (world: World, context: TestContext) => Promise<void>): void {
  for (const store of ['memory', 'sqlite'])
    test(`${what} (${store})`, async (context) => run(await world(context, document, store), context))
}

const byKey = (key: string): Headers => ({ 'x-key': key })
const byToken = (sub: string): Headers => ({ authorization: token({ sub }) })
const [ann, sue, nil, abe, sam] = [byKey('ann'), byKey('sue'), byKey('nil'), byToken('abe'), byToken('sam')]

/** All records of the southern tenant, without positions in time. */
async function south({ ask }: World): Promise<unknown> {
  const { orders, total } = (await ask(sue, 'GET /orders?size=10')).json
  const others = await Promise.all(
    ['GET /notes/n1', 'GET /products/p1', 'GET /products/p2', 'GET /products', 'GET /asked?id=o4', 'GET /pages'].map(
      async (request) => (await ask(sam, request)).text,
    ),
  )
  return { orders, total, others }
}

/** Attempts on `ID`, which is another tenant's order `o4`, its code `four` (`CODE`), its note `n1` (`NOTE`), or missing. */
const attempts: readonly (readonly [request: string, body?: object, headers?: Headers])[] = [
  ['GET /orders/ID'],
  ['GET /orders/ID', undefined, { 'if-none-match': '*' }],
  ['GET /codes/CODE'],
  ['GET /orders/o1/with/ID'],
  ['GET /orders/ID/with/o1'],
  ['GET /notes/NOTE'],
  ['PATCH /orders/ID', { text: 'taken' }],
  ['PATCH /orders/ID', { text: 'taken' }, { 'if-match': '*' }],
  ['PATCH /orders/ID', { text: 'taken' }, { 'if-match': 'TAG' }],
  ['PUT /orders/ID/all', { code: 'z' }, { 'if-match': '*' }],
  ['PUT /orders/ID/all', { code: 'z' }, { 'if-match': 'TAG' }],
  ['PUT /orders/ID/all', { code: 'z' }],
  ['DELETE /orders/ID'],
  ['DELETE /orders/ID', undefined, { 'if-match': 'TAG' }],
  ['DELETE /notes/NOTE'],
  ['POST /orders/ID/sweep'],
  ['POST /orders/ID/aim', { id: 'o1' }],
  ['POST /orders/o1/aim', { id: 'ID' }],
  ['POST /both', { one: 'ID', two: 'o1', note: 'q', gone: 'n2' }],
  ['POST /both', { one: 'o1', two: 'ID', note: 'q', gone: 'n2' }],
  ['POST /both', { one: 'o1', two: 'o1', note: 'q', gone: 'NOTE' }],
  ['POST /orders', { id: 'x', code: 'x', twin: 'ID' }],
  ['POST /orders', { id: 'x', code: 'x', others: ['o1', 'ID'] }],
  ['POST /orders', { id: 'x', code: 'x', lines: [{ of: 'o1' }, { of: 'ID', n: 1 }] }],
  ['PATCH /orders/o1', { twin: 'ID' }],
  ['PATCH /orders/o1', { others: ['ID'] }],
  ['PATCH /orders/o1', { lines: [{ of: 'ID' }] }],
  ['PUT /orders/o1', { code: 'one', twin: 'ID' }],
  ['GET /orders?twin=ID'],
  ['GET /orders?others[contains]=ID'],
  ['GET /orders?code=CODE'],
  ['GET /orders?text=south%20four'],
  ['GET /orders?product=p3'],
  ['GET /orders?number[gte]=60'],
  ['GET /asked?id=ID'],
]

each("hides and protects another tenant's data in every operation", 'attacked.yaml', async (all) => {
  const { ask } = all
  const before = await south(all)
  const { tag } = await ask(sue, 'GET /orders/o4')
  const tried = (attempt: unknown, id: string, code: string, note: string): any =>
    JSON.parse(
      JSON.stringify(attempt)
        .replaceAll('ID', id)
        .replaceAll('CODE', code)
        .replaceAll('NOTE', note)
        .replaceAll('TAG', JSON.stringify(tag).slice(1, -1)),
    )
  for (const attempt of attempts) {
    for (const who of [ann, abe, nil]) {
      const sent = async ([request, body, headers]: any): Promise<Answered> => ask(who, request, body ?? undefined, headers ?? undefined)
      const [theirs, nowhere] = [await sent(tried(attempt, 'o4', 'four', 'n1')), await sent(tried(attempt, 'zz', 'zzzz', 'zn'))]
      const what = `${JSON.stringify(who)} ${JSON.stringify(attempt)}`
      assert.deepEqual([theirs.status, theirs.tag], [nowhere.status, nowhere.tag], what)
      const [told, untold] = [theirs, nowhere].map(({ text }) => text.replace(/"position":"[^"]*"/, ''))
      assert.equal(told!.replaceAll('o4', 'zz'), untold, what)
      assert.ok(!/south|o3|70/.test(told!), what)
      if (who === nil) assert.equal(theirs.status, 403, what)
    }
  }
  assert.deepEqual(await south(all), before)
  // Nor do changes of all records, by a transition or by time.
  await ask(ann, 'POST /orders/o1/sweep')
  await ask(ann, 'POST /orders/o2/sweep')
  assert.deepEqual(await south(all), before)
})

each('separates keys, uniques and numbers by tenant', 'attacked.yaml', async (all) => {
  const { ask } = all
  const before = await south(all)
  const number = async (who: Headers, id: string, code: string): Promise<unknown> =>
    (await ask(who, 'POST /orders', { id, code })).json.number
  assert.deepEqual([await number(ann, 'o4', ' FOUR '), await number(abe, 'o3', 'Only South')], [3, 4])
  assert.equal((await ask(ann, 'PUT /orders/o9', { code: 'nine' })).json.number, 5)
  assert.deepEqual((await ask(ann, 'POST /orders', { id: 'x', code: 'oNe' })).status, 409)
  assert.deepEqual(await south(all), before)
  assert.equal(await number(sue, 'o9', 'nine'), 71)
  for (const id of ['o3', 'o4']) assert.equal((await ask(ann, `DELETE /orders/${id}`)).status, 204)
  assert.equal((await ask(sam, 'GET /orders/o4')).json.text, 'south four')
})

each(
  'a record that all tenants have stays where another tenant refers to it, whatever becomes of what refers',
  'attacked.yaml',
  async (all) => {
    const { ask } = all
    const before = await south(all)
    for (const path of ['/products/p3', '/brands/b1', '/tags/t1']) {
      const { status, json } = await ask(ann, `DELETE ${path}`)
      assert.deepEqual([status, json.type], [409, 'in-use'], path)
    }
    assert.deepEqual(await south(all), before)
    // References to it from the tenant's own records are deleted or kept, as the document says.
    assert.equal((await ask(ann, 'DELETE /tags/t2')).status, 204)
    assert.equal((await ask(ann, 'GET /orders/o2')).status, 200)
    assert.equal((await ask(ann, 'DELETE /brands/b2')).status, 204)
    assert.equal((await ask(ann, 'GET /orders/o2')).status, 404)
    assert.deepEqual(await south(all), before)
  },
)

each('entity tags, cursors and idempotency keys are of one tenant', 'attacked.yaml', async ({ ask }) => {
  const [own, theirs] = [await ask(ann, 'GET /products/p1'), await ask(sue, 'GET /products/p1')]
  assert.notEqual(own.tag, theirs.tag)
  assert.equal((await ask(ann, 'GET /products/p1', undefined, { 'if-none-match': theirs.tag! })).status, 200)
  const { next } = (await ask(sue, 'GET /orders?sort=text')).json
  assert.equal((await ask(ann, `GET /orders?sort=text&cursor=${next}`)).status, 422)
  const key = { 'idempotency-key': 'k' }
  const made = await ask(sue, 'POST /both', { one: 'o1', two: 'o3', note: 'kept', gone: 'n1' }, key)
  assert.equal(made.status, 201)
  // A caller who knows the key and sends the same request gets an answer about its own records.
  assert.equal((await ask(ann, 'POST /both', { one: 'o1', two: 'o3', note: 'kept', gone: 'n1' }, key)).status, 404)
})

each(
  'a stream is of the tenant that its caller is of, also after that was changed, and from any position',
  'attacked.yaml',
  async ({ ask, service }) => {
    const { position } = (await ask(sue, 'GET /orders')).json
    const open = (who: Headers, path: string, last?: string) =>
      listen(service.url + path, { headers: who, ...(last === undefined ? {} : { last }) })
    const [north, moving, named, nobody] = [
      await open(ann, '/events'),
      await open(abe, '/events'),
      await open(abe, '/named'),
      await open(nil, '/events', position),
    ]
    await ask(sue, 'PATCH /orders/o1', { text: 'first of the south' })
    await ask(ann, 'PATCH /orders/o1', { text: 'first' })
    await Promise.all([north, moving, named].map((each) => each.until(({ length }) => length >= 1)))
    assert.equal((await ask(ann, 'PATCH /clerks/abe', { shop: 'south' })).status, 204)
    await ask(ann, 'PATCH /orders/o1', { text: 'second' })
    await ask(sue, 'PATCH /orders/o1', { text: 'second of the south' })
    const late = await open(ann, '/events', position)
    await Promise.all([
      ...[north, moving, named].map((each) => each.until(({ length }) => length >= 2)),
      late.until(({ length }) => length >= 2),
    ])
    const texts = ({ heard }: typeof north): string[] => heard.map(({ data }) => JSON.parse(data).text)
    assert.deepEqual([north, late, moving, named].map(texts), [
      ['first', 'second'],
      ['first', 'second'],
      ['first', 'second of the south'],
      ['first', 'second of the south'],
    ])
    assert.deepEqual(nobody.heard, [], 'whoever is of no tenant')
    for (const each of [north, moving, named, late, nobody]) each.close()
  },
)

each('a position says nothing of how much happens', 'attacked.yaml', async ({ ask }) => {
  const lengths = new Set<number>()
  for (let n = 0; n < 12; n++) {
    const { position } = (await ask(ann, 'GET /orders')).json
    assert.doesNotMatch(Buffer.from(position, 'base64url').toString('latin1'), /event/, 'it cannot be read')
    lengths.add(position.length)
    await ask(sue, 'PATCH /orders/o1', { text: `${n}` })
  }
  assert.equal(lengths.size, 1)
})

each('keeps delivering for one tenant after a receiver left another', 'attacked.yaml', async ({ ask, service }, context) => {
  const told = await receiver(context)
  told.answers = ({ body }) => (body.includes('north') ? 410 : 204)
  for (const who of [ann, sue]) {
    await ask(who, 'POST /orders', { id: 'h', code: 'h', hook: told.url })
    await ask(who, 'POST /orders/h/sweep')
    await service.waitUntilDelivered()
  }
  assert.deepEqual(
    told.came.map(({ body }) => JSON.parse(body).shop),
    ['north', 'south'],
  )
})

each('time acts within the tenant of its record', 'attacked.yaml', async (all) => {
  const { ask, service } = all
  for (const id of ['o1', 'o3', 'o4']) await ask(sue, `POST /orders/${id}/sweep`)
  const before = await south(all)
  await service.advance(3_600_000)
  assert.deepEqual(await south(all), before)
  assert.equal((await ask(ann, 'GET /orders/o1')).json.text, 'north one**')
})

const member = (sub: string, shop: string): Headers => ({ authorization: token({ sub, shop }) })
const [annOfNorth, sueOfSouth] = [member('m1', 'north'), member('m1', 'south')]

each(
  'callers of two tenants that have the same key are two: for kept answers, and for rates and quotas',
  'members.yaml',
  async ({ ask }) => {
    const key = { 'idempotency-key': 'k' }
    assert.deepEqual((await ask(annOfNorth, 'POST /orders', { text: 'same' }, key)).json, { id: 1, shop: 'north', text: 'same' })
    assert.deepEqual((await ask(sueOfSouth, 'POST /orders', { text: 'same' }, key)).json, { id: 1, shop: 'south', text: 'same' })
    assert.deepEqual((await ask(annOfNorth, 'POST /orders', { text: 'same' }, key)).json, { id: 1, shop: 'north', text: 'same' })
    assert.deepEqual((await ask(annOfNorth, 'POST /products', { sku: 'a', name: 'pen' }, key)).json, { sku: 'a', by: 'Ann' })
    assert.equal((await ask(sueOfSouth, 'POST /products', { sku: 'a', name: 'pen' }, key)).status, 409)
    for (const status of [200, 200, 429]) assert.equal((await ask(annOfNorth, 'GET /me')).status, status)
    const other = await ask(sueOfSouth, 'GET /me')
    assert.deepEqual([other.status, other.json], [200, { name: 'Sue', shop: 'south' }])
    assert.match(other.headers['ratelimit']!, /^"each";r=1;.*"day";r=4;/)
  },
)

each('a stream that asks of its caller is not shared with one of another tenant', 'members.yaml', async ({ ask, service }) => {
  const streams = await Promise.all([annOfNorth, sueOfSouth].map((headers) => listen(`${service.url}/mine`, { headers })))
  for (const to of ['Ann', 'Sue', 'Ann', 'Sue']) await ask(annOfNorth, 'POST /notices', { to })
  await Promise.all(streams.map((stream) => stream.until(({ length }) => length >= 2)))
  assert.deepEqual(
    streams.map(({ heard }) => heard.map(({ data }) => JSON.parse(data).to)),
    [
      ['Ann', 'Ann'],
      ['Sue', 'Sue'],
    ],
  )
  for (const stream of streams) stream.close()
})
