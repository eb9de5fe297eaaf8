// JSON Schema exports: Ajv compiles each schema; the responses of a served document conform, and refused bodies do not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { exampleFacts, examples, exported } from './examples.ts'

function ajvOf(example: string): { ajv: InstanceType<typeof Ajv2020>; names: readonly string[] } {
  const schema = JSON.parse(exported('json-schema', exampleFacts(example), 'json').text) as { $defs: object }
  // `format` is an annotation in 2020-12, and `format: decimal` is the document's own word.
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
    allowUnionTypes: true,
    keywords: ['x-ninefold-left-out'],
  })
  ajv.addSchema(schema, 'all')
  return { ajv, names: Object.keys(schema.$defs) }
}

for (const example of examples) {
  test(`every schema of ${example} is one of 2020-12`, () => {
    const { ajv, names } = ajvOf(example)
    assert(names.length > 0)
    for (const name of names) assert.equal(typeof ajv.getSchema(`all#/$defs/${encodeURIComponent(name)}`), 'function', name)
  })
}

function takes(example: string, name: string, value: unknown): boolean {
  const validate = ajvOf(example).ajv.getSchema(`all#/$defs/${name}`)
  assert(validate, name)
  return validate(value) as boolean
}

const order = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  number: 1,
  customer: '01890a5d-ac96-774b-bcce-b302099a8057',
  lines: [{ product: 'TEA-0001', quantity: 2 }],
  note: null,
  total: null,
  placedAt: null,
  createdAt: '2026-01-01T00:00:00Z',
  status: 'draft',
}

test('a view is what is sent of a record', () => {
  assert.equal(takes('orders', 'Order', order), true)
  assert.equal(takes('orders', 'Order', { ...order, status: 'lost' }), false)
  assert.equal(takes('orders', 'Order', { ...order, lines: [{ product: 'tea', quantity: 2 }] }), false)
  const { number: _number, ...without } = order
  assert.equal(takes('orders', 'Order', without), false)
})

test('a body is what a request may send', () => {
  assert.equal(takes('orders', 'createOrder.body', { customer: order.customer, lines: order.lines }), true)
  assert.equal(takes('orders', 'createOrder.body', { customer: order.customer, lines: [] }), false)
  assert.equal(takes('orders', 'updateOrder.body', {}), true, 'a merge patch asks for nothing')
  assert.equal(takes('orders', 'updateOrder.body', { note: null }), true)
  assert.equal(takes('orders', 'updateOrder.body', { lines: null }), false)
  assert.equal(takes('orders', 'payOrder.body', { amount: 21 }), true)
})
