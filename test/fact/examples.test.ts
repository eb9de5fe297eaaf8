// The worked examples of outcomes: for each document, its points of refusal.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answersByPoint, factsOf, operationFacts, pointTexts, pointTextsWithStage, pointText } from './facts-of.ts'

const follow = (set: string): string => `
resources:
  User: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, username: { type: string } }, required: [username], unique: [username] }
  Follow:
    key: [follower, followed]
    properties: { follower: { $ref: User }, followed: { $ref: User }, note: { type: string } }
endpoints:
  POST /profiles/{username}/follow:
    with: { user: { find: User, by: { username: input.path.username } } }
    create: Follow
    ${set}
    idempotency: natural
    require:
      not-yourself: user != caller
    status: 200
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ { token: [] } ]
  caller: { find: User, by: { id: claims.sub } }
  default: allow
`

test('1: a natural create meets no duplicate, and bound records do not dangle', () => {
  assert.deepEqual(pointTextsWithStage(factsOf(follow('set: { follower: caller, followed: user }')), 'POST /profiles/{username}/follow'), [
    'caller: unauthenticated token missing',
    'caller: unauthenticated token invalid',
    'caller: unauthenticated token expired',
    'find: not-found User user',
    'state: require not-yourself',
  ])
  const noted = factsOf(
    follow('body: { note: { type: string, maxLength: 9 } }\n    set: { follower: caller, followed: user, note: input.body.note }'),
  )
  assert.deepEqual(pointTexts(noted, 'POST /profiles/{username}/follow', 'form', 'input', 'effect'), [
    'unsupported-media',
    'malformed',
    'invalid body',
    'duplicate Follow.follower+followed',
  ])
})

const lookup = (property: string): string => `
resources:
  Article: { key: slug, properties: { slug: ${property}, text: { type: string } } }
endpoints:
  GET /articles/{slug}: { read: Article, status: 200, output: Article(this) }
`

test('2: a path parameter is invalid only where its schema can refuse some text', () => {
  const read = (property: string): string[] => pointTexts(factsOf(lookup(property)), 'GET /articles/{slug}')
  assert.deepEqual(read('{ type: string }'), ['not-found Article'])
  assert.deepEqual(read('{ type: string, format: uuid }'), ['invalid path', 'not-found Article'])
  assert.deepEqual(read('{ type: string, maxLength: 20 }'), ['invalid path', 'not-found Article'])
  assert.deepEqual(read("{ type: string, pattern: '^a' }"), ['invalid path', 'not-found Article'])
})

const generated = (body: string): string => `
resources:
  Customer: { key: id, properties: { id: { type: string } } }
  Order:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      number: { type: integer, generate: sequence }
      customer: { $ref: Customer }
      lines: { type: array, items: { type: string } }
      createdAt: { type: string, format: date-time, generate: now }
    required: [customer, lines]
    unique: [[customer, createdAt], [number]]
endpoints:
  POST /orders: { create: Order, body: ${body}, status: 201 }
`

test('3: a unique with a freshly generated member cannot be taken, unless the client writes it', () => {
  const create = (body: string): string[] => pointTexts(factsOf(generated(body)), 'POST /orders', 'effect')
  assert.deepEqual(create('[customer, lines]'), ['dangling Order.customer', 'duplicate Order.customer+createdAt'])
  assert.deepEqual(create('[customer, lines, number]'), [
    'dangling Order.customer',
    'duplicate Order.customer+createdAt',
    'duplicate Order.number',
  ])
})

const placing = (lacks: boolean): string => `
resources:
  Stock: { key: sku, properties: { sku: { type: string }, left: { type: integer } }, required: [left] }
  Order: { key: id, properties: { id: { type: string }, sku: { type: string }, blocked: { type: boolean } }, required: [sku, blocked] }
states:
  Stock.state:
    initial: open
    states:
      open: { on: { take: { guard: { enough: this.left > 0 }, set: { left: this.left - 1 } }${lacks ? ', shut: { target: closed }' : ''} } }
      ${lacks ? 'closed: {}' : ''}
  Order.status:
    initial: draft
    states:
      draft:
        on:
          place:
            target: placed
            guard: { has-sku: this.sku != '', not-blocked: '!this.blocked' }
            then: [ { transition: Stock.take, by: { sku: this.sku } } ]
      placed: { type: final }
endpoints:
  POST /orders/{id}/place: { transition: Order.place, status: 204 }
authentication: { schemes: {}, security: [], default: deny }
errors:
  catalogue:
    refused: { on: guard Order.place, status: 409 }
`

