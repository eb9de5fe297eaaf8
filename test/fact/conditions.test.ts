// Each condition: a declaration that makes it possible, and a declaration that excludes it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '../../src/fact/fact.ts'
import { factsOf, operationFacts, pointTexts, pointTextsWithStage, pointText } from './facts-of.ts'

/** A document with one operation on orders, and further parts. */
function order(address: string, slots: string, more: { resources?: string; order?: string; parts?: string } = {}): string {
  return `
resources:
  User: { key: id, properties: { id: { type: string }, admin: { type: boolean } }, required: [admin] }
  Order:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      customer: { $ref: User }
      note: { type: string, maxLength: 9 }
      count: { type: integer, immutable: true }
    required: [customer, count]
    ${more.order ?? ''}
${more.resources ?? ''}
endpoints:
  ${address}: { operationId: it, status: 200, ${slots} }
${more.parts ?? ''}
`
}

function pointsOf(text: string, ...stages: readonly Stage[]): string[] {
  return pointTexts(factsOf(text), 'it', ...stages)
}

const secured = (rest = ''): string => `
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT }, key: { type: apiKey, in: header, name: X-Key } }
  security: [ { token: [write, read] } ]
  caller: { find: User, by: { id: claims.sub } }
  ${rest}
`

test('address: rates and quotas that do not depend on the caller', () => {
  const limits = (rate: string): string =>
    `limits:\n  rates:\n    burst: { quota: 9, window: PT1M${rate} }\n  quotas:\n    month: { quota: 9, window: P30D, partition: request.address }\n`
  const read = (rate: string, slots = ''): string[] =>
    pointsOf(order('GET /orders/{id}', `read: Order${slots}`, { parts: limits(rate) }), 'address')
  assert.deepEqual(read(''), ['rate-limited burst', 'quota-exceeded month'])
  assert.deepEqual(read(', operations: [create]'), ['quota-exceeded month'])
  assert.deepEqual(read(', operations: [it]'), ['rate-limited burst', 'quota-exceeded month'])
  assert.deepEqual(read('', ', limits: [month]'), ['quota-exceeded month'])
  assert.deepEqual(read('', ', limits: none'), [])
})

test('caller: credentials, scopes, limits by caller, early rules and early conditions, in this order', () => {
  const limits = 'limits:\n  rates:\n    writes: { quota: 9, window: PT1M, partition: caller.id }\n'
  const text = order('GET /orders/{id}', 'read: Order, require: { admins: caller.admin, large: this.count > 3 }', {
    parts: secured('unreadable: forbidden\n  rules: { Order: { read: caller.admin } }') + limits,
  })
  assert.deepEqual(pointsOf(text, 'caller'), [
    'unauthenticated token missing',
    'unauthenticated token invalid',
    'unauthenticated token expired',
    'insufficient-scope token write',
    'insufficient-scope token read',
    'rate-limited writes',
    'forbidden Order read',
    'require admins',
  ])
  assert.deepEqual(pointsOf(text, 'state'), ['require large'])
})

test('caller: an operation may declare its own security, or none', () => {
  const read = (security: string): string[] =>
    pointsOf(order('GET /time', `answer: {}, security: ${security}`, { parts: secured() }), 'caller')
  assert.deepEqual(read('none'), [])
  assert.deepEqual(read('[]'), [])
  assert.deepEqual(read('[ { key: [] } ]'), ['unauthenticated key missing', 'unauthenticated key invalid'])
})

test('caller: denies an action without a rule, unless the default allows it or there is no authentication', () => {
  const create = (parts: string): string[] =>
    pointsOf(order('POST /orders', 'create: Order, body: [customer, count]', { parts }), 'caller', 'permission').filter((each) =>
      each.startsWith('forbidden'),
    )
  assert.deepEqual(create(secured()), ['forbidden Order create'])
  assert.deepEqual(create(secured('default: allow')), [])
  assert.deepEqual(create(secured('rules: { Order: { create: true } }')), [])
  assert.deepEqual(create('authentication: none\n'), [])
})

test('form: media types, sizes and bytes only for operations with a body', () => {
  const sizes = 'limits: { sizes: { body: 64KiB, depth: 16 } }\n'
  const of = (slots: string): string[] =>
    operationFacts(factsOf(order('PATCH /orders/{id}', slots, { parts: sizes })), 'it')
      .points.filter(({ stage }) => stage === 'form')
      .map(pointText)
  assert.deepEqual(of('update: Order, body: [note], output: Order(this)'), [
    'unsupported-media',
    'not-acceptable',
    'too-large body',
    'too-large depth',
    'malformed',
  ])
  assert.deepEqual(of('delete: Order'), [])
})

