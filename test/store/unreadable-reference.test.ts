// A reference in a request to a record that its caller may not read, for every action that writes it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Asked } from './both.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { answers } from './same-answers.ts'

const document = (unreadable: string): string => `
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 20 }, boss: { $ref: Person, onDelete: set-null } }
  Thing:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      owner: { $ref: Person, onDelete: cascade }
    required: [owner]
  Pair:
    key: [owner, n]
    properties: { owner: { $ref: Person, onDelete: cascade }, n: { type: integer, minimum: 0, maximum: 9 } }
    required: [n]
  fixtures:
    Person: [ { id: ann }, { id: ben } ]
    Thing: [ { id: t, owner: ben } ]
  $defs:
    Owned: { type: object, required: [owner], properties: { owner: { $ref: Person } } }
states:
  Thing.state:
    initial: open
    states:
      open:
        on:
          give: { input: { $ref: Owned }, set: { owner: input.owner } }
          choose: { input: { $ref: Owned }, set: { owner: '[input.owner].filter(o, true)[0]' } }
          hand: { input: { $ref: Owned }, then: [ { update: Thing, by: this, set: { owner: input.owner } } ] }
authentication:
  schemes:
    sign-on: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: S }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string, maxLength: 20 } } } }
  security: [ { sign-on: [] } ]
  default: allow
  unreadable: ${unreadable}
  rules: { Person: { read: this.id == caller.sub } }
endpoints:
  POST /create: { create: Thing, body: [id, owner], status: 201 }
  POST /set/{id}: { create: Thing, body: { $ref: Owned }, set: { id: input.path.id, owner: input.body.owner }, status: 201 }
  POST /chosen/{id}: { create: Thing, body: { $ref: Owned }, set: { id: input.path.id, owner: '[input.body.owner].filter(o, true)[0]' }, status: 201 }
  POST /chosen/{id}/give: { transition: Thing.choose, status: 204 }
  POST /do/on: { do: [ { update: Person, by: input.body.owner, set: { boss: input.body.owner } } ], body: { $ref: Owned }, status: 204 }
  POST /do/all: { do: [ { for: { as: one, in: '[input.body.owner]' }, update: Person, by: { id: one.id }, set: { boss: 'null' } } ], body: { $ref: Owned }, status: 204 }
  POST /do/by/{id}: { do: [ { update: Person, by: { id: input.path.id }, set: { boss: 'null' } } ], status: 204 }
  POST /do/own: { do: [ { create: Person, set: { id: input.body.id } }, { update: Person, by: { id: input.body.id }, set: { boss: 'null' } }, { update: Person, by: { id: '"ann"' }, set: { boss: 'null' } } ], body: { id: { type: string, maxLength: 9 } }, status: 204 }
  PUT /pairs/{a}/{n}: { put: Pair, by: { owner: input.path.a, n: input.path.n }, body: [], status: 204 }
  PATCH /things/{id}: { update: Thing, body: [owner], status: 204 }
  PUT /things/{id}/replace: { replace: Thing, body: [owner], status: 204 }
  PUT /things/{id}: { put: Thing, body: [owner], status: 204 }
  POST /things/{id}/give: { transition: Thing.give, status: 204 }
  POST /things/{id}/map: { transition: Thing.give, body: { $ref: Owned }, input: { owner: input.body.owner }, status: 204 }
  POST /do/give/{id}: { do: [ { transition: Thing.give, by: { id: input.path.id }, input: { owner: input.body.owner } } ], body: { $ref: Owned }, status: 204 }
  POST /things/{id}/hand: { transition: Thing.hand, status: 204 }
  POST /do/create/{id}: { do: [ { create: Thing, set: { id: input.path.id, owner: input.body.owner } } ], body: { $ref: Owned }, status: 201 }
  POST /do/update/{id}: { do: [ { update: Thing, by: { id: input.path.id }, set: { owner: input.body.owner } } ], body: { $ref: Owned }, status: 204 }
  POST /do/let/{id}: { let: { who: input.body.owner }, do: [ { create: Thing, set: { id: input.path.id, owner: who } } ], body: { $ref: Owned }, status: 201 }
  POST /do/each:
    do: [ { for: { as: item, in: input.body.items }, create: Thing, set: { id: item.id, owner: item.owner } } ]
    body: { items: { type: array, maxItems: 9, items: { type: object, required: [id, owner], properties: { id: { type: string, maxLength: 9 }, owner: { $ref: Person } } } } }
    status: 201
  POST /do/query: { do: [ { create: Thing, set: { id: input.query.id, owner: input.query.owner } } ], parameters: { query: { id: { type: string, maxLength: 9, required: true }, owner: { $ref: Person, required: true } } }, status: 201 }
errors:
  media: application/json
  body: { met: '[error.condition, error.?subject.orValue(""), error.?name.orValue("")].filter(word, word != "").join(" ")' }
  precedence: standard
  catalogue:
    refused: { on: [unauthenticated, malformed, invalid, dangling, duplicate, not-found, illegal-transition], status: 422 }
    no: { on: forbidden, status: 403 }
`

