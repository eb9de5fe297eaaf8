// Conditions for each item of a list that the request brings: alike in every store, and in SQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Author: { key: id, properties: { id: { type: string, minLength: 1, maxLength: 9 } } }
  Book:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      title: { type: string, maxLength: 100 }
      note: { type: string, maxLength: 100 }
      pages: { type: integer, minimum: 0, maximum: 9999 }
      tags: { type: array, maxItems: 9, items: { type: string, maxLength: 20 }, default: [] }
      author: { $ref: Author, onDelete: restrict }
    required: [id, title, pages, tags]
  records: { Author: [{ id: ann }, { id: bob }] }
states: none
endpoints:
  POST /books: { create: Book, body: [id, title, note, pages, tags, author], output: Book(this) }
  GET /books:
    list: Book
    parameters:
      query:
        q: { type: string, maxLength: 40 }
        tag: { type: array, maxItems: 10, items: { type: string, maxLength: 20 }, default: [] }
        any: { type: array, maxItems: 10, items: { type: string, maxLength: 20 } }
        below: { type: array, maxItems: 3, items: { type: integer, minimum: 0, maximum: 9999 }, default: [] }
        from: { type: array, maxItems: 3, items: { type: integer, minimum: 0, maximum: 9999 }, default: [] }
        by: { type: array, maxItems: 3, items: { type: string, maxLength: 9 }, default: [] }
    where: >-
      (input.query.q == null || input.query.q.split(" ").all(w, this.title.contains(w) || this.note != null && this.note.contains(w)))
      && input.query.tag.all(t, t in this.tags)
      && (input.query.any == null || !input.query.any.all(t, !(t in this.tags)))
      && (input.query.below.size() == 0 || input.query.below.exists(i, most, this.pages < most && (i >= input.query.from.size() || this.pages >= input.query.from[i])))
      && input.query.by.all(b, this.author != null && this.author.id != b)
    order: [id]
    page: { style: offset, size: 20 }
    output: { ids: 'items.map(b, b.id)', total: page.total }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const books = [
  { id: 1, title: 'The old man and the sea', pages: 120, tags: ['classic', 'sea'], author: 'ann' },
  { id: 2, title: 'The sea wolf', note: 'an old edition', pages: 300, tags: ['sea'], author: 'bob' },
  { id: 3, title: 'Emma', pages: 400, tags: ['classic'] },
  { id: 4, title: '50% of "it"', pages: 90, tags: [] },
]

test('tests each record for each item of a list of the request', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'unrolled')
  context.after(() => stores.close())
  for (const book of books) {
    const { memory, difference } = await stores.send({ method: 'POST', target: '/books', body: JSON.stringify(book) })
    assert.deepEqual([memory.status, difference], [201, undefined], String(memory.body))
  }
  const ids = async (query: string, expected: readonly number[]): Promise<void> => {
    const { memory, difference } = await stores.send({ method: 'GET', target: `/books?${query}` })
    assert.equal(difference, undefined, query)
    assert.deepEqual(JSON.parse(String(memory.body)), { ids: expected, total: expected.length }, query)
  }
  await ids('', [1, 2, 3, 4])
  await ids('q=sea', [1, 2])
  await ids('q=old+sea', [1, 2])
  await ids('q=old+sea+man', [1])
  await ids(`q=${encodeURIComponent('% "it"')}`, [4])
  await ids('q=', [1, 2, 3, 4])
  await ids('tag=sea&tag=classic', [1])
  await ids('tag=none', [])
  await ids('any=sea&any=classic', [1, 2, 3])
  await ids('any=none', [])
  await ids('below=200', [1, 4])
  await ids('below=200&from=100', [1])
  await ids('below=200&below=500&from=100&from=350', [1, 3])
  await ids('below=200&below=500&from=100', [1, 2, 3, 4])
  await ids('by=ann', [2])
  await ids('by=ann&by=bob', [])
  await ids('q=sea&tag=sea&below=200', [1])
})

test('the condition for each item is SQL', () => {
  const { facts } = factsOf(document)
  const { statements, close } = explainStatements(facts)
  const explained = statements(facts.operations.find(({ operation }) => operation.name === 'GET /books')!)
  close()
  const texts = explained.map(({ sql }) => sql)
  assert.ok(texts.every((sql) => sql !== undefined))
  assert.ok(
    texts.some((sql) => sql.includes('instr')),
    texts.join('\n'),
  )
})
