// Events of each listener contain the data that its caller may read, in the document's shape; equal listeners share one evaluation.

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { Streams } from '../../src/serve/streams.ts'
import { factsOf, route } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { later } from '../store/later.ts'
import { type Heard, listen } from './listener.ts'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const hashed = (key: string): string => createHash('sha256').update(key).digest('hex')

const guarded = (envelope: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { url: 'https://items.example' }
resources:
  User:
    key: hash
    properties: { hash: { type: string, maxLength: 64 }, name: { type: string, maxLength: 9 }, boss: { type: boolean } }
    required: [name, boss]
  Item:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      owner: { type: string, maxLength: 9 }
      n: { type: integer, minimum: 0, maximum: 99 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000000 }
      note: { type: string, maxLength: 9 }
    required: [id, owner, n]
  records:
    User:
      - { hash: ${hashed('a')}, name: ann, boss: false }
      - { hash: ${hashed('b')}, name: bob, boss: false }
      - { hash: ${hashed('z')}, name: zoe, boss: true }
states: none
endpoints:
  POST /items: { create: Item, body: [id, owner, n, price, note] }
  PATCH /items/{id}: { update: Item, body: [owner, n] }
  DELETE /items/{id}: { delete: Item }
  GET /events: { stream: [item.changed, item.gone] }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: User, by: { hash: digest(credential) } } } }
  security: [{ key: [] }]
  unreadable: not-found
  rules: { Item: { read: this.owner == caller.name || caller.boss, create: true, update: true, delete: true } }
events:
${envelope}
  types:
    item.changed: { on: [Item.created, Item.updated], subject: 'items/\${this.id}', partitionkey: this.owner, dataschema: '\${service.url}/item.json', data: { id: this.id, n: this.n, price: this.price, note: this.note } }
    item.gone: { on: Item.deleted, data: { id: this.id, n: this.n } }
  delivery:
    stream: { media: text/event-stream, retain: P7D }
