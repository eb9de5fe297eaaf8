// Fair shares of deliveries: slow destinations do not take the slots of others. Receivers hold their answers; nothing waits for time.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { FairShares } from '../../../src/serve/delivery/fair-shares.ts'
import { served } from '../served.ts'
import { allKinds, storeOf } from '../stores.ts'
import { type Receiver, receiver } from './receiver.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const document = readFileSync(join(import.meta.dirname, 'shops.yaml'), 'utf8').replaceAll(/HASH:(\w+)/g, (_, name: string) => hash(name))
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'

async function holding(context: TestContext): Promise<{ readonly slow: Receiver; readonly release: () => void }> {
  const held = Promise.withResolvers<number>()
  const slow = await receiver(context, () => held.promise)
  const release = (): void => held.resolve(204)
  context.after(release)
  return { slow, release }
}

for (const store of allKinds) {
  test(`another tenant's deliveries do not wait for a slow tenant's (${store})`, async (context) => {
    const service = await served(context, document, {
      virtual: true,
      store: storeOf(store),
      deliveries: { allowPrivate: true },
      log: { level: 'silent', sink: () => undefined },
    })
    const post = async (who: string, path: string, body: object): Promise<void> => {
      const answer = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'X-Key': who, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.equal(answer.status, 201, await answer.text())
    }
    const { slow, release } = await holding(context)
    const quick = await receiver(context)
    // The slow destinations are at many addresses of one host, and would take every slot.
    for (let n = 0; n < 200; n++) await post('ann', '/subscriptions', { url: `${slow.url}/${n}`, types: ['product.changed'], secret })
    await post('eve', '/subscriptions', { url: quick.url.replace('127.0.0.1', 'localhost'), types: ['product.changed'], secret })
    await post('ann', '/products', { sku: 'many', cost: 1 })
    while (slow.came.length < 64) await slow.arrival()
    for (let n = 0; n < 29; n++) await post('eve', '/products', { sku: `p${n}`, cost: 1 })
    while (quick.came.length < 29) await quick.next()
    assert.deepEqual(new Set(quick.all('sku')).size, 29)
    assert.equal(slow.status.filter((status) => status !== undefined).length, 0, 'all of that while no slow one was answered')
    release()
    await service.waitUntilDelivered()
    assert.equal(slow.came.length, 200)
  })
}

/** Starts as many as may begin, in order. */
function taken(shares: FairShares, sharers: ReadonlyMap<string, Parameters<FairShares['add']>[1]>): string[] {
  const found: string[] = []
  for (let next = shares.next(); next !== undefined; next = shares.next()) {
    shares.begin(sharers.get(next)!)
    found.push(next)
  }
  return found
}

function waiting(most: number, sharers: ReadonlyMap<string, Parameters<FairShares['add']>[1]>): FairShares {
  const shares = new FairShares(most)
  for (const [destination, sharer] of sharers) shares.add(destination, sharer)
  return shares
}

test('gives at most half of the slots to one tenant, one address or failing destinations', () => {
  const many = (more: object): Map<string, Parameters<FairShares['add']>[1]> =>
    new Map(Array.from({ length: 50 }, (_, n) => [`d${n}`, { failing: false, ...more }]))
  for (const sharers of [many({ tenant: 'a' }), many({ address: 'h' }), many({ failing: true })])
    assert.equal(taken(waiting(8, sharers), sharers).length, 4)
  const free = many({})
  assert.equal(taken(waiting(8, free), free).length, 8)
})

test('picks the destination with the fewest running deliveries, then the longest waiting', () => {
  const sharers = new Map([
    ['a1', { tenant: 'a', address: 'x', failing: false }],
    ['a2', { tenant: 'a', address: 'x', failing: false }],
    ['a3', { tenant: 'a', address: 'y', failing: false }],
    ['b1', { tenant: 'b', address: 'z', failing: false }],
  ])
  assert.deepEqual(taken(waiting(32, sharers), sharers), ['a1', 'b1', 'a3', 'a2'])
})

test('a released slot goes to the destination with the fewest running deliveries', () => {
  const sharers = new Map(Array.from({ length: 9 }, (_, n) => [`${n < 6 ? 'a' : 'b'}${n}`, { tenant: n < 6 ? 'a' : 'b', failing: false }]))
  const shares = new FairShares(4)
  for (const [destination, sharer] of sharers) if (sharer.tenant === 'a') shares.add(destination, sharer)
  const ends = ['a0', 'a1'].map((name) => {
    assert.equal(shares.next(), name)
    return shares.begin(sharers.get(name)!)
  })
  assert.equal(shares.next(), undefined, 'half is left')
  for (const [destination, sharer] of sharers) if (sharer.tenant === 'b') shares.add(destination, sharer)
  assert.equal(shares.next(), 'b6')
  shares.begin(sharers.get('b6')!)
  ends[0]!()
  assert.equal(shares.next(), 'a2')
})
