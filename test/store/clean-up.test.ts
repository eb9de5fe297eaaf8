// Expired data is deleted in small pieces, in memory and in SQLite alike.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { beginning } from '../../src/exchange/event.ts'
import { createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf } from './both.ts'

const text = `
resources:
  Customer: { key: name, properties: { name: { type: string, maxLength: 20 } }, softDelete: true }
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, customer: { $ref: Customer, onDelete: cascade } }
    required: [customer]
    softDelete: true
endpoints:
  PUT /customers/{name}: { put: Customer, status: 200, output: Customer(this) }
  GET /customers/{name}: { read: Customer, status: 200, output: Customer(this) }
  DELETE /customers/{name}: { delete: Customer, status: 204 }
  POST /orders: { create: Order, body: [customer], idempotency: { key: Idempotency-Key, scope: '"all"' }, status: 201, output: this.id }
  GET /orders/{id}: { read: Order, status: 200, output: this.id }
events:
  types: { order.made: { on: Order.created, data: this.id } }
limits:
  retention: { idempotency: P1D, deleted: P7D, events: P3D }
`
const [hour, day] = [3_600_000, 86_400_000]

async function opened(context: TestContext, kind: 'memory' | 'sqlite', document = text) {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const options = { clock, randomness: new SeededRandomness('clean'), settings: new Map(), fixtures: false, depth: 8 }
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-clean-'))
  const backend =
    kind === 'memory' ? createMemoryRuntime(facts, options) : await createSqliteBackend(facts, join(folder, 'store.db'), options)
  if ('problem' in backend) throw new Error(backend.problem)
  context.after(async () => {
    await backend.close()
    rmSync(folder, { recursive: true })
  })
  let count = 0
  const send = async (method: string, target: string, more: Partial<Asked> = {}): Promise<string> => {
    const { status, body } = await backend.answer(exchangeOf(facts, { method, target, ...more }, `request-${++count}`, undefined))
    return `${status} ${String(body ?? '')}`.trim()
  }
  /** Runs the clean-up as the service does, to the end; returns the number of pieces. */
  const clean = async (): Promise<number> => {
    for (let pieces = 1; ; pieces++) if (!(await backend.cleanUp.cleanSome())) return pieces
  }
  const order = (key: string): Promise<string> =>
    send('POST', '/orders', { headers: new Map([['idempotency-key', key]]), body: '{"customer":"Ann"}' })
  /** Gives the status alone. */
  const as =
    (shop: string) =>
    async (method: string, target: string, body?: string): Promise<number> => {
      const credentials = new Map([['token', { kind: 'valid' as const, claims: { shop }, scopes: [] }]])
      const exchange = exchangeOf(facts, { method, target, ...(body === undefined ? {} : { body }) }, `request-${++count}`, undefined)
      return (await backend.answer({ ...exchange, credentials })).status
    }
  const from = async (address: string): Promise<number> =>
    (await backend.answer({ ...exchangeOf(facts, { method: 'GET', target: '/' }, `request-${++count}`, undefined), address })).status
  return { backend, clock, send, clean, order, as, from }
}

for (const kind of ['memory', 'sqlite'] as const) {
  test(`deletes a backlog in pieces, and answers requests in between: ${kind}`, async (context) => {
    const { backend, clock, send, clean, order } = await opened(context, kind)
    assert.equal(await backend.cleanUp.next(), undefined)
    await send('PUT', '/customers/Ann', { body: '{}' })
    for (let i = 1; i <= 250; i++) await order(`key-${i}`)
    assert.equal(await backend.cleanUp.next(), clock.now() + day)
    assert.equal(await order('key-7'), '201 7', 'it is kept')
    clock.advance(day)
    assert.equal(await order('key-7'), '201 251', 'its time is over, also before anybody cleaned up')
    let done = false
    const cleaning = clean().then((pieces) => {
      done = true
      return pieces
    })
    assert.equal(await send('GET', '/customers/Ann'), '200 {"name":"Ann"}')
    if (kind === 'sqlite') assert.equal(done, false, 'others do not wait for all of it')
    assert.equal(await cleaning, 3)
    assert.equal(await order('key-7'), '201 251', 'what was kept since is kept')
    assert.equal(await backend.cleanUp.next(), clock.now() + day, 'the next is what was kept last')
  })

  test(`deletes events once no client may request them, the newest last: ${kind}`, async (context) => {
    const { backend, clock, send, clean, order } = await opened(context, kind)
    await send('PUT', '/customers/Ann', { body: '{}' })
    for (let i = 1; i <= 150; i++) await order(`key-${i}`)
    clock.advance(hour)
    await order('late')
    clock.advance(3 * day - hour)
    await clean()
    const { log } = backend
    const left = await log.events(beginning, 200)
    assert.equal(left[0]!.time, clock.now() - 3 * day, 'what a listener may still resume from stays')
    assert.equal(left.length, 2)
    clock.advance(hour)
    await clean()
    assert.deepEqual(await log.events(beginning, 200), left.slice(1))
  })

  test(`a soft-deleted record is gone after its retention time, and is deleted once no record refers to it: ${kind}`, async (context) => {
    const { backend, clock, send, clean, order } = await opened(context, kind)
    await send('PUT', '/customers/Ann', { body: '{}' })
    await send('PUT', '/customers/Bob', { body: '{}' })
    assert.equal(await order('one'), '201 1')
    assert.equal(await send('DELETE', '/customers/Ann'), '204')
    assert.match(await send('GET', '/orders/1'), /^410 /)
    clock.advance(7 * day - 1)
    await clean()
    assert.match(await send('GET', '/customers/Ann'), /^410 /)
    clock.advance(1)
    assert.match(await send('GET', '/customers/Ann'), /^404 /)
    assert.match(await send('GET', '/orders/1'), /^404 /)
    await clean()
    clock.advance(hour)
    await clean()
    assert.equal(await backend.cleanUp.next(), undefined, 'the order went, and then the customer')
    assert.equal(await send('GET', '/customers/Bob'), '200 {"name":"Bob"}')
    assert.equal(await send('PUT', '/customers/Ann', { body: '{}' }), '200 {"name":"Ann"}', 'its key is free')
    assert.match(await order('again'), /^201 /)
  })
}

