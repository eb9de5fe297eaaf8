// A request of an older version is answered alike whether its body is decoded and its answer printed at once, or property by property.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Answer } from '../../src/exchange/exchange.ts'
import { upgradeExchange } from '../../src/exchange/version/query.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

const document = completed(`
resources:
  Parcel:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      receiver: { type: string, minLength: 1, maxLength: 8 }
      weight: { type: integer, minimum: 0, maximum: 9000 }
      parts: { type: array, maxItems: 3, items: { $ref: Part } }
      fragile: { type: boolean, default: false }
      sentAt: { type: string, format: date-time, generate: now }
    required: [receiver, weight, parts]
    unique: [receiver]
  $defs:
    Part: { type: object, required: [name], properties: { name: { type: string, maxLength: 8 }, count: { type: integer, minimum: 1, maximum: 9 } } }
endpoints:
  POST /parcels:
    create: Parcel
    body: [receiver, weight, parts, fragile]
    status: 201
    headers: { Location: '/parcels/\${this.id}', Link: '</parcels/\${this.id}>; rel=self', About: '/parcels/\${this.id}' }
    output: { parcel: Parcel(this) }
  GET /parcels/{id}: { read: Parcel, conditional: optional, status: 200, headers: { Link: '</parcels>; rel=collection' }, output: Parcel(this) }
  PATCH /parcels/{id}: { update: Parcel, body: [receiver, weight, fragile], conditional: optional, status: 200, output: Parcel(this) }
errors:
  media: application/json
  body: { met: error.condition, errors: error.errors }
  precedence: standard
  catalogue:
    version: { on: unknown-version, status: 400 }
    bad: { on: [malformed, invalid], status: 422 }
    large: { on: too-large, status: 413 }
    none: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
    stale: { on: precondition-failed, status: 412 }
    media: { on: unsupported-media, status: 415 }
versioning:
  scheme: path
  current: v3
  versions: { v1: {}, v2: {} }
  changes:
    v2:
      - rename: { Parcel.to: receiver, Part.title: name }
      - retype: { Parcel.weight: { up: int(value), down: string(value) } }
      - renameEndpoint: { 'GET /parcel/{id}': 'GET /parcels/{id}' }
    v3:
      - add: { Parcel.fragile: true }
      - remove: { Parcel.notes: '' }
`)

type Request = Asked & { readonly version: number }

async function sides(): Promise<{
  readonly send: (request: Request) => Promise<Answer>
  readonly statements: string[]
  readonly close: () => Promise<void>
}> {
  const { facts, plain, sealed, statements, close } = await planned(document, 5)
  let count = 0
  return {
    statements,
    close,
    async send({ version, ...request }) {
      const id = `r${++count}`
      const exchange = () =>
        upgradeExchange({
          ...exchangeOf(facts, request, id, undefined),
          requestedVersion: { version: facts.versions[version]!, prefix: `/v${version + 1}` },
        })
      const byRows = await plain.backend.answer(exchange())
      statements.length = 0
      const answer = await sealed.backend.answer(exchange())
      assert.deepEqual(untagged(answer), untagged(byRows))
      return answer
    },
  }
}

/** A rejected draft uses a version number, so that the tags differ in text. */
function untagged({ headers, ...answer }: Answer): Answer {
  return { ...answer, headers: headers.map(([name, value]) => [name, name === 'ETag' ? '' : value]) }
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

const members = fc.record(
  {
    to: fc.constantFrom('Ann', 'Bob', 'Cid', 'Dan', 'Eve', '', 'much too long', 7),
    receiver: fc.constantFrom('Ann', 'Bob', 'Dan', ''),
    weight: fc.constantFrom('7', '12', '13', '14', 'heavy', '-1', '99999', 3, null),
    fragile: fc.constantFrom(true, false, true, null, 'yes'),
    notes: fc.constantFrom('', 'x', nested(2), nested(7)),
    other: fc.constantFrom(1, nested(6)),
    parts: fc.constantFrom(
      [],
      [{ title: 'lid', count: 2 }],
      [{ title: 'box' }],
      [{ name: 'lid' }],
      [{ title: 'lid' }, { title: 'box', count: 0 }],
      'none',
    ),
  },
  { requiredKeys: ['to', 'weight', 'parts'] },
)

const lid: Request = {
  version: 0,
  method: 'POST',
  target: '/parcels',
  body: JSON.stringify({ to: 'Ann', weight: '7', parts: [{ title: 'lid', count: 2 }], notes: 'x' }),
}

const requests: fc.Arbitrary<Request> = fc
  .record({ version: fc.nat(2), body: members.map((body) => JSON.stringify(body)), kind: fc.nat(3), id: fc.integer({ min: 1, max: 3 }) })
  .map(({ version, body, kind, id }) =>
    kind === 0
      ? { version, method: 'GET', target: `/parcels/${id}` }
      : kind === 1
        ? { version, method: 'PATCH', target: `/parcels/${id}`, body, headers: new Map([['content-type', 'application/merge-patch+json']]) }
        : { version, method: 'POST', target: '/parcels', body },
  )

test('a body and an answer of an older version are those of the interpreter', async () => {
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 20, maxLength: 40 }), async (all) => {
      const { send, close } = await sides()
      for (const request of [lid, lid, ...all]) statuses.add((await send(request)).status)
      await close()
    }),
    { numRuns: 12 },
  )
  assert.deepEqual(
    [...statuses].toSorted((one, two) => one - two),
    [200, 201, 404, 409, 413, 422],
  )
})

test('a new record of an older version is written by one statement, without a savepoint, and is not read again', async () => {
  const { send, statements, close } = await sides()
  const { status, headers, body } = await send(lid)
  assert.deepEqual(
    [status, headers.filter(([name]) => name !== 'Content-Type'), body],
    [
      201,
      [
        ['Location', '/v1/parcel/1'],
        ['Link', '</v1/parcel/1>; rel=self'],
        ['About', '/parcels/1'],
      ],
      '{"parcel":{"id":1,"to":"Ann","weight":"7","parts":[{"title":"lid","count":2}],"sentAt":"2026-01-01T00:00:00.000Z","notes":""}}',
    ],
  )
  assert.deepEqual(
    statements.filter((sql) => /SAVEPOINT|"Parcel"/.test(sql)).map((sql) => sql.split(' (')[0]),
    ['INSERT INTO "Parcel"'],
  )
  await close()
})
