// One clock for everything that depends on time: expiry of tokens, generated and computed values, limits, timers, retention.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { listen } from './listener.ts'
import { served } from './served.ts'

const document = `
ninefold: 1
service: { name: timely }
resources:
  User: { key: name, properties: { name: { type: string, maxLength: 20 } } }
  Note:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      text: { type: string, maxLength: 20 }
      createdAt: { type: string, format: date-time, generate: now }
      changedAt: { type: string, format: date-time, generate: now-on-update }
      age: { type: string, format: duration, compute: now - this.createdAt }
    required: [text]
  records: { User: [ { name: ann } ] }
states:
  Note.status:
    initial: fresh
    states:
      fresh: { after: { PT2H: { target: stale } } }
      stale: {}
endpoints:
  POST /tokens: { create: Note, body: [text], limits: none, security: [ {} ], status: 201, output: { token: 'token("web", "ann")' } }
  POST /notes: { create: Note, body: [text], idempotency: { key: Idempotency-Key, optional: true }, status: 201, output: Note(this) }
  PATCH /notes/{id}: { update: Note, body: [text], status: 200, output: Note(this) }
  GET /notes/{id}: { read: Note, security: [ {} ], status: 200, output: Note(this) }
authentication:
  schemes: { web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, lifetime: PT1H } }
  security: [ { web: [] } ]
  caller: { find: User, by: { name: claims.sub } }
  default: allow
events: none
errors:
  precedence: standard
  media: application/json
  catalogue:
    over: { on: unauthenticated web expired, status: 401, body: { met: '"expired"' } }
    other: { on: [unauthenticated, forbidden, malformed, invalid, not-found, dangling, idempotency-mismatch], status: 422, body: { met: error.condition } }
limits: { retention: { idempotency: P1D } }
versioning: none
`

test('fires every timer on the way when the clock moves', async (context) => {
  const service = await served(
    context,
    `
ninefold: 1
service: { name: passing }
resources:
  Meter: { key: id, properties: { id: { type: integer, generate: sequence }, ticks: { type: integer, default: 0, readOnly: true }, at: { type: [string, 'null'], format: date-time, readOnly: true } } }
states:
  Meter.status:
    initial: on
    states:
      on: { every: { PT1H: { set: { ticks: this.ticks + 1, at: now } } }, after: { PT150M: { target: off } } }
      off: { type: final }
endpoints:
  POST /meters: { create: Meter, status: 201, output: this.id }
  GET /meters/{id}: { read: Meter, status: 200, output: Meter(this) }
authentication: none
events: none
errors: { precedence: standard, catalogue: { none: { on: [not-found, invalid], status: 404 } } }
limits: none
versioning: none
`,
    { virtual: true },
  )
  const began = service.now()
  await fetch(`${service.url}/meters`, { method: 'POST' })
  await service.advance(86_400_000)
  const meter = await (await fetch(`${service.url}/meters/1`)).json()
  assert.deepEqual(meter, { id: 1, ticks: 2, at: new Date(began + 7_200_000).toISOString(), status: 'off' })
})

for (const store of ['memory', 'sqlite'] as const) {
  test(`tokens, times and timers use the clock of the service: ${store}`, async (context) => {
    const folder = temporaryFolder()
    const service = await served(context, document, {
      virtual: true,
      store: store === 'memory' ? 'memory' : `sqlite:${join(folder, 'store.db')}`,
      secrets: { variable: () => '0123456789abcdef0123456789abcdef', file: () => undefined },
    })
    const call = async (
      method: string,
      path: string,
      token?: string,
      more: Record<string, string> = {},
    ): Promise<{ status: number; json: any }> => {
      const response = await fetch(service.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...more },
        ...(method === 'GET' ? {} : { body: '{"text":"x"}' }),
      })
      return { status: response.status, json: await response.json() }
    }
    const now = (): string => new Date(service.now()).toISOString()
    // A century on, so that nothing agrees with the machine's clock by chance.
    await service.advance(36_500 * 86_400_000)
    const { token } = (await call('POST', '/tokens')).json
    const issued = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()) as { iat: number; exp: number }
    assert.deepEqual(issued, { ...issued, iat: Math.floor(service.now() / 1000), exp: Math.floor(service.now() / 1000) + 3600 })

    const began = now()
    const made = await call('POST', '/notes', token, { 'idempotency-key': 'k' })
    assert.deepEqual(
      [made.status, made.json.createdAt, made.json.changedAt, made.json.age, made.json.status],
      [201, began, began, 'PT0S', 'fresh'],
    )
    const millisecond = Number.parseInt(made.json.id.replaceAll('-', '').slice(0, 12), 16)
    assert.equal(millisecond, service.now(), 'a UUID of version 7 begins with the time')

    await service.advance(3_599_000)
    const changed = await call('PATCH', `/notes/${made.json.id}`, token)
    assert.deepEqual([changed.status, changed.json.createdAt, changed.json.changedAt, changed.json.age], [200, began, now(), 'PT59M59S'])
    await service.advance(1000)
    assert.deepEqual(await call('PATCH', `/notes/${made.json.id}`, token), { status: 401, json: { met: 'expired' } })

    await service.advance(3_600_000)
    assert.equal((await call('GET', `/notes/${made.json.id}`)).json.status, 'stale')
    const renewed = (await call('POST', '/tokens')).json.token
    assert.deepEqual((await call('POST', '/notes', renewed, { 'idempotency-key': 'k' })).json, made.json, 'the answer is kept')
    await service.advance(86_400_000)
    const again = await call('POST', '/notes', (await call('POST', '/tokens')).json.token, { 'idempotency-key': 'k' })
    assert.deepEqual([again.status, again.json.createdAt], [201, now()])
  })
}

const hourly = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: hourly }
resources: { Item: { key: id, properties: { id: { type: integer, generate: sequence } } } }
states: none
endpoints:
  POST /items: { create: Item, limits: [items] }
  GET /events: { stream: item.made, limits: none }
authentication: none
events: { types: { item.made: { on: Item.created } }, delivery: { stream: { media: text/event-stream, retain: P1D, heartbeat: PT5S } } }
limits: { rates: { items: { quota: 1, window: PT10S } } }
versioning: none
`

test('keeps rates and streams working after the clock is set back', async (context) => {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const { url } = await served(context, hourly, { clock: { now: () => time } })
  const post = async (): Promise<number> => (await fetch(`${url}/items`, { method: 'POST' })).status
  const stream = await listen(`${url}/events`)
  await stream.placed()
  assert.deepEqual([await post(), await post()], [201, 429])
  await stream.until(({ length }) => length === 1)
  time -= 3_600_000
  assert.equal(await post(), 429, 'nothing is given back for it')
  time += 9000
  assert.equal(await post(), 429)
  time += 1000
  assert.equal(await post(), 201)
  await stream.until(({ length }) => length === 2)
  // The next beat is counted from what the clock says now: first one that is not needed, as it spoke, then one that is.
  const said = (): number => stream.text().split('\n\n').length
  const before = said()
  for (const begun = Date.now(); said() === before && Date.now() - begun < 5000; time += 1000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(said() > before, 'it says where it is')
  stream.close()
})