test('4: refusals through effects belong to the stage effect, and rules do not apply', () => {
  const facts = factsOf(placing(false))
  const place = 'POST /orders/{id}/place'
  assert.deepEqual(pointTexts(facts, place, 'state'), [
    'illegal-transition Order.place',
    'guard Order.place has-sku',
    'guard Order.place not-blocked',
  ])
  assert.deepEqual(pointTexts(facts, place, 'effect'), ['not-found Stock', 'guard Stock.take enough'])
  assert.deepEqual(pointTexts(factsOf(placing(true)), place, 'effect'), [
    'not-found Stock',
    'illegal-transition Stock.take',
    'guard Stock.take enough',
  ])
  const answer = answersByPoint(facts, place)
  assert.equal(answer['guard Order.place not-blocked'], 'refused')
  assert.equal(answer['guard Stock.take enough'], 'gap')
  assert.ok(!Object.keys(answer).includes('forbidden Stock.take'))
  assert.deepEqual(operationFacts(facts, place).transitions, ['Order.place', 'Stock.take'])
})

const paying = (candidates: string): string => `
resources:
  Order: { key: id, properties: { id: { type: string }, due: { type: integer } }, required: [due] }
states:
  Order.status:
    initial: open
    states:
      open: { on: { pay: [ ${candidates} ] } }
      partly: { type: final }
      paid: { type: final }
endpoints:
  POST /orders/{id}/pay: { transition: Order.pay, status: 204 }
`

test('5: an unguarded candidate removes the guard, and hides the candidates after it', () => {
  const first = factsOf(paying('{ guard: { exact: this.due == 0 }, target: paid }, { target: partly }'))
  assert.deepEqual(pointTexts(first, 'POST /orders/{id}/pay', 'state'), ['illegal-transition Order.pay'])
  assert.deepEqual(first.machines[0]!.dead, [])
  const swapped = factsOf(paying('{ target: partly }, { guard: { exact: this.due == 0 }, target: paid }'))
  assert.deepEqual(pointTexts(swapped, 'POST /orders/{id}/pay', 'state'), ['illegal-transition Order.pay'])
  assert.equal(swapped.machines[0]!.dead.length, 1)
  const both = factsOf(paying('{ guard: { exact: this.due == 0 }, target: paid }, { guard: { some: this.due > 0 }, target: partly }'))
  assert.deepEqual(pointTexts(both, 'POST /orders/{id}/pay', 'state'), [
    'illegal-transition Order.pay',
    'guard Order.pay exact',
    'guard Order.pay some',
  ])
})

test('6: optional security has no missing credential, and an entry for it is unreachable', () => {
  const facts = factsOf(`
endpoints:
  GET /time: { operationId: getTime, answer: {}, status: 200, output: { now: now } }
authentication:
  schemes: { bearer: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ {}, { bearer: [] } ]
errors:
  catalogue:
    none-sent: { on: unauthenticated missing at getTime, status: 401 }
    refused: { on: unauthenticated, status: 401 }
`)
  assert.deepEqual(pointTexts(facts, 'getTime'), ['unauthenticated bearer invalid', 'unauthenticated bearer expired'])
  assert.deepEqual(
    facts.unmet.map(({ entry }) => entry.name),
    ['none-sent'],
  )
})

const ruled = (unreadable: string): string => `
resources:
  User: { key: id, properties: { id: { type: string }, admin: { type: boolean } }, required: [admin] }
  Order: { key: id, properties: { id: { type: string }, customer: { $ref: User }, note: { type: string } }, required: [customer] }
endpoints:
  GET /orders: { list: Order, order: [id], page: none, status: 200, output: 'items.map(o, Order(o))' }
  PATCH /orders/{id}: { update: Order, body: [note], status: 200 }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ { token: [] } ]
  caller: { find: User, by: { id: claims.sub } }
  unreadable: ${unreadable}
  rules:
    Order: { read: this.customer == caller, update: caller.admin }
`

