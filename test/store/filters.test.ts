// Filters under the names that a document declares, inside of objects and of lists, and with several values: alike in every store, and in SQL.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRecordKeys } from '../../src/meaning/record/keys.ts'
import { makeLayout } from '../../src/store/layout.ts'
import { postgres } from '../../src/store/postgres/dialect.ts'
import { makeStatementMaker } from '../../src/store/sql/statement-maker.ts'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { type Both, both } from './both.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: orders }
resources:
  $defs:
    Address:
      type: object
      properties:
        city: { type: string, maxLength: 40 }
        floor: { type: integer, minimum: -5, maximum: 200 }
        labels: { type: array, maxItems: 5, items: { type: string, maxLength: 20 } }
        isHome: { type: boolean }
        since: { type: string, format: date-time }
        area: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 100000 }
        share: { type: number }
  Order:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      status: { enum: [open, paid, 'a,b'] }
      created: { type: integer, minimum: 0, maximum: 1000 }
      address: { $ref: Address }
      tags: { type: array, maxItems: 5, items: { type: string, maxLength: 20 } }
      scores: { type: [array, 'null'], maxItems: 5, items: { type: integer, minimum: 0, maximum: 9 } }
      lines: { type: array, maxItems: 5, items: { type: object, properties: { sku: { type: string, maxLength: 10 }, count: { type: integer, minimum: 1, maximum: 9 }, to: { $ref: Address } }, required: [sku, count] } }
    required: [id, status, created, tags]
states: none
endpoints:
  POST /orders: { create: Order, body: [id, status, created, address, tags, scores, lines], output: Order(this) }
  GET /brackets:
    list: Order
    filter: { properties: &all [status, created, tags, scores, address.city, address.floor, address.labels, address.isHome, address.since, address.area, address.share, lines.sku, lines.count, lines.to.labels] }
    order: [id]
    page: { style: offset, size: 50 }
    output: &answer { ids: 'items.map(o, o.id)', total: page.total }
  GET /dots: { list: Order, filter: { properties: *all, spelling: '{name}.{operator}' }, order: [id], page: { style: cursor, size: 2 }, output: { ids: 'items.map(o, o.id)', next: page.next } }
  GET /json-api: { list: Order, filter: { properties: *all, plain: 'filter[{name}]', spelling: 'filter[{name}][{operator}]', several: commas }, strict: true, order: [id], page: { style: offset, size: 50 }, output: *answer }
  GET /django: { list: Order, filter: { properties: *all, spelling: '{name}__{operator}', names: { address.city: city }, several: repeated }, order: [id], page: { style: offset, size: 50 }, output: *answer }
  GET /bounds: { list: Order, filter: { properties: [created], plain: none, spelling: '{operator}_{name}', operators: { gte: min, lte: max } }, parameters: { query: { last_created: { type: integer } } }, where: 'this.created != input.query.?last_created.orValue(-1)', order: [id], page: { style: offset, size: 50 }, output: *answer }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const orders = [
  {
    id: 1,
    status: 'open',
    created: 10,
    tags: ['red', 'blue'],
    scores: [1, 2],
    address: { city: 'Bern', floor: 2, labels: ['home', 'old'], isHome: true, since: '2026-01-02T03:04:05Z', area: 10.5, share: 0.5 },
    lines: [
      { sku: 'a', count: 1 },
      { sku: 'b', count: 2, to: { labels: ['x'] } },
    ],
  },
  {
    id: 2,
    status: 'paid',
    created: 20,
    tags: [],
    scores: null,
    address: { city: 'O\'Hare "1"', floor: -1, isHome: false, since: '2026-01-02T03:04:06.500Z', area: 99999.99, share: 1.25 },
    lines: [],
  },
  { id: 3, status: 'a,b', created: 30, tags: ['blue', 'a,b'], address: { labels: [] }, lines: [{ sku: 'b', count: 9 }] },
  { id: 4, status: 'open', created: 40, tags: ['green'] },
]

async function filled(): Promise<{ stores: Both; facts: ReturnType<typeof factsOf>['facts'] }> {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'filters')
  for (const order of orders) {
    const { memory, difference } = await stores.send({ method: 'POST', target: '/orders', body: JSON.stringify(order) })
    assert.equal(difference, undefined)
    assert.equal(memory.status, 201, String(memory.body))
  }
  return { stores, facts }
}

