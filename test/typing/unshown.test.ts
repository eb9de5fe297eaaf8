// A part that is not shown causes no mistakes, and the other parts are typed as usual.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readDocument } from '../../src/document/read.ts'
import { readModel } from '../../src/model/read.ts'
import { typeModel } from '../../src/typing/type.ts'
import { modelOf } from './documents.ts'

const problems = (yaml: string): string[] => typeModel(modelOf(yaml)).problems.map(({ message }) => message)

const order = `
resources:
  Order: { key: id, properties: { id: { type: string }, total: { type: integer } }, required: [total] }
`
const read = (output: string) => `
endpoints:
  GET /orders/{id}: { read: Order, status: 200, output: { it: '${output}' } }
`

test('without part 2 any name may be a resource or view', () => {
  assert.deepEqual(problems(`${read('Order(this).x + size(Line.filter(l, l.order == this))')}authentication: none\n`), [])
  assert.deepEqual(problems(`resources: none\n${read('Order(this)')}`), ['`Order` is not a known function'])
})

test('without part 3 a name may be a field of a machine, but a similar name is a spelling mistake', () => {
  assert.deepEqual(problems(order + read('this.status')), [])
  assert.deepEqual(problems(order + read('this.totl')), ['`totl` is not a member of Order'])
  assert.deepEqual(problems(`${order}states: none\n${read('this.status')}`), ['`status` is not a member of Order'])
})

test('the caller is unknown without part 5, and absent if part 5 is none', () => {
  assert.deepEqual(problems(order + read('caller.name + claims.sub')), [])
  assert.deepEqual(problems(`${order}authentication: none\n${read('caller.name')}`), [
    '`caller` does not exist: part 5 declares no authentication',
  ])
})

test('without part 1 any setting may exist', () => {
  assert.deepEqual(problems(order + read('settings.fee')), [])
  assert.deepEqual(problems(`service: { name: orders }\n${order}${read('settings.fee')}`), [
    '`settings` are what the operator sets, and part 1 declares none',
  ])
})

test('types gaps of properties, resources, required lists and actions as unknown', () => {
  assert.deepEqual(
    problems(`
resources:
  Order: { key: id, properties: { id: { type: string }, total: not shown }, required: [total] }
  Line: not shown
  Item: { key: id, properties: { id: { type: string }, price: { type: integer } }, required: not shown }
states: none
endpoints:
  GET /orders/{id}: { read: Order, status: 200, output: { a: this.total.x + 1 } }
  GET /lines/{id}: { read: Line, status: 200, output: { a: this.anything.at.all } }
  GET /items/{id}: { read: Item, status: 200, output: { a: this.price + 1 } }
  GET /some: { read: not shown, status: 200, output: { a: this.total } }
  GET /else: { status: 200, output: { a: this.total, b: page.next } }
`),
    [],
  )
})

test('types the texts of an entry whose conditions are not shown or none', () => {
  assert.deepEqual(
    problems(
      `${order}states: none\nerrors:\n  catalogue:\n    a: { on: not shown, status: 400, title: '\${this.x} \${error.y}' }\n    b: { on: no-such-thing, status: 400, title: '\${this.x} \${error.y}' }\n`,
    ),
    [],
  )
})

test('a document without content has no expressions to type', () => {
  const typing = typeModel(modelOf('ninefold: 1\n'))
  assert.deepEqual([typing.slots, typing.problems], [[], []])
})

test('types a document with any lines removed', () => {
  const lines = readFileSync(new URL('shop.yaml', import.meta.url), 'utf8').split('\n')
  const count = 25
  for (let missing = 0; missing < count; missing++) {
    const text = lines.filter((_, index) => index % count !== missing).join('\n')
    const { model } = readModel(readDocument([{ name: 'shop.yaml', text }]).document)
    for (const { slot, start, end } of typeModel(model).problems) assert.ok(start >= 0 && start <= end && end <= slot.text.length)
  }
})

test('types the caller as null under an empty `security`', () => {
  const schemes =
    'authentication:\n  schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } } }\n  security: [ { key: [] } ]\n'
  const messages = problems(`${order}${schemes}${read('caller.name').replace('status: 200', 'security: [], status: 200')}`)
  assert.equal(messages.length, 1)
  assert.match(messages[0]!, /null/)
})
