// Required facts that are not shown, and the operations that they block.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Missing } from '../../src/fact/fact.ts'
import { derive, factsOf } from './facts-of.ts'

/** Each gap as `code of.key: operations`, without the parts that are not shown. */
function gapTexts(text: string): string[] {
  return factsOf(text)
    .missing.filter(({ code }) => !code.endsWith('/not-shown'))
    .map(gapText)
}

function gapText({ code, about, operations }: Missing): string {
  const subject = [about['of'], about['key'] ?? about['condition']].filter((word) => typeof word === 'string').join('.')
  return `${code} ${subject}: ${operations === 'all' ? 'all' : operations.map(({ id }) => id).join(' ')}`
}

const orders = `
resources:
  User: { key: id, properties: { id: { type: string } } }
  Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, customer: { $ref: User }, note: { type: string } }, required: [customer] }
`
const none =
  'authentication: none\nerrors: { catalogue: { any: { on: [invalid, malformed, not-found, dangling, in-use, duplicate], status: 400 } }, precedence: standard }\n'

test('nine parts that are not shown are nine gaps that block no operation', () => {
  const { missing, operations, service } = derive('ninefold: 1\n').facts
  assert.deepEqual(
    missing.map(({ code, operations: waiting }) => [code, waiting]),
    ['service', 'resources', 'states', 'endpoints', 'authentication', 'events', 'errors', 'limits', 'versioning'].map((part) => [
      `${part}/not-shown`,
      [],
    ]),
  )
  assert.deepEqual(operations, [])
  assert.deepEqual(
    service.map(({ answer }) => answer),
    [
      { kind: 'http', status: 404 },
      { kind: 'http', status: 405 },
    ],
  )
})

test('every operation needs part 5, refusals need part 7, and no operation needs parts 6, 8 and 9', () => {
  const endpoints = `endpoints:
  GET /time: { operationId: time, answer: {}, status: 200 }
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
`
  const waiting = (text: string): { [code: string]: unknown } =>
    Object.fromEntries(
      factsOf(text).missing.map(({ code, operations }) => [code, operations === 'all' ? 'all' : operations.map(({ id }) => id).join(' ')]),
    )
  const all = waiting(orders + endpoints)
  assert.equal(all['authentication/not-shown'], 'all')
  assert.equal(all['errors/not-shown'], 'read')
  for (const part of ['events', 'limits', 'versioning', 'states', 'service']) assert.equal(all[`${part}/not-shown`], '')
  const facts = factsOf(`${orders}${endpoints}authentication: none\n`)
  assert.deepEqual(
    facts.operations.map(({ operation, complete }) => [operation.id, complete]),
    [
      ['time', true],
      ['read', false],
    ],
  )
})

test('a part with none has no gaps; without errors no condition is answered', () => {
  const text = `${orders}endpoints:\n  GET /orders/{id}: { operationId: read, read: Order, status: 200 }\nauthentication: none\nerrors: none\n`
  assert.deepEqual(gapTexts(text), ['errors/uncovered-outcome invalid: read', 'errors/uncovered-outcome not-found: read'])
})

test('an endpoint needs an action and a status; a list also needs pagination and order', () => {
  assert.deepEqual(
    gapTexts(`${orders}endpoints:
  GET /a: { operationId: a, status: 200 }
  GET /b: { operationId: b, answer: {} }
  GET /c: { operationId: c, list: Order, status: 200 }
  GET /d: { operationId: d, list: Order, order: [id], page: { size: 5 }, status: 200 }
  GET /e: { operationId: e, list: Order, order: [id], page: none, status: not shown }
${none}`),
    [
      'endpoints/missing-action GET /a: a',
      'endpoints/missing-key GET /b.status: b',
      'endpoints/missing-key GET /c.order: c',
      'endpoints/missing-key GET /c.page: c',
      'endpoints/missing-key GET /d.style: d',
      'endpoints/gap GET /e.status: e',
    ],
  )
})

test('an operation that uses an unspecified member of a resource is incomplete', () => {
  const text = (note: string): string => `
resources:
  User: { key: id, properties: { id: { type: string } } }
  Order: { properties: { id: { type: string }, note: ${note} } }
endpoints:
  GET /users/{id}: { operationId: user, read: User, status: 200 }
  POST /orders: { operationId: create, create: Order, body: [id], status: 201 }
${none}`
  assert.deepEqual(gapTexts(text('not shown')), ['resources/missing-key Order.key: create', 'resources/gap note: create'])
  assert.deepEqual(gapTexts(text('{ type: string, pattern: not shown }')), [
    'resources/missing-key Order.key: create',
    'resources/gap note.pattern: create',
  ])
})