test('7: a hidden record is not found or forbidden; rules filter lists', () => {
  const hidden = factsOf(ruled('not-found'))
  const update = pointTextsWithStage(hidden, 'PATCH /orders/{id}')
  assert.ok(update.includes('caller: forbidden Order update'))
  assert.ok(update.includes('find: not-found Order'))
  assert.ok(!update.includes('permission: forbidden Order read'))
  assert.ok(pointTextsWithStage(factsOf(ruled('forbidden')), 'PATCH /orders/{id}').includes('permission: forbidden Order read'))
  for (const unreadable of ['not-found', 'forbidden']) {
    assert.deepEqual(pointTexts(factsOf(ruled(unreadable)), 'GET /orders', 'find', 'permission'), [])
  }
})

const ordered = (precedence: string, more = ''): string => `
resources:
  Customer: { key: id, properties: { id: { type: string } } }
  Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, customer: { $ref: Customer } }, required: [customer] }
endpoints:
  POST /orders: { create: Order, body: [customer], status: 201 }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ { token: [] } ]
  default: allow
errors:
  precedence: ${precedence}
  catalogue:
    who: { on: unauthenticated, status: 401 }
    ${more}
`

test('8: two stages that can refuse with different answers are a gap', () => {
  const bad = 'bad: { on: [invalid, malformed], status: 422 }'
  const gaps = (precedence: string, more?: string): string[] =>
    operationFacts(factsOf(ordered(precedence, more)), 'POST /orders').undetermined.map(
      ({ first, second }) => `${pointText(first)} – ${pointText(second)}`,
    )
  assert.deepEqual(gaps('[caller, input, find, permission, state]', bad), ['unauthenticated token missing – malformed'])
  assert.deepEqual(gaps('[caller, input, find, permission, state]'), [])
  assert.deepEqual(gaps('[caller, form, input, find, permission, state]', bad), [])
  const facts = factsOf(ordered('[caller, input, find, permission, state]', bad))
  const gap = facts.missing.find(({ code }) => code === 'errors/undetermined-precedence')
  assert.deepEqual(gap?.about['proposal'], ['caller', 'form', 'input', 'find', 'permission', 'state'])
})

const appending = (key: string): string => `
resources:
  Order: { key: id, properties: { id: ${key}, lines: { type: array, items: { type: string } } }, required: [lines] }
  Line: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, order: { $ref: Order }, text: { type: string } }, required: [order, text] }
endpoints:
  POST /orders/{id}/lines:
    with: { order: { find: Order, by: { id: input.path.id } } }
    create: Line
    body: [text]
    set: { order: order }
    status: 201
errors:
  precedence: [caller, PRECEDENCE]
  catalogue:
    bad: { on: [invalid, malformed], status: 422 }
    none: { on: not-found, status: 404 }
`

test('9: reports an order that reads a value before it exists, with the value', () => {
  const uuid = appending('{ type: string, format: uuid, generate: uuidv7 }')
  const lines = 'POST /orders/{id}/lines'
  const facts = factsOf(uuid.replace('PRECEDENCE', 'form, find, input'))
  const [impossible] = operationFacts(facts, lines).impossible
  assert.deepEqual(
    [pointText(impossible!.second), impossible!.value, pointText(impossible!.first)],
    ['not-found Order order', 'input.path', 'invalid path'],
  )
  assert.deepEqual(operationFacts(facts, lines).offer, ['caller', 'form', 'invalid path', 'find', 'input'])
  const mended = factsOf(uuid.replace('PRECEDENCE', 'invalid path, find, form, input'))
  assert.deepEqual(operationFacts(mended, lines).impossible, [])
  assert.deepEqual(
    pointTexts(mended, lines).filter((each) => !each.startsWith('un')),
    ['invalid path', 'not-found Order order', 'malformed', 'invalid body'],
  )
  assert.deepEqual(operationFacts(factsOf(appending('{ type: string }').replace('PRECEDENCE', 'form, find, input')), lines).impossible, [])
})