const shops = `
resources:
  Customer: { key: name, properties: { shop: { type: string, maxLength: 9 }, name: { type: string, maxLength: 20 } }, tenant: { shop: caller.shop }, softDelete: true }
  Order:
    key: number
    properties: { shop: { type: string, maxLength: 9 }, number: { type: integer, minimum: 1, maximum: 99 }, customer: { $ref: Customer, onDelete: cascade } }
    required: [customer]
    tenant: { shop: caller.shop }
    softDelete: true
endpoints:
  PUT /customers/{name}: { put: Customer, status: 200, output: this.name }
  GET /customers/{name}: { read: Customer, status: 200, output: this.name }
  DELETE /customers/{name}: { delete: Customer, status: 204 }
  PUT /orders/{number}: { put: Order, body: [customer], status: 200, output: this.number }
  GET /orders/{number}: { read: Order, status: 200, output: this.number }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claims: { type: object, required: [shop], properties: { shop: { type: string, maxLength: 9 } } } } }
  security: [token: []]
  caller: claims
  default: allow
errors:
  precedence: standard
  catalogue: { all: { on: [unauthenticated, forbidden, invalid, malformed, not-found, duplicate, dangling], status: 404 }, gone: { on: gone, status: 410 } }
limits: { retention: { deleted: P7D } }
`

for (const kind of ['memory', 'sqlite'] as const) {
  test(`deletes an expired record of one tenant, and keeps the record of another tenant with the same key: ${kind}`, async (context) => {
    const { clock, clean, as, backend } = await opened(context, kind, shops)
    const [a, b] = [as('a'), as('b')]
    for (const shop of [a, b]) {
      assert.equal(await shop('PUT', '/customers/Ann', '{}'), 200)
      assert.equal(await shop('PUT', '/orders/7', '{"customer":"Ann"}'), 200)
    }
    assert.equal(await a('DELETE', '/customers/Ann'), 204)
    assert.deepEqual([await a('GET', '/orders/7'), await b('GET', '/orders/7')], [410, 200])
    clock.advance(7 * day)
    await clean()
    clock.advance(hour)
    await clean()
    assert.equal(await backend.cleanUp.next(), undefined, 'nothing that was deleted is left')
    assert.deepEqual([await a('GET', '/customers/Ann'), await a('GET', '/orders/7')], [404, 404])
    assert.deepEqual([await b('GET', '/customers/Ann'), await b('GET', '/orders/7')], [200, 200])
    assert.equal(await a('PUT', '/customers/Ann', '{}'), 200)
  })
}

test('deletes quota counts once they have recovered, without delaying requests', async (context) => {
  const { backend, clock, clean, from } = await opened(
    context,
    'sqlite',
    `
resources: none
endpoints:
  GET /: { answer: {}, status: 204 }
limits:
  quotas: { daily: { quota: 24, window: P1D, partition: request.address } }
`,
  )
  for (let i = 0; i < 250; i++) assert.equal(await from(`10.0.0.${i}`), 204)
  assert.equal(await backend.cleanUp.next(), clock.now() + hour)
  clock.advance(hour)
  assert.equal(await from('10.0.0.7'), 204)
  assert.equal(await clean(), 3)
  assert.equal(await backend.cleanUp.next(), clock.now() + hour, 'the one that was used since is kept')
})
