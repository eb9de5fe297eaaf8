// Literals take the type that their place expects, through lists, macros and tables; shapes convert what has no type.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: orders }
resources:
  $defs:
    Priority: { enum: [low, high] }
    Line:
      type: object
      required: [sku, price]
      properties:
        sku: { type: string, minLength: 1, maxLength: 9 }
        price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 99 }
        vat: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1, default: 0.2 }
        from: { type: string, format: date-time }
  Order:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      lines: { type: array, maxItems: 9, items: { $ref: Line }, default: [] }
      gifts: { type: array, maxItems: 9, items: { $ref: Line }, default: [] }
      weight: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 9, default: 0 }
      priority: { $ref: Priority }
      raw: { type: string, maxLength: 200, default: '' }
      rate: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 9, default: 0 }
    required: [id, priority]
states: none
endpoints:
  POST /orders:
    create: Order
    body:
      type: object
      required: [id]
      properties:
        id: { type: integer, minimum: 1, maximum: 99 }
        skus: { type: array, maxItems: 5, items: { type: string, minLength: 1, maxLength: 9 }, default: [] }
        priority: { type: string, maxLength: 9, default: '' }
        raw: { type: string, maxLength: 200, default: '' }
        plan: { type: string, maxLength: 9, default: gold }
    let: { gift: '{"sku": "gift", "price": 1}' }
    set:
      id: input.body.id
      lines: 'input.body.skus.map(s, {"sku": s, "price": 1.5, "vat": s == "book" ? 0.07 : 0.2}) + [{"sku": "post", "price": 0.99, "from": now}] + [gift]'
      priority: 'Priority(input.body.priority).orValue("low")'
      raw: input.body.raw
      gifts: 'input.body.skus.reduce(all, s, all + [{"sku": s, "price": 0.5, "vat": 0}], [])'
      weight: 'input.body.skus.reduce(sum, s, sum + 0.25, 0)'
      rate: '{"gold": 0.1, "silver": 0.25}[?input.body.plan].orValue(0.5)'
    status: 201
    output: Order(this)
  GET /orders/{id}:
    read: Order
    output:
      line: 'json.parse(this.raw).optFlatMap(x, Line(x)).optMap(l, {"double": l.price * 2, "vat": l.vat, "year": l.?from.orValue(now).getFullYear()}).orValue({})'
      fits: 'conforms(json.parse(this.raw).orValue({}), Line)'
      sum: 'this.lines.reduce(s, x, s + x.price, 0.0)'
      rates: '[this.rate] + [0.75, 1]'
      same: '[this.rate, 1] == [0.25, 1.0]'
      among: 'this.rate in [0.1, 0.25]'
      merged: '{"a": 1, "b": 1}.merge({"b": 2, "c": 3})'
  GET /orders:
    list: Order
    where: 'this.rate in [0.25, 1]'
    order: [id]
    page: { style: offset, size: 9 }
    output: { ids: 'items.map(o, o.id)' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('literals and shapes have the same values in every store', async (context) => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'literals')
  context.after(() => stores.close())
  const send = async (method: string, target: string, body?: object): Promise<Record<string, unknown>> => {
    const { memory, difference } = await stores.send({
      method,
      target,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: new Map([['content-type', 'application/json']]) }),
    })
    assert.equal(difference, undefined)
    return JSON.parse(String(memory.body)) as Record<string, unknown>
  }
  const first = await send('POST', '/orders', { id: 1, skus: ['book', 'pen'], priority: 'high', plan: 'silver' })
  assert.deepEqual([first['priority'], first['rate']], ['high', 0.25])
  assert.deepEqual(first['lines'], [
    { sku: 'book', price: 1.5, vat: 0.07 },
    { sku: 'pen', price: 1.5, vat: 0.2 },
    { sku: 'post', price: 0.99, vat: 0.2, from: '2026-01-01T00:00:00.000Z' },
    { sku: 'gift', price: 1, vat: 0.2 },
  ])
  assert.deepEqual(first['gifts'], [
    { sku: 'book', price: 0.5, vat: 0 },
    { sku: 'pen', price: 0.5, vat: 0 },
  ])
  assert.equal(first['weight'], 0.5)
  assert.deepEqual(await send('GET', '/orders/1'), {
    line: {},
    fits: false,
    sum: 4.99,
    rates: [0.25, 0.75, 1],
    same: true,
    among: true,
    merged: { a: 1, b: 2, c: 3 },
  })
  const second = await send('POST', '/orders', {
    id: 2,
    priority: 'urgent',
    plan: 'none',
    raw: '{"sku": "x", "price": 2.25, "from": "2024-02-03T04:05:06+01:00", "more": true}',
  })
  assert.deepEqual([second['priority'], second['rate']], ['low', 0.5])
  const read = await send('GET', '/orders/2')
  assert.deepEqual([read['line'], read['fits']], [{ double: 4.5, vat: 0.2, year: 2024 }, true])
  assert.deepEqual(await send('GET', '/orders'), { ids: [1] })
  await send('POST', '/orders', { id: 3, raw: '{"sku": "x", "price": "2.25"}' })
  assert.deepEqual((await send('GET', '/orders/3'))['fits'], false)
})
