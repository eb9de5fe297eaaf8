// Responses of older versions that choose between values: each has the names of the version.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, storeOf } from './stores.ts'
import { served } from './served.ts'
import { conventions } from '../conventions.ts'
import { compile } from '../../src/compile/compile.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: orders }
resources:
  Order:
    key: id
    properties: { id: { type: string, maxLength: 9 }, total: { type: integer }, kind: { enum: [x, y] }, next: { $ref: Order, onDelete: set-null } }
    required: [total, kind]
  Bill:
    key: id
    properties: { id: { type: string, maxLength: 9 }, total: { type: integer } }
    required: [total]
  views:
    Whole: { of: Order, take: [id, total, kind], properties: { next: 'this.next == null ? "none" : Whole(this.next)' } }
    Brief: { of: Order, take: [id, kind] }
  records: { Order: [{ id: a, total: 3, kind: x, next: b }, { id: b, total: 4, kind: y }], Bill: [{ id: c, total: 5 }] }
states: none
endpoints:
  GET /orders:
    list: Order
    order: [id]
    page: { style: cursor, size: 5 }
    output: { all: 'items.map(o, o.kind == "x" ? Whole(o) : Brief(o))', one: 'items.size() == 1 ? 1 : items.map(o, {"of": [o.total]})', first: 'cel.bind(o, items[0], o.kind == "x" ? {"sum": o.total, "whole": Brief(o)} : 7)' }
authentication: none
events: none
errors: {}
limits: none
versioning:
  scheme: path
  current: v2
  versions: { v1: {} }
  changes: { v2: [{ rename: { Order.cost: total, Order.sort: kind } }] }
`

for (const kind of allKinds) {
  test(`an older version names the members of each alternative, ${kind}`, async (context) => {
    const { url } = await served(context, document, { store: storeOf(kind) })
    const ask = async (version: string): Promise<unknown> => (await fetch(`${url}/${version}/orders`)).json()
    const rest = { one: [{ of: [3] }, { of: [4] }] }
    assert.deepEqual(await ask('v1'), {
      all: [
        { id: 'a', cost: 3, sort: 'x', next: { id: 'b', cost: 4, sort: 'y', next: 'none' } },
        { id: 'b', sort: 'y' },
      ],
      ...rest,
      first: { sum: 3, whole: { id: 'a', sort: 'x' } },
    })
    assert.deepEqual(await ask('v2'), {
      all: [
        { id: 'a', total: 3, kind: 'x', next: { id: 'b', total: 4, kind: 'y', next: 'none' } },
        { id: 'b', kind: 'y' },
      ],
      ...rest,
      first: { sum: 3, whole: { id: 'a', kind: 'x' } },
    })
  })
}

test('a member that only some alternatives rename is reported', () => {
  const text = document.replace(
    'GET /orders:\n',
    `GET /either/{id}:
    read: Order
    with: { bill: { find: Bill, by: { id: '"c"' } } }
    output: 'this.kind == "x" ? Whole(this) : Bill(bill)'
  GET /orders:
`,
  )
  assert.deepEqual(
    compile([{ name: 'service.yaml', text }], conventions())
      .diagnostics.filter(({ code }) => code === 'versioning/not-followed')
      .map(({ message }) => message),
    ['`total` is in several of the values that a response chooses between, and v1 differs in only some of them'],
  )
})