const active = (precedence: string): string => `
resources:
  Customer: { key: id, properties: { id: { type: string }, active: { type: boolean } }, required: [active] }
  Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, customer: { $ref: Customer } }, required: [customer] }
endpoints:
  POST /orders:
    create: Order
    body: [customer]
    require: { active: input.body.customer.active }
    status: 201
errors:
  precedence: ${precedence}
  catalogue:
    nobody: { on: dangling Order.customer, status: 422 }
    inactive: { on: require active, status: 409 }
`

test('10: a reference dangles directly before the expression that follows it', () => {
  const facts = factsOf(active('standard'))
  assert.deepEqual(pointTextsWithStage(facts, 'POST /orders').slice(-2), ['state: dangling Order.customer', 'state: require active'])
  const [impossible] = operationFacts(factsOf(active('[require, dangling]')), 'POST /orders').impossible
  assert.deepEqual(
    [pointText(impossible!.first), impossible!.value, pointText(impossible!.second)],
    ['dangling Order.customer', 'record customer', 'require active'],
  )
  assert.deepEqual(operationFacts(factsOf(active('[require, dangling]')), 'POST /orders').offer, [
    'dangling Order.customer',
    'require',
    'dangling',
  ])
})

test('11: entries of the document precede those of conventions; among them the narrowest applies', () => {
  const facts = factsOf(
    placing(false).replace(
      'refused: { on: guard Order.place, status: 409 }',
      `
    a: { on: guard has-sku, status: 409 }
    b: { on: guard Order.place, status: 400 }
    bad: { on: invalid, status: 422 }
`,
    ),
  )
  const answer = answersByPoint(facts, 'POST /orders/{id}/place')
  assert.deepEqual([answer['guard Order.place has-sku'], answer['guard Order.place not-blocked']], ['a', 'b'])
  const narrowed = factsOf(
    placing(false)
      .replace('transition: Order.place,', 'operationId: placeOrder, transition: Order.place,')
      .replace(
        'refused: { on: guard Order.place, status: 409 }',
        `
    a: { on: guard has-sku, status: 409 }
    c: { on: guard at placeOrder, status: 403 }
`,
      ),
  )
  assert.equal(answersByPoint(narrowed, 'placeOrder')['guard Order.place has-sku'], 'c')
  const tied = factsOf(
    placing(false).replace(
      'refused: { on: guard Order.place, status: 409 }',
      `
    a: { on: guard has-sku, status: 409 }
    b: { on: guard has-sku, status: 400 }
`,
    ),
  )
  assert.deepEqual(
    tied.ties.map(({ first, second }) => [first.entry.name, second.entry.name]),
    [['a', 'b']],
  )
})

const cascading = (idempotency: string): string => `
resources:
  Customer: { key: id, properties: { id: { type: string } } }
  Order:
    key: id
    properties:
      id: { type: string }
      customer: { $ref: Customer, onDelete: cascade }
      note: { type: string }
      lines: { type: array, items: { type: integer } }
      total: { type: integer, compute: this.lines.sum() }
    required: [customer, lines]
    invariant: { positive: this.total >= 0 }
  Payment: { key: id, properties: { id: { type: string }, order: { $ref: Order, onDelete: restrict } }, required: [order] }
endpoints:
  PATCH /orders/{id}/note: { update: Order, body: [note], status: 200 }
  PATCH /orders/{id}/lines: { update: Order, body: [lines], status: 200 }
  DELETE /customers/{id}: { delete: Customer, status: 204${idempotency} }
`

test('12: writes evaluate the invariants that they affect; cascades add in-use', () => {
  const facts = factsOf(cascading(''))
  assert.deepEqual(pointTexts(facts, 'PATCH /orders/{id}/note', 'effect'), [])
  assert.deepEqual(pointTexts(facts, 'PATCH /orders/{id}/lines', 'effect'), ['invariant Order positive'])
  assert.deepEqual(pointTexts(facts, 'DELETE /customers/{id}'), ['not-found Customer', 'in-use Order Payment.order'])
  assert.deepEqual(pointTexts(factsOf(cascading(', idempotency: natural')), 'DELETE /customers/{id}'), ['in-use Order Payment.order'])
})