test('input: each place of the request by its schema', () => {
  assert.deepEqual(pointsOf(order('GET /orders', "list: Order, order: [id], page: none, output: 'items.map(o, Order(o))'"), 'input'), [])
  assert.deepEqual(
    pointsOf(order('GET /orders', "list: Order, order: [id], page: none, filter: [note], output: 'items.map(o, Order(o))'"), 'input'),
    ['invalid query'],
  )
  assert.deepEqual(
    pointsOf(order('GET /orders', "list: Order, order: [id], page: { style: offset, size: 5 }, output: 'items.map(o, Order(o))'"), 'input'),
    ['invalid query'],
  )
  assert.deepEqual(
    pointsOf(order('GET /orders', "list: Order, order: [id], page: none, strict: true, output: 'items.map(o, Order(o))'"), 'input'),
    ['invalid query'],
  )
  const time = (parameters: string): string[] => pointsOf(order('GET /time', `answer: {}, parameters: ${parameters}`), 'input')
  assert.deepEqual(time('{ query: { q: { type: string } } }'), [])
  assert.deepEqual(time('{ query: { q: { type: string, required: true } } }'), ['invalid query'])
  assert.deepEqual(time('{ header: { X-Depth: { type: integer } } }'), ['invalid header'])
  assert.deepEqual(pointsOf(order('POST /echo', 'answer: {}, body: { type: object, properties: { a: { type: string } } }'), 'input'), [
    'invalid body',
  ])
})

test('replay: keys that are missing, that belong to another request, or whose request is in progress', () => {
  const create = (idempotency: string): string[] =>
    pointsOf(order('POST /orders', `create: Order, body: [customer, count], idempotency: ${idempotency}`), 'input', 'replay')
  assert.deepEqual(create('{ key: Idempotency-Key, scope: request.address }'), [
    'invalid header',
    'invalid body',
    'idempotency-required',
    'idempotency-mismatch',
  ])
  assert.deepEqual(create('{ key: Idempotency-Key, scope: request.address, optional: true }'), [
    'invalid header',
    'invalid body',
    'idempotency-mismatch',
  ])
  assert.deepEqual(create('natural'), ['invalid body'])
  const call = (when: string): string =>
    order('POST /quotes', 'call: quote, idempotency: { key: Idempotency-Key, scope: request.address }', {
      parts: `service:\n  behaviours:\n    quote: { file: quote.ts, when: ${when}, failures: [no-price], timeout: PT5S }\n`,
    })
  assert.deepEqual(pointsOf(call('before'), 'replay', 'effect'), [
    'idempotency-required',
    'idempotency-mismatch',
    'idempotency-busy',
    'fail quote no-price',
  ])
  assert.deepEqual(pointsOf(call('after'), 'replay', 'effect'), ['idempotency-required', 'idempotency-mismatch'])
  assert.ok(pointsOf(call('before'), 'interrupt').includes('timeout quote'))
})

test('find: look-ups first, then the record; gone only for a key, if deleted records are kept', () => {
  const soft = { order: 'softDelete: true\n    unique: [note]' }
  const findPoints = (address: string, slots: string, more = soft): string[] => pointsOf(order(address, slots, more), 'find')
  const user = 'with: { user: { find: User, by: { id: input.path.user } } }'
  assert.deepEqual(findPoints('GET /users/{user}/orders/{id}', `read: Order, ${user}`, { order: '' }), [
    'not-found User user',
    'not-found Order',
  ])
  assert.deepEqual(findPoints('GET /orders/{id}', 'read: Order'), ['not-found Order', 'gone Order'])
  assert.deepEqual(findPoints('GET /orders/{note}', 'read: Order'), ['not-found Order'])
  assert.deepEqual(findPoints('GET /n/{n}', 'read: Order, by: { note: input.path.n }'), ['not-found Order'])
  assert.deepEqual(findPoints('PUT /orders/{id}', 'put: Order, body: [customer, count]'), ['gone Order'])
  assert.deepEqual(findPoints('DELETE /orders/{id}', 'delete: Order, idempotency: natural'), [])
})

test('find: only pages by cursor expire', () => {
  const list = (page: string): string[] =>
    pointsOf(order('GET /orders', `list: Order, order: [id], page: ${page}, output: 'items.map(o, Order(o))'`), 'find')
  assert.deepEqual(list('{ style: cursor, size: 5 }'), ['cursor-expired Order'])
  assert.deepEqual(list('{ style: offset, size: 5 }'), [])
  assert.deepEqual(list('none'), [])
})

