// Orders under the words that a document declares: alike in every store, with their cursors and their refusals.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Book:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      title: { type: string, maxLength: 40 }
      price: { type: integer, minimum: 0, maximum: 1000 }
    required: [id, title, price]
states: none
endpoints:
  each:
    - of: operation as o
      where: o.action == "list"
      fill: { order: [id], page: { style: cursor, size: 2, max: 9 }, strict: true, output: { ids: 'items.map(b, b.id)', next: page.next } }
  POST /books: { create: Book, body: [id, title, price], output: Book(this) }
  GET /colon: { list: Book, sort: { properties: &all [title, price], parameter: order, spelling: '{name}:{direction}', names: { title: name } } }
  GET /comma: { list: Book, sort: { properties: *all, spelling: '{name},{direction}', words: { descending: DESC } } }
  GET /blank: { list: Book, sort: { properties: *all, parameter: order_by, spelling: '{name} {direction}' } }
  GET /apart: { list: Book, sort: { properties: *all, parameter: sortBy, direction: sortOrder, words: { ascending: ascending, descending: descending } } }
  GET /plus: { list: Book, sort: { properties: *all, words: { ascending: + } } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const books = [
  { id: 1, title: 'Emma', price: 900 },
  { id: 2, title: 'Persuasion', price: 700 },
  { id: 3, title: 'Emma', price: 800 },
]

test('orders lists alike in every store, under the words that the document declares', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'sorts')
  context.after(() => stores.close())
  for (const book of books) {
    const { memory, difference } = await stores.send({ method: 'POST', target: '/books', body: JSON.stringify(book) })
    assert.deepEqual([memory.status, difference], [201, undefined], String(memory.body))
  }
  const ids = async (target: string, expected: readonly number[]): Promise<void> => {
    const { memory, difference } = await stores.send({ method: 'GET', target: `${target}&size=9` })
    assert.equal(difference, undefined, target)
    assert.deepEqual((JSON.parse(String(memory.body)) as { ids?: number[] }).ids, expected, `${target} ${String(memory.body)}`)
  }
  const refused = async (target: string, property: string): Promise<void> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    const { errors } = JSON.parse(String(memory.body)) as { errors: { property?: string }[] }
    assert.deepEqual([memory.status, errors.map((each) => each.property)], [422, [property]], target)
  }
  await ids('/colon?order=name,price:desc', [1, 3, 2])
  await ids('/colon?order=name:desc, price:asc', [2, 3, 1])
  await refused('/colon?order=title', 'order')
  await refused('/colon?order=name:down', 'order')
  await refused('/colon?sort=name', 'sort')
  await ids('/comma?sort=title,DESC&sort=price', [2, 3, 1])
  await refused('/comma?sort=title,price', 'sort')
  await ids('/blank?order_by=title%20desc,price', [2, 3, 1])
  await ids('/blank?order_by=title+asc,price+desc', [1, 3, 2])
  await ids('/apart?sortBy=title,price&sortOrder=descending', [2, 1, 3])
  await ids('/apart?sortBy=price', [2, 3, 1])
  await ids('/apart?sortOrder=descending', [1, 2, 3])
  await refused('/apart?sortBy=price&sortOrder=desc', 'sortOrder')
  await ids('/plus?sort=%2Btitle,-price', [1, 3, 2])
  await ids('/plus?sort=title,price', [3, 1, 2])
})

test('a cursor belongs to its order, however the request writes it', async (context) => {
  const stores = await both(factsOf(document).facts, 'sorts')
  context.after(() => stores.close())
  for (const book of books) await stores.send({ method: 'POST', target: '/books', body: JSON.stringify(book) })
  const pageOf = async (target: string): Promise<{ status: number; ids?: number[]; next?: string }> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    return { status: memory.status, ...(JSON.parse(String(memory.body)) as object) }
  }
  const { ids, next } = await pageOf('/colon?order=price:asc')
  assert.deepEqual(ids, [2, 3])
  assert.deepEqual((await pageOf(`/colon?order=price&cursor=${next}`)).ids, [1])
  assert.equal((await pageOf(`/colon?order=price:desc&cursor=${next}`)).status, 422)
})
