// Steps of `do` that run their items one by one: a refused item is rolled back alone, in every store alike.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, parseJsonText } from '../../src/base/json.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: products }
resources:
  Product:
    key: sku
    properties:
      sku: { type: string, minLength: 1, maxLength: 20 }
      name: { type: string, maxLength: 10, fold: true }
      stock: { type: integer, minimum: 0, maximum: 100, default: 0 }
      parent: { $ref: Product, onDelete: restrict }
    required: [name, stock]
    unique: [name]
    invariant: { named: 'this.name != "none"' }
  Note:
    key: id
    properties: { id: { type: integer, generate: sequence }, text: { type: string, maxLength: 40 } }
    required: [text]
states:
  Product.status:
    initial: open
    states:
      open:
        entry: { then: [{ create: Note, set: { text: 'this.name' } }] }
        on: { close: { target: closed, guard: { empty: this.stock == 0 } } }
      closed: { entry: { then: [{ create: Note, set: { text: '"closed " + this.name' } }] } }
endpoints:
  POST /products/bulk:
    body: { type: object, required: [items], properties: { items: { type: array, maxItems: 50, items: { $ref: Item } } } }
    do:
      - { create: Note, set: { text: '"bulk"' } }
      - { for: { as: item, in: input.body.items, outcomes: made }, if: item.name != "skip", create: Product, set: { sku: item.sku, name: item.name, stock: item.stock, parent: item.parent }, as: products }
    status: 207
    output:
      made: products.size()
      results: 'made.map(o, { "status": o.?status.orValue(o.result == null ? 204 : 201), "error": o.error, "sku": o.result == null ? "" : o.result.sku })'
  POST /products/close:
    body: { skus: { type: array, maxItems: 50, items: { type: string, maxLength: 20 } } }
    do: [{ for: { as: sku, in: input.body.skus, outcomes: closed }, transition: Product.close, by: { sku: sku } }]
    status: 200
    output: { results: 'closed.map(o, o.result == null ? o.error.type : o.result.status)' }
  POST /products/delete:
    body: { skus: { type: array, maxItems: 50, items: { type: string, maxLength: 20 } } }
    do: [{ for: { as: sku, in: input.body.skus, outcomes: gone }, delete: Product, by: { sku: sku } }]
    status: 200
    output: { results: 'gone.map(o, { "status": o.?status.orValue(200), "sku": o.result == null ? "" : o.result.sku })' }
  GET /products: { list: Product, order: [sku], page: { style: offset, size: 50 }, output: { items: 'items.map(p, { "sku": p.sku, "name": p.name, "status": p.status })' } }
  GET /notes: { list: Note, order: [id], page: { style: offset, size: 50 }, output: { notes: 'items.map(n, n.text)' } }
authentication: none
events:
  types: { product.made: { on: Product.created, data: { sku: this.sku } }, product.closed: { on: Product.close, data: { sku: this.sku } } }
  delivery: { feed: { retain: P1D } }
errors: {}
limits: none
versioning: none
`.replace(
  '  Note:\n',
  `  $defs:
    Item: { type: object, required: [sku, name], properties: { sku: { type: string, minLength: 1, maxLength: 20 }, name: { type: string, maxLength: 20 }, stock: { type: integer, default: 0 }, parent: { $ref: Product } } }
  Note:
`,
)

async function opened() {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'outcomes')
  const send = async (method: string, target: string, body?: Json): Promise<{ status: number; body: Record<string, Json> }> => {
    const { sqlite, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    assert.equal(difference, undefined)
    const read = parseJsonText(String(sqlite.body ?? 'null'), { depth: 9 })
    return { status: sqlite.status, body: ('value' in read ? read.value : null) as Record<string, Json> }
  }
  return { send, stores, facts }
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)))

test('creates or refuses each item by itself, and reports why', async () => {
  const { send, stores } = await opened()
  try {
    const { status, body } = await send('POST', '/products/bulk', {
      items: [
        { sku: 'a', name: 'Cup' },
        { sku: 'b', name: 'CUP' },
        { sku: 'a', name: 'Mug' },
        { sku: 'c', name: 'far too long' },
        { sku: 'd', name: 'none' },
        { sku: 'e', name: 'skip' },
        { sku: 'f', name: 'Fan', stock: 101 },
        { sku: 'g', name: 'Gum', parent: 'zz' },
        { sku: 'h', name: 'Hat', parent: 'a' },
        { sku: 'i', name: 'Ice', stock: 5 },
      ] as unknown as Json,
    })
    assert.equal(status, 207)
    const results = plain(body['results']) as { status: number; error: { type: string } | null }[]
    assert.deepEqual(
      results.map((each) => each.status),
      [201, 409, 409, 422, 422, 204, 422, 422, 201, 201],
    )
    assert.deepEqual(
      results.map(({ error }) => error?.type ?? ''),
      ['', 'duplicate', 'duplicate', 'invalid', 'invariant', '', 'invalid', 'dangling', '', ''],
    )
    assert.equal(plain(body['made']), 3)
    const listed = await send('GET', '/products')
    assert.deepEqual(plain(listed.body['items']), [
      { sku: 'a', name: 'Cup', status: 'open' },
      { sku: 'h', name: 'Hat', status: 'open' },
      { sku: 'i', name: 'Ice', status: 'open' },
    ])
    // A refused item leaves no change, effects included; earlier changes remain.
    assert.deepEqual((await send('GET', '/notes')).body['notes'], ['bulk', 'Cup', 'Hat', 'Ice'])
  } finally {
    await stores.close()
  }
})

test('refuses transitions and deletions of single items by themselves', async () => {
  const { send, stores } = await opened()
  try {
    await send('POST', '/products/bulk', {
      items: [
        { sku: 'a', name: 'A' },
        { sku: 'b', name: 'B', stock: 1 },
        { sku: 'c', name: 'C', parent: 'a' },
      ] as unknown as Json,
    })
    const closed = await send('POST', '/products/close', { skus: ['a', 'b', 'x', 'a', 'c'] })
    assert.deepEqual(closed.body['results'], ['closed', 'guard', 'not-found', 'illegal-transition', 'closed'])
    const gone = await send('POST', '/products/delete', { skus: ['a', 'c', 'a', 'c'] })
    assert.deepEqual(plain(gone.body['results']), [
      { status: 409, sku: '' },
      { status: 200, sku: 'c' },
      { status: 200, sku: 'a' },
      { status: 404, sku: '' },
    ])
  } finally {
    await stores.close()
  }
})

test('refusals of items are no answers of the request, and need an entry', () => {
  const { facts } = factsOf(document)
  const bulk = facts.operations.find(({ operation }) => operation.name === 'POST /products/bulk')!
  assert.ok(bulk.items.some(({ condition, subject }) => condition === 'duplicate' && subject === 'Product.name'))
  assert.ok(!bulk.points.some(({ condition }) => condition === 'duplicate'))
  const open = factsOf(
    document
      .replace('use: [http@1, problem-details@1]', 'use: [http@1]')
      .replace('errors: {}', 'errors: { catalogue: { wrong: { on: [invalid, malformed], status: 400, title: Wrong } } }'),
  )
  const uncovered = open.facts.missing.filter(({ code }) => code === 'errors/uncovered-outcome').map(({ about }) => about['condition'])
  assert.ok(uncovered.includes('duplicate'))
})
