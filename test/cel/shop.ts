// A small shop for the tests of expressions: its types, a few records, and the host that reads them.

import { parseDecimal } from '../../src/base/decimal.ts'
import { parseTimestamp } from '../../src/base/time.ts'
import type { Member, ResourceType, Scope, Type } from '../../src/cel/type.ts'
import type { Host, RecordValue, Value } from '../../src/cel/value.ts'
import { equalValues } from '../../src/cel/values/equality.ts'

const text: Type = { kind: 'string' }
const int: Type = { kind: 'int' }
const money: Type = { kind: 'decimal', scale: 2 }
const reference = (resource: string): Type => ({ kind: 'record', resource })
const orNull = (of: Type): Type => ({ kind: 'nullable', of })
const members = (of: Record<string, Member>): ReadonlyMap<string, Member> => new Map(Object.entries(of))

const line: Type = {
  kind: 'object',
  name: 'Line',
  members: members({ sku: { type: text }, quantity: { type: int }, price: { type: money } }),
}
const address: Type = {
  kind: 'object',
  name: 'Address',
  members: members({ city: { type: text }, street: { type: text, optional: true } }),
}

const resources: Record<string, ResourceType> = {
  Order: {
    members: members({
      id: { type: text },
      number: { type: int },
      counter: { type: { kind: 'int', wide: true } },
      status: { type: { kind: 'enum', values: ['draft', 'open', 'paid'] } },
      note: { type: orNull(text) },
      discount: { type: orNull(int) },
      total: { type: money },
      weight: { type: { kind: 'double' } },
      placedAt: { type: { kind: 'timestamp' } },
      paidAt: { type: { kind: 'timestamp' }, optional: true },
      customer: { type: reference('Customer') },
      courier: { type: reference('Customer'), optional: true },
      lines: { type: { kind: 'list', element: line } },
      tags: { type: { kind: 'list', element: text } },
      address: { type: address },
      password: { type: { kind: 'secret' } },
      payments: { type: { kind: 'query', resource: 'Payment' } },
      internal: { type: text, refused: '`internal` is written by code, and cannot be read here' },
    }),
    uniques: [['id'], ['customer', 'number']],
  },
  Customer: { members: members({ id: { type: text }, name: { type: text }, email: { type: orNull(text) } }), uniques: [['id'], ['email']] },
  Payment: { members: members({ id: { type: text }, order: { type: reference('Order') }, amount: { type: money } }), uniques: [['id']] },
  Draft: { members: new Map(), uniques: [], open: true },
}

const input: Type = {
  kind: 'object',
  name: 'input',
  members: members({
    body: {
      type: {
        kind: 'object',
        name: 'the body',
        members: members({
          amount: { type: money },
          note: { type: orNull(text), optional: true },
          customer: { type: reference('Customer') },
          ids: { type: { kind: 'list', element: text } },
        }),
      },
    },
    query: { type: { kind: 'object', name: 'the query', members: members({ limit: { type: int, optional: true } }) } },
  }),
}

export const scope: Scope = {
  variables: new Map<string, Type>([
    ['this', reference('Order')],
    ['caller', orNull(reference('Customer'))],
    ['input', input],
    ['now', { kind: 'timestamp' }],
    ['n', int],
    ['x', { kind: 'double' }],
    ['claims', { kind: 'map', key: text, value: { kind: 'dyn' } }],
    ['error', { kind: 'object', name: 'error', members: members({ 'retry-after': { type: int } }) }],
  ]),
  functions: new Map([
    [
      'CustomerView',
      {
        parameters: [reference('Customer')],
        result: { kind: 'object', name: 'CustomerView', members: members({ name: { type: text } }) },
        throughNull: true,
      },
    ],
    ['verify', { parameters: [text, { kind: 'secret' }], result: { kind: 'bool' }, decision: true }],
    ['shippingDays', { parameters: [text, { kind: 'double' }], result: int, decision: true }],
  ]),
  resource: (name) => resources[name],
  resources: Object.keys(resources),
}

export const decimal = (written: string): Value => parseDecimal(written)!
export const timestamp = (written: string): Value => ({ kind: 'timestamp', ms: parseTimestamp(written)! })
export const objectType = (of: Record<string, Value>): ReadonlyMap<string, Value> => new Map(Object.entries(of))

type Properties = Record<string, Value | undefined>

function record(resource: string, of: Properties & { readonly id: string }): RecordValue {
  return { kind: 'record', resource, key: of.id, of }
}

const ada = record('Customer', { id: 'c1', name: 'Ada', email: 'ada@example.org' })
const bob = record('Customer', { id: 'c2', name: 'Bob', email: null })

const order = record('Order', {
  id: 'o1',
  number: 7n,
  counter: 9223372036854775807n,
  status: 'open',
  note: null,
  discount: 5n,
  total: decimal('20.00'),
  weight: 1.5,
  placedAt: timestamp('2024-02-29T12:00:00Z'),
  paidAt: undefined,
  customer: ada,
  courier: undefined,
  lines: [
    objectType({ sku: 'tea', quantity: 2n, price: decimal('4.99') }),
    objectType({ sku: 'cup', quantity: 1n, price: decimal('10.02') }),
  ],
  tags: ['new', 'gift'],
  address: objectType({ city: 'Oslo' }),
  password: 'hashed',
})
const payments = [
  record('Payment', { id: 'p1', order, amount: decimal('15.00') }),
  record('Payment', { id: 'p2', order, amount: decimal('5.00') }),
]

const stored: Record<string, readonly RecordValue[]> = { Order: [order], Customer: [ada, bob], Payment: payments, Draft: [] }

export const bindings: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['this', order],
  ['caller', bob],
  ['input', objectType({ body: objectType({ amount: decimal('15.00'), customer: ada, ids: ['o1', 'o2'] }), query: objectType({}) })],
  ['now', timestamp('2024-03-01T12:00:00Z')],
  ['n', 3n],
  ['x', 0.5],
  ['claims', objectType({ sub: 'c2', admin: true })],
  ['error', objectType({ 'retry-after': 30n })],
])

function property(of: RecordValue, member: string): Value | undefined {
  return member === 'payments' ? payments.filter((payment) => equalValues(property(payment, 'order')!, of)) : (of.of as Properties)[member]
}

export const host: Host = {
  property,
  records: (resource) => stored[resource]!,
  find: (resource, by) =>
    stored[resource]!.find((each) => [...by].every(([member, value]) => equalValues(property(each, member) ?? null, value))),
  call: (name, [first]) => {
    if (name === 'CustomerView') return first === null ? null : objectType({ name: property(first as RecordValue, 'name')! })
    return name === 'shippingDays' ? BigInt((first as string).length) : true
  },
}
