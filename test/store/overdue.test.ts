// Many timers due at once: other requests are answered meanwhile, and each request sees the records that it reads as if the timers that
// were due at its start had fired.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf } from './both.ts'

const offers = `
resources:
  Offer:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      title: { type: string, maxLength: 20 }
      endedAt: { type: [string, 'null'], format: date-time, readOnly: true }
    required: [title]
    unique: [[title]]
  Note: { key: id, properties: { id: { type: integer, generate: sequence } } }
states:
  Offer.status:
    initial: open
    states:
      open: { on: { accept: { target: accepted } }, after: { PT1H: { target: ended, set: { endedAt: now } } } }
      ended: {}
      accepted: {}
endpoints:
  POST /offers: { create: Offer, body: [title], status: 201, output: Offer(this) }
  GET /offers: { list: Offer, filter: [status], order: [-id], page: { style: offset, size: '3' }, parameters: { query: { offset: { type: integer, minimum: 0 } } }, status: 200, output: 'items.map(o, o.status)' }
  GET /offers/{id}: { read: Offer, status: 200, output: this.status }
  PATCH /offers/{id}: { update: Offer, body: [title], status: 200, output: Offer(this) }
  POST /offers/{id}/accept: { transition: Offer.accept, status: 200 }
  GET /titles/{title}: { read: Offer, status: 200, output: this.status }
  GET /open: { answer: {}, status: 200, output: { open: 'size(Offer.filter(o, o.status == "open"))', all: size(Offer) } }
  POST /notes: { create: Note, status: 201, output: this.id }
`
const many = 200

async function opened(context: TestContext, document: string) {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-overdue-'))
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const fired: number[] = []
  const backend = await createSqliteBackend(facts, join(folder, 'store.db'), {
    clock,
    randomness: new SeededRandomness('overdue'),
    settings: new Map(),
    fixtures: false,
    depth: 8,
    onFired: ({ timer }) => void fired.push(Number(JSON.parse(timer.key.split('\n').at(-1)!)[0])),
  })
  if ('problem' in backend) throw new Error(backend.problem)
  context.after(async () => {
    await backend.close()
    rmSync(folder, { recursive: true })
  })
  return { backend, facts, clock, fired }
}

async function behind(context: TestContext) {
  const { backend, facts, clock, fired } = await opened(context, offers)
  let count = 0
  const send = async (asked: Asked): Promise<{ status: number; body: unknown }> => {
    const { status, body } = await backend.answer(exchangeOf(facts, asked, `request-${++count}`, undefined))
    return { status, body: body === undefined ? undefined : JSON.parse(String(body)) }
  }
  const get = async (target: string): Promise<unknown> => (await send({ method: 'GET', target })).body
  for (let i = 1; i <= many; i++) {
    await send({ method: 'POST', target: '/offers', body: JSON.stringify({ title: `offer ${i}` }) })
    clock.advance(1)
  }
  clock.advance(3_600_000)
  return { backend, send, get, fired }
}

test('fires the timers of a record before a request that touches it', async (context) => {
  const { backend, get, fired } = await behind(context)
  const drained = backend.fire()
  while (fired.length === 0) await new Promise(setImmediate)
  const before = fired.length
  assert.equal(await get(`/offers/${many}`), 'ended')
  assert.deepEqual(fired.slice(before), [many])
  await drained
  assert.equal(fired.length, many)
})

test('fires overdue timers of a record before any read or write of it', async (context) => {
  const { send, get, fired } = await behind(context)
  const [read, listed, page, accepted, patched, noted] = await Promise.all([
    get('/offers/150'),
    get('/offers'),
    get('/offers?offset=30'),
    send({ method: 'POST', target: '/offers/160/accept' }),
    send({ method: 'PATCH', target: '/offers/170', body: '{"title":"changed"}' }),
    send({ method: 'POST', target: '/notes' }),
  ])
  assert(fired.length < many, 'not all have fired by now')
  assert.deepEqual([read, listed, page], ['ended', ['ended', 'ended', 'ended'], ['ended', 'ended', 'ended']])
  assert.deepEqual([accepted.status, (patched.body as { status: string }).status, noted.status], [409, 'ended', 201])
  assert(fired.includes(150) && fired.includes(200) && fired.includes(170), 'what was touched has fired')
})

