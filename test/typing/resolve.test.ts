// The types of parts 2 and 3: properties, references, shapes, views, uniques and the fields of machines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAssignable } from '../../src/cel/fits.ts'
import { resolveDomain } from '../../src/typing/resolve.ts'
import { modelOf } from './documents.ts'

const domainOf = (yaml: string) => resolveDomain(modelOf(yaml))

const orders = domainOf(`
resources:
  Customer:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      email: { type: string, fold: true }
      password: { type: string, secret: argon2id }
      nickname: { type: string }
      blocked: { type: boolean, default: false }
      orders: { inverse: Order.customer }
    required: [email, password]
    unique: [email]
  Order:
    key: [shop, number]
    properties:
      shop: { type: string }
      number: { type: integer, generate: sequence, format: int64 }
      customer: { $ref: Customer, onDelete: restrict }
      helper: { $ref: Customer, type: [string, 'null'] }
      deputy: { anyOf: [{ $ref: Customer }, { type: 'null' }] }
      watchers: { type: array, items: { $ref: Customer } }
      lines: { type: array, items: { $ref: Line } }
      note: { type: [string, 'null'] }
      rate: { type: number }
      total: { type: number, multipleOf: 0.01, compute: 'this.lines.size() * 1.25', stored: true }
      placedAt: { type: [string, 'null'], format: date-time, readOnly: true }
      lasts: { type: string, format: duration }
    required: [customer, lines]
    unique: { place: [customer, placedAt], note: note }
    index: [[customer, note], lasts]
  Payment:
    key: order
    properties:
      order: { $ref: Order }
  $defs:
    Line:
      type: object
      required: [quantity]
      properties:
        quantity: { type: integer, minimum: 9007199254740993, multipleOf: 1 }
        parts: { type: array, items: { $ref: Line } }
        part: { $ref: Line }
  views:
    Short: { of: Order, take: [shop], properties: { buyer: this.customer.email } }
    Long: { allOf: [Short], take: [note, shop] }
states:
  Order.status:
    initial: draft
    states: { draft: {}, placed: {} }
service:
  settings:
    retries: { type: integer }
`)

const resource = (name: string) => orders.resources.get(name)!
const property = (of: string, name: string) => resource(of).properties.get(name)!

test('a property has the type of its schema, nullable if it can be null or absent', () => {
  const types = (of: string, ...names: string[]) => names.map((name) => property(of, name).type)
  assert.deepEqual(types('Order', 'shop', 'number', 'rate', 'total'), [
    { kind: 'string' },
    { kind: 'int', wide: true },
    { kind: 'nullable', of: { kind: 'double' } },
    { kind: 'decimal', scale: 2 },
  ])
  assert.deepEqual(types('Order', 'note', 'placedAt', 'lasts'), [
    { kind: 'nullable', of: { kind: 'string' } },
    { kind: 'nullable', of: { kind: 'timestamp' } },
    { kind: 'nullable', of: { kind: 'duration' } },
  ])
  assert.deepEqual(types('Customer', 'email', 'nickname', 'blocked', 'password'), [
    { kind: 'string', folds: true },
    { kind: 'nullable', of: { kind: 'string' } },
    { kind: 'bool' },
    { kind: 'secret' },
  ])
})

test('distinguishes absent from null', () => {
  const members = resource('Order').type.members
  assert.deepEqual(members.get('note'), { type: { kind: 'nullable', of: { kind: 'string' } } })
  assert.deepEqual(members.get('lasts'), { type: { kind: 'duration' }, optional: true })
  assert.equal(property('Order', 'note').nullable, true)
  assert.equal(property('Order', 'lasts').nullable, false)
})

test('a reference has the type of its record, and its stored form is the key', () => {
  const record = { kind: 'record', resource: 'Customer' }
  assert.deepEqual(property('Order', 'customer').type, record)
  assert.deepEqual(property('Order', 'customer').schema, { type: 'string', format: 'uuid' })
  assert.deepEqual(property('Order', 'customer').reference, { resource: 'Customer', many: false, onDelete: 'restrict' })
  for (const name of ['helper', 'deputy']) {
    assert.deepEqual(property('Order', name).type, { kind: 'nullable', of: record })
    assert.equal(property('Order', name).nullable, true)
    assert.equal(property('Order', name).reference?.resource, 'Customer')
  }
  assert.deepEqual(property('Order', 'watchers').type, { kind: 'nullable', of: { kind: 'list', element: record } })
  assert.equal(property('Order', 'watchers').reference?.many, true)
})

test('a reference to a record with a composite key is an object of its members', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(property('Payment', 'order').schema)), {
    type: 'object',
    properties: { shop: { type: 'string' }, number: { type: 'integer', format: 'int64' } },
    required: ['shop', 'number'],
  })
})

test('terminates on keys that refer to each other', () => {
  const { resources } = domainOf(`
resources:
  A: { key: b, properties: { b: { $ref: B } } }
  B: { key: a, properties: { a: { $ref: A } } }
`)
  assert.equal(resources.get('A')!.properties.get('b')!.schema, true)
})