const sent = (method: string, target: string, owner: string): Asked => ({
  method,
  target,
  body: JSON.stringify(target === '/do/each' ? { items: [{ id: 'e', owner }] } : target === '/create' ? { id: 'c', owner } : { owner }),
})
const asked: readonly (readonly [method: string, target: string])[] = [
  ['POST', '/create'],
  ['POST', '/set/s'],
  ['PATCH', '/things/t'],
  ['PUT', '/things/t/replace'],
  ['PUT', '/things/p'],
  ['POST', '/things/t/give'],
  ['POST', '/things/t/map'],
  ['POST', '/do/give/t'],
  ['POST', '/chosen/z'],
  ['POST', '/chosen/t/give'],
  ['POST', '/do/create/x'],
  ['POST', '/do/update/t'],
  ['POST', '/do/let/y'],
  ['POST', '/do/each'],
]

function asBen(request: Asked): Asked {
  return { ...request, credentials: new Map([['sign-on', { kind: 'valid', claims: { sub: 'ben' }, scopes: [] }]]) }
}

async function statuses(unreadable: string, owner: string): Promise<readonly string[]> {
  const { facts, problems } = factsOf(completed(document(unreadable)))
  assert.deepEqual(problems, [])
  return answers(
    facts,
    asked.map(([method, target]) => asBen(sent(method, target, owner))),
  )
}

test('is `forbidden` with `unreadable: forbidden`', async () => {
  assert.deepEqual(
    await statuses('forbidden', 'ann'),
    asked.map(() => '403 {"met":"forbidden Person read"}'),
  )
})

test('is `dangling` with `unreadable: not-found`, like a reference to a missing record', async () => {
  assert.deepEqual(
    await statuses('not-found', 'ann'),
    asked.map(() => '422 {"met":"dangling Thing.owner"}'),
  )
  assert.deepEqual(
    await statuses('forbidden', 'none'),
    asked.map(() => '422 {"met":"dangling Thing.owner"}'),
  )
})

test('may be written if the caller may read the record', async () => {
  assert.deepEqual(await statuses('forbidden', 'ben'), [
    '201',
    '201',
    '204',
    '204',
    '204',
    '204',
    '204',
    '204',
    '201',
    '204',
    '201',
    '204',
    '201',
    '201',
  ])
})

test('accepts an unreadable reference in the effects of a transition', async () => {
  assert.deepEqual(await answers(factsOf(completed(document('forbidden'))).facts, [asBen(sent('POST', '/things/t/hand', 'ann'))]), ['204'])
})

test('a step of `do` changes a record that the request names only if the caller may read it', async () => {
  const targets = [
    asBen(sent('POST', '/do/on', 'ann')),
    asBen(sent('POST', '/do/all', 'ann')),
    asBen({ method: 'POST', target: '/do/by/ann' }),
  ]
  const absent = [
    asBen(sent('POST', '/do/on', 'none')),
    asBen(sent('POST', '/do/all', 'none')),
    asBen({ method: 'POST', target: '/do/by/none' }),
  ]
  const mine = [
    asBen(sent('POST', '/do/on', 'ben')),
    asBen(sent('POST', '/do/all', 'ben')),
    asBen({ method: 'POST', target: '/do/by/ben' }),
  ]
  const hidden = factsOf(completed(document('not-found'))).facts
  const notThere = ['422 {"met":"dangling Person"}', '422 {"met":"not-found Person"}', '422 {"met":"not-found Person"}']
  assert.deepEqual(await answers(hidden, targets), notThere)
  assert.deepEqual(await answers(hidden, absent), notThere)
  assert.deepEqual(await answers(hidden, mine), ['204', '204', '204'])
  const told = factsOf(completed(document('forbidden'))).facts
  assert.deepEqual(
    await answers(told, targets),
    targets.map(() => '403 {"met":"forbidden Person read"}'),
  )
  assert.deepEqual(await answers(told, absent), notThere)
})

test('runs a step of `do` on created and named records, readable or not', async () => {
  assert.deepEqual(
    await answers(factsOf(completed(document('not-found'))).facts, [asBen({ method: 'POST', target: '/do/own', body: '{"id":"new"}' })]),
    ['204'],
  )
})

test('the key of a `put` may contain references', async () => {
  const put = (owner: string): Asked => asBen({ method: 'PUT', target: `/pairs/${owner}/1`, body: '{}' })
  const all = [put('ann'), put('none'), put('ben')]
  assert.deepEqual(await answers(factsOf(completed(document('not-found'))).facts, all), [
    '422 {"met":"dangling Pair.owner"}',
    '422 {"met":"dangling Pair.owner"}',
    '204',
  ])
  assert.deepEqual(await answers(factsOf(completed(document('forbidden'))).facts, all), [
    '403 {"met":"forbidden Person read"}',
    '422 {"met":"dangling Pair.owner"}',
    '204',
  ])
})