limits: none
versioning: none
`

async function send({ url }: { readonly url: string }, method: string, path: string, body?: object): Promise<number> {
  const headers = { 'x-key': 'z', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return (await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).status
}

const told = (heard: readonly Heard[]): unknown[] =>
  heard.map(({ type, data }) => [type, (JSON.parse(data) as { data: { n: number } }).data.n])

test('streams events to callers who could read the record at the time of the event', async (context) => {
  const service = await served(context, guarded('  envelope: cloudevents\n  source: /items'))
  assert.equal((await fetch(`${service.url}/events`)).status, 401)
  const streams = await Promise.all(['a', 'b', 'z'].map((key) => listen(`${service.url}/events`, { headers: { 'x-key': key } })))
  const [ann, bob, zoe] = streams as [(typeof streams)[0], (typeof streams)[0], (typeof streams)[0]]
  await ann!.placed()
  const start = ann!.last()
  assert.equal(await send(service, 'POST', '/items', { id: 'i', owner: 'ann', n: 1 }), 201)
  await send(service, 'POST', '/items', { id: 'j', owner: 'bob', n: 2 })
  await send(service, 'PATCH', '/items/i', { owner: 'bob', n: 3 })
  await send(service, 'DELETE', '/items/i')
  await send(service, 'POST', '/items', { id: 'k', owner: 'ann', n: 9 })
  await Promise.all([
    ann!.until(({ length }) => length >= 2),
    bob!.until(({ length }) => length >= 3),
    zoe!.until(({ length }) => length >= 5),
  ])
  assert.deepEqual(told(ann!.heard), [
    ['item.changed', 1],
    ['item.changed', 9],
  ])
  assert.deepEqual(told(bob!.heard), [
    ['item.changed', 2],
    ['item.changed', 3],
    ['item.gone', 3],
  ])
  // A later listener gets the same data, not that which the present records would allow.
  const again = await listen(`${service.url}/events`, { last: start, headers: { 'x-key': 'a' } })
  await again.until(({ length }) => length >= 2)
  assert.deepEqual(again.heard, ann!.heard)
  for (const each of [...streams, again]) each!.close()
})

/** The JSON format of CloudEvents 1.0.2, sections 2 and 3.1, in the words of JSON Schema. */
const cloudEvent = {
  type: 'object',
  required: ['id', 'source', 'specversion', 'type'],
  properties: {
    id: { type: 'string', minLength: 1 },
    source: { type: 'string', minLength: 1 },
    specversion: { const: '1.0' },
    type: { type: 'string', minLength: 1 },
    datacontenttype: { const: 'application/json' },
    dataschema: { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:' },
    subject: { type: 'string', minLength: 1 },
    time: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' },
    partitionkey: { type: 'string', minLength: 1 },
    data: true,
  },
  propertyNames: { pattern: '^[a-z0-9]+$' },
}

test('sends a CloudEvent as such, and a template with its own members', async (context) => {
  const service = await served(context, guarded('').replace('use: [http@1,', 'use: [cloudevents@1, http@1,'))
  const zoe = await listen(`${service.url}/events`, { headers: { 'x-key': 'z' } })
  await send(service, 'POST', '/items', { id: 'i', owner: 'ann', n: 1, price: 12345.1, note: 'a\nb' })
  await send(service, 'DELETE', '/items/i')
  await zoe.until(({ length }) => length >= 2)
  const isCloudEvent = new Ajv2020({ strict: false }).compile(cloudEvent)
  const events = zoe.heard.map(({ data }) => JSON.parse(data) as { [name: string]: unknown })
  for (const event of events) assert.ok(isCloudEvent(event), JSON.stringify(isCloudEvent.errors))
  const { id, time, ...rest } = events[0]!
  assert.deepEqual(rest, {
    specversion: '1.0',
    source: 'https://items.example/',
    type: 'item.changed',
    subject: 'items/i',
    partitionkey: 'ann',
    dataschema: 'https://items.example/item.json',
    datacontenttype: 'application/json',
    data: { id: 'i', n: 1, price: 12345.1, note: 'a\nb' },
  })
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000)
  zoe.close()

  const own = await served(
    context,
    guarded(
      "  envelope: { kind: event.type, about: 'event.?subject', key: 'event.?partitionkey', what: event.data, by: { const: items } }",
    ),
  )
  const other = await listen(`${own.url}/events`, { headers: { 'x-key': 'z' } })
  await send(own, 'POST', '/items', { id: 'i', owner: 'ann', n: 1 })
  await send(own, 'DELETE', '/items/i')
  await other.until(({ length }) => length >= 2)
  assert.deepEqual(
    other.heard.map(({ data }) => JSON.parse(data)),
    [
      { kind: 'item.changed', about: 'items/i', key: 'ann', what: { id: 'i', n: 1 }, by: 'items' },
      { kind: 'item.gone', what: { id: 'i', n: 1 }, by: 'items' },
    ],
  )
  other.close()

  const bare = await served(context, guarded(''))
  const data = await listen(`${bare.url}/events`, { headers: { 'x-key': 'z' } })
  await send(bare, 'POST', '/items', { id: 'i', owner: 'ann', n: 1 })
  await data.until(({ length }) => length >= 1)
  assert.equal(data.heard[0]!.data, '{"id":"i","n":1}')
  data.close()
})

for (const access of [undefined, later])
  test(`an event is looked at once for all streams that show the same${access === undefined ? '' : ', also where the store answers later'}`, async (context) => {
    const { facts } = factsOf(
      completed(`
resources:
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, n: { type: integer, minimum: 0, maximum: 99 } }, required: [n] }
endpoints:
  POST /items: { create: Item, body: [n], status: 204 }
  GET /all: { stream: item.made, status: 200 }
  GET /from/{n}: { stream: item.made, where: event.data.n >= int(input.path.n), parameters: { path: { n: { type: string, maxLength: 2, pattern: '^[0-9]+$' } } }, status: 200 }
