// A request that changes fields and the state at once: its transition, its rules and its writes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: tickets }
resources:
  Ticket:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      title: { type: string, minLength: 1, maxLength: 100 }
      answer: { type: [string, 'null'], maxLength: 500, default: null }
      closings: { type: integer, default: 0, readOnly: true }
    required: [id, title]
states:
  Ticket.status:
    initial: open
    states:
      open:
        on:
          close: { target: closed, guard: { answered: this.answer != null }, set: { closings: this.closings + 1 } }
          discard: { target: discarded }
      closed: { on: { reopen: { target: open } } }
      discarded: { type: final }
endpoints:
  POST /tickets: { create: Ticket, body: [id, title, answer], output: Ticket(this) }
  GET /tickets/{id}: { read: Ticket, output: Ticket(this) }
  PATCH /tickets/{id}:
    transition: Ticket.status
    to: 'input.body.status == this.status ? null : input.body.status'
    body: [title, answer, status]
    output: Ticket(this)
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claims: { type: object, required: [sub], properties: { sub: { type: string, maxLength: 9 } } } } }
  security: [{ token: [] }]
  unreadable: not-found
  default: deny
  rules:
    Ticket: { read: 'true', create: 'true', update: 'claims.sub != "guest"', close: 'claims.sub != "guest"', reopen: 'claims.sub == "lead"', discard: 'claims.sub == "lead"' }
events: none
errors: {}
limits: none
versioning: none
`

test('the requested state selects the transition with its guards and its rule; without a state only fields are written', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'tickets')
  context.after(() => stores.close())
  const send = async (who: string, method: string, target: string, body?: object): Promise<unknown> => {
    const credentials = new Map([['token', { kind: 'valid', claims: { sub: who }, scopes: [] } as const]])
    const headers = new Map([['content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json']])
    const { memory, difference } = await stores.send({
      method,
      target,
      credentials,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    assert.equal(difference, undefined)
    const answer = JSON.parse(String(memory.body)) as Record<string, unknown>
    return memory.status < 400 ? [answer['title'], answer['status'], answer['closings']] : [memory.status, answer['type']]
  }
  const patch = (who: string, body: object) => send(who, 'PATCH', '/tickets/1', body)
  await send('agent', 'POST', '/tickets', { id: 1, title: 'A' })
  assert.deepEqual(await patch('guest', { title: 'B' }), [403, 'forbidden'])
  assert.deepEqual(await patch('guest', { status: 'closed' }), [403, 'forbidden'])
  assert.deepEqual(await patch('agent', { title: 'B' }), ['B', 'open', 0])
  assert.deepEqual(await patch('agent', { title: 'C', status: 'closed' }), [409, 'guard'])
  assert.deepEqual(await patch('agent', { title: 'D', answer: 'Yes.', status: 'open' }), ['D', 'open', 0])
  assert.deepEqual(await patch('agent', { status: 'discarded' }), [403, 'forbidden'])
  assert.deepEqual(await patch('agent', { title: 'E', status: 'closed' }), ['E', 'closed', 1])
  assert.deepEqual(await patch('agent', { title: 'F', status: 'open' }), [403, 'forbidden'])
  assert.deepEqual(await patch('agent', { status: 'discarded' }), [409, 'illegal-transition'])
  assert.deepEqual(await patch('agent', { title: 'F', status: 'closed' }), ['F', 'closed', 1])
  assert.deepEqual(await patch('lead', { title: 'G', status: 'open' }), ['G', 'open', 1])
  assert.deepEqual(await patch('lead', { status: 'lost' }), [422, 'invalid'])
  assert.deepEqual(await patch('lead', { status: null }), [422, 'invalid'])
  assert.deepEqual(await send('lead', 'GET', '/tickets/1'), ['G', 'open', 1])
})
