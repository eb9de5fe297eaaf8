// Endings of paths: a verb after a colon (custom methods, AIP-136), or a format after a dot.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Publisher: { key: id, properties: { id: { type: string, maxLength: 20 } } }
  Book:
    key: [publisher, id]
    properties: { publisher: { $ref: Publisher, onDelete: restrict }, id: { type: string, maxLength: 20 } }
    required: [publisher, id]
  records: { Publisher: [{ id: p }], Book: [{ publisher: p, id: a }, { publisher: p, id: 'b:c' }] }
states:
  Book.state:
    initial: draft
    states: { draft: { on: { publish: { target: published } } }, published: { type: final } }
endpoints:
  POST /publishers/{publisher}/books: { create: Book, with: { publisher: { find: Publisher, by: { id: input.path.publisher } } }, body: [id], set: { publisher: publisher }, output: { id: this.id } }
  GET /publishers/{publisher}/books/{id}: { read: Book, output: { id: this.id, state: this.state } }
  POST /publishers/{publisher}/books/{id}:publish: { transition: Book.publish, output: { state: this.state } }
  GET /books:count: { answer: {}, output: { count: Book.size() } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('a verb after a parameter or a text chooses the operation', async (context) => {
  const { url } = await served(context, document)
  const send = async (method: string, path: string): Promise<readonly unknown[]> => {
    const response = await fetch(url + path, { method })
    const { id, state, count } = (await response.json()) as { id?: string; state?: string; count?: number }
    return [response.status, id ?? state ?? count, response.headers.get('allow')]
  }
  assert.deepEqual(await send('POST', '/publishers/p/books/a:publish'), [200, 'published', null])
  assert.deepEqual(await send('POST', '/publishers/p/books/a:publish'), [409, undefined, null])
  assert.deepEqual(await send('GET', '/books:count'), [200, 2, null])
  // A known verb has its own methods; any other colon belongs to the key.
  assert.deepEqual(await send('GET', '/publishers/p/books/a:publish'), [405, undefined, 'OPTIONS, POST'])
  assert.deepEqual(await send('GET', '/publishers/p/books/b:c'), [200, 'b:c', null])
  assert.deepEqual(await send('GET', '/publishers/p/books/b%3Ac'), [200, 'b:c', null])
  assert.deepEqual(await send('POST', '/publishers/p/books/b%3Ac:publish'), [200, 'published', null])
  assert.deepEqual(await send('POST', '/publishers/p/books/:publish'), [405, undefined, 'GET, HEAD, OPTIONS'])
})

test('http@1 puts the key of a referenced record into Location', async (context) => {
  const { url } = await served(context, document)
  const response = await fetch(`${url}/publishers/p/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"x:y"}',
  })
  assert.equal(response.headers.get('location'), '/publishers/p/books/x:y')
  assert.equal((await fetch(url + response.headers.get('location'))).status, 200)
})

test('a format after a parameter belongs to the path', async (context) => {
  const { url } = await served(
    context,
    `ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Book: { key: id, properties: { id: { type: string, maxLength: 20 } } }
  records: { Book: [{ id: a }, { id: a.json }, { id: count }] }
states: none
endpoints:
  GET /books.json: { answer: {}, output: { found: '"all"' } }
  GET /books/count.json: { answer: {}, output: { found: '"count"' } }
  GET /books/{id}.json: { read: Book, output: { found: this.id } }
  GET /books/{id}.old.json: { read: Book, output: { found: "'old ' + this.id" } }
  POST /books.json: { create: Book, body: [id], output: { found: this.id } }
  GET /plain/{id}: { read: Book, output: { found: this.id } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`,
  )
  const found = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path)
    return response.ok ? ((await response.json()) as { found: string }).found : response.status
  }
  assert.equal(await found('/books/a.json'), 'a')
  assert.equal(await found('/books/a.old.json'), 'old a')
  assert.equal(await found('/books/a.json.json'), 'a.json')
  assert.equal(await found('/books/count.json'), 'count')
  assert.equal(await found('/books.json'), 'all')
  assert.equal(await found('/books/a'), 404)
  assert.equal(await found('/books/.json'), 404)
  assert.equal(await found('/plain/a.json'), 'a.json')
  const created = await fetch(`${url}/books.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":"new"}',
  })
  assert.deepEqual([created.status, created.headers.get('location')], [201, '/books/new.json'])
})