events:
  types: { item.made: { on: Item.created, data: { n: this.n } } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
`),
    )
    const clock = new VirtualClock(0)
    const meaning = createMemoryRuntime(facts, {
      clock,
      depth: 64,
      randomness: new SeededRandomness('once'),
      settings: new Map(),
      fixtures: false,
      access,
    })
    const looks = new Map<string, number>()
    const underWay = new Set<string>()
    const streams = new Streams({
      backend: {
        ...meaning,
        log: meaning.log,
        async show(stream, events) {
          looks.set(stream.group, (looks.get(stream.group) ?? 0) + events.length)
          assert.ok(!underWay.has(stream.group), 'one look at a time')
          underWay.add(stream.group)
          const shown = await meaning.show(stream, events)
          underWay.delete(stream.group)
          return shown
        },
      },
      now: () => clock.now(),
      heartbeat: 1000,
      patience: 1000,
      report: (problem) => assert.fail(problem),
    })
    const ask = (method: string, target: string, body?: string, last = '') => {
      const found = route(facts, method, target)!
      return meaning.answerNow({
        ...found,
        method,
        query: [],
        headers: new Map([['last-event-id', last], ...(body === undefined ? [] : [['content-type', 'application/json'] as const])]),
        body: new TextEncoder().encode(body ?? ''),
        hasBody: body !== undefined,
        address: '',
        id: '1',
      })
    }
    const server = createServer((request, response) => {
      const answer = ask('GET', request.url!, undefined, String(request.headers['last-event-id'] ?? ''))
      response.writeHead(answer.status, ['Content-Type', 'text/event-stream', 'Connection', 'close'])
      void streams.open(answer.stream!, response)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    context.after(() => server.close())
    const { port } = server.address() as { port: number }
    const targets = [
      ...Array.from({ length: 60 }, () => '/all'),
      ...Array.from({ length: 40 }, (_, index) => `/from/${index % 2 === 0 ? 5 : 7}`),
    ]
    const all = await Promise.all(targets.map((target) => listen(`http://127.0.0.1:${port}${target}`)))
    await Promise.all(all.map((each) => each.placed()))
    for (const n of [4, 5, 6, 7, 9]) ask('POST', '/items', JSON.stringify({ n }))
    await Promise.all(
      all.map((each, index) =>
        each.until(({ length }) => length >= (targets[index] === '/all' ? 5 : targets[index] === '/from/5' ? 4 : 2)),
      ),
    )
    assert.deepEqual([...looks.values()], [5, 5, 5])
    assert.equal(streams.size, 100)
    // Listeners that resume together share one evaluation of the missed events.
    for (const each of all) each.close()
    while (streams.size > 0) await new Promise(setImmediate)
    const back = await Promise.all(
      all
        .filter((_, index) => targets[index] === '/all')
        .map((each) => listen(`http://127.0.0.1:${port}/all`, { last: each.heard[1]!.id })),
    )
    await Promise.all(back.map((each) => each.until(({ length }) => length >= 3)))
    assert.equal(looks.get([...looks.keys()][0]!), 8)
    await streams.stop()
    await Promise.all(back.map(({ ended }) => ended))
  })

const shops = (store: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: ${store} }
resources:
  Clerk: { key: hash, properties: { hash: { type: string, maxLength: 64 }, shop: { type: string, maxLength: 9 } } }
  Item:
    tenant: { shop: caller.shop }
    key: id
    properties: { shop: { type: string, maxLength: 9 }, id: { type: string, maxLength: 9 }, n: { type: integer, minimum: 0, maximum: 99 } }
    required: [n]
  records:
    Clerk: [ { hash: ${hashed('n')}, shop: north }, { hash: ${hashed('s')}, shop: south }, { hash: ${hashed('x')} } ]
states: none
endpoints:
  POST /items: { create: Item, body: [id, n] }
  DELETE /items/{id}: { delete: Item }
  DELETE /clerks/{hash}: { delete: Clerk }
  GET /events: { stream: item.any }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Clerk, by: { hash: digest(credential) } } } }
  security: [{ key: [] }]
  unreadable: not-found
  default: allow
events:
  types:
    item.any: { on: [Item.created, Item.deleted], data: { n: this.n, gone: 'old != null' } }
  delivery:
    stream: { media: text/event-stream, retain: P7D }