test('an element that is not shown is one gap', () => {
  assert.deepEqual(
    gapTexts(
      `resources:\n  User: { key: id, properties: { id: { type: string } } }\n  Order: not shown\nendpoints:\n  GET /users/{id}: { operationId: user, read: User, status: 200 }\n  GET /o: not shown\n${none}`,
    ),
    ['resources/gap Order: ', 'endpoints/gap GET /o: GET /o'],
  )
})

test('onDelete is required if an operation deletes the referenced record', () => {
  const endpoint = (slots: string): string =>
    `${orders}endpoints:\n  DELETE /users/{id}: { operationId: it, ${slots}, status: 200 }\n${none}`
  assert.deepEqual(gapTexts(endpoint('delete: User')), ['resources/missing-key Order.customer.onDelete: it'])
  assert.deepEqual(gapTexts(endpoint('read: User')), [])
})

test('an operation that reaches an unspecified element of a machine is incomplete', () => {
  const text = `${orders}states:
  Order.status:
    initial: open
    states:
      open: { on: { close: { target: closed, guard: not shown }, lose: { target: lost } } }
      closed: {}
      lost: { after: { PT1H: { target: closed, set: not shown } } }
endpoints:
  POST /orders/{id}/close: { operationId: close, transition: Order.close, status: 204 }
  POST /orders/{id}/lose: { operationId: lose, transition: Order.lose, status: 204 }
${none.replace('duplicate]', 'duplicate, illegal-transition]')}`
  assert.deepEqual(gapTexts(text), ['states/gap close.guard: close', 'states/gap PT1H.set: lose'])
})

test('a scheme needs the keys of its type; data that a read rule hides needs unreadable', () => {
  const text = (scheme: string, rules = ''): string => `${orders}endpoints:
  GET /time: { operationId: time, answer: {}, security: none, status: 200 }
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
authentication: { schemes: { one: ${scheme} }, security: [ { one: [] } ], default: allow${rules} }
errors: { catalogue: { any: { on: [unauthenticated, invalid, not-found], status: 400 } } }
`
  assert.deepEqual(gapTexts(text('{ type: http }')), ['authentication/missing-key one.scheme: read'])
  assert.deepEqual(gapTexts(text('{ type: apiKey, in: header }')), [
    'authentication/missing-key one.name: read',
    'authentication/missing-key one.secret: read',
  ])
  assert.deepEqual(gapTexts(text('{ type: http, scheme: basic, username: { env: NAME } }')), [
    'authentication/missing-key one.password: read',
  ])
  assert.deepEqual(gapTexts(text('{ type: http, scheme: bearer, find: { find: User, by: { id: digest(credential) } } }')), [])
  assert.deepEqual(gapTexts(text('{ type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256 }')), [
    'authentication/missing-key one.secret: read',
  ])
  assert.deepEqual(
    gapTexts(
      text(
        '{ type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: KEY } }',
        ", rules: { Order: { read: claims.sub == 'a' } }",
      ),
    ),
    ['authentication/missing-key authentication.unreadable: read'],
  )
})

test('reports one gap for each unanswered condition, or one for a missing catalogue', () => {
  const text = (errors: string): string => `${orders}endpoints:
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
  GET /users/{id}: { operationId: user, read: User, status: 200 }
authentication: none
errors: ${errors}
`
  assert.deepEqual(gapTexts(text('{ catalogue: { bad: { on: invalid, status: 400 } } }')), [
    'errors/uncovered-outcome not-found: read user',
  ])
  assert.deepEqual(gapTexts(text('{ precedence: standard }')), ['errors/missing-key errors.catalogue: read user'])
  assert.deepEqual(
    gapTexts(text('{ catalogue: { bad: { on: [invalid, not-found User], status: 400 }, none: { on: not-found Order } } }')),
    ['errors/missing-key none.status: read'],
  )
})

test('errors with a body need a media type', () => {
  const text = (errors: string): string =>
    `${orders}endpoints:\n  GET /users/{id}: { operationId: user, read: User, status: 200 }\nauthentication: none\nerrors: { ${errors}, catalogue: { none: { on: not-found, status: 404 } } }\n`
  assert.deepEqual(gapTexts(text('body: { detail: error.detail }')), ['errors/missing-key errors.media: user'])
  assert.deepEqual(gapTexts(text('body: { detail: error.detail }, media: application/json')), [])
})

