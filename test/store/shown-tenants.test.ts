// Printed answers contain only records of the caller's tenant, like those from memory.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

const document = completed(`
resources:
  Author:
    key: id
    tenant: { shop: claims.shop }
    properties:
      id: { type: string, maxLength: 9 }
      shop: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 20 }
      mail: { type: string, maxLength: 20 }
      books: { inverse: Book.author }
    required: [id, shop, name]
  Book:
    key: id
    tenant: { shop: claims.shop }
    properties:
      id: { type: integer, minimum: 0, maximum: 999 }
      shop: { type: string, maxLength: 9 }
      title: { type: string, maxLength: 20 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99 }
      open: { type: boolean }
      author: { $ref: Author, onDelete: restrict }
      kind: { $ref: Kind, onDelete: restrict }
    required: [id, shop, title, price, open, author, kind]
  Kind:
    key: id
    properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 } }
    required: [id, name]
  views:
    Person: { of: Author, take: [id, name, mail], properties: { count: 'this.books.size()', books: 'this.books.map(b, b.title)', open: 'Book.filter(b, b.open).size()' } }
    Whole: { of: Book, take: [id, title, price, author], properties: { by: Person(this.author), kind: this.kind.name, all: 'Book.size()', alike: 'Book.exists(b, b.title == this.title && b.id != this.id)' } }
  records:
    Kind: [{ id: k, name: novel }]
authentication:
  schemes:
    token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, audience: [a], claimsSet: { type: object, required: [sub, shop], properties: { sub: { type: string }, shop: { type: string, maxLength: 9 } } } }
  security: [{ token: [] }]
  unreadable: not-found
  default: deny
  rules:
    Author: { read: true, create: true, mail: { read: this.id == claims.sub } }
    Book: { read: this.open || this.author.id == claims.sub, create: true, update: true, delete: true, price: { read: this.author.id == claims.sub } }
    Kind: { read: true }
errors:
  body: { met: error.condition }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: [invalid, cursor-expired], status: 422 }
    absent: { on: not-found, status: 404 }
    who: { on: unauthenticated, status: 401 }
    no: { on: forbidden, status: 403 }
    taken: { on: duplicate, status: 409 }
    loose: { on: dangling, status: 422 }
    bad: { on: [malformed, unsupported-media, too-large], status: 400 }
endpoints:
  POST /authors: { create: Author, body: [id, name, mail], status: 201, output: Person(this) }
  POST /books: { create: Book, body: [id, title, price, open, author, kind], status: 201, output: Whole(this) }
  PATCH /books/{id}: { update: Book, body: [title, open], status: 200, output: { now: Whole(this), then: Whole(old) } }
  GET /books/{id}: { read: Book, conditional: optional, status: 200, output: Whole(this) }
  GET /books: { list: Book, filter: [open], sort: [title], order: [id], page: { style: cursor, size: 2, max: 9 }, status: 200, output: { books: 'items.map(b, Whole(b))', next: page.next, total: page.total } }
  GET /authors: { list: Author, order: [id], page: none, status: 200, output: 'items.map(a, Person(a))' }
  GET /authors/{id}: { read: Author, status: 200, output: Person(this) }
  GET /kinds: { list: Kind, order: [id], page: none, status: 200, output: 'items.map(k, {"name": k.name, "books": Book.filter(b, b.kind == k).size()})' }
  GET /found/{id}: { answer: {}, with: { book: { find: Book, by: { id: input.path.id } } }, status: 200, output: { book: Whole(book), by: Person(book.author) } }
`)

const callers = [
  ['ann', 'one'],
  ['bob', 'one'],
  ['ann', 'two'],
] as const
const targets = [
  '/books',
  '/books?open=true',
  '/books?sort=-title&size=9',
  '/authors',
  '/authors/ann',
  '/authors/bob',
  '/kinds',
  '/books/1',
  '/books/2',
  '/books/3',
  '/books/4',
  '/found/1',
  '/found/2',
  '/found/4',
]

function presented([sub, shop]: readonly [string, string]) {
  return new Map([['token', { kind: 'valid', claims: { sub, shop, aud: 'a' }, scopes: [] } as const]])
}

const made: readonly (readonly [caller: number, method: string, target: string, body: unknown])[] = [
  [0, 'POST', '/authors', { id: 'ann', name: 'Ann', mail: 'a@one' }],
  [0, 'POST', '/authors', { id: 'bob', name: 'Bob', mail: 'b@one' }],
  [2, 'POST', '/authors', { id: 'ann', name: 'Anna', mail: 'a@two' }],
  [0, 'POST', '/books', { id: 1, title: 'A', price: 1.5, open: true, author: 'ann', kind: 'k' }],
  [0, 'POST', '/books', { id: 2, title: 'B', price: 2, open: false, author: 'ann', kind: 'k' }],
  [1, 'POST', '/books', { id: 3, title: 'C', price: 3, open: false, author: 'bob', kind: 'k' }],
  [2, 'POST', '/books', { id: 1, title: 'B', price: 9, open: true, author: 'ann', kind: 'k' }],
  [2, 'POST', '/books', { id: 4, title: 'B', price: 4, open: false, author: 'ann', kind: 'k' }],
  [0, 'PATCH', '/books/1', { title: 'B', open: false }],
]

void test('shows a tenant only its own records, in memory and in SQLite', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const service = await both(facts, 'shown-tenants')
  const send = async (caller: number, method: string, target: string, body?: unknown) => {
    const headers = new Map(method === 'PATCH' ? [['content-type', 'application/merge-patch+json']] : [])
    const answered = await service.send({
      method,
      target,
      headers,
      credentials: presented(callers[caller]!),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    assert.equal(answered.difference, undefined, `${String(callers[caller])}: ${method} ${target}`)
    return answered.sqlite
  }
  try {
    for (const [caller, method, target, body] of made) {
      const { status, body: answer } = await send(caller, method, target, body)
      assert.ok(status < 300, `${target}: ${status} ${String(answer)}`)
    }
    for (const caller of callers.keys()) {
      for (const target of targets) {
        let next: string | undefined = target
        while (next !== undefined) {
          const { status, body } = await send(caller, 'GET', next)
          const page: unknown = status === 200 ? JSON.parse(String(body)) : undefined
          const cursor: unknown = page !== null && typeof page === 'object' && 'next' in page ? page.next : undefined
          next = typeof cursor === 'string' ? `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}` : undefined
        }
      }
    }
  } finally {
    await service.close()
  }
})

void test('reads a page of a tenant with one statement', async () => {
  const { facts, sealed, statements, close } = await planned(document)
  try {
    for (const target of ['/books?size=9', '/authors']) {
      statements.length = 0
      const { status } = await sealed.backend.answer({
        ...exchangeOf(facts, { method: 'GET', target }, target, undefined),
        credentials: presented(['ann', 'one']),
      })
      assert.equal(status, 200)
      const asked = statements.filter((sql) => sql.startsWith('SELECT') && !sql.startsWith('SELECT count') && !sql.includes('"$timer"'))
      assert.equal(asked.length, 1, asked.join('\n'))
      assert.match(asked[0]!, /concat\(.* WHERE .*"shop" = \?/)
    }
  } finally {
    await close()
  }
})