test('permission: rules of the action, of the sent fields, and of a transition', () => {
  const rules = (rules: string): { parts: string } => ({
    parts: secured(`unreadable: not-found\n  default: allow\n  rules: { Order: ${rules} }`),
  })
  assert.deepEqual(
    pointsOf(
      order(
        'PATCH /orders/{id}',
        'update: Order, body: [note]',
        rules('{ update: this.customer == caller, note: { update: this.count > 1 } }'),
      ),
      'permission',
    ),
    ['forbidden Order update', 'forbidden Order.note update'],
  )
  assert.deepEqual(
    pointsOf(order('PATCH /orders/{id}', 'update: Order, body: [note]', rules('{ count: { update: this.count > 1 } }')), 'permission'),
    [],
  )
  assert.deepEqual(
    pointsOf(
      order('PUT /orders/{id}', 'put: Order, body: [customer, count]', rules('{ create: input.body.count > 1, update: this.count > 1 }')),
      'permission',
    ),
    ['forbidden Order create', 'forbidden Order update'],
  )
})

test('match: only for unsafe methods, and required only if declared', () => {
  const matched = (address: string, slots: string): string[] => pointsOf(order(address, slots), 'match')
  assert.deepEqual(matched('PATCH /orders/{id}', 'update: Order, body: [note], conditional: optional'), ['precondition-failed Order'])
  assert.deepEqual(matched('DELETE /orders/{id}', 'delete: Order, conditional: required'), [
    'precondition-required Order',
    'precondition-failed Order',
  ])
  assert.deepEqual(matched('GET /orders/{id}', 'read: Order, conditional: optional'), [])
})

const states =
  'states:\n  Order.status:\n    initial: open\n    states:\n      open: { on: { close: { target: closed }, touch: {} } }\n      closed: { on: { touch: {} } }\n'

test('state: transitions that some state lacks, and states that the operation excludes', () => {
  const of = (address: string, slots: string): string[] => pointsOf(order(address, slots, { parts: states }), 'state')
  assert.deepEqual(of('POST /orders/{id}/close', 'transition: Order.close'), ['illegal-transition Order.close'])
  assert.deepEqual(of('POST /orders/{id}/touch', 'transition: Order.touch'), [])
  assert.deepEqual(of('PATCH /orders/{id}', 'update: Order, body: [note], in: open'), ['illegal-transition Order in'])
  assert.deepEqual(of('PATCH /orders/{id}', 'update: Order, body: [note], in: [open, closed]'), [])
  assert.deepEqual(
    of(
      'PATCH /orders/{id}',
      'transition: Order.status, to: input.body.status, body: { type: object, required: [status], properties: { status: { enum: [open, closed] } } }',
    ),
    ['illegal-transition Order'],
  )
})

test('effect: an update meets only conditions of the members that it writes', () => {
  const unique = { order: 'unique: [[customer, count], [note]]\n    invariant: { some: this.count > 0, said: "this.note != \'\'" }' }
  assert.deepEqual(pointsOf(order('PATCH /orders/{id}', 'update: Order, body: [note]', unique), 'effect'), [
    'duplicate Order.note',
    'invariant Order said',
  ])
  assert.deepEqual(pointsOf(order('PATCH /orders/{id}', 'update: Order, body: [customer]', unique), 'effect'), [
    'dangling Order.customer',
    'duplicate Order.customer+count',
  ])
  assert.deepEqual(pointsOf(order('PATCH /orders/{id}', 'update: Order, body: [count]', unique), 'effect'), [])
  assert.deepEqual(pointsOf(order('PUT /orders/{id}', 'replace: Order, body: [customer]', unique), 'effect'), [
    'dangling Order.customer',
    'duplicate Order.customer+count',
    'duplicate Order.note',
    'invariant Order some',
    'invariant Order said',
  ])
})

test('effect: a property may refuse a copied value unless the schema of the source is as strict', () => {
  const invalid = (slots: string, more: Parameters<typeof order>[2] = {}): string[] =>
    pointsOf(order('POST /orders/{id}', slots, more), 'effect').filter((each) => each.startsWith('invalid'))
  const query = (schema: string): string =>
    `update: Order, parameters: { query: { why: { type: string, ${schema} } } }, set: { note: 'input.query.?why.orValue("")' }`
  assert.deepEqual(invalid(query('maxLength: 10')), ['invalid query'])
  assert.deepEqual(invalid(query('maxLength: 9')), [])
  assert.deepEqual(invalid('update: Order, body: { why: { type: string } }, set: { note: input.body.why }'), ['invalid body'])
  assert.deepEqual(invalid('update: Order, set: { note: input.path.id }, by: { id: input.path.id }'), ['invalid path'])
  assert.deepEqual(
    invalid(
      'update: Order, let: { first: "input.body.why[0]" }, body: { why: { type: array, items: { type: string } } }, set: { note: first }',
    ),
    ['invalid body'],
  )
  assert.deepEqual(invalid('update: Order, body: { why: { type: string } }, set: { note: input.body.why + input.body.why }'), [
    'invalid set',
  ])
})

