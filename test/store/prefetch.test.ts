// Look-ups that are sent together change no answer: neither the referenced records, nor a request's own writes, nor the order of refusals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const document = `
resources:
  Shelf: { key: id, properties: { id: { type: string, maxLength: 9 }, room: { type: string, maxLength: 9 } }, required: [room], unique: [room] }
  Book:
    key: isbn
    properties:
      isbn: { type: string, maxLength: 9 }
      number: { type: integer, generate: sequence }
      shelf: { $ref: Shelf, onDelete: restrict }
      beside: { $ref: Shelf, onDelete: cascade }
      copies: { type: integer, minimum: 0, default: 1 }
    required: [shelf]
    unique: [number]
states: none
endpoints:
  POST /shelves: { create: Shelf, body: [id, room], status: 201, output: Shelf(this) }
  PATCH /shelves/{id}: { update: Shelf, body: [room], status: 200, output: Shelf(this) }
  DELETE /shelves/{id}: { delete: Shelf, status: 204 }
  POST /books: { create: Book, body: [isbn, shelf, copies], status: 201, output: Book(this) }
  PATCH /books/{isbn}: { update: Book, body: [shelf, copies], require: { here: 'this.shelf.room != "closed"' }, status: 200, output: Book(this) }
  POST /moves:
    do:
      - { update: Shelf, by: input.body.shelf, set: { room: input.body.to }, as: moved }
      - { create: Shelf, set: { id: input.body.id, room: input.body.room }, as: made }
    body: { shelf: { $ref: Shelf }, to: { type: string, maxLength: 9 }, id: { type: string, maxLength: 9 }, room: { type: string, maxLength: 9 } }
    status: 201
    output: { rooms: '[moved.room, made.room]' }
  POST /taken:
    do: [ { for: { in: input.body.books, as: one }, update: Book, by: one, require: { left: one.copies > 0 }, set: { copies: one.copies - 1 } } ]
    body: { books: { type: array, maxItems: 9, items: { $ref: Book } } }
    status: 204
  GET /books: { list: Book, order: [isbn], page: none, status: 200, output: { books: 'items.map(b, Book(b))' } }
`

test('answers equal those of the memory store', async () => {
  const found = await answers(document, [
    'POST /shelves {"id":"a","room":"hall"}',
    'POST /shelves {"id":"b","room":"attic"}',
    'POST /shelves {"id":"c","room":"hall"}',
    'POST /books {"isbn":"1","shelf":"a"}',
    'POST /books {"isbn":"1","shelf":"a"}',
    'POST /books {"isbn":"2","shelf":"z"}',
    'POST /books {"isbn":"2","shelf":"b","copies":2}',
    // The room that a shelf leaves is free in the same transaction, and the one that it goes to is taken.
    'POST /moves {"shelf":"a","to":"cellar","id":"d","room":"hall"}',
    'POST /moves {"shelf":"a","to":"tower","id":"e","room":"tower"}',
    'POST /moves {"shelf":"z","to":"x","id":"f","room":"y"}',
    // One book twice: the second item sees the first one's write.
    'POST /taken {"books":["2","2"]}',
    'POST /taken {"books":["2","1"]}',
    'POST /taken {"books":["1","9"]}',
    'PATCH /books/1 {"shelf":"b"}',
    'PATCH /books/1 {"shelf":"z"}',
    'PATCH /books/9 {"shelf":"z"}',
    'PATCH /shelves/b {"room":"closed"}',
    'PATCH /books/1 {"copies":3}',
    'DELETE /shelves/b',
    'DELETE /shelves/a',
    'DELETE /shelves/a',
    'GET /books',
  ])
  assert.deepEqual(
    found.map((answer) => answer.slice(0, 3)),
    '201 201 409 201 409 422 201 201 409 422 204 403 422 200 422 404 200 403 409 204 404 200'.split(' '),
    found.join('\n'),
  )
})
