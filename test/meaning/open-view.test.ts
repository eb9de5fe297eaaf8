// Event types that show a view with a gap: the gap names them, and the operations that cause them run.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginning } from '../../src/exchange/event.ts'
import { factsOf, happenedIn, running } from './running.ts'
import { completed } from './transcript.ts'

const { facts, problems } = factsOf(
  completed(`
resources:
  Order:
    key: id
    properties: { id: { type: string, maxLength: 9 }, note: { type: string, maxLength: 9 } }
    required: [id]
  views:
    Brief: { take: [id] }
    Listed: { of: Order, properties: { brief: Brief(this) } }
endpoints:
  POST /orders: { create: Order, body: [id, note], status: 204, idempotency: natural }
  GET /orders/{id}: { read: Order, status: 200, output: Brief(this) }
events:
  types:
    order.created: { on: Order.created, data: Brief(this) }
    order.listed: { on: Order.created, data: Listed(this) }
    order.noted: { on: Order.created, data: { id: this.id } }
`),
)

void test('reports a gap of a view with the operations and event types that use the view', () => {
  assert.deepEqual(problems, ['resources/missing-key: `Brief` has no `of`'])
  const [gap] = facts.missing
  assert.deepEqual(gap?.operations === 'all' ? 'all' : gap?.operations.map(({ name }) => name), ['GET /orders/{id}'])
  assert.deepEqual(gap?.emitters, ['order.created', 'order.listed'])
})

void test('runs an operation without the events that use a view with a gap', () => {
  const service = running(facts)
  const answer = service.send({
    method: 'POST',
    target: '/orders',
    headers: new Map([['content-type', 'application/json']]),
    body: '{"id":"a"}',
  })
  assert.equal(answer.status, 204)
  assert.deepEqual(
    happenedIn(service.meaning, beginning, 10).map(({ type }) => type),
    ['order.noted'],
  )
})