test('an inverse is the list of records that refer back, and cannot be written', () => {
  const inverse = property('Customer', 'orders')
  assert.deepEqual(
    [inverse.type, inverse.inverse, inverse.writable],
    [{ kind: 'query', resource: 'Order' }, { resource: 'Order', property: 'customer' }, false],
  )
})

test('declares the field of a machine, which only the machine writes', () => {
  const status = property('Order', 'status')
  assert.deepEqual([status.type, status.writable, status.required], [{ kind: 'enum', values: ['draft', 'placed'] }, false, true])
  assert.equal(status.machine?.name, 'Order.status')
})

test('types recursive shapes, and keeps their numbers exact', () => {
  const line = orders.shapes.get('Line')!
  assert.equal(line.type.kind, 'object')
  if (line.type.kind !== 'object') return
  const part = line.type.members.get('part')!
  assert.equal(part.optional, true)
  assert.equal(part.type, line.type)
  assert.deepEqual(
    JSON.stringify(line.schema, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
    JSON.stringify({
      type: 'object',
      properties: {
        quantity: { minimum: '9007199254740993n', multipleOf: 1, type: 'integer' },
        parts: { type: 'array', items: { $ref: 'Line' } },
        part: { $ref: 'Line' },
      },
      required: ['quantity'],
    }),
  )
})

test('uniques and indexes are listed or named; conditions name a listed one by its members', () => {
  assert.deepEqual(
    resource('Order').uniques.map(({ name, members }) => [name, members]),
    [
      ['place', ['customer', 'placedAt']],
      ['note', ['note']],
    ],
  )
  assert.deepEqual(
    resource('Order').indexes.map(({ name }) => name),
    ['customer+note', 'lasts'],
  )
  assert.deepEqual(resource('Order').type.uniques, [['shop', 'number'], ['customer', 'placedAt'], ['note']])
})

test('the default view has all members except secrets and inverses; views extend views', () => {
  const names = (view: string) => orders.views.get(view)!.members.map(({ kind, name }) => `${kind} ${name}`)
  assert.deepEqual(names('Customer'), ['take id', 'take email', 'take nickname', 'take blocked'])
  assert.deepEqual(names('Long'), ['take shop', 'template buyer', 'take note'])
  assert.equal(orders.views.get('Long')!.resource, 'Order')
})

test('ignores views that extend each other, and unknown names', () => {
  const domain = domainOf(`
resources:
  Order:
    key: [id, nothing]
    properties: { id: { type: string }, at: { $ref: Nowhere }, kind: not shown }
    unique: [id, missing]
  views:
    A: { of: Order, allOf: [B], take: [id, missing] }
    B: { allOf: [A], properties: { x: this.id } }
    C: { of: Nowhere, take: [id] }
`)
  const order = domain.resources.get('Order')!
  assert.deepEqual([order.key, order.uniques.map(({ name }) => name)], [['id'], ['id']])
  assert.deepEqual(
    ['at', 'kind'].map((name) => order.properties.get(name)!.type.kind),
    ['unknown', 'unknown'],
  )
  assert.deepEqual([...domain.views.keys()], ['Order', 'A'])
})

test('alternatives have their common members; other members need a test', () => {
  const { shapes } = domainOf(`
resources:
  $defs:
    Card: { type: object, required: [kind, number], properties: { kind: { const: card }, number: { type: string } } }
    Cash: { type: object, required: [kind], properties: { kind: { const: cash }, change: { type: integer } } }
    Means: { oneOf: [{ $ref: Card }, { $ref: Cash }], discriminator: { propertyName: kind, mapping: { card: Card, cash: Cash } } }
    Dated: { allOf: [{ $ref: Cash }, { properties: { at: { type: string, format: date-time } }, required: [at] }] }
`)
  const members = (name: string) => {
    const { type } = shapes.get(name)!
    return type.kind === 'object' ? Object.fromEntries(type.members) : type
  }
  assert.deepEqual(members('Means'), {
    kind: { type: { kind: 'enum', values: ['card', 'cash'] } },
    number: { type: { kind: 'string' }, optional: true },
    change: { type: { kind: 'int' }, optional: true },
  })
  assert.deepEqual(Object.keys(members('Dated')), ['kind', 'change', 'at'])
})

test('settings have types', () => {
  assert.deepEqual(orders.settings.get('retries')!.type, { kind: 'int' })
})

test('compares recursive shapes in time bounded by their number', () => {
  const chain = Array.from(
    { length: 40 },
    (_, i) => `    S${i}: { type: object, properties: { a: { $ref: S${(i + 1) % 40} }, b: { $ref: S${(i + 1) % 40} } } }`,
  )
  const { shapes } = domainOf(`resources:\n  $defs:\n${chain.join('\n')}\n    Either: { oneOf: [{ $ref: S0 }, { $ref: S1 }] }\n`)
  assert.equal(isAssignable(shapes.get('S0')!.type, shapes.get('S7')!.type), true)
  assert.equal(shapes.get('Either')!.type.kind, 'object')
})