limits: none
versioning: none
`

for (const store of allKinds) {
  test(`streams events of the caller's tenant, and not of other tenants' records with the same keys (${store})`, async (context) => {
    const service = await served(context, shops('shops'), { store: storeOf(store) })
    const ask = async (key: string, method: string, path: string, body?: object): Promise<number> =>
      (
        await fetch(service.url + path, {
          method,
          headers: { 'x-key': key, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
      ).status
    const [north, south, nobody] = (await Promise.all(
      ['n', 's', 'x'].map((key) => listen(`${service.url}/events`, { headers: { 'x-key': key } })),
    )) as [any, any, any]
    await Promise.all([north.placed(), south.placed(), nobody.placed()])
    const start: string = south.last()
    assert.equal(await ask('n', 'POST', '/items', { id: 'a', n: 1 }), 201)
    assert.equal(await ask('s', 'POST', '/items', { id: 'a', n: 2 }), 201)
    assert.equal(await ask('n', 'DELETE', '/items/a'), 204)
    assert.equal(await ask('s', 'POST', '/items', { id: 'b', n: 3 }), 201)
    await Promise.all([north.until((all: readonly Heard[]) => all.length >= 2), south.until((all: readonly Heard[]) => all.length >= 2)])
    const heard = (listener: { heard: readonly Heard[] }): string[] => listener.heard.map(({ data }) => data)
    assert.deepEqual(heard(north), ['{"n":1,"gone":false}', '{"n":1,"gone":true}'])
    assert.deepEqual(heard(south), ['{"n":2,"gone":false}', '{"n":3,"gone":false}'])
    const again = await listen(`${service.url}/events`, { last: start, headers: { 'x-key': 's' } })
    await again.until(({ length }) => length >= 2)
    assert.deepEqual(heard(again), heard(south))
    assert.deepEqual(heard(nobody), [])
    // A deleted caller gets no further events.
    assert.equal(await ask('s', 'DELETE', `/clerks/${hashed('n')}`), 204)
    const other = await listen(`${service.url}/events`, { headers: { 'x-key': 's' } })
    await other.placed()
    await ask('s', 'POST', '/items', { id: 'c', n: 4 })
    await other.until(({ length }) => length >= 1)
    assert.deepEqual(heard(north).length, 2)
    for (const each of [north, south, nobody, again, other]) each.close()
  })
}

test('a stream lasts no longer than the credential that opened it', async (context) => {
  const text = shops('tokens')
    .replace(
      /schemes: .*\n/,
      'schemes: { web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }\n',
    )
    .replace('[{ key: [] }]', '[{ web: [] }]')
    .replace('    tenant: { shop: caller.shop }\n', '')
  const secret = 'a secret of thirty-two characters'
  const service = await served(context, text, { virtual: true, secrets: { variable: () => secret, file: () => undefined } })
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: 'ann', exp: Math.floor(service.now() / 1000) + 60 })}`
  const headers = { authorization: `Bearer ${content}.${createHmac('sha256', secret).update(content).digest('base64url')}` }
  const listener = await listen(`${service.url}/events`, { headers })
  await listener.placed()
  await service.advance(50_000)
  assert.equal(
    (
      await fetch(`${service.url}/items`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"id":"a","n":1}',
      })
    ).status,
    201,
  )
  await listener.until(({ length }) => length >= 1)
  await service.advance(10_000)
  await listener.ended
  assert.match(listener.text(), /: the credential has ended; resume with Last-Event-ID\nid: \S+\n\n$/)
  assert.equal((await listen(`${service.url}/events`, { headers, last: listener.last() })).status, 401)
})

test('ends a stream when its key expires, if its scheme declares that', async (context) => {
  const text = shops('keys')
    .replace(
      'shop: { type: string, maxLength: 9 } } }\n',
      'shop: { type: string, maxLength: 9 }, until: { type: string, format: date-time } } }\n',
    )
    .replace('shop: north }', `shop: north, until: ${new Date(Date.now() + 60_000).toISOString()} }`)
    .replace('digest(credential) } } }', 'digest(credential) } }, expires: caller.until }')
  const service = await served(context, text, { virtual: true })
  const [north, south] = await Promise.all(['n', 's'].map((key) => listen(`${service.url}/events`, { headers: { 'x-key': key } })))
  await Promise.all([north!.placed(), south!.placed()])
  await service.advance(61_000)
  await north!.ended
  assert.match(north!.text(), /: the credential has ended/)
  assert.equal((await listen(`${service.url}/events`, { headers: { 'x-key': 'n' } })).status, 401)
  assert.doesNotMatch(south!.text(), /has ended/)
  south!.close()
})
