// What is needed and not shown, and which operations wait for it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Missing } from '../../src/fact/fact.ts'
import { derive, factsOf } from './facts-of.ts'

/** `code of.key: operations`, without the parts that are not shown. */
function gaps(text: string): string[] {
  return factsOf(text).missing.filter(({ code }) => !code.endsWith('/not-shown')).map(line)
}

function line({ code, about, operations }: Missing): string {
  const what = [about['of'], about['key'] ?? about['condition']].filter((word) => typeof word === 'string').join('.')
  return `${code} ${what}: ${operations === 'all' ? 'all' : operations.map(({ id }) => id).join(' ')}`
}

const orders = `
resources:
  User: { key: id, properties: { id: { type: string } } }
  Order: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, customer: { $ref: User }, note: { type: string } }, required: [customer] }
`
const none = 'authentication: none\nerrors: { catalogue: { any: { on: [invalid, malformed, not-found, dangling, in-use, duplicate], status: 400 } }, precedence: standard }\n'

test('a document of nine parts that are not shown has nine gaps, and no operation waits', () => {
  const { missing, operations, service } = derive('ninefold: 1\n').facts
  assert.deepEqual(missing.map(({ code, operations: waiting }) => [code, waiting]), [
    'service', 'resources', 'states', 'endpoints', 'authentication', 'events', 'errors', 'limits', 'versioning',
  ].map((part) => [`${part}/not-shown`, []]))
  assert.deepEqual(operations, [])
  assert.deepEqual(service.map(({ answer }) => answer), [{ kind: 'http', status: 404 }, { kind: 'http', status: 405 }])
})

test('needs part 5 for every operation, part 7 for refusals, and parts 6, 8 and 9 for none', () => {
  const endpoints = `endpoints:
  GET /time: { operationId: time, answer: {}, status: 200 }
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
`
  const waiting = (text: string): { [code: string]: unknown } => Object.fromEntries(factsOf(text).missing.map(({ code, operations }) => [code, operations === 'all' ? 'all' : operations.map(({ id }) => id).join(' ')]))
  const all = waiting(orders + endpoints)
  assert.equal(all['authentication/not-shown'], 'all')
  assert.equal(all['errors/not-shown'], 'read')
  for (const part of ['events', 'limits', 'versioning', 'states', 'service']) assert.equal(all[`${part}/not-shown`], '')
  const facts = factsOf(`${orders}${endpoints}authentication: none\n`)
  assert.deepEqual(facts.operations.map(({ operation, complete }) => [operation.id, complete]), [['time', true], ['read', false]])
})

test('a part that is none leaves nothing open; errors that are none answer nothing', () => {
  const text = `${orders}endpoints:\n  GET /orders/{id}: { operationId: read, read: Order, status: 200 }\nauthentication: none\nerrors: none\n`
  assert.deepEqual(gaps(text), ['errors/uncovered-outcome invalid: read', 'errors/uncovered-outcome not-found: read'])
})

test('an endpoint needs an action and a status; a list needs its pages and its order', () => {
  assert.deepEqual(gaps(`${orders}endpoints:
  GET /a: { operationId: a, status: 200 }
  GET /b: { operationId: b, answer: {} }
  GET /c: { operationId: c, list: Order, status: 200 }
  GET /d: { operationId: d, list: Order, order: [id], page: { size: 5 }, status: 200 }
  GET /e: { operationId: e, list: Order, order: [id], page: none, status: not shown }
${none}`), [
    'endpoints/missing-action GET /a: a',
    'endpoints/missing-key GET /b.status: b',
    'endpoints/missing-key GET /c.order: c', 'endpoints/missing-key GET /c.page: c',
    'endpoints/missing-key GET /d.style: d',
    'endpoints/gap GET /e.status: e',
  ])
})

test('makes operations incomplete that use an unspecified part of a resource', () => {
  const text = (note: string): string => `
resources:
  User: { key: id, properties: { id: { type: string } } }
  Order: { properties: { id: { type: string }, note: ${note} } }
endpoints:
  GET /users/{id}: { operationId: user, read: User, status: 200 }
  POST /orders: { operationId: create, create: Order, body: [id], status: 201 }
${none}`
  assert.deepEqual(gaps(text('not shown')), ['resources/missing-key Order.key: create', 'resources/gap note: create'])
})

test('a thing that is wholly not shown is one hole', () => {
  assert.deepEqual(gaps(`resources:\n  User: { key: id, properties: { id: { type: string } } }\n  Order: not shown\nendpoints:\n  GET /users/{id}: { operationId: user, read: User, status: 200 }\n  GET /o: not shown\n${none}`), [
    'resources/gap Order: ', 'endpoints/gap GET /o: GET /o',
  ])
})

test('demands onDelete if something deletes the referenced record', () => {
  const endpoint = (slots: string): string => `${orders}endpoints:\n  DELETE /users/{id}: { operationId: it, ${slots}, status: 200 }\n${none}`
  assert.deepEqual(gaps(endpoint('delete: User')), ['resources/missing-key Order.customer.onDelete: it'])
  assert.deepEqual(gaps(endpoint('read: User')), [])
})

