// A request chooses the members of the answer: alike in every store, in lists and reads, with rules, and without computing the others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapi } from '../../src/export/openapi/openapi.ts'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Author:
    key: id
    properties: { id: { type: integer, minimum: 1, maximum: 9 }, name: { type: string, maxLength: 40 }, born: { type: integer, minimum: 0, maximum: 2100 } }
    required: [id, name]
  Book:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      title: { type: string, maxLength: 40 }
      cost: { type: integer, minimum: 0, maximum: 100 }
      author: { $ref: Author }
      broken: { type: integer, compute: 'int(this.title)' }
      format: { type: object, properties: { width: { type: integer, minimum: 0, maximum: 99 }, height: { type: integer, minimum: 0, maximum: 99 } } }
    required: [id, title]
  views:
    Whole:
      of: Book
      take: [id, title, cost]
      properties:
        author: Author(this.author)
        size: { title: size(this.title), letters: 'this.title.split("")' }
        others: 'Book.filter(b, b.author == this.author).map(b, Brief(b))'
        broken: this.broken
        ?format: optional.ofNonZeroValue(this.format)
    Brief: { of: Book, take: [id, title] }
  records:
    Author: [{ id: 1, name: Ann, born: 1950 }]
    Book: [{ id: 1, title: One, cost: 3, author: 1, format: { width: 3, height: 4 } }, { id: 2, title: '22', author: 1 }, { id: 3, title: '33', cost: 4 }]
states: none
endpoints:
  GET /books: { list: Book, fields: fields, sort: [title], order: [id], page: { style: cursor, size: 2, max: 9 }, output: { books: 'items.map(b, Whole(b))', next: page.next } }
  GET /books/{id}: { read: Book, fields: only, strict: true, conditional: optional, output: { data: Whole(this) } }
authentication:
  schemes: {}
  security: none
  default: allow
  unreadable: not-found
  rules: { Book: { cost: { read: this.id == 3 } } }
events: none
errors: {}
limits: none
versioning: none
`

async function open() {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'fields')
  const answer = async (target: string, headers?: ReadonlyMap<string, string>): Promise<{ status: number; body: unknown }> => {
    const { memory, difference } = await stores.send({ method: 'GET', target, ...(headers === undefined ? {} : { headers }) })
    assert.equal(difference, undefined, target)
    return { status: memory.status, body: JSON.parse(String(memory.body)) }
  }
  return { facts, stores, answer }
}

test('a request selects members of the view, with dots nested ones', async (context) => {
  const { stores, answer } = await open()
  context.after(() => stores.close())
  const books = async (query: string): Promise<unknown> => {
    const { body, status } = await answer(`/books?${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return (body as { books: unknown }).books
  }
  assert.deepEqual(await books('fields=id,title'), [
    { id: 1, title: 'One' },
    { id: 2, title: '22' },
  ])
  assert.deepEqual(await books('fields=author.name&size=9'), [{ author: { name: 'Ann' } }, { author: { name: 'Ann' } }, { author: null }])
  assert.deepEqual(await books('fields=author.name,author'), [
    { author: { id: 1, name: 'Ann', born: 1950 } },
    { author: { id: 1, name: 'Ann', born: 1950 } },
  ])
  assert.deepEqual(await books('fields=size.title,others.title&size=1'), [
    { size: { title: 3 }, others: [{ title: 'One' }, { title: '22' }] },
  ])
  assert.deepEqual(await books('fields=format.width'), [{ format: { width: 3 } }, {}])
  // Its computation fails for the first book, which no request reads.
  assert.deepEqual((await answer('/books/2?only=broken,id')).body, { data: { id: 2, broken: 22 } })
  assert.deepEqual((await answer('/books/1?only=id,size')).body, { data: { id: 1, size: { title: 3, letters: ['O', 'n', 'e'] } } })
  assert.equal((await answer('/books/1')).status, 422)
})

test('pages continue with the same and with another selection', async (context) => {
  const { stores, answer } = await open()
  context.after(() => stores.close())
  const { body } = await answer('/books?fields=title&sort=title')
  const { books, next } = body as { books: unknown; next: string }
  assert.deepEqual(books, [{ title: '22' }, { title: '33' }])
  assert.deepEqual((await answer(`/books?fields=id&sort=title&cursor=${next}`)).body, { books: [{ id: 1 }], next: null })
})

test('refuses names that the view does not have, and hides unreadable members', async (context) => {
  const { stores, answer } = await open()
  context.after(() => stores.close())
  for (const query of ['fields=secret', 'fields=id,secret', 'fields=', 'fields=author.name.first', 'fields=id&fields=secret']) {
    const { status, body } = await answer(`/books?${query}`)
    assert.equal(status, 422, query)
    assert.deepEqual(
      (body as { errors: { property: string }[] }).errors.map(({ property }) => property),
      ['fields'],
    )
  }
  assert.equal((await answer('/books/1?fields=id')).status, 422)
  assert.deepEqual(((await answer('/books?fields=id,cost&size=9')).body as { books: unknown }).books, [
    { id: 1 },
    { id: 2 },
    { id: 3, cost: 4 },
  ])
})

