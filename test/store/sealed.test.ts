// Compiled operations answer the same as the interpreter, character by character, with callers, rules and limits.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Answer } from '../../src/exchange/exchange.ts'
import type { Credential } from '../../src/exchange/credential.ts'
import { completed } from '../meaning/transcript.ts'
import { planned } from './planned.ts'
import { type Asked, exchangeOf } from './both.ts'

const digest = (key: string): string => hash('sha256', key)

const document = (unreadable: string): string =>
  completed(`
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 }, digest: { type: string, maxLength: 64 } }
    required: [id, name, digest]
    unique: [digest]
  Note:
    key: id
    properties:
      id: { type: string, pattern: '^[a-z]+$' }
      text: { type: string, maxLength: 20 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99 }
      open: { type: boolean }
      hint: { type: [string, 'null'], maxLength: 9 }
      due: { type: string, format: date-time }
      owner: { $ref: Person, onDelete: restrict }
      helper: { $ref: Person, onDelete: restrict }
    required: [id, text, price, open, owner]
  views:
    Seen: { of: Note, take: [id, text, price, open, hint, due, helper], properties: { owner: this.owner.name } }
    Plain: { of: Note, take: [id, text, open, hint, owner], properties: { fixed: { const: "it's 1" } } }
  records:
    Person: [{ id: ann, name: Ann, digest: ${digest('key-ann')} }, { id: bob, name: Bob, digest: ${digest('key-bob')} }]
    Note:
      - { id: a, text: 'first "one"', price: 1.50, open: false, owner: ann, due: '2026-02-01T10:00:00+01:00' }
      - { id: b, text: "second\\n", price: 20, open: true, owner: ann, helper: bob, hint: 'é' }
      - { id: c, text: third, price: 0.05, open: false, owner: bob }
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { digest: digest(credential) } } }
  security: [{ key: [] }]
  unreadable: ${unreadable}
  default: deny
  rules:
    Person: { read: true }
    Note: { read: caller == this.owner || this.open }
limits:
  rates: { few: { quota: 60, window: PT1M, burst: 6, partition: caller.id } }
  headers: true
errors:
  body: { met: error.condition, errors: error.errors }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: [invalid, cursor-expired], status: 422 }
    absent: { on: not-found, status: 404 }
    who: { on: unauthenticated, status: 401 }
    much: { on: rate-limited, status: 429 }
${unreadable === 'forbidden' ? '    no: { on: forbidden, status: 403 }' : ''}
endpoints:
  GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: Seen(this), cache: private }
  GET /plain/{id}: { read: Note, conditional: optional, status: 200, output: Plain(this) }
  GET /plain: { list: Note, filter: [open], sort: [text, open, hint, owner], order: [id], page: { style: cursor, size: 1, max: 3 }, status: 200, output: { notes: 'items.map(n, Plain(n))', next: page.next } }
  GET /texts: { list: Note, order: [-text, id], page: { style: offset, size: 2 }, status: 200, output: 'items.map(n, n.text)' }
  GET /hints: { list: Note, order: [id], page: { style: offset, size: 9 }, status: 200, output: 'items.map(n, n.due)' }
  GET /notes: { list: Note, filter: [open, price, owner], sort: [price], order: [-price, id], page: { style: cursor, size: 2, max: 3 }, status: 200, output: { notes: 'items.map(n, Seen(n))', next: page.next } }
`)

/** `statements` are the statements of the compiled operations that read notes, `all` includes all others. */
type Pair = {
  send(
    request: Asked & { readonly key?: string; readonly presented?: Credential },
  ): Promise<{ readonly plain: Answer; readonly sealed: Answer; readonly statements: readonly string[]; readonly all: readonly string[] }>
  advance(): void
  close(): Promise<void>
}

async function pair(text: string): Promise<Pair> {
  const { facts, clock, plain, sealed, statements, close } = await planned(text)
  const presented = (key: string | undefined): Credential =>
    key === undefined ? { kind: 'missing' } : key === '' ? { kind: 'invalid' } : { kind: 'valid', credential: key, scopes: [] }
  let count = 0
  return {
    async send({ key, presented: said, ...request }) {
      // A separate turn: requests of one turn share their look-ups.
      await new Promise(setImmediate)
      const made = (id: string) => ({
        ...exchangeOf(facts, request, id, undefined),
        credentials: new Map([['key', said ?? presented(key)]]),
      })
      statements.length = 0
      const id = `r${++count}`
      return {
        plain: await plain.backend.answer(made(id)),
        sealed: await sealed.backend.answer(made(id)),
        statements: statements.filter((sql) => sql.includes('"Note"')),
        all: [...statements],
      }
    },
    advance: () => clock.advance(60_000),
    close,
  }
}

