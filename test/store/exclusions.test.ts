// Exclusions of part 2 hold for every way of writing, alike in every store, and also where requests come at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: bookings }
resources:
  Booking:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      room: { type: string, maxLength: 5, fold: true }
      start: { type: integer, minimum: 0, maximum: 100 }
      end: { type: [integer, 'null'], minimum: 0, maximum: 100 }
      seat: { type: [string, 'null'], maxLength: 5 }
      kind: { enum: [real, trial], default: real }
      length: { type: integer, compute: 'this.end == null ? 0 : this.end - this.start', stored: true }
    required: [id, room, start, kind]
    exclude:
      taken: { same: [room], overlap: { from: start, to: end }, where: this.kind == "real" && this.status != "cancelled" }
      one-trial: { same: [seat], where: this.kind == "trial" }
  Slot:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      from: { type: string, format: date-time }
      to: { type: string, format: date-time }
    required: [id, from, to]
    exclude: { alone: { overlap: { from: from, to: to } } }
states:
  Booking.status:
    initial: open
    states: { open: { on: { cancel: { target: cancelled } } }, cancelled: { on: { reopen: { target: open } } } }
endpoints:
  POST /bookings: { create: Booking, body: [id, room, start, end, seat, kind], output: Booking(this) }
  PUT /bookings/{id}: { put: Booking, body: [room, start, end, seat, kind], status: 200, output: Booking(this) }
  PATCH /bookings/{id}: { update: Booking, body: [room, start, end, seat, kind], output: Booking(this) }
  POST /bookings/{id}/cancel: { transition: Booking.cancel, output: Booking(this) }
  POST /bookings/{id}/reopen: { transition: Booking.reopen, output: Booking(this) }
  DELETE /bookings/{id}: { delete: Booking }
  POST /slots: { create: Slot, body: [id, from, to], output: Slot(this) }
authentication: none
events: none
errors:
  catalogue:
    room-taken: { on: duplicate Booking.taken, type: taken, title: Taken, status: 409 }
limits: none
versioning: none
`

test('refuses a write that an exclusion forbids, for every kind of write and in every store', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'exclusions')
  try {
    const send = async (method: string, target: string, body?: object): Promise<unknown> => {
      const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      assert.equal(difference, undefined)
      return memory.status < 400 ? memory.status : [memory.status, (JSON.parse(String(memory.body)) as { type: string }).type]
    }
    const taken = [409, 'taken']
    const duplicate = [409, 'duplicate']
    assert.equal(await send('POST', '/bookings', { id: 1, room: 'A', start: 10, end: 20 }), 201)
    assert.deepEqual(await send('POST', '/bookings', { id: 2, room: 'a', start: 19, end: 25 }), taken)
    assert.equal(await send('POST', '/bookings', { id: 2, room: 'a', start: 20, end: 25 }), 201)
    assert.equal(await send('POST', '/bookings', { id: 3, room: 'B', start: 19, end: 25 }), 201)
    assert.deepEqual(await send('PATCH', '/bookings/3', { room: 'A' }), taken)
    assert.deepEqual(await send('PATCH', '/bookings/2', { start: 19 }), taken)
    assert.equal(await send('PATCH', '/bookings/2', { start: 21, end: null }), 200)
    assert.deepEqual(await send('POST', '/bookings', { id: 4, room: 'A', start: 99, end: 100 }), taken)
    assert.equal(await send('POST', '/bookings', { id: 4, room: 'A', start: 99, end: 100, kind: 'trial', seat: 'x' }), 201)
    assert.deepEqual(await send('PATCH', '/bookings/4', { kind: 'real' }), taken)
    assert.deepEqual(await send('POST', '/bookings', { id: 5, room: 'C', start: 1, end: 2, kind: 'trial', seat: 'x' }), duplicate)
    assert.equal(await send('POST', '/bookings', { id: 5, room: 'C', start: 1, end: 2, kind: 'trial', seat: null }), 201)
    assert.equal(await send('POST', '/bookings', { id: 6, room: 'C', start: 1, end: 2, kind: 'trial' }), 201)
    assert.equal(await send('POST', '/bookings/2/cancel'), 200)
    assert.equal(await send('PATCH', '/bookings/4', { kind: 'real' }), 200)
    assert.deepEqual(await send('POST', '/bookings/2/reopen'), taken)
    assert.equal(await send('DELETE', '/bookings/4'), 204)
    assert.equal(await send('POST', '/bookings/2/reopen'), 200)
    assert.deepEqual(await send('PUT', '/bookings/7', { room: 'A', start: 50, end: 60, kind: 'real' }), taken)
    assert.equal(await send('POST', '/bookings', { id: 8, room: 'D', start: 30, end: 10 }), 201)
    assert.equal(await send('POST', '/bookings', { id: 9, room: 'D', start: 5, end: 50 }), 201)
    assert.equal(await send('POST', '/slots', { id: 1, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }), 201)
    assert.deepEqual(await send('POST', '/slots', { id: 2, from: '2026-01-01T23:59:59+00:00', to: '2026-01-03T00:00:00Z' }), duplicate)
    assert.equal(await send('POST', '/slots', { id: 2, from: '2026-01-02T01:00:00+01:00', to: '2026-01-03T00:00:00Z' }), 201)
  } finally {
    await stores.close()
  }
})

test('the statement that finds excluding records uses an index', () => {
  const { facts, problems } = factsOf(`
ninefold: 1
use: [http@1, problem-details@1]
service: { name: bookings }
resources:
  Room: { key: id, properties: { id: { type: integer, generate: sequence } } }
  Booking:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      room: { $ref: Room, onDelete: restrict }
      from: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 100 }
      to: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 100 }
    required: [room, from, to]
    exclude: { taken: { same: [room], overlap: { from: from, to: to } } }
states: none
endpoints: { POST /bookings: { create: Booking, body: [room, from, to], output: Booking(this) } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)
  assert.deepEqual(problems, [])
  const { statements, close } = explainStatements(facts)
  const found = statements(facts.operations[0]!).find(({ what }) => what.includes('`taken`'))
  close()
  assert.match(found?.plan.join('\n') ?? '', /USING INDEX Booking taken \(room=\? AND from<\?\)/)
})
