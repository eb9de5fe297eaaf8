// Rates and quotas in the interpreter and in SQLite: who shares a limit, which counts are refunded, and which are kept.

import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Exchange } from '../../src/exchange/exchange.ts'
import type { Credential } from '../../src/exchange/credential.ts'
import { type LimitCount, MemoryLimiter, type Policy } from '../../src/meaning/limits/limiter.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf, route, running } from './running.ts'
import { completed } from './transcript.ts'

const policy: Policy = { id: 'rate-limited p', quota: 6, window: 60_000, burst: 2, isDurable: false }

function compiled(document: string): ReturnType<typeof factsOf>['facts'] {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  return facts
}

function takeOne(limiter: MemoryLimiter, of: Policy, partition: string, now: number): LimitCount {
  return limiter.take([{ policy: of, partition }], now)[0]!
}

test('never admits more than the quota and the burst in a window, and refuses nothing that fits', () => {
  fc.assert(
    fc.property(
      fc.record({
        quota: fc.integer({ min: 1, max: 20 }),
        window: fc.integer({ min: 1, max: 5000 }),
        burst: fc.integer({ min: 1, max: 20 }),
      }),
      fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 80 }),
      (numbers, pauses) => {
        const limiter = new MemoryLimiter()
        const own: Policy = { ...policy, ...numbers }
        const admitted: number[] = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          const { allowed, reset } = takeOne(limiter, own, '', now)
          // So many fit between the earliest that counts and now, in whole numbers.
          const fits = (times: readonly number[]): boolean =>
            times.every((from, index) => (times.length - index) * own.window <= own.burst * own.window + (now - from) * own.quota)
          assert.equal(allowed, fits([...admitted, now]))
          if (allowed) admitted.push(now)
          else {
            assert.equal(takeOne(limiter, own, '', now + reset - 1).allowed, false, 'a moment earlier is too early')
            const then = takeOne(limiter, own, '', now + reset)
            assert.equal(then.allowed, true, 'and then it is allowed')
            now += reset
            admitted.push(now)
          }
        }
      },
    ),
  )
})

test('removes partitions without debt, and never stores more partitions than the maximum', () => {
  const limiter = new MemoryLimiter({ most: 100 })
  for (let i = 0; i < 100; i++) takeOne(limiter, policy, `early ${i}`, 0)
  assert.equal(limiter.size, 100)
  takeOne(limiter, policy, 'late', 10_000)
  assert.equal(limiter.size, 1, 'the early ones have got back what they used')
  takeOne(limiter, policy, 'late', 10_000)
  for (let i = 0; i < 1000; i++) takeOne(limiter, policy, `other ${i}`, 10_000)
  assert(limiter.size <= 100)
  assert.equal(takeOne(limiter, policy, 'late', 10_000).allowed, false, 'those that used least were forgotten first')
})

const shared = `
resources: none
endpoints:
  GET /own: { answer: {}, limits: [each], status: 204 }
  GET /both: { answer: {}, limits: [wide, narrow], status: 204 }
  GET /wide: { answer: {}, limits: [wide], status: 204 }
limits:
  rates:
    each: { quota: 1, window: PT1M, partition: request.address }
    wide: { quota: 3, window: PT1M }
    narrow: { quota: 1, window: PT1M }
`

test('counts each partition separately, and a limit that refuses refunds the other limits', async () => {
  const { meaning, facts } = running(compiled(shared))
  const get = (path: string, address: string): number =>
    meaning.answerNow({
      ...route(facts, 'GET', path)!,
      method: 'GET',
      query: [],
      headers: new Map(),
      body: new Uint8Array(0),
      hasBody: false,
      address,
      id: '1',
    }).status
  assert.deepEqual([get('/own', '10.0.0.1'), get('/own', '10.0.0.2'), get('/own', '10.0.0.1')], [204, 204, 429])
  assert.equal(get('/both', 'a'), 204)
  assert.deepEqual([get('/both', 'a'), get('/both', 'a'), get('/both', 'a')], [429, 429, 429], 'narrow refuses')
  assert.deepEqual([get('/wide', 'a'), get('/wide', 'a'), get('/wide', 'a')], [204, 204, 429], 'wide counted only what was let through')
})

const known = `
resources: none
endpoints:
  GET /: { answer: {}, status: 204 }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }
  security: [token: []]
  caller: claims
  default: allow
limits:
  rates:
    by-caller: { quota: 1, window: PT1M, partition: caller.sub }
    by-address: { quota: 4, window: PT1M, partition: request.address }
errors:
  precedence: standard
  catalogue:
    slower: { on: rate-limited, status: 429 }
    who: { on: unauthenticated, status: 401 }
    rest: { on: forbidden, status: 403 }
`