test('effect: the input of a transition is the mapped input or the body', () => {
  const parts =
    'states:\n  Order.status: { initial: new, states: { new: { on: { tell: { input: { type: object, required: [why], properties: { why: { type: string } } }, set: { note: input.why } } } } } }\n'
  const invalid = (slots: string): string[] =>
    pointsOf(order('POST /orders/{id}', `transition: Order.tell, ${slots}`, { parts }), 'effect').filter((each) =>
      each.startsWith('invalid'),
    )
  assert.deepEqual(invalid('output: { ok: true }'), ['invalid body'])
  assert.deepEqual(invalid('input: { why: this.customer.id }'), ['invalid input'])
})

test('effect: a hidden reference dangles, or is forbidden if `unreadable` says so', () => {
  const hidden = (unreadable: string): string =>
    order('POST /orders', 'create: Order, body: [customer, count]', {
      parts: secured(`unreadable: ${unreadable}\n  default: allow\n  rules: { User: { read: this == caller } }`),
    })
  assert.deepEqual(pointsOf(hidden('not-found'), 'effect'), ['dangling Order.customer'])
  assert.deepEqual(pointsOf(hidden('forbidden'), 'effect'), ['forbidden User read', 'dangling Order.customer'])
})

test('interrupts: time-outs, declared or not, and contention if the operation writes', () => {
  assert.deepEqual(pointsOf(order('GET /orders/{id}', 'read: Order'), 'interrupt'), ['timeout', 'overloaded', 'unavailable', 'internal'])
  assert.deepEqual(pointsOf(order('DELETE /orders/{id}', 'delete: Order, timeout: PT5S'), 'interrupt'), [
    'timeout',
    'contention',
    'overloaded',
    'unavailable',
    'internal',
  ])
  assert.deepEqual(pointsOf(order('DELETE /orders/{id}', 'delete: Order', { parts: 'limits: { timeout: PT5S }' }), 'interrupt'), [
    'timeout',
    'contention',
    'overloaded',
    'unavailable',
    'internal',
  ])
})

test('service: versions by their place in the request', () => {
  const service = (versioning: string): string[] => factsOf(`versioning: ${versioning}\n`).service.map(pointText)
  assert.deepEqual(service('none'), ['no-such-path', 'method-not-allowed'])
  assert.deepEqual(service('{ scheme: path, current: v2, versions: { v1: { retired: 2020-01-01 } } }'), [
    'unknown-version',
    'retired-version v1',
    'no-such-path',
    'method-not-allowed',
  ])
  assert.deepEqual(service('{ scheme: { header: Version }, current: v2, versions: { v1: {} } }'), [
    'no-such-path',
    'unknown-version',
    'method-not-allowed',
  ])
})

test('never: removes excluded conditions, and reports exclusions without effect', () => {
  const facts = factsOf(
    order(
      'POST /orders',
      'create: Order, body: [customer, note, count], never: { duplicate Order.note: the notes are numbered, in-use: nothing is deleted }',
      { order: 'unique: [note]' },
    ),
  )
  assert.deepEqual(pointTexts(facts, 'it', 'effect'), ['dangling Order.customer'])
  assert.deepEqual(
    facts.needless.map(({ pattern }) => pointText(pattern)),
    ['in-use'],
  )
})

test('a natural create that does not write all members of a unique can still violate it', () => {
  const create = (body: string): string[] =>
    pointsOf(
      order('POST /orders', `create: Order, body: ${body}, idempotency: natural`, { order: 'unique: [[customer, count]]' }),
      'effect',
    )
  assert.deepEqual(create('[customer, count]'), ['dangling Order.customer'])
  assert.deepEqual(create('[customer, count, note]'), ['dangling Order.customer', 'duplicate Order.customer+count'])
})

test('a reference in the input that only the response reads dangles under the name of its resource', () => {
  const text = order(
    'POST /look',
    'answer: {}, body: { type: object, required: [who], properties: { who: { $ref: User } } }, output: { admin: input.body.who.admin }',
  )
  assert.deepEqual(pointTextsWithStage(factsOf(text), 'it').at(-1), 'effect: dangling User')
})
