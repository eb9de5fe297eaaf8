// Effects act with the document's authority: the rule of the operation that started them is the gate.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from '../served.ts'

const document = `ninefold: 1
service: none
resources:
  Stock: { key: sku, properties: { sku: { type: string, maxLength: 9 }, count: { type: integer, minimum: 0, maximum: 99 } }, required: [count] }
  Order: { key: id, properties: { id: { type: integer, generate: sequence }, sku: { $ref: Stock, onDelete: restrict } }, required: [sku] }
  records: { Stock: [{ sku: a, count: 1 }] }
states:
  Stock.state:
    initial: there
    states:
      there: { on: { take: { guard: { enough: this.count > 0 }, set: { count: this.count - 1 } } } }
  Order.state:
    initial: draft
    states:
      draft: { on: { place: { target: placed, then: [{ transition: Stock.take, by: this.sku }] } } }
      placed: {}
endpoints:
  POST /orders: { create: Order, body: [sku], status: 201, output: this.id }
  POST /orders/{id}/place: { transition: Order.place, status: 200, output: this.state }
  POST /stock/{sku}/take: { transition: Stock.take, status: 200, output: this.count }
authentication:
  schemes: { key: { type: http, scheme: basic, username: { env: NAME }, password: { env: PASSWORD } } }
  security: [{}]
  unreadable: forbidden
  rules: { Order: { create: true, place: true, read: true }, Stock: { read: true } }
events: none
errors: { media: application/json, precedence: standard, body: { type: error.type }, catalogue: { forbidden: { on: forbidden, status: 403 }, gone: { on: guard, status: 409 }, other: { on: [invalid, malformed, dangling, not-found, illegal-transition], status: 400 } } }
limits: none
versioning: none
`

test('runs effects that the caller may not run directly', async (context) => {
  const { url } = await served(context, document, { secrets: { variable: () => '0123456789abcdef', file: () => undefined } })
  const post = async (path: string, body = '{}'): Promise<unknown> => {
    const answer = await fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const text = await answer.text()
    return [answer.status, text === '' ? undefined : JSON.parse(text)]
  }
  assert.deepEqual(await post('/stock/a/take'), [403, { type: 'forbidden' }])
  assert.deepEqual(await post('/orders', '{"sku":"a"}'), [201, 1])
  assert.deepEqual(await post('/orders', '{"sku":"a"}'), [201, 2])
  assert.deepEqual(await post('/orders/1/place'), [200, 'placed'])
  assert.deepEqual(await post('/orders/2/place'), [409, { type: 'gone' }])
  assert.deepEqual(await post('/stock/a/take'), [403, { type: 'forbidden' }], 'a guard is asked of those who may')
})
