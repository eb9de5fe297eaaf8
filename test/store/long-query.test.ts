// A query whose rows are more than a turn can read is refused while it is read; a page of the same records is answered.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { exchangeOf } from './both.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: rows }
resources:
  Row: { key: id, index: [kind], properties: { id: { type: integer, generate: sequence }, kind: { type: string, maxLength: 9, default: a }, text: { type: string, maxLength: 9, default: text }, n: { type: integer, minimum: 0, maximum: 100000, default: 1 }, m: { type: integer, minimum: 0, maximum: 100000, default: 1 }, parent: { $ref: Row, onDelete: set-null }, parts: { inverse: Row.parent } }, required: [n, m] }
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  POST /rows: { create: Row, body: [n], output: Row(this) }
  GET /rows: { list: Row, order: [id], page: none, output: { rows: 'items.map(r, Row(r))' } }
  GET /pages: { list: Row, order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)', next: page.next } }
  GET /map: { answer: {}, output: { rows: 'Row.map(r, r.n)' } }
  GET /sum: { answer: {}, output: { sum: 'Row.filter(r, r.n > 0).map(r, r.n).sum()' } }
  GET /none: { list: Row, where: 'this.text.contains("z")', order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)' } }
  GET /total: { list: Row, where: 'this.text.contains("t")', order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)', total: page.total } }
  GET /exists: { answer: {}, output: { some: 'Row.exists(r, r.text == "z")' } }
  GET /all: { answer: {}, output: { all: 'Row.all(r, r.text == "text")' } }
  GET /count: { answer: {}, output: { size: 'Row.filter(r, r.text == "z").size()' } }
  GET /filter: { answer: {}, output: { rows: 'Row.filter(r, r.text == "z").map(r, r.id)' } }
  GET /nested: { answer: {}, output: { pairs: 'Row.filter(r, r.id < 500 && Row.exists(o, o.text < r.kind)).size()' } }
  GET /through: { list: Row, where: 'this.parent != null && this.parent.text == "z"', order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)' } }
  GET /parts: { answer: {}, with: { row: { find: Row, by: { id: '1' } } }, output: { size: 'row.parts.filter(p, p.text == "z").size()' } }
  GET /printed: { list: Row, where: 'this.id == 1', order: [id], page: none, output: { rows: 'items.map(r, {"parts": r.parts.map(p, p.n)})' } }
  GET /narrowed: { list: Row, where: 'this.kind == "a" && this.text.contains("z")', order: [n, id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)' } }
  GET /sorted: { list: Row, filter: [kind], sort: [m], order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)' } }
  POST /drop: { do: [ { for: { as: row, in: 'Row.filter(r, r.kind == "a")' }, delete: Row, by: row } ], status: 204 }
  GET /one: { answer: {}, output: { some: 'Row.exists(r, r.id == 7 && r.text == "z")' } }
  GET /indexed: { answer: {}, output: { some: 'Row.exists(r, r.kind == "b")' } }
  POST /clear: { do: [ { for: { as: row, in: 'Row.filter(r, true)' }, update: Row, by: row, set: { n: '0' } } ], status: 204 }
`

/** A clock that advances by a millisecond at each reading. */
function ticking() {
  let now = 0
  return { limit: 50, readElapsed: () => now++ }
}

const requests = [
  ['GET', '/rows'],
  ['GET', '/map'],
  ['GET', '/sum'],
  ['POST', '/clear'],
  ['GET', '/pages'],
] as const

/** The answers over a file with so many rows. */
async function answersOver(
  context: TestContext,
  rows: number,
  requests: readonly (readonly [method: string, target: string, caller?: string])[],
  text = document,
): Promise<readonly (readonly [number, string | undefined])[]> {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  const file = join(temporaryFolder(), 'store.db')
  const settings = {
    clock: new VirtualClock(0),
    fixtures: false,
    depth: 64,
    settings: new Map(),
    randomness: new SeededRandomness('rows'),
    cursors: { key: new Uint8Array(32), epoch: '0' },
    onFired: () => undefined,
  }
  const made = await createSqliteBackend(facts, file, settings)
  if ('problem' in made) throw new Error(made.problem)
  await made.close()
  const database = new DatabaseSync(file)
  database.exec(
    `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${rows}) INSERT INTO "Row" (${text === shops ? 'shop, ' : 'm, '}id, kind, text, n, ${text === shops ? '' : 'parent, '}"$version") SELECT ${text === shops ? "iif(x % 1000, 'large', 'small'), " : 'x % 1000, '}x, 'a', 'text', 1, ${text === shops ? '' : '1, '}x FROM c`,
  )
  database.close()
  const backend = await createSqliteBackend(facts, file, { ...settings, turn: ticking() })
  if ('problem' in backend) throw new Error(backend.problem)
  context.after(() => backend.close())
  const found: (readonly [number, string | undefined])[] = []
  for (const [method, target, caller] of requests) {
    const credentials = new Map([['jwt', { kind: 'valid', claims: { sub: caller ?? '' }, scopes: [] } as const]])
    const { status, trace } = await backend.answer(exchangeOf(facts, { method, target, credentials }, 'r', undefined))
    found.push([status, trace.condition])
  }
  return found
}

const refused = [503, 'timeout'] as const

test('refuses a query with more rows than a turn can read, and answers a page of them', async (context) => {
  assert.deepEqual(
    (await answersOver(context, 200, requests)).map(([status]) => status),
    [200, 200, 200, 204, 200],
  )
  assert.deepEqual(await answersOver(context, 50_000, requests), [refused, refused, refused, refused, [200, undefined]])
})

test('ends a statement that reads more rows than a turn allows and returns none', async (context) => {
  const scans = ['none', 'total', 'exists', 'all', 'count', 'filter'].map((name) => ['GET', `/${name}`] as const)
  assert.deepEqual(
    (await answersOver(context, 2500, scans)).map(([status]) => status),
    scans.map(() => 200),
  )
  assert.deepEqual(
    await answersOver(context, 200_000, scans),
    scans.map(() => refused),
  )
  assert.deepEqual(await answersOver(context, 2500, [['GET', '/nested']]), [refused], 'counts the rows of a nested query for each row')
  assert.deepEqual(
    await answersOver(context, 200_000, [
      ['GET', '/indexed'],
      ['GET', '/one'],
      ['GET', '/pages'],
    ]),
    [
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ],
    'what an index answers is not counted',
  )
})

test('ends a statement that looks at too many rows through references, an inverse, or beside an index', async (context) => {
  const scans = ['through', 'parts', 'printed', 'narrowed'].map((name) => ['GET', `/${name}`] as const)
  assert.deepEqual(
    (await answersOver(context, 1000, scans)).map(([status]) => status),
    scans.map(() => 200),
  )
  assert.deepEqual(
    await answersOver(context, 200_000, scans),
    scans.map(() => refused),
  )
})

test('ends a statement that sorts more rows than a turn allows, if no index has their order', async (context) => {
  const sorts = ['sorted?kind=a&sort=m', 'sorted?sort=m', 'sorted?kind=a', 'sorted?kind=b&sort=m'].map(
    (name) => ['GET', `/${name}`] as const,
  )
  const answered = [200, undefined]
  assert.deepEqual(await answersOver(context, 2500, sorts), [answered, answered, answered, answered])
  assert.deepEqual(await answersOver(context, 200_000, sorts), [refused, answered, answered, answered])
})

test('counts statements: a request that deletes many records is refused', async (context) => {
  assert.deepEqual(await answersOver(context, 100, [['POST', '/drop']]), [[204, undefined]])
  assert.deepEqual(await answersOver(context, 1900, [['POST', '/drop']]), [refused])
})

const shops = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: shops }
resources:
  Shop: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Row:
    key: id
    tenant: { shop: caller }
    properties:
      id: { type: integer, generate: sequence }
      shop: { $ref: Shop, onDelete: cascade }
      kind: { type: string, maxLength: 9, default: a }
      text: { type: string, maxLength: 9, default: text }
      n: { type: integer, minimum: 0, maximum: 100000, default: 1 }
    required: [shop, n]
  records: { Shop: [{ id: large }, { id: small }] }
states: none
authentication:
  schemes: { jwt: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: KEY }, lifetime: P1D, claimsSet: { type: object, required: [sub], properties: { sub: { type: string } } } } }
  security: [{ jwt: [] }]
  caller: { find: Shop, by: { id: claims.sub } }
  default: allow
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  GET /none: { list: Row, where: 'this.text.contains("z")', order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)' } }
  GET /count: { answer: {}, output: { size: 'Row.filter(r, r.text == "z").size()' } }
  GET /pages: { list: Row, order: [id], page: { style: cursor, size: 3 }, output: { rows: 'items.map(r, r.id)', next: page.next } }
`

test('counts the rows of one tenant, and no others', async (context) => {
  const asked = (caller: string) => ['none', 'count', 'pages'].map((name) => ['GET', `/${name}`, caller] as const)
  assert.deepEqual(await answersOver(context, 200_000, [...asked('large'), ...asked('small')], shops), [
    refused,
    refused,
    ...Array.from({ length: 4 }, () => [200, undefined]),
  ])
})