test('makes operations incomplete that reach an unspecified part of a machine', () => {
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
  assert.deepEqual(gaps(text), ['states/gap close.guard: close', 'states/gap PT1H.set: lose'])
})

test('a scheme says what its type cannot do without; what a read rule hides needs a word', () => {
  const text = (scheme: string, rules = ''): string => `${orders}endpoints:
  GET /time: { operationId: time, answer: {}, security: none, status: 200 }
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
authentication: { schemes: { one: ${scheme} }, security: [ { one: [] } ], default: allow${rules} }
errors: { catalogue: { any: { on: [unauthenticated, invalid, not-found], status: 400 } } }
`
  assert.deepEqual(gaps(text('{ type: http }')), ['authentication/missing-key one.scheme: read'])
  assert.deepEqual(gaps(text('{ type: apiKey, in: header }')), ['authentication/missing-key one.name: read', 'authentication/missing-key one.secret: read'])
  assert.deepEqual(gaps(text('{ type: http, scheme: basic, username: { env: NAME } }')), ['authentication/missing-key one.password: read'])
  assert.deepEqual(gaps(text('{ type: http, scheme: bearer, find: { find: User, by: { id: digest(credential) } } }')), [])
  assert.deepEqual(gaps(text('{ type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256 }')), ['authentication/missing-key one.secret: read'])
  assert.deepEqual(gaps(text('{ type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: KEY } }', ", rules: { Order: { read: claims.sub == 'a' } }")), ['authentication/missing-key authentication.unreadable: read'])
})

test('reports one gap for each unanswered condition, or one for a missing catalogue', () => {
  const text = (errors: string): string => `${orders}endpoints:
  GET /orders/{id}: { operationId: read, read: Order, status: 200 }
  GET /users/{id}: { operationId: user, read: User, status: 200 }
authentication: none
errors: ${errors}
`
  assert.deepEqual(gaps(text('{ catalogue: { bad: { on: invalid, status: 400 } } }')), ['errors/uncovered-outcome not-found: read user'])
  assert.deepEqual(gaps(text('{ precedence: standard }')), ['errors/missing-key errors.catalogue: read user'])
  assert.deepEqual(gaps(text('{ catalogue: { bad: { on: [invalid, not-found User], status: 400 }, none: { on: not-found Order } } }')), ['errors/missing-key none.status: read'])
})

test('errors with a body need a media type', () => {
  const text = (errors: string): string => `${orders}endpoints:\n  GET /users/{id}: { operationId: user, read: User, status: 200 }\nauthentication: none\nerrors: { ${errors}, catalogue: { none: { on: not-found, status: 404 } } }\n`
  assert.deepEqual(gaps(text('body: { detail: error.detail }')), ['errors/missing-key errors.media: user'])
  assert.deepEqual(gaps(text('body: { detail: error.detail }, media: application/json')), [])
})

test('demands a retention of idempotency keys if part 8 is shown', () => {
  const text = (limits: string): string => `${orders}endpoints:\n  POST /orders: { operationId: it, create: Order, body: [customer], idempotency: { key: Idempotency-Key, scope: request.address }, status: 201 }\n${none.replace('duplicate]', 'duplicate, idempotency-required, idempotency-mismatch]')}limits: ${limits}\n`
  assert.deepEqual(gaps(text('{ timeout: PT5S }')), ['limits/missing-key retention.idempotency: it'])
  assert.deepEqual(gaps(text('{ retention: { idempotency: P1D } }')), [])
  assert.deepEqual(gaps(text('none')), [])
})

test('an undetermined order is one gap of all operations that meet it, unless precedence itself is not shown', () => {
  const text = (precedence: string): string => `${orders}endpoints:
  POST /orders: { operationId: it, create: Order, body: [customer], status: 201 }
authentication: { schemes: { key: { type: apiKey, in: header, name: Key, secret: { env: KEY } } }, security: [ { key: [] } ], default: allow }
errors: { catalogue: { who: { on: unauthenticated, status: 401 }, bad: { on: [invalid, malformed, dangling], status: 400 } }${precedence} }
`
  assert.deepEqual(gaps(text('')), ['errors/undetermined-precedence : it'])
  assert.deepEqual(gaps(text(', precedence: standard')), [])
  assert.deepEqual(gaps(text(', precedence: not shown')), ['errors/gap errors.precedence: it'])
})

test('a gap of the service holds up every operation', () => {
  const text = `endpoints:\n  GET /time: { operationId: time, answer: {}, status: 200 }\nauthentication: none\nerrors: none\nversioning: { scheme: path, current: v1 }\n`
  assert.deepEqual(gaps(text), ['errors/uncovered-outcome unknown-version: all'])
})

test('code, settings and views are needed by those who use them', () => {
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
  assert.deepEqual(gaps(text), ['service/gap limit: ', 'service/missing-key quote.when: quote', 'resources/missing-key Short.of: '])
})
