// Conversions of part 9 are typed along their chain: each with the types of its property before and after it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derive } from '../fact/facts-of.ts'

const document = (changes: string): string => `
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      total: { type: integer, minimum: 0, maximum: 99 }
      lines: { type: array, maxItems: 3, items: { $ref: Line } }
    required: [total]
  $defs: { Line: { type: object, properties: { amount: { type: integer, minimum: 0, maximum: 9 } } } }
endpoints:
  POST /orders: { create: Order, body: [total, lines], status: 201, output: Order(this) }
  GET /orders:
    operationId: listOrders
    list: Order
    where: this.total < input.query.most
    order: [id]
    page: none
    parameters: { query: { most: { type: integer, minimum: 1, maximum: 1000, default: 1000 } } }
    status: 200
    output: 'items.map(o, o.total)'
authentication: none
versioning:
  scheme: path
  current: v4
  versions: { v1: {}, v2: {}, v3: {} }
  changes:
${changes}`

const mistakes = (changes: string): string[] => derive(document(changes)).mistakes

test('accepts a fitting chain of conversions, through a rename, in shapes and for parameters', () => {
  assert.deepEqual(
    mistakes(`
    v2: [ { retype: { Order.sum: { up: 'value ? "1" : "0"', down: 'value == "1"' } } } ]
    v3: [ { rename: { Order.sum: total } }, { retype: { Line.amount: { up: int(value), down: string(value) } } } ]
    v4: [ { retype: { Order.total: { up: int(value), down: string(value) }, listOrders.most: { up: size(value), down: string(value) } } } ]`),
    [],
  )
})

test('each conversion accepts the result of the other, and returns the type of its version', () => {
  assert.deepEqual(
    mistakes(`
    v4: [ { retype: { Order.total: { up: value, down: string(value) }, Line.amount: { up: int(value), down: value + "x" }, listOrders.most: { up: value == "1", down: string(value) } } } ]`),
    [
      'wrong-type: `value` is string, and int is expected in value',
      'no-overload: `+` takes no int and string: `value + "x"` in value + "x"',
      'wrong-type: `value == "1"` is bool, and int is expected in value == "1"',
    ],
  )
})

test('gives a property the type that it had in each version', () => {
  assert.deepEqual(
    mistakes(`
    v2: [ { retype: { Order.sum: { up: 'value == "yes"', down: value + 1 } } } ]
    v3: [ { rename: { Order.sum: total } } ]
    v4: [ { retype: { Order.total: { up: int(value), down: string(value) } } } ]`),
    [
      'no-overload: `+` takes no string and int: `value + 1` in value + 1',
      'wrong-type: `value == "yes"` is bool, and string is expected in value == "yes"',
    ],
  )
})