const requests: readonly (Asked & { readonly key?: string; readonly planned: boolean })[] = [
  { key: 'key-ann', method: 'GET', target: '/notes/a', planned: true },
  { key: 'key-ann', method: 'HEAD', target: '/notes/b', planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes/b', planned: true },
  {
    key: 'key-bob',
    method: 'GET',
    target: '/notes/b',
    headers: new Map([
      ['if-none-match', '"other"'],
      ['accept', 'application/json, text/html;q=0.5'],
    ]),
    planned: true,
  },
  { key: 'key-bob', method: 'GET', target: '/notes/b', headers: new Map([['if-none-match', '*']]), planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes/b', headers: new Map([['if-match', '"other"']]), planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes/b', headers: new Map([['if-match', '*']]), planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes/a', planned: false },
  { key: 'key-bob', method: 'GET', target: '/notes/z', planned: false },
  { key: 'key-bob', method: 'GET', target: '/notes/B', planned: false },
  { key: 'key-bob', method: 'GET', target: '/notes/b', headers: new Map([['accept', 'text/html']]), planned: false },
  { key: 'key-nobody', method: 'GET', target: '/notes/b', planned: false },
  { key: '', method: 'GET', target: '/notes/b', planned: false },
  { method: 'GET', target: '/notes/b', planned: false },
  { key: 'key-ann', method: 'GET', target: '/notes', planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes?open=true&sort=price&owner=ann', planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes?price[gte]=0.05&price[lt]=20', planned: true },
  { key: 'key-bob', method: 'GET', target: '/notes?price=cheap', planned: false },
  { key: 'key-bob', method: 'GET', target: '/notes?size=4', planned: false },
  { key: 'key-bob', method: 'GET', target: '/notes?cursor=abc', planned: false },
]

for (const unreadable of ['not-found', 'forbidden']) {
  void test(`plans answer like the interpreter, with \`unreadable: ${unreadable}\``, async () => {
    const service = await pair(document(unreadable))
    // The earlier request is cached: it is sent once more.
    for (const { planned, ...request } of [...requests, ...requests]) {
      const { plain, sealed, statements } = await service.send(request)
      const about = `${request.method} ${request.target} by ${request.key}`
      assert.deepEqual(sealed, plain, about)
      // A printed answer joins the referenced records; the interpreter looks them up.
      assert.equal(statements.length === 1 && statements[0]!.includes(' JOIN '), planned, `${about}: ${statements.join('; ')}`)
      service.advance()
    }
    const first = await service.send({ key: 'key-ann', method: 'GET', target: '/notes?size=1' })
    const next = (JSON.parse(String(first.sealed.body)) as { next: string }).next
    // The rule of notes reads the caller, so a cursor belongs to its caller.
    for (const [key, status] of [
      ['key-ann', 200],
      ['key-bob', 422],
      ['key-ann', 200],
    ] as const) {
      const { sealed, plain } = await service.send({ key, method: 'GET', target: `/notes?size=1&cursor=${next}` })
      assert.deepEqual(sealed, plain)
      assert.equal(sealed.status, status)
    }
    await service.close()
  })
}

void test('counts each request once in every path', async () => {
  const service = await pair(document('not-found'))
  const statuses: number[] = []
  for (const target of ['/notes/a', '/notes/z', '/notes', '/notes/a', '/notes?size=9', '/notes/b', '/notes/a', '/notes/b']) {
    const { plain, sealed } = await service.send({ key: 'key-ann', method: 'GET', target })
    assert.deepEqual(sealed, plain, target)
    statuses.push(sealed.status)
  }
  assert.deepEqual(statuses, [200, 404, 200, 200, 422, 200, 429, 429])
  await service.close()
})

/** Callers are identified by their credential alone, without a record. */
const knownAlone = (partition: string, caller: string): string =>
  completed(`
resources:
  Note:
    key: id
    properties: { id: { type: string, pattern: '^[a-z]+$' }, owner: { type: string, maxLength: 9 }, price: { type: integer, minimum: 0, maximum: 99 } }
    required: [id, owner, price]
  records: { Note: [{ id: a, owner: ann, price: 1 }, { id: b, owner: bob, price: 20 }, { id: c, owner: bob, price: 0 }] }
authentication:
  schemes: { key: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claimsSet: { type: object, properties: { sub: { type: string }, admin: { type: boolean } }, required: [sub] }, scopes: 'claims.?admin.orValue(false) ? ["notes", "all"] : ["notes"]' } }
  security: [{ key: [notes] }]
  caller: ${caller}
  unreadable: not-found
  default: deny
  rules: { Note: { read: this.price >= 2 - 1 && (this.owner == caller.sub || claims.?admin.orValue(false)) } }
limits:
  rates: { few: { quota: 60, window: PT1M, burst: 6, partition: ${partition} } }
  quotas: { day: { quota: 600, window: P1D, partition: caller.sub } }
  headers: true
errors:
  body: { met: error.condition, errors: error.errors }
  media: application/json
  precedence: standard
  catalogue: { wrong: { on: [invalid, cursor-expired], status: 422 }, absent: { on: not-found, status: 404 }, who: { on: [unauthenticated, insufficient-scope], status: 401 }, much: { on: [rate-limited, quota-exceeded], status: 429 } }
endpoints:
  GET /notes/{id}: { read: Note, conditional: optional, status: 200, output: Note(this), limits: [few] }
  GET /all: { list: Note, filter: [owner], order: [id], page: { style: cursor, size: 2 }, status: 200, output: { notes: 'items.map(n, Note(n))', next: page.next }, security: [{ key: [all] }], limits: [few] }
  GET /notes: { list: Note, filter: [owner], order: [id], page: { style: cursor, size: 2 }, status: 200, output: { notes: 'items.map(n, Note(n))', next: page.next }, limits: [few] }
`)

for (const [partition, caller] of [
  ['request.address', 'claims'],
  ['caller.sub', '\'{"sub": claims.sub}\''],
  ["'digest(claims.sub + request.address)'", 'claims'],
] as const) {
  void test(`a caller identified by the credential alone needs no look-up and no transaction, with limits by ${partition} and callers that are ${caller}`, async () => {
    const service = await pair(knownAlone(partition, caller))
    const said: { readonly [name: string]: Credential } = {
      ann: { kind: 'valid', claims: { sub: 'ann' }, scopes: [] },
      bob: { kind: 'valid', claims: { sub: 'bob', admin: true }, scopes: [] },
      other: { kind: 'valid', claims: { name: 'ann' }, scopes: [] },
      late: { kind: 'expired' },
      wrong: { kind: 'invalid' },
      none: { kind: 'missing' },
    }
    const statuses: { [about: string]: number[] } = {}
    for (const target of ['/notes/a', '/notes/c', '/notes', '/notes?owner=bob', '/all', '/notes/a']) {
      for (const [name, presented] of Object.entries(said)) {
        for (const time of ['first', 'again']) {
          const { plain, sealed, all } = await service.send({ method: 'GET', target, presented })
          assert.deepEqual(sealed, plain, `${name} ${target} ${time}`)
          ;(statuses[name] ??= []).push(sealed.status)
          if (sealed.status === 200 && time === 'again')
            assert.deepEqual([all.length, all[0]!.startsWith('SELECT')], [1, true], all.join('; '))
        }
        service.advance()
      }
    }
    assert.deepEqual(statuses, {
      ann: [200, 200, 404, 404, 200, 200, 200, 200, 401, 401, 200, 200],
      bob: [200, 200, 404, 404, 200, 200, 200, 200, 200, 200, 200, 200],
      ...Object.fromEntries(['other', 'late', 'wrong', 'none'].map((name) => [name, Array.from({ length: 12 }, () => 401)])),
    })
    const limited: number[] = []
    for (let count = 0; count < 8; count++) {
      const { plain, sealed } = await service.send({
        method: 'GET',
        target: count % 2 === 0 ? '/notes' : '/notes/a',
        presented: said['ann']!,
      })
      assert.deepEqual(sealed, plain)
      limited.push(sealed.status)
    }
    assert.deepEqual(limited, [200, 200, 200, 200, 200, 200, 429, 429])
    await service.close()
  })
}

void test('SQLite prints complete records like the interpreter, page after page', async () => {
  const service = await pair(document('forbidden'))
  for (const order of ['text', '-text', 'open', '-open', 'hint', '-hint', 'owner', '-owner']) {
    let [next, count]: [string | null, number] = ['', 0]
    for (; next !== null; count++) {
      const { plain, sealed, statements } = await service.send({
        key: 'key-ann',
        method: 'GET',
        target: `/plain?sort=${order}${next === '' ? '' : `&cursor=${next}`}`,
      })
      assert.deepEqual(sealed, plain, order)
      assert.match(statements.join('; '), /^SELECT group_concat\(x, char\(31\)\) FROM \(SELECT concat\([^;]*$/)
      next = (JSON.parse(String(sealed.body)) as { next: string | null }).next
      service.advance()
    }
    assert.equal(count, 2, order)
  }
  for (const target of ['/texts', '/hints', '/plain/a', '/plain/b', '/plain/c', '/plain/d']) {
    const { plain, sealed, statements } = await service.send({ key: 'key-ann', method: 'GET', target })
    assert.deepEqual(sealed, plain)
    if (/plain.[ab]/.test(target)) assert.match(statements.join('; '), /^SELECT [^;]*concat\([^;]*$/)
    service.advance()
  }
  await service.close()
})

void test('SQLite quotes a text like the platform', () => {
  const database = new DatabaseSync(':memory:')
  const quote = database.prepare('SELECT json_quote(?) AS quoted')
  const same = (text: string): void => assert.equal(quote.get(text)!['quoted'], JSON.stringify(text))
  for (let code = 1; code < 0x300; code++) same(`a${String.fromCodePoint(code)}b`)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => same(text.replaceAll('\0', ''))))
  database.close()
})
