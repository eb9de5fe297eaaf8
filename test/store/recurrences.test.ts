// Timers with a recurrence rule fire at times of the calendar, follow the zone of their record, and do the same in every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: contracts }
resources:
  Contract:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      zone: { type: string, format: time-zone }
      fails: { type: boolean, default: false }
      billed: { type: array, maxItems: 20, items: { type: string, maxLength: 40 }, default: [], readOnly: true }
      looks: { type: integer, default: 0, minimum: 0, maximum: 1000, readOnly: true }
    required: [id, zone]
  Gone: { key: id, properties: { id: { type: integer, minimum: 1, maximum: 9 } } }
states:
  Contract.status:
    initial: active
    states:
      active:
        on: { end: { target: ended } }
        every:
          billing: { rrule: FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=8, zone: '\${this.zone}', set: { billed: 'this.billed + [string(now, this.zone)]' } }
          look:
            rrule: FREQ=WEEKLY;BYDAY=MO
            then: [{ if: this.fails, update: Gone, by: { id: '1' }, set: {} }, { update: Contract, by: this, set: { looks: this.looks + 1 } }]
      ended: { type: final }
endpoints:
  POST /contracts: { create: Contract, body: [id, zone, fails], output: Contract(this) }
  GET /contracts: { list: Contract, order: [id], page: none, output: { items: 'items.map(c, Contract(c))' } }
  PATCH /contracts/{id}: { update: Contract, body: [zone, fails], output: Contract(this) }
  POST /contracts/{id}/end: { transition: Contract.end, output: Contract(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const day = 86_400_000

test('a recurrence fires at its times, moves with its zone, goes on after a refusal and ends with its state, in every store', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'recurrences')
  try {
    const send = async (method: string, target: string, body?: object): Promise<number> => {
      const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      assert.equal(difference, undefined)
      return memory.status
    }
    const advance = async (ms: number): Promise<void> => assert.equal(await stores.advance(ms), undefined)
    const list = async (): Promise<unknown> => {
      const { memory, difference } = await stores.send({ method: 'GET', target: '/contracts' })
      assert.equal(difference, undefined)
      return (JSON.parse(String(memory.body)) as { items: { id: number; billed: string[]; looks: number }[] }).items.map(
        ({ id, billed, looks }) => [id, looks, ...billed],
      )
    }
    // It is 2026-01-01T00:00:00Z, a Thursday.
    for (const [index, zone] of ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo'].entries())
      assert.equal(await send('POST', '/contracts', { id: index + 1, zone, fails: index === 2 }), 201)
    await advance(10 * day)
    assert.deepEqual(await list(), [
      [1, 1, '2026-01-01T08:00:00+01:00'],
      [2, 1, '2026-01-01T08:00:00-05:00'],
      [3, 0],
    ])
    assert.equal(await send('PATCH', '/contracts/2', { zone: 'Asia/Tokyo' }), 200)
    assert.equal(await send('PATCH', '/contracts/3', { fails: false }), 200)
    assert.equal(await send('POST', '/contracts/1/end'), 200)
    await advance(22 * day)
    assert.deepEqual(await list(), [
      [1, 1, '2026-01-01T08:00:00+01:00'],
      [2, 2, '2026-01-01T08:00:00-05:00', '2026-02-01T08:00:00+09:00'],
      [3, 1, '2026-02-01T08:00:00+09:00'],
    ])
    // After an interruption only the last missed time fires.
    await advance(150 * day)
    assert.deepEqual(await list(), [
      [1, 1, '2026-01-01T08:00:00+01:00'],
      [2, 3, '2026-01-01T08:00:00-05:00', '2026-02-01T08:00:00+09:00', '2026-07-01T08:00:00+09:00'],
      [3, 2, '2026-02-01T08:00:00+09:00', '2026-07-01T08:00:00+09:00'],
    ])
  } finally {
    await stores.close()
  }
})