test('filters lists alike in every store, under the names that the document declares', async (context) => {
  const { stores } = await filled()
  context.after(() => stores.close())
  const ids = async (target: string, expected: readonly number[]): Promise<void> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    const body = JSON.parse(String(memory.body)) as { ids: number[]; total?: number }
    assert.deepEqual(body.ids, expected, target)
    if (body.total !== undefined) assert.equal(body.total, expected.length, target)
  }
  const refused = async (target: string, name: string): Promise<void> => {
    const { memory, difference } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined, target)
    assert.equal(memory.status, 422, `${target} ${String(memory.body)}`)
    const { errors } = JSON.parse(String(memory.body)) as { errors: { property?: string }[] }
    assert.deepEqual(
      errors.map(({ property }) => property),
      [name],
      target,
    )
  }
  // Members of objects, by every type.
  await ids('/brackets?address.city=Bern', [1])
  await ids(`/brackets?address.city=${encodeURIComponent('O\'Hare "1"')}`, [2])
  await ids('/brackets?address.city[ne]=Bern', [2, 3, 4])
  await ids('/brackets?address.city[gt]=Bern', [2])
  await ids('/brackets?address.city%5Bexists%5D=false', [3, 4])
  await ids('/brackets?address.city[in]=Bern,Basel', [1])
  await ids('/brackets?address.floor[lt]=0', [2])
  await ids('/brackets?address.floor=2', [1])
  await ids('/brackets?address.isHome=false', [2])
  await ids('/brackets?address.isHome[ne]=false', [1, 3, 4])
  await ids('/brackets?address.since=2026-01-02T04:04:05%2B01:00', [1])
  await ids('/brackets?address.since[gt]=2026-01-02T03:04:05Z', [2])
  await ids('/brackets?address.area=10.5', [1])
  await ids('/brackets?address.area[gte]=99999.985', [2])
  await ids('/brackets?address.area[lt]=10.501', [1])
  await ids('/brackets?address.area=10.501', [])
  await ids('/brackets?address.share[gte]=0.5', [1, 2])
  // Members of lists, of lists in objects, and of objects in lists.
  await ids('/brackets?tags=blue', [1, 3])
  await ids('/brackets?tags[any]=red,green', [1, 4])
  await ids('/brackets?scores=2', [1])
  await ids('/brackets?scores[exists]=true', [1])
  await ids('/brackets?address.labels=old', [1])
  await ids('/brackets?address.labels[any]=new,home', [1])
  await ids('/brackets?lines.sku=b', [1, 3])
  await ids('/brackets?lines.count[any]=2,9', [1, 3])
  await ids('/brackets?lines.to.labels=x', [1])
  await ids('/brackets?lines.sku=b&status=open', [1])
  await refused('/brackets?address.city[like]=B', 'address.city[like]')
  await refused('/brackets?address.floor[gt]=high', 'address.floor[gt]')
  await refused('/brackets?lines.count[any]=1,high', 'lines.count[any]')
  // Other spellings.
  await ids('/dots?created.gte=20&created.lt=40', [2, 3])
  await ids('/dots?address.city.in=Bern', [1])
  await refused('/dots?created.between=1', 'created.between')
  await ids('/json-api?filter[status]=open,paid', [1, 2, 4])
  await ids('/json-api?filter%5Bcreated%5D%5Bgte%5D=20&filter%5Btags%5D=blue,green', [3, 4])
  await ids('/json-api?filter[address.city]=Bern', [1])
  await refused('/json-api?filter[created][gt]=x', 'filter[created][gt]')
  await refused('/json-api?filter[created][like]=1', 'filter[created][like]')
  await refused('/json-api?filter[made]=1', 'filter[made]')
  await refused('/json-api?status=open', 'status')
  await ids('/django?status=a,b', [3])
  await ids('/django?status=a,b&status=paid', [2, 3])
  await ids('/django?city=Bern&created__lt=20', [1])
  await ids('/django?tags=red&tags=green', [1, 4])
  await ids('/bounds?min_created=20&max_created=30', [2, 3])
  await ids('/bounds?min_created=20&last_created=30', [2, 4])
  await ids('/bounds?created=20', [1, 2, 3, 4])
  await refused('/bounds?mid_created=20', 'mid_created')
})

test('a cursor belongs to its filters, in any order of the request', async (context) => {
  const { stores } = await filled()
  context.after(() => stores.close())
  const first = await stores.send({ method: 'GET', target: '/dots?created.gte=10&created.lte=30' })
  const { next } = JSON.parse(String(first.memory.body)) as { next: string }
  const again = await stores.send({ method: 'GET', target: `/dots?cursor=${next}&created.lte=30&created.gte=10` })
  assert.equal(again.difference, undefined)
  assert.deepEqual(JSON.parse(String(again.memory.body)), { ids: [3], next: null })
  const other = await stores.send({ method: 'GET', target: `/dots?created.gte=10&cursor=${next}` })
  assert.equal(other.memory.status, 422)
})

test('each filter is part of the statement', () => {
  const { facts } = factsOf(document)
  const { domain } = facts.typing
  const there = makeStatementMaker(makeLayout(domain, postgres), makeRecordKeys(domain))
  const { filters } = facts.typing.input(facts.operations.find(({ operation }) => operation.name === 'GET /brackets')!.operation)
  for (const { name, property, path, operators } of filters.values()) {
    for (const operator of operators.keys()) {
      const comparison = {
        property,
        ...(path.length === 0 ? {} : { path }),
        operator,
        value: operator === 'in' || operator === 'any' ? [null] : operator === 'exists' ? true : null,
      }
      assert.ok(there.selects({ resource: 'Order', where: [], filters: [comparison], order: [] }), `${name} ${operator}`)
    }
  }
  const { statements } = explainStatements(facts)
  const explained = statements(facts.operations.find(({ operation }) => operation.name === 'GET /brackets')!)
  const filtered = explained.filter(({ what }) => what.includes('filtered by'))
  assert.ok(filtered.length > 20)
  for (const { what, sql } of filtered) assert.ok(sql !== undefined && /WHERE/.test(sql), what)
})
