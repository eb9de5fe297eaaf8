// Entries of part 7 read the body as it was sent, also for a refused body.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1]
service: { name: payments }
resources:
  $defs: { Sent: { type: object, properties: { reference: { type: string, maxLength: 20 } } } }
  Payment:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, amount: { type: integer, minimum: 1, maximum: 99 } }
    required: [amount]
states: none
endpoints:
  POST /payments: { create: Payment, body: [amount], require: { small: input.body.amount < 50 }, output: Payment(this) }
authentication: none
events: none
errors:
  media: application/json
  body: { code: error.code, reference: error.reference }
  catalogue:
    wrong: { on: [invalid, malformed, require small], status: 400, code: WRONG, reference: '\${Sent(request.body.orValue({})).optFlatMap(sent, sent.?reference).orValue("none")}' }
    other: { on: [unsupported-media, not-acceptable, too-large, internal, overloaded, unavailable, contention, no-such-path, method-not-allowed], status: 'error.condition == "no-such-path" ? 404 : 500', code: OTHER, reference: '\${request.body.hasValue() ? "sent" : "not sent"}' }
limits: none
versioning: none
`

test('a refusal echoes values of the body, of any media type', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'payments')
  context.after(() => stores.close())
  const post = async (body: string, type = 'application/json'): Promise<unknown> => {
    const { memory, difference } = await stores.send({
      method: 'POST',
      target: '/payments',
      body,
      headers: new Map([['content-type', type]]),
    })
    assert.equal(difference, undefined)
    return memory.status < 400 ? memory.status : [memory.status, (JSON.parse(String(memory.body)) as { reference: string }).reference]
  }
  assert.deepEqual(await post('{"reference":"r1","amount":0}'), [400, 'r1'])
  assert.deepEqual(await post('{"reference":"r2","amount":80}'), [400, 'r2'])
  assert.deepEqual(await post('{"reference":7,"amount":0}'), [400, 'none'])
  assert.deepEqual(await post('[1, 2]'), [400, 'none'])
  assert.deepEqual(await post('{"reference":'), [400, 'none'])
  assert.deepEqual(await post('"text"'), [400, 'none'])
  assert.deepEqual(await post('{"reference":"r3"}', 'text/plain'), [500, 'sent'])
  assert.equal(await post('{"reference":"r4","amount":7}'), 201)
})

test('reports `request.body` outside of part 7 as unreadable', () => {
  const { problems } = factsOf(document.replace('input.body.amount < 50', 'request.body.hasValue()'))
  assert.match(problems.join(), /`body` is not a member of request/)
})