test('the database prints selected members, and OpenAPI lists the names', () => {
  const { facts } = factsOf(document)
  const list = facts.operations.find(({ operation }) => operation.name === 'GET /books')!
  assert.ok(
    explainStatements(facts)
      .statements(list)
      .every(({ sql }) => sql !== undefined),
  )
  const { text } = openapi.run(facts, 'json')
  const { paths } = JSON.parse(text) as {
    paths: {
      [path: string]: {
        get: {
          parameters: { name: string; schema: { items: { enum: string[] } } }[]
          responses: {
            [status: string]: {
              content: { [media: string]: { schema: { properties: { data: { required?: string[]; properties: object } } } } }
            }
          }
        }
      }
    }
  }
  const { parameters } = paths['/books']!.get
  assert.deepEqual(parameters.find(({ name }) => name === 'fields')?.schema.items.enum, [
    'id',
    'title',
    'cost',
    'author',
    'author.id',
    'author.name',
    'author.born',
    'size',
    'size.title',
    'size.letters',
    'others',
    'others.id',
    'others.title',
    'broken',
    'format',
    'format.width',
    'format.height',
  ])
  const data = paths['/books/{id}']!.get.responses['200']!.content['application/json']!.schema.properties.data
  assert.equal(data.required, undefined)
  assert.deepEqual(Object.keys(data.properties), ['id', 'title', 'cost', 'author', 'size', 'others', 'broken', 'format'])
})

const nested = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shipments }
resources:
  Person:
    key: id
    properties: { id: { type: integer, minimum: 1, maximum: 9 }, name: { type: string, maxLength: 40 } }
    required: [id, name]
  Shipment:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 9 }
      to: { $ref: Address }
      billed: { type: [object, 'null'], properties: { town: { type: string, maxLength: 40 }, vat: { type: string, maxLength: 9 } }, required: [town], additionalProperties: false }
      lines: { type: array, maxItems: 9, items: { type: object, properties: { sku: { type: string, maxLength: 9 }, marks: { type: array, maxItems: 3, items: { $ref: Mark } } }, required: [sku], additionalProperties: false } }
      inside: { type: object, properties: { worth: { type: integer, minimum: 0, maximum: 99 }, note: { type: string, maxLength: 9 } }, additionalProperties: false }
      sender: { $ref: Person }
    required: [id]
  $defs:
    Address: { type: object, properties: { town: { type: string, maxLength: 40 }, street: { type: string, maxLength: 40 } }, required: [town, street], additionalProperties: false }
    Mark: { type: object, properties: { at: { type: integer, minimum: 0, maximum: 9 }, by: { type: string, maxLength: 9 } }, required: [at, by], additionalProperties: false }
  views:
    Whole:
      of: Shipment
      take: [id, to, billed, lines, inside]
      properties:
        from: 'this.?sender.optMap(s, Person(s))'
        or: 'this.sender == null ? null : Person(this.sender)'
        sums: '{ "lines": this.?lines.orValue([]).size(), "to": this.to }'
  records:
    Person: [{ id: 1, name: Ann }]
    Shipment:
      - { id: 1, to: { town: Hull, street: Quay }, billed: { town: York, vat: GB1 }, lines: [{ sku: a, marks: [{ at: 1, by: x }] }, { sku: b }], inside: { worth: 5, note: n }, sender: 1 }
      - { id: 2 }
states: none
endpoints:
  GET /shipments: { list: Shipment, fields: fields, order: [id], page: { style: cursor, size: 9 }, output: { items: 'items.map(s, Whole(s))' } }
  GET /shipments/{id}: { read: Shipment, fields: fields, output: Whole(this) }
authentication:
  schemes: {}
  security: none
  default: allow
  unreadable: not-found
  rules: { Shipment: { inside: { read: this.id == 2 } } }
events: none
errors: {}
limits: none
versioning: none
`

test('a request selects members of objects, also inside lists and optional values', async (context) => {
  const { facts, problems } = factsOf(nested)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'fields')
  context.after(() => stores.close())
  const send = async (target: string): Promise<unknown> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    return memory.status === 200 ? JSON.parse(String(memory.body)) : memory.status
  }
  for (const [names, first, second] of [
    ['to.town', { to: { town: 'Hull' } }, {}],
    ['to', { to: { town: 'Hull', street: 'Quay' } }, {}],
    ['billed.vat', { billed: { vat: 'GB1' } }, { billed: null }],
    ['lines.sku', { lines: [{ sku: 'a' }, { sku: 'b' }] }, {}],
    ['lines.marks.by,id', { id: 1, lines: [{ marks: [{ by: 'x' }] }, {}] }, { id: 2 }],
    ['from.name', { from: { name: 'Ann' } }, {}],
    ['or.name', { or: { name: 'Ann' } }, { or: null }],
    ['sums.to.street,sums.lines', { sums: { lines: 2, to: { street: 'Quay' } } }, { sums: { lines: 0, to: null } }],
    // Its rule hides it from all readers of the first one.
    ['inside.worth,id', { id: 1 }, { id: 2 }],
  ] as const) {
    assert.deepEqual(await send(`/shipments?fields=${names}`), { items: [first, second] }, names)
    assert.deepEqual(await send(`/shipments/1?fields=${names}`), first, names)
    assert.deepEqual(await send(`/shipments/2?fields=${names}`), second, names)
  }
  for (const name of ['to.country', 'lines.marks.at.hour', 'sender.name', 'sums.other']) {
    assert.equal(await send(`/shipments?fields=${name}`), 422, name)
  }
})

test('a schema requires no member that a request may leave out', () => {
  const { facts } = factsOf(nested)
  const { components, paths } = JSON.parse(openapi.run(facts, 'json').text) as { components: object; paths: object }
  assert.ok(JSON.stringify(components).includes('"required"'))
  const [read] = Object.values(paths) as { get: { responses: Record<string, unknown> } }[]
  assert.doesNotMatch(JSON.stringify(read!.get.responses['200']), /"required":\["(?:town|sku|at)/)
})
