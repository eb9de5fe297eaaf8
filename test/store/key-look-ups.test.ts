// Of a record that an expression only compares, the store reads nothing but the key.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both, exchangeOf } from './both.ts'
import { planned } from './planned.ts'

const document = completed(`
resources:
  Shelf:
    key: [room, row]
    softDelete: true
    properties:
      room: { type: string, maxLength: 9, fold: true }
      row: { type: integer, minimum: 0, maximum: 9 }
      label: { type: string, maxLength: 9, fold: true }
      note: { type: string, maxLength: 99 }
    required: [room, row, label, note]
    unique: [label]
  Book:
    key: id
    properties: { id: { type: integer, generate: sequence }, shelf: { $ref: Shelf, onDelete: restrict }, title: { type: string, maxLength: 9 } }
    required: [shelf, title]
  records:
    Shelf: [{ room: Hall, row: 1, label: Poems, note: oak }, { room: Hall, row: 2, label: plays, note: pine }, { room: Den, row: 1, label: maps, note: ash }]
    Book: [{ shelf: { room: Hall, row: 1 }, title: a }, { shelf: { room: Hall, row: 2 }, title: b }, { shelf: { room: hall, row: 1 }, title: c }]
endpoints:
  GET /shelves/{label}/books:
    with: { shelf: { find: Shelf, by: { label: input.path.label } } }
    list: Book
    where: this.shelf == shelf
    order: [id]
    page: none
    status: 200
    output: { books: 'items.map(b, b.title)' }
  GET /shelves/{label}/others:
    with: { shelf: { find: Shelf, by: { label: input.path.label } } }
    list: Book
    where: this.shelf != shelf
    order: [id]
    page: none
    status: 200
    output: { note: shelf.note, books: 'items.map(b, b.title)' }
  GET /shelves/{label}/key:
    with: { shelf: { find: Shelf, by: { label: input.path.label } } }
    answer: {}
    status: 200
    output: { shelf: shelf, isFirst: 'Shelf.exists(s, s == shelf && s.row == 1)' }
  DELETE /shelves/{room}/{row}: { delete: Shelf, by: { room: input.path.room, row: input.path.row }, status: 204 }
`)

const targets = ['poems', 'PLAYS', 'Maps', 'none'].flatMap((label) => ['books', 'others', 'key'].map((what) => `/shelves/${label}/${what}`))

test('a record of which only the key is read is found alike in each store, also after its deletion', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const sides = await both(facts, 'keys')
  const statuses: number[] = []
  for (const request of [
    ...targets.map((target) => ({ method: 'GET', target })),
    { method: 'DELETE', target: '/shelves/den/1' },
    { method: 'GET', target: '/shelves/maps/books' },
  ]) {
    const { memory, difference } = await sides.send(request)
    assert.equal(difference, undefined, request.target)
    statuses.push(memory.status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 200), 404, 404, 404, 204, 404])
  await sides.close()
})

test('a look-up reads the columns of the key alone where nothing else of the record is read', async () => {
  const { facts, sealed, statements, close } = await planned(document)
  const columnsOf: string[][] = []
  for (const what of ['books', 'others', 'key']) {
    // A separate turn: requests of one turn share their look-ups.
    await new Promise(setImmediate)
    statements.length = 0
    const { status } = await sealed.backend.answer(exchangeOf(facts, { method: 'GET', target: `/shelves/poems/${what}` }, what, undefined))
    assert.equal(status, 200)
    columnsOf.push(statements.flatMap((sql) => /^SELECT (.*) FROM "Shelf" .*"label/.exec(sql)?.[1] ?? []))
  }
  const [books, others, key] = columnsOf
  assert.deepEqual(books, ['t0."room", t0."row"'])
  for (const [columns] of [others!, key!]) assert.match(columns!, /"note"/)
  await close()
})