test('applies limits by address before those by caller', () => {
  const { meaning, facts } = running(compiled(known))
  const by = (presented: Credential): string => {
    const { trace } = meaning.answerNow({
      ...route(facts, 'GET', '/')!,
      method: 'GET',
      query: [],
      headers: new Map(),
      body: new Uint8Array(0),
      hasBody: false,
      address: '',
      id: '1',
      credentials: new Map([['token', presented]]),
    })
    return trace.condition ?? 'answered'
  }
  const caller = (sub: string): Credential => ({ kind: 'valid', claims: { sub }, scopes: [] })
  assert.deepEqual([by(caller('ann')), by(caller('ann')), by(caller('bob'))], ['answered', 'rate-limited by-caller', 'answered'])
  assert.equal(by({ kind: 'invalid' }), 'unauthenticated token invalid')
  assert.equal(by(caller('cid')), 'answered', 'of those four, one was refused by the caller and gave back')
  assert.equal(by({ kind: 'invalid' }), 'rate-limited by-address', 'whoever guesses is stopped')
})

const lasting = `
resources: none
endpoints:
  GET /: { answer: {}, status: 204 }
limits:
  quotas: { monthly: { quota: 3, window: P30D } }
`

test('keeps quotas in a file across a restart, even after a kill', async (context) => {
  const folder = temporaryFolder()
  const facts = compiled(lasting)
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const open = async (name: string): Promise<Extract<Awaited<ReturnType<typeof createSqliteBackend>>, { answer: unknown }>> => {
    const backend = await createSqliteBackend(facts, join(folder, name), {
      clock,
      randomness: new SeededRandomness('limits'),
      settings: new Map(),
      fixtures: false,
      depth: 8,
    })
    if ('problem' in backend) throw new Error(backend.problem)
    return backend
  }
  const exchange = (): Exchange => ({
    ...route(facts, 'GET', '/')!,
    method: 'GET',
    query: [],
    headers: new Map(),
    body: new Uint8Array(0),
    hasBody: false,
    address: '',
    id: '1',
  })
  const first = await open('store.db')
  assert.equal((await first.answer(exchange())).status, 204)
  // A killed process leaves the data that is committed now: its files as they are.
  for (const ending of ['', '-wal']) copyFileSync(join(folder, `store.db${ending}`), join(folder, `killed.db${ending}`))
  const second = await open('killed.db')
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await second.answer(exchange())).status))
  assert.deepEqual(statuses, [204, 204, 429, 429, 429])
  await second.close()
  await first.close()
  clock.advance(10 * 86_400_000)
  const third = await open('killed.db')
  context.after(() => third.close())
  assert.deepEqual(
    [(await third.answer(exchange())).status, (await third.answer(exchange())).status],
    [204, 429],
    'a third of the window gives one back',
  )
})

const both = `
resources: none
endpoints:
  GET /rate: { answer: {}, limits: [rate], status: 204 }
  GET /quota: { answer: {}, limits: [quota], status: 204 }
limits:
  rates: { rate: { quota: 6000, window: PT1M, burst: 700, partition: request.address } }
  quotas: { quota: { quota: 300, window: P30D, partition: request.address } }
`

test('admits of ten thousand simultaneous requests exactly as many as the limit allows', async (context) => {
  const folder = temporaryFolder()
  const facts = compiled(both)
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const options = { clock, randomness: new SeededRandomness('limits'), settings: new Map(), fixtures: false, depth: 8 }
  const backend = await createSqliteBackend(facts, join(folder, 'store.db'), options)
  if ('problem' in backend) throw new Error(backend.problem)
  context.after(() => backend.close())
  const admitted = async (path: string): Promise<readonly number[]> => {
    const counts = [0, 0]
    const exchange = (at: number): Exchange => ({
      ...route(facts, 'GET', path)!,
      method: 'GET',
      query: [],
      headers: new Map(),
      body: new Uint8Array(0),
      hasBody: false,
      address: `10.0.0.${at}`,
      id: '1',
    })
    await Promise.all(
      Array.from({ length: 10_000 }, async (_, index) => {
        if ((await backend.answer(exchange(index % 2))).status === 204) counts[index % 2]!++
      }),
    )
    return counts
  }
  assert.deepEqual(await admitted('/rate'), [700, 700])
  clock.advance(1500)
  assert.deepEqual(await admitted('/rate'), [150, 150])
  assert.deepEqual(await admitted('/quota'), [300, 300])
})
