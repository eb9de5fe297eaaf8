// Answers whose alternatives have different types: a record or its key, one view or another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { makeOutputSchema } from '../../src/export/schema/output-schema.ts'
import { slotValueOf } from '../../src/model/slot.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { both } from './both.ts'

const document = `
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, born: { type: string, format: date-time }, secret: { type: string, secret: argon2id, maxLength: 50 } }
  Order:
    key: id
    properties: { id: { type: string, maxLength: 9 }, total: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000 }, buyer: { $ref: Person, onDelete: restrict }, paid: { type: boolean } }
    required: [total, paid]
  views:
    Known: { of: Person, take: [id, born] }
    Line: { of: Order, take: [id], properties: { total: 'this.paid ? this.total : "open"', buyer: 'this.buyer == null ? "nobody" : Known(this.buyer)' } }
    Whole: { of: Order, take: [id, total] }
  records:
    Person: [{ id: ann, born: 2000-01-02T03:04:05Z }]
    Order: [{ id: a, total: 10.50, buyer: ann, paid: true }, { id: b, total: 3, paid: false }]
endpoints:
  GET /orders/{id}: { read: Order, parameters: { query: { 'expand[]': { type: array, maxItems: 3, items: { enum: [buyer] } } } }, status: 200, output: 'input.query["expand[]"] != null && "buyer" in input.query["expand[]"] ? Line(this) : Whole(this)' }
  GET /orders: { list: Order, order: [id], page: { style: cursor, size: 5 }, status: 200, output: 'items.map(o, o.paid ? Line(o) : Whole(o))' }
  GET /bound: { list: Order, order: [id], page: { style: cursor, size: 5 }, status: 200, output: { all: 'items.map(o, cel.bind(p, o.buyer, p == null ? 1 : {"who": p.id, "of": [o.paid ? "x" : 2]}))' } }
`

test('the sides of `:` in an answer may have different types', async () => {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  const service = await both(facts, 'alternatives')
  try {
    const ask = async (target: string): Promise<string> => {
      const { memory, difference } = await service.send({ method: 'GET', target })
      assert.equal(difference, undefined, target)
      return String(memory.body)
    }
    const line = '{"id":"a","total":10.50,"buyer":{"id":"ann","born":"2000-01-02T03:04:05.000Z"}}'
    assert.equal(await ask('/orders/a?expand[]=buyer'), line)
    assert.equal(await ask('/orders/a'), '{"id":"a","total":10.50}')
    assert.equal(await ask('/orders/b?expand[]=buyer'), '{"id":"b","total":"open","buyer":"nobody"}')
    assert.equal(await ask('/orders'), `[${line},{"id":"b","total":3.00}]`)
    assert.equal(await ask('/bound'), '{"all":[{"who":"ann","of":["x"]},1]}')
  } finally {
    await service.close()
  }
  const operation = facts.model.endpoints.value.operations.find(({ id }) => id === 'GET /orders/{id}')!
  assert.deepEqual(makeOutputSchema(operation, slotValueOf(operation.slots.output)!, facts.typing), {
    anyOf: [{ $ref: 'view:Line' }, { $ref: 'view:Whole' }],
  })
})

test('elsewhere the sides of `:` have one type, and a secret is never sent', () => {
  const messagesOf = (output: string): readonly string[] =>
    compile([{ name: 'x.yaml', text: completed(document).replace("'items.map(o, o.paid ? Line(o) : Whole(o))'", output) }], {
      convention: () => undefined,
    })
      .diagnostics.filter(({ severity, code }) => severity === 'error' && code.startsWith('expressions/'))
      .map(({ code }) => code)
  for (const output of [
    `'(page.size == 1 ? 1 : "x") == 1'`,
    `'items.map(o, (o.paid ? 1 : "x") == 1)'`,
    `'(page.size == 1 ? [1] : ["x"]).map(x, x)'`,
    `'items.map(o, [o.paid ? 1 : "x"].size())'`,
    `'items.map(o, o.paid ? o.?buyer : 1)'`,
    `'items.map(o, o.paid ? Order : 1)'`,
  ])
    assert.deepEqual(messagesOf(output), ['expressions/mixed-types'], output)
  assert.deepEqual(messagesOf(`'items.map(o, o.buyer == null ? 1 : o.buyer.secret)'`), ['expressions/mixed-types'])
})
