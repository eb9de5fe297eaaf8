// Many timers due at once, in memory: a request does not wait for all of them, and sees the records that it reads as if their timers had
// fired.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { exchangeOf } from '../store/both.ts'
import { factsOf } from './running.ts'
import { completed } from './transcript.ts'

const { facts, problems } = factsOf(
  completed(`
resources:
  Offer:
    tenant: { shop: claims.shop }
    key: id
    properties: { shop: { type: string, maxLength: 9 }, id: { type: integer, generate: sequence } }
  Note: { key: id, properties: { id: { type: integer, generate: sequence } } }
states:
  Offer.status:
    initial: open
    states:
      open: { on: { accept: { target: accepted } }, after: { PT1H: { target: ended } } }
      ended: {}
      accepted: {}
endpoints:
  POST /offers: { create: Offer, status: 201, output: this.id }
  GET /offers: { list: Offer, filter: [status], order: [id], page: none, status: 200, output: 'items.map(o, o.id)' }
  GET /offers/{id}: { read: Offer, status: 200, output: this.status }
  POST /offers/{id}/accept: { transition: Offer.accept, status: 200 }
  POST /notes: { create: Note, status: 201, output: this.id }
authentication:
  schemes:
    token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claimsSet: { type: object, required: [shop], properties: { shop: { type: string, maxLength: 9 } } } }
  security: [{ token: [] }]
  default: allow
  unreadable: not-found
errors: { precedence: standard, catalogue: { bad: { on: [unauthenticated, malformed, invalid, not-found, illegal-transition, duplicate], status: 409 } } }
`),
)

const many = 100

function behind() {
  assert.deepEqual(problems, [])
  const clock = new VirtualClock(0)
  const fired: string[] = []
  const meaning = createMemoryRuntime(facts, {
    clock,
    randomness: new SeededRandomness('overdue'),
    settings: new Map(),
    fixtures: false,
    depth: 8,
    onFired: ({ timer }) => void fired.push(timer.key.replace('\n', ' ')),
  })
  let count = 0
  const send = async (method: string, target: string, shop = 'north'): Promise<{ readonly status: number; readonly body: unknown }> => {
    const credentials = new Map([['token', { kind: 'valid' as const, claims: { shop }, scopes: [] }]])
    const { status, body } = await meaning.answer({
      ...exchangeOf(facts, { method, target }, `request-${++count}`, undefined),
      credentials,
    })
    return { status, body: body === undefined ? undefined : JSON.parse(String(body)) }
  }
  return { clock, meaning, send, fired }
}

/** As many offers of each of two shops, under the same keys. */
async function overdue() {
  const all = behind()
  for (let count = 0; count < many; count++) {
    for (const shop of ['north', 'south']) assert.equal((await all.send('POST', '/offers', shop)).status, 201)
    all.clock.advance(1)
  }
  all.clock.advance(3_600_000)
  return all
}

test('fires a few timers before a request without timed records', async () => {
  const { send, fired } = await overdue()
  assert.equal((await send('POST', '/notes')).status, 201)
  assert.equal(fired.length, 8)
})

test('fires the due timers of a record first, but not of the same key of another tenant', async () => {
  const { send, fired } = await overdue()
  assert.deepEqual(await send('GET', '/offers/90'), { status: 200, body: 'ended' })
  assert.deepEqual(fired.slice(8), ['["north"] [90]'])
  assert.equal((await send('POST', '/offers/80/accept')).status, 409)
  assert.ok(fired.length < many)
})

test('fires all timers before a request that reads all records', async () => {
  const { send, fired } = await overdue()
  assert.deepEqual(await send('GET', '/offers?status=open'), { status: 200, body: [] })
  assert.equal(fired.length, 2 * many)
})

test('fires the other timers a few at a time, each once', async () => {
  const { send, meaning, fired } = await overdue()
  await send('GET', '/offers/90')
  while (meaning.fireSome());
  assert.equal(new Set(fired).size, 2 * many)
  assert.equal(fired.length, 2 * many)
  assert.deepEqual(meaning.timers.counts(), { waiting: 0, due: 0, dead: 0 })
})