test('a retention of idempotency keys is required if part 8 is shown', () => {
  const text = (limits: string): string =>
    `${orders}endpoints:\n  POST /orders: { operationId: it, create: Order, body: [customer], idempotency: { key: Idempotency-Key, scope: request.address }, status: 201 }\n${none.replace('duplicate]', 'duplicate, idempotency-required, idempotency-mismatch]')}limits: ${limits}\n`
  assert.deepEqual(gapTexts(text('{ timeout: PT5S }')), ['limits/missing-key retention.idempotency: it'])
  assert.deepEqual(gapTexts(text('{ retention: { idempotency: P1D } }')), [])
  assert.deepEqual(gapTexts(text('none')), [])
})

test('an undetermined order is one gap for all its operations, unless precedence is not shown', () => {
  const text = (precedence: string): string => `${orders}endpoints:
  POST /orders: { operationId: it, create: Order, body: [customer], status: 201 }
authentication: { schemes: { key: { type: apiKey, in: header, name: Key, secret: { env: KEY } } }, security: [ { key: [] } ], default: allow }
errors: { catalogue: { who: { on: unauthenticated, status: 401 }, bad: { on: [invalid, malformed, dangling], status: 400 } }${precedence} }
`
  assert.deepEqual(gapTexts(text('')), ['errors/undetermined-precedence : it'])
  assert.deepEqual(gapTexts(text(', precedence: standard')), [])
  assert.deepEqual(gapTexts(text(', precedence: not shown')), ['errors/gap errors.precedence: it'])
})

test('a gap of the service makes every operation incomplete', () => {
  const text = `endpoints:\n  GET /time: { operationId: time, answer: {}, status: 200 }\nauthentication: none\nerrors: none\nversioning: { scheme: path, current: v1 }\n`
  assert.deepEqual(gapTexts(text), ['errors/uncovered-outcome unknown-version: all'])
})

test('gaps in code, settings and views affect only the operations that use them', () => {
  const text = `
service:
  settings: { limit: not shown }
  behaviours: { quote: { file: quote.ts } }
resources:
  Order: { key: id, properties: { id: { type: string } } }
  views: { Short: { properties: { id: "'x'" } } }
endpoints:
  GET /time: { operationId: time, answer: {}, status: 200 }
  POST /quote: { operationId: quote, call: quote, status: 200 }
${none}`
  assert.deepEqual(gapTexts(text), ['service/gap limit: ', 'service/missing-key quote.when: quote', 'resources/missing-key Short.of: '])
})

test('a gap of a shape blocks the operations that may use the shape', () => {
  const text = (shape: string): string => `resources:
  Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, address: { $ref: Address } } }
  Tag: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 } } }
  $defs:
    Address: { type: object, properties: { place: { $ref: Place } } }
    Place: ${shape}
    Colour: { type: string }
endpoints:
  GET /orders/{id}: { operationId: readOrder, read: Order, status: 200, output: Order(this) }
  GET /tags/{id}: { operationId: readTag, read: Tag, status: 200, output: Tag(this) }
  POST /paint: { operationId: paint, answer: {}, body: { $ref: Colour }, status: 204 }
  POST /move: { operationId: move, answer: {}, body: { type: object, properties: { to: { $ref: Address } } }, status: 204 }
${none}`
  assert.deepEqual(gapTexts(text('not shown')), ['resources/gap Place: readOrder move'])
  assert.deepEqual(gapTexts(text('{ type: string, pattern: not shown }')), ['resources/gap Place.pattern: readOrder move'])
})

test('a value that `each` leaves open blocks every operation that it fills', () => {
  const endpoints = `endpoints:
  each:
    - { of: operation as o, where: 'o.name != "GET /time"', fill: { require: { open-hours: not shown } } }
  GET /time: { operationId: time, answer: {}, status: 200 }
  GET /hours: { operationId: hours, answer: {}, status: 200 }
  GET /days: { operationId: days, answer: {}, status: 200 }
`
  assert.deepEqual(
    gapTexts(`ninefold: 1\nauthentication: none\n${endpoints}`).filter((gap) => gap.startsWith('endpoints/gap')),
    ['endpoints/gap open-hours: hours days'],
  )
})
