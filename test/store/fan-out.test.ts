// The deliveries of one event are created in pieces, so that no turn lasts long however many destinations it has.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Delivery } from '../../src/meaning/delivery/deliveries.ts'
import type { DeliveryQueue } from '../../src/meaning/delivery/queue.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const members = 601

const document = (to: string, url: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: club }
resources:
  Member: { key: id, properties: { id: { type: integer, generate: sequence }, hook: { type: string, maxLength: 80 }, wants: { type: boolean, default: true } }, required: [hook] }
  Notice: { key: id, properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 20 } }, required: [text] }
  records: { Member: [${Array.from({ length: members }, (_, index) => `{ id: ${index + 1}, hook: 'https://hooks.example/${index + 1}' }`).join(', ')}] }
states: none
endpoints:
  POST /members: { create: Member, body: [hook], output: Member(this) }
  DELETE /members/{id}: { delete: Member }
  POST /notices: { create: Notice, body: [text], output: Notice(this) }
authentication: none
events:
  types: { notice.made: { on: Notice.created, data: { id: this.id } } }
  delivery:
    webhooks: { to: '${to}', url: '${url}', attempts: 1, timeout: PT5S, deadLetter: P1D }
limits: none
versioning: none
`

const records = document('Member.filter(m, m.wants)', '${to.hook}')
const addresses = document('Member.map(m, m.hook)', '${to}')

type Pair = Awaited<ReturnType<typeof both>>

async function withMembers(text: string, work: (pair: Pair) => Promise<void>, turn?: Parameters<typeof both>[4]): Promise<void> {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'fan-out', false, false, turn)
  try {
    for (const each of ['first', 'second']) await pair.send({ method: 'POST', target: '/notices', body: JSON.stringify({ text: each }) })
    await work(pair)
  } finally {
    await pair.close()
  }
}

async function countOf(queue: DeliveryQueue): Promise<number> {
  return (await queue.count()).waiting
}

async function all(queue: DeliveryQueue): Promise<readonly Delivery[]> {
  return queue.list(0, 10_000)
}

/** How many deliveries each commit makes. */
async function piecesOf(queue: DeliveryQueue, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<readonly number[]> {
  const counts = [0]
  await queue.fanOut(async () => {
    counts.push(await countOf(queue))
    await meanwhile()
  })
  counts.push(await countOf(queue))
  return counts.slice(1).map((count, index) => count - counts[index]!)
}

for (const [what, text] of [
  ['records', records],
  ['addresses', addresses],
] as const) {
  test(`creates the deliveries of an event for many ${what} in several commits, each once and in order`, () =>
    withMembers(text, async ({ memory, sqlite }) => {
      for (const { deliveryQueue } of [memory, sqlite]) {
        assert.deepEqual(await piecesOf(deliveryQueue), [500, 500, 202])
        const made = await all(deliveryQueue)
        assert.equal(new Set(made.map(({ message }) => message)).size, 2)
        const urls = await Promise.all(
          made.map(async (delivery) => {
            const prepared = await deliveryQueue.prepare(delivery)
            return 'request' in prepared ? prepared.request.url : prepared.failure
          }),
        )
        const expected = Array.from({ length: members }, (_, index) => `https://hooks.example/${index + 1}`)
        assert.deepEqual(urls, [...expected, ...expected])
      }
    }))
}

for (const side of ['memory', 'sqlite'] as const) {
  test(`sends an event to the destinations that it had when it was begun, whatever changes between the commits (${side})`, () =>
    withMembers(records, async (pair) => {
      const { deliveryQueue } = pair[side]
      let isChanged = false
      await piecesOf(deliveryQueue, async () => {
        if (isChanged) return
        isChanged = true
        await pair.send({ method: 'POST', target: '/members', body: '{"hook":"https://hooks.example/new"}' })
        await pair.send({ method: 'DELETE', target: '/members/1' })
      })
      const made = await all(deliveryQueue)
      const ofFirst = made.filter(({ message }) => message === made[0]!.message).map(({ destination }) => destination)
      assert.deepEqual([ofFirst.length, new Set(ofFirst).size], [members, members])
      const ofSecond = made.filter(({ message }) => message !== made[0]!.message).map(({ destination }) => destination)
      assert.deepEqual([ofSecond.length, ofSecond.includes(ofFirst[0]!)], [members, false])
    }))
}

/** A clock that advances by a millisecond at each reading. */
function ticking() {
  let now = 0
  return { limit: 50, readElapsed: () => now++ }
}

test('ends a commit in time, however long each delivery takes', () =>
  withMembers(
    records,
    async ({ memory, sqlite }) => {
      for (const { deliveryQueue } of [memory, sqlite]) {
        const pieces = await piecesOf(deliveryQueue)
        assert.ok(Math.max(...pieces) <= 25, pieces.join(' '))
        assert.equal((await all(deliveryQueue)).length, 2 * members)
      }
    },
    ticking,
  ))
