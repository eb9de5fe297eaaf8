// The selection of members by a query parameter: each member, nested ones, members that every answer has, and unknown names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { type OwnOptions, verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const books = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Book:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      title: { type: string, minLength: 1, maxLength: 20 }
      note: { type: string, minLength: 1, maxLength: 20 }
      chapters: { type: array, maxItems: 3, items: { type: object, properties: { title: { type: string, maxLength: 20 }, page: { type: integer, minimum: 1, maximum: 99 } }, required: [title, page], additionalProperties: false } }
    required: [title]
  views:
    WholeBook: { of: Book, take: [id, title, note, chapters] }
states: none
endpoints:
  POST /books: { create: Book, body: [title, note, chapters], output: Book(this) }
  GET /books/{id}: { read: Book, fields: { parameter: fields, always: [id] }, output: WholeBook(this) }
  GET /books:
    list: Book
    fields: only
    order: [title, id]
    page: none
    output: { books: 'items.map(b, WholeBook(b))' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const verifyBooks = (served: string, options: Partial<OwnOptions> = {}): ReturnType<typeof verifyServed> =>
  verifyServed(compileText(books), { seed: 'a', budget: 500, effort: 300, most: 1, served: compileText(served), ...options })

test('finds nothing where the members are selected as the document says', async () => {
  const report = await verifyBooks(books)
  assert.equal(report.findings.length, 0, verifyText(report))
})

const nested = books.replace(
  'take: [id, title, note, chapters]',
  "take: [id, title, note], properties: { chapters: 'this.?chapters.optMap(c, c.filter(each, true))' }",
)

for (const [name, served, line] of [
  ['a read that does not know the selection', books.replace('fields: { parameter: fields, always: [id] }, ', ''), /fields: \{ parameter/],
  ['a list that does not know the selection', books.replace('    fields: only\n', ''), /fields: only/],
  ['a member of every answer that is left out', books.replace(', always: [id]', ''), /always: \[id\]/],
  ['a selection that always has another member', books.replace('always: [id]', 'always: [id, title]'), /always: \[id\]/],
  ['nested members that cannot be selected', nested, /fields: /],
] as const) {
  test(`finds ${name}`, async () => {
    assert.notEqual(served, books)
    const report = await verifyBooks(served)
    assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), line)
  })
}
