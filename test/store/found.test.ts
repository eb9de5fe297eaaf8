// Look-ups of a group of writes, or of the reads of one turn, run once, and again after a write: each request is answered as if it were
// alone.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import type { Credential } from '../../src/exchange/credential.ts'
import { createMemoryRuntime } from '../../src/meaning/meaning.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf } from './both.ts'

const digest = (key: string): string => hash('sha256', key)

/** Callers are found by a unique, or by their key. */
const schemes = {
  key: '{ type: apiKey, in: header, name: X-Key, find: { find: Person, by: { digest: digest(credential) } } } }',
  token:
    '{ type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }\n  caller: { find: Person, by: { id: string(claims.sub) } }',
} as const

const document = (by: keyof typeof schemes): string =>
  completed(`
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, digest: { type: string, maxLength: 64 }, limit: { type: integer, minimum: 0, maximum: 9 } }
    required: [id, digest, limit]
    unique: [digest]
  Note:
    key: id
    properties: { id: { type: string, maxLength: 9 }, by: { $ref: Person, onDelete: cascade }, size: { type: integer, minimum: 0, maximum: 9 } }
    required: [id, by, size]
  records:
    Person: [{ id: ann, digest: ${digest('ann')}, limit: 5 }, { id: bob, digest: ${digest('bob')}, limit: 5 }, { id: cid, digest: ${digest('cid')}, limit: 5 }]
authentication:
  schemes: { key: ${schemes[by]}
  security: [{ key: [] }]
  unreadable: not-found
  default: allow
  rules: { Note: { create: input.body.size <= caller.limit } }
errors:
  body: { met: error.condition }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: [invalid, malformed], status: 422 }
    absent: { on: not-found, status: 404 }
    who: { on: unauthenticated, status: 401 }
    no: { on: forbidden, status: 403 }
    taken: { on: [duplicate, dangling], status: 409 }
endpoints:
  POST /notes: { create: Note, body: [id, size], set: { by: caller }, status: 201, output: { id: this.id, by: this.by } }
  PATCH /people/{id}: { update: Person, body: [digest, limit], conditional: none, status: 200, output: { limit: this.limit } }
  DELETE /people/{id}: { delete: Person, conditional: none, status: 204 }
  GET /limit: { answer: {}, status: 200, output: { limit: caller.limit } }
  POST /tried:
    do:
      - { update: Person, by: { id: caller.id }, set: { limit: '0' } }
      - { create: Note, set: { id: input.body.id, by: caller, size: input.body.size } }
    body: { id: { type: string, maxLength: 9 }, size: { type: integer, minimum: 0, maximum: 9 } }
    status: 201
    output: { id: input.body.id }
`)

type Sent = readonly [key: string, method: string, target: string, body?: object]

async function sendTogether(
  context: TestContext,
  by: keyof typeof schemes,
  all: readonly Sent[],
): Promise<{ readonly statuses: readonly number[]; readonly alone: readonly number[]; readonly lookUps: number }> {
  const { facts, problems } = factsOf(document(by))
  assert.deepEqual(problems, [])
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-found-'))
  const statements: string[] = []
  const lent = {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    randomness: new SeededRandomness('found'),
    settings: new Map(),
    fixtures: false,
    depth: 32,
  }
  const sqlite = await createSqliteBackend(facts, join(folder, 'store.db'), { ...lent, onStatement: (sql) => void statements.push(sql) })
  if ('problem' in sqlite) throw new Error(sqlite.problem)
  context.after(async () => {
    await sqlite.close()
    rmSync(folder, { recursive: true })
  })
  const memory = createMemoryRuntime(facts, lent)
  const exchange = ([key, method, target, body]: Sent, id: string) => {
    const asked: Asked = {
      method,
      target,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: new Map([['content-type', 'application/json']]) }),
    }
    const presented: Credential =
      by === 'key' ? { kind: 'valid', credential: key, scopes: [] } : { kind: 'valid', claims: { sub: key }, scopes: [] }
    return { ...exchangeOf(facts, asked, id, undefined), credentials: new Map([['key', presented]]) }
  }
  statements.length = 0
  const answers = await Promise.all(all.map(async (sent, index) => sqlite.answer(exchange(sent, `r${index}`))))
  const begun = statements.filter((sql) => sql.startsWith('BEGIN')).length
  const isDoneAgain = statements.includes('ROLLBACK')
  assert.equal(
    begun,
    isDoneAgain ? 2 : 1,
    'they are one group, which is done again where something in it is taken back that was expected to stay',
  )
  const alone = all.map((sent, index) => memory.answerNow(exchange(sent, `r${index}`)).status)
  return {
    statuses: answers.map(({ status }) => status),
    alone,
    lookUps: statements.filter((sql) =>
      (by === 'key' ? /^SELECT .*"Person".* WHERE t0\."digest" = \?/ : /^SELECT .*"Person".* WHERE "id" = \?/).test(sql),
    ).length,
  }
}

const note = (key: string, id: string, size = 0): Sent => [key, 'POST', '/notes', { id, size }]

test('shows the writes of a group to later requests of the group', async (context) => {
  const { statuses, alone } = await sendTogether(context, 'key', [
    note('ann', 'a', 5),
    note('ann', 'b', 6),
    ['bob', 'PATCH', '/people/ann', { limit: 6 }],
    note('ann', 'c', 6),
    ['bob', 'PATCH', '/people/ann', { digest: digest('new') }],
    note('ann', 'd'),
    note('new', 'e'),
    note('cid', 'f'),
    ['bob', 'DELETE', '/people/cid'],
    note('cid', 'g'),
  ])
  assert.deepEqual(statuses, [201, 403, 200, 201, 200, 401, 201, 201, 204, 401])
  assert.deepEqual(statuses, alone)
})

for (const by of ['key', 'token'] as const) {
  void test(`looks up a caller once per group, by ${by}`, async (context) => {
    const { statuses, alone, lookUps } = await sendTogether(context, by, [
      note('ann', 'a'),
      note('bob', 'b'),
      note('ann', 'c'),
      note('bob', 'd'),
      note('nobody', 'e'),
      note('nobody', 'f'),
      note('ann', 'a'),
      note('ann', 'g'),
    ])
    assert.deepEqual(statuses, [201, 201, 201, 201, 401, 401, 409, 201])
    assert.deepEqual(statuses, alone)
    assert.ok(lookUps <= 5, `${lookUps} look-ups`)
  })

  void test(`looks up a caller once for all reads of a turn, by ${by}`, async (context) => {
    const read = (key: string): Sent => [key, 'GET', '/limit']
    const { statuses, alone, lookUps } = await sendTogether(context, by, [
      read('ann'),
      read('bob'),
      read('ann'),
      read('nobody'),
      read('bob'),
      read('ann'),
    ])
    assert.deepEqual(statuses, [200, 200, 200, 401, 200, 200])
    assert.deepEqual(statuses, alone)
    assert.ok(lookUps <= 3, `${lookUps} look-ups`)
  })

  void test(`a rolled-back request of a group leaves no trace for later requests, with callers found by ${by}`, async (context) => {
    const { statuses, alone } = await sendTogether(context, by, [
      note('ann', 'a', 5),
      ['ann', 'POST', '/tried', { id: 'a', size: 0 }],
      note('ann', 'b', 5),
      ['ann', 'POST', '/tried', { id: 'c', size: 0 }],
      note('ann', 'd', 5),
      note('bob', 'e', 5),
    ])
    assert.deepEqual(statuses, [201, 409, 201, 201, 403, 201])
    assert.deepEqual(statuses, alone)
  })
}
