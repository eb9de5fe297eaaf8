// The number of statements of each operation of the example on SQLite, for any number of records.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { type Asked, exchangeOf } from './both.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'

/** What begins and ends transactions reads and writes nothing. */
const control = /^(BEGIN|COMMIT|SAVEPOINT|RELEASE|ROLLBACK)/

type Counting = {
  call(
    method: string,
    target: string,
    body?: unknown,
    headers?: ReadonlyMap<string, string>,
  ): Promise<{ status: number; json: any; tag: string | undefined; statements: readonly string[] }>
  close(): Promise<void>
}

async function counting(text: string, name: string): Promise<Counting> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-count-'))
  const { facts, problems } = factsOf(text, name)
  assert.deepEqual(problems, [])
  const statements: string[] = []
  const backend = await createSqliteBackend(facts, join(folder, 'store.db'), {
    clock: new VirtualClock(Date.parse('2026-01-01T00:00:00Z')),
    randomness: new SeededRandomness('count'),
    settings: new Map(),
    fixtures: false,
    depth: 32,
    onStatement: (sql) => void statements.push(sql),
  })
  if ('problem' in backend) throw new Error(backend.problem)
  let count = 0
  return {
    async call(method, target, body, headers) {
      statements.length = 0
      const request: Asked = {
        method,
        target,
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      const answer = await backend.answer(exchangeOf(facts, request, `r${++count}`, undefined))
      const json = answer.body === undefined ? undefined : JSON.parse(String(answer.body))
      return {
        status: answer.status,
        json,
        tag: answer.headers.find(([name]) => name === 'ETag')?.[1],
        statements: statements.filter((sql) => !control.test(sql)),
      }
    },
    async close() {
      await backend.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test('operations of the example need few statements, and lists one for each resource', async () => {
  const service = await counting(readFileSync(new URL('../../examples/orders.md', import.meta.url), 'utf8'), 'orders.md')
  const counts: { [operation: string]: number } = {}
  const call: Counting['call'] = async (method, target, body, headers) => {
    const answer = await service.call(method, target, body, headers)
    assert.ok(answer.status < 300, `${method} ${target}: ${answer.status} ${JSON.stringify(answer.json)}`)
    const name = `${method} ${target.replace(/[0-9a-f]{8}-[0-9a-f-]+/, '{id}').replace(/\?.*/, '')}`
    counts[name] ??= answer.statements.length
    return answer
  }
  const orders: string[] = []
  // The first to ask when a timer is due next pays for it.
  await service.call('GET', '/products')
  for (let index = 0; index < 20; index++) {
    const customer = (await call('POST', '/customers', { name: `C${index}`, email: `c${index}@example.org` })).json.id
    const order = await call('POST', '/orders', {
      customer,
      lines: [
        { product: 'TEA-0001', quantity: 1 },
        { product: 'CUP-0002', quantity: 1 },
      ],
    })
    orders.push(order.json.id)
  }
  const [first, second, third] = orders
  await call('GET', '/orders')
  const {
    json: { customer },
  } = await call('GET', `/orders/${first}`)
  await call('GET', `/customers/${customer}`)
  await call('GET', '/products')
  const { tag } = await call('PATCH', `/orders/${first}`, { note: 'soon' }, new Map([['if-match', '*']]))
  assert.notEqual(tag, undefined)
  const placed = await call('POST', `/orders/${first}/place`)
  await call('POST', `/orders/${first}/pay`, { amount: placed.json.total })
  await call('GET', `/orders/${first}/payments`)
  await call('POST', `/orders/${first}/ship`)
  await call('POST', `/orders/${second}/cancel`)
  await call('DELETE', `/orders/${third}`)
  await service.close()
  assert.deepEqual(counts, {
    'POST /customers': 1,
    'GET /customers/{id}': 1,
    'GET /products': 1,
    // An event costs one statement, and the first of a commit one more to be numbered; a sequence one to read and one to store in each
    // commit; the customer's data in the event one to read.
    'POST /orders': 8,
    'GET /orders': 2,
    'GET /orders/{id}': 1,
    'PATCH /orders/{id}': 5,
    'DELETE /orders/{id}': 7,
    'POST /orders/{id}/place': 11,
    'POST /orders/{id}/pay': 9,
    'POST /orders/{id}/ship': 6,
    'POST /orders/{id}/cancel': 6,
    'GET /orders/{id}/payments': 3,
  })
})

const drafts = `
resources:
  Draft:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, slug: { type: string, maxLength: 9 }, text: { type: string, maxLength: 9 }, seen: { type: integer, minimum: 0, maximum: 9, default: 0 } }
    required: [slug, text]
    unique: [slug]
states: { Draft.status: { initial: draft, states: { draft: { on: { publish: { target: public, set: { seen: this.seen + 1 } } } }, public: {} } } }
endpoints:
  POST /drafts: { create: Draft, body: [slug, text], status: 201, output: { id: this.id } }
  PATCH /drafts/{id}: { update: Draft, body: [slug, text], status: 200, output: { slug: this.slug, text: this.text } }
  POST /public:
    do: [{ create: Draft, set: { slug: input.body.slug, text: input.body.text }, as: draft }, { transition: Draft.publish, by: draft }]
    body: { slug: { type: string, maxLength: 9 }, text: { type: string, maxLength: 9 } }
    status: 201
    output: { status: draft.status, seen: draft.seen, same: 'Draft.filter(d, d.slug == draft.slug).size()' }
`

test('writes each record once per transaction, with changed columns only', async (context) => {
  const service = await counting(completed(drafts), 'drafts.yaml')
  context.after(() => service.close())
  const writes = (statements: readonly string[]): string[] =>
    statements.filter((sql) => /^(INSERT|UPDATE)/.test(sql)).map((sql) => sql.replace(/ VALUES.*| WHERE.*/, ''))
  const made = await service.call('POST', '/drafts', { slug: 'a', text: 'one' })
  const published = await service.call('POST', '/public', { slug: 'b', text: 'two' })
  // A query over the table sees the put record.
  assert.deepEqual(published.json, { status: 'public', seen: 1, same: 1 })
  assert.deepEqual(
    [made, published].map(({ statements }) => writes(statements).length),
    [1, 1],
  )
  const changed = await service.call('PATCH', `/drafts/${made.json.id}`, { text: 'three' })
  assert.deepEqual(writes(changed.statements), ['UPDATE "Draft" SET "text" = ?, "$version" = ?'])
  assert.deepEqual(changed.json, { slug: 'a', text: 'three' })
})

const shop = `
resources:
  Country: { key: code, properties: { code: { type: string, maxLength: 2 }, name: { type: string, maxLength: 20 } }, required: [code, name] }
  Author:
    key: id
    properties: { id: { type: string, maxLength: 20 }, home: { $ref: Country, onDelete: restrict }, books: { inverse: Book.author } }
    required: [id, home]
  Book:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      author: { $ref: Author, onDelete: restrict }
      also: { type: array, maxItems: 5, items: { $ref: Author, onDelete: restrict } }
      reviews: { inverse: Review.book }
    required: [id, author, also]
  Review:
    key: id
    properties: { id: { type: integer, generate: sequence }, book: { $ref: Book, onDelete: cascade }, stars: { type: integer, minimum: 1, maximum: 5 } }
    required: [book, stars]
  views:
    Person: { of: Author, properties: { id: this.id, home: this.home.name, wrote: size(this.books) } }
    Shelf:
      of: Book
      properties:
        id: this.id
        author: Person(this.author)
        also: 'this.also.map(a, Person(a))'
        reviews: 'this.reviews.map(r, r.stars)'
        good: 'Review.exists(r, r.book == this && r.stars > 3)'
        others: 'Book.filter(b, b.author == this.author).size()'
states: none
endpoints:
  POST /countries: { create: Country, body: [code, name], status: 201 }
  POST /authors: { create: Author, body: [id, home], status: 201 }
  POST /books: { create: Book, body: [id, author, also], status: 201 }
  POST /reviews: { create: Review, body: [book, stars], status: 201 }
  GET /books: { list: Book, order: [id], page: { style: offset, size: 50, max: 50 }, status: 200, output: { books: 'items.map(b, Shelf(b))' } }
`

test('a list needs one statement for each look-up of its view, for any number of records', async () => {
  const service = await counting(completed(shop), 'shop.yaml')
  for (const code of ['no', 'se']) await service.call('POST', '/countries', { code, name: code.toUpperCase() })
  const authors = Array.from({ length: 8 }, (_, index) => `a${index}`)
  for (const [index, id] of authors.entries()) await service.call('POST', '/authors', { id, home: index % 2 === 0 ? 'no' : 'se' })
  const counts: number[] = []
  for (let index = 0; index < 30; index++) {
    const { status } = await service.call('POST', '/books', {
      id: `b${index}`,
      author: authors[index % 5],
      also: [authors[5], authors[5 + (index % 3)]],
    })
    assert.equal(status, 201)
    await service.call('POST', '/reviews', { book: `b${index}`, stars: (index % 5) + 1 })
    if (index === 9 || index === 29) counts.push((await service.call('GET', '/books')).statements.length)
  }
  const { json } = await service.call('GET', '/books')
  await service.close()
  assert.deepEqual(json.books[7], {
    id: 'b15',
    author: { id: 'a0', home: 'NO', wrote: 6 },
    also: [
      { id: 'a5', home: 'SE', wrote: 0 },
      { id: 'a5', home: 'SE', wrote: 0 },
    ],
    reviews: [1],
    good: false,
    others: 6,
  })
  assert.deepEqual(counts, [9, 9])
})
