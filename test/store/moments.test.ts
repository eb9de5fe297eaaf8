// Timers under `at` fire at the moment that their record gives, move with it, and do the same in every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: visits, settings: { lead: { type: string, format: duration, default: PT24H } } }
resources:
  Visit:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      start: { type: string, format: date-time }
      minutes: { type: integer, minimum: 1, maximum: 600 }
      end: { type: string, format: date-time, compute: 'this.start + duration(string(this.minutes * 60) + "s")', stored: true }
      reminders: { type: integer, default: 0, minimum: 0, maximum: 100, readOnly: true }
    required: [id, start, minutes, reminders]
states:
  Visit.status:
    initial: booked
    states:
      booked:
        on: { cancel: { target: cancelled } }
        at:
          reminder: { time: this.start - settings.lead, set: { reminders: this.reminders + 1 } }
          begin: { time: this.start, target: begun }
      begun: { at: { end: { time: this.end, target: ended } } }
      ended: { type: final }
      cancelled: { type: final }
endpoints:
  POST /visits: { create: Visit, body: [id, start, minutes], output: Visit(this) }
  GET /visits: { list: Visit, order: [id], page: { style: offset, size: '20' }, parameters: { query: { offset: { type: integer, minimum: 0 } } }, output: { items: 'items.map(v, Visit(v))' } }
  PATCH /visits/{id}: { update: Visit, body: [start, minutes], output: Visit(this) }
  POST /visits/{id}/cancel: { transition: Visit.cancel, output: Visit(this) }
  DELETE /visits/{id}: { delete: Visit }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const hour = 3_600_000

test('timers move with their moment, fire once for each, and end with their record, in every store', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'moments')
  try {
    const send = async (method: string, target: string, body?: object): Promise<number> => {
      const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      assert.equal(difference, undefined)
      return memory.status
    }
    const advance = async (ms: number): Promise<void> => assert.equal(await stores.advance(ms), undefined)
    const list = async (): Promise<unknown> => {
      const { memory, difference } = await stores.send({ method: 'GET', target: '/visits' })
      assert.equal(difference, undefined)
      return (JSON.parse(String(memory.body)) as { items: { id: number; status: string; reminders: number }[] }).items.map(
        ({ id, status, reminders }) => [id, status, reminders],
      )
    }
    const starts = ['2026-01-03T00:00:00Z', '2026-01-01T12:00:00Z', '2026-01-02T00:00:00Z', '2026-01-05T00:00:00Z']
    for (const [index, start] of starts.entries()) assert.equal(await send('POST', '/visits', { id: index + 1, start, minutes: 90 }), 201)
    await advance(hour)
    assert.deepEqual(await list(), [
      [1, 'booked', 0],
      [2, 'booked', 1],
      [3, 'booked', 1],
      [4, 'booked', 0],
    ])
    assert.equal(await send('PATCH', '/visits/3', { start: '2026-01-04T00:00:00Z' }), 200)
    assert.equal(await send('PATCH', '/visits/2', { minutes: 60 }), 200)
    assert.equal(await send('POST', '/visits/4/cancel'), 200)
    await advance(12 * hour)
    assert.deepEqual(await list(), [
      [1, 'booked', 0],
      [2, 'ended', 1],
      [3, 'booked', 1],
      [4, 'cancelled', 0],
    ])
    assert.equal(await send('DELETE', '/visits/1'), 204)
    await advance(72 * hour)
    assert.deepEqual(await list(), [
      [2, 'ended', 1],
      [3, 'ended', 2],
      [4, 'cancelled', 0],
    ])
  } finally {
    await stores.close()
  }
})

const shows = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shows }
resources:
  Show:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      start: { type: string, format: date-time }
      end: { type: string, format: date-time, compute: 'this.start + duration("2h")' }
      zone: { type: string, format: time-zone, default: UTC }
    required: [id, start, zone]
  Ticket:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      show: { $ref: Show, onDelete: cascade }
      opens: { type: string, format: date-time, compute: 'this.show.start - duration("24h")' }
      reminders: { type: integer, default: 0, minimum: 0, maximum: 100, readOnly: true }
      mornings: { type: integer, default: 0, minimum: 0, maximum: 100, readOnly: true }
    required: [id, show, reminders, mornings]
states:
  Ticket.status:
    initial: sold
    states:
      sold:
        at:
          reminder: { time: this.opens, set: { reminders: this.reminders + 1 } }
          end: { time: this.show.end, target: used }
        every:
          morning: { rrule: FREQ=DAILY;BYHOUR=8, zone: '\${this.show.zone}', set: { mornings: this.mornings + 1 } }
      used: { type: final }
endpoints:
  POST /shows: { create: Show, body: [id, start], output: Show(this) }
  PATCH /shows/{id}: { update: Show, body: [start, zone], output: Show(this) }
  DELETE /shows/{id}: { delete: Show }
  POST /tickets: { create: Ticket, body: [id, show], output: Ticket(this) }
  PATCH /tickets/{id}: { update: Ticket, body: [show], output: Ticket(this) }
  GET /tickets: { list: Ticket, order: [id], page: none, output: { items: 'items.map(t, Ticket(t))' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('timers follow the record that their record refers to, in every store', async () => {
  const { facts, problems } = factsOf(shows)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'shows')
  try {
    const send = async (method: string, target: string, body?: object): Promise<void> => {
      const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      assert.equal(difference, undefined)
      assert.ok(memory.status < 300, `${method} ${target}: ${memory.status}`)
    }
    const advance = async (ms: number): Promise<void> => assert.equal(await stores.advance(ms), undefined)
    const list = async (): Promise<unknown> => {
      const { memory, difference } = await stores.send({ method: 'GET', target: '/tickets' })
      assert.equal(difference, undefined)
      const { items } = JSON.parse(String(memory.body)) as { items: { id: number; status: string; reminders: number; mornings: number }[] }
      return items.map(({ id, status, reminders, mornings }) => [id, status, reminders, mornings])
    }
    // It is 2026-01-01T00:00:00Z.
    await send('POST', '/shows', { id: 1, start: '2026-01-03T00:00:00Z' })
    await send('POST', '/shows', { id: 2, start: '2026-01-09T00:00:00Z' })
    for (const [id, show] of [
      [1, 1],
      [2, 1],
      [3, 2],
    ])
      await send('POST', '/tickets', { id, show })
    await send('PATCH', '/tickets/2', { show: 2 })
    await send('PATCH', '/shows/1', { zone: 'Asia/Tokyo' })
    await advance(7 * hour)
    assert.deepEqual(await list(), [
      [1, 'sold', 0, 0],
      [2, 'sold', 0, 0],
      [3, 'sold', 0, 0],
    ])
    await advance(17.5 * hour)
    assert.deepEqual(await list(), [
      [1, 'sold', 1, 1],
      [2, 'sold', 0, 1],
      [3, 'sold', 0, 1],
    ])
    // The reminder has fired, and fires for the new time again; a write that leaves the time does nothing.
    await send('PATCH', '/shows/1', { start: '2026-01-05T00:00:00Z' })
    await send('PATCH', '/shows/2', { start: '2026-01-09T00:00:00Z' })
    await advance(26 * hour)
    assert.deepEqual(await list(), [
      [1, 'sold', 1, 2],
      [2, 'sold', 0, 2],
      [3, 'sold', 0, 2],
    ])
    await send('DELETE', '/shows/2')
    await advance(48 * hour)
    assert.deepEqual(await list(), [[1, 'used', 2, 3]])
  } finally {
    await stores.close()
  }
})
