// Admission to streams: a listener stays connected as long as it would be admitted again; the end of one listener affects no other.

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { type Listener, listen } from './listener.ts'
import { type Served, served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const hashed = (key: string): string => createHash('sha256').update(key).digest('hex')

const around = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: keys }
states: none
limits: none
versioning: none
events:
  types:
    item.made: { on: Item.created, data: { n: this.n } }
  delivery:
    stream: { media: text/event-stream, retain: P7D }
`

const keys = `${around}
resources:
  Person: { key: name, properties: { name: { type: string, maxLength: 9 }, admitted: { type: boolean, default: true } } }
  Key:
    key: hash
    properties:
      hash: { type: string, maxLength: 64 }
      person: { $ref: Person, onDelete: cascade }
      active: { type: boolean, default: true }
      until: { type: [string, 'null'], format: date-time }
      scopes: { type: string, maxLength: 20, default: listen }
    required: [hash, person]
    unique: [[hash, active]]
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, n: { type: integer, minimum: 0, maximum: 99 } }, required: [n] }
  records:
    Person: [{ name: ann }, { name: bob }]
    Key: [{ hash: ${hashed('a')}, person: ann }, { hash: ${hashed('b')}, person: bob }]
endpoints:
  POST /items: { create: Item, body: [n], security: none }
  PATCH /keys/{hash}: { update: Key, body: [active, until, scopes], security: none }
  PATCH /people/{name}: { update: Person, body: [admitted], security: none }
  DELETE /people/{name}: { delete: Person, security: none }
  GET /events: { stream: item.made, security: [{ key: [listen] }], require: { admitted: caller.admitted } }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Key, by: { hash: digest(credential), active: 'true' } }, expires: caller.until, scopes: caller.scopes }
  caller: { key: caller.person }
  default: allow
`

const issued = `${around.replace('use: [', 'use: [{ api-keys@1: { resources: Person } }, ')}
resources:
  Person: { key: name, properties: { name: { type: string, maxLength: 9 } } }
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, n: { type: integer, minimum: 0, maximum: 99 } }, required: [n] }
  records:
    Person: [{ name: ann }]
    ApiKey: [{ id: 01890a5d-ac96-774b-bcce-b302099a8057, name: first, owner: ann, hash: ${hashed('a')} }]
endpoints:
  POST /items: { create: Item, body: [n] }
  GET /events: { stream: item.made }
authentication:
  security: [{ api-key: [] }]
  unreadable: not-found
  default: allow
`

async function send({ url }: Served, method: string, path: string, body?: object, key = ''): Promise<any> {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-key': key, 'x-api-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${method} ${path} is answered ${answer.status}`)
  const text = await answer.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function followed({ url }: Served, key: string): Promise<Listener> {
  const listener = await listen(`${url}/events`, { headers: { 'x-key': key, 'x-api-key': key } })
  await listener.placed()
  return listener
}

const heard = (listener: Listener): unknown[] => listener.heard.map(({ data }) => JSON.parse(data).n)

/** Over each store. */
function each(name: string, text: string, run: (service: Served, context: TestContext) => Promise<void>): void {
  for (const store of allKinds) {
    test(`${name} (${store})`, async (context) => {
      const service = await served(context, text, { virtual: true, store: storeOf(store) })
      await run(service, context)
    })
  }
}

const ends: { readonly [what: string]: (service: Served) => Promise<unknown> } = {
  'whose key is not found any more': (service) => send(service, 'PATCH', `/keys/${hashed('a')}`, { active: false }),
  'whose key has lost its scope': (service) => send(service, 'PATCH', `/keys/${hashed('a')}`, { scopes: 'write' }),
  'whose key was made to end now': (service) =>
    send(service, 'PATCH', `/keys/${hashed('a')}`, { until: new Date(service.now()).toISOString() }),
  'who is refused now': (service) => send(service, 'PATCH', '/people/ann', { admitted: false }),
  'who is no more': (service) => send(service, 'DELETE', '/people/ann'),
}

for (const [who, happen] of Object.entries(ends)) {
  each(`a stream ends for a listener ${who}, and goes on for the others`, keys, async (service) => {
    const ann = await followed(service, 'a')
    const bob = await followed(service, 'b')
    await send(service, 'POST', '/items', { n: 1 })
    await Promise.all([ann, bob].map((each) => each.until(({ length }) => length >= 1)))
    await happen(service)
    await send(service, 'POST', '/items', { n: 2 })
    await Promise.all([ann.ended, bob.until(({ length }) => length >= 2)])
    assert.deepEqual([heard(ann), heard(bob)], [[1], [1, 2]])
    assert.match(ann.text(), /: the caller is no longer permitted to listen; resume with Last-Event-ID\nid: \S+\n\n$/)
    bob.close()
  })
}

each('a stream lasts until the end that its key has been given since', keys, async (service) => {
  const ann = await followed(service, 'a')
  await send(service, 'PATCH', `/keys/${hashed('a')}`, { until: new Date(service.now() + 60_000).toISOString() })
  await service.advance(59_000)
  await send(service, 'POST', '/items', { n: 1 })
  await ann.until(({ length }) => length >= 1)
  await service.advance(2000)
  await ann.ended
  assert.match(ann.text(), /: the credential has ended/)
})

each('a key that is revoked ends the streams that it opened, without waiting for an event', issued, async (service) => {
  const { id, key } = await send(service, 'POST', '/api-keys', { name: 'second' }, 'a')
  const [first, second] = [await followed(service, 'a'), await followed(service, key)]
  await send(service, 'DELETE', `/api-keys/${id}`, undefined, 'a')
  await second.ended
  await send(service, 'POST', '/items', { n: 1 }, 'a')
  await first.until(({ length }) => length >= 1)
  assert.deepEqual(heard(second), [])
  assert.equal((await listen(`${service.url}/events`, { headers: { 'x-api-key': key } })).status, 401)
  first.close()
})

const skewed = `${around}
resources:
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, n: { type: integer, minimum: 0, maximum: 99 } }, required: [n] }
endpoints:
  POST /items: { create: Item, body: [n], security: none }
  GET /events: { stream: item.made, security: [{ token: [] }] }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, skew: PT30S } }
  default: allow
`

test('a stream lasts until its token expires, plus the clock skew', async (context) => {
  const secret = 'a secret of at least thirty-two bytes'
  const service = await served(context, skewed, { virtual: true, secrets: { variable: () => secret, file: () => undefined } })
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256' })}.${encode({ sub: 'ann', exp: Math.floor(service.now() / 1000) - 10 })}`
  const token = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  const ann = await listen(`${service.url}/events`, { headers: { authorization: `Bearer ${token}` } })
  await ann.placed()
  await service.advance(15_000)
  await send(service, 'POST', '/items', { n: 1 })
  await ann.until(({ length }) => length >= 1)
  await service.advance(10_000)
  await ann.ended
  assert.match(ann.text(), /: the credential has ended; resume with Last-Event-ID/)
})