test('fires all timers before a selection by properties that they write', async (context) => {
  const { get, fired } = await behind(context)
  assert.deepEqual(await get('/offers?status=open'), [])
  assert.equal(fired.length, many)
})

test('fires all timers before a count by properties that they write, but not before other counts', async (context) => {
  const { get, fired } = await behind(context)
  assert.deepEqual(await get('/open'), { open: 0, all: many })
  assert.equal(fired.length, many)
})

test('finds a record by a unique that timers do not write, without firing other timers', async (context) => {
  const { get, fired } = await behind(context)
  assert.equal(await get('/titles/offer%20180'), 'ended')
  assert(fired.length < many)
})

test('fires the other timers in the order in which they are due, each once', async (context) => {
  const { backend, get, fired } = await behind(context)
  await get('/offers/150')
  await backend.fire()
  assert.deepEqual(
    fired.toSorted((a, b) => a - b),
    Array.from({ length: many }, (_, index) => index + 1),
  )
  const untouched = fired.filter((id) => id !== 150)
  assert.deepEqual(
    untouched,
    untouched.toSorted((a, b) => a - b),
  )
  assert.deepEqual(await backend.timers.counts(), { waiting: 0, due: 0, dead: 0 })
})

test('stops without waiting for all timers, and keeps requests correct meanwhile', async (context) => {
  const { backend, get, fired } = await behind(context)
  const firing = backend.fire()
  backend.stopFiring()
  await firing
  assert(fired.length < many)
  assert.equal(await get('/offers/150'), 'ended')
  assert((await backend.timers.counts()).due > 0, 'whoever opens the store next goes on')
  assert.deepEqual(await get('/offers?status=open'), [], 'who needs all of them waits for them')
})

const shops = `
resources:
  Offer:
    key: id
    properties: { shop: { type: string, maxLength: 9 }, id: { type: integer, minimum: 1, maximum: 999 } }
    tenant: { shop: caller.shop }
states:
  Offer.status:
    initial: open
    states:
      open: { after: { PT1H: { target: ended } } }
      ended: {}
endpoints:
  PUT /offers/{id}: { put: Offer, status: 200, output: this.status }
  GET /offers/{id}: { read: Offer, status: 200, output: this.status }
  GET /offers: { list: Offer, order: [-id], page: { style: offset, size: '3' }, parameters: { query: { offset: { type: integer, minimum: 0 } } }, status: 200, output: 'items.map(o, o.status)' }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claims: { type: object, required: [shop], properties: { shop: { type: string, maxLength: 9 } } } } }
  security: [token: []]
  caller: claims
  default: allow
errors:
  precedence: standard
  catalogue: { all: { on: [unauthenticated, forbidden, invalid, malformed, not-found], status: 404 } }
`

test('fires the timers of a record within its tenant if other tenants have the same key', async (context) => {
  const { backend, fired, facts, clock } = await opened(context, shops)
  let count = 0
  const as =
    (shop: string) =>
    async (method: string, target: string): Promise<unknown> => {
      const credentials = new Map([['token', { kind: 'valid' as const, claims: { shop }, scopes: [] }]])
      const exchange = exchangeOf(facts, { method, target, ...(method === 'PUT' ? { body: '{}' } : {}) }, `request-${++count}`, undefined)
      const { status, body } = await backend.answer({ ...exchange, credentials })
      return status === 200 ? JSON.parse(String(body)) : status
    }
  const [a, b] = [as('a'), as('b')]
  for (let id = 1; id <= 100; id++) for (const shop of [a, b]) assert.equal(await shop('PUT', `/offers/${id}`), 'open')
  clock.advance(3_600_000)
  assert.deepEqual(await Promise.all([a('GET', '/offers/90'), b('GET', '/offers/91'), a('GET', '/offers')]), [
    'ended',
    'ended',
    ['ended', 'ended', 'ended'],
  ])
  assert(fired.length < 200)
  await backend.fire()
  assert.equal(fired.length, 200)
})
