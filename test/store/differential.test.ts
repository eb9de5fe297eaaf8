// All stores answer alike: generated documents, generated requests, and predicates in SQL against the same by rows.
// `npm run soak -- 100000` plays as many steps as wanted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import type { Expression } from '../../src/cel/expression.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { makeRecordKeys } from '../../src/meaning/record/keys.ts'
import { slotValueOf } from '../../src/model/slot.ts'
import { makeStatementMaker } from '../../src/store/sql/statement-maker.ts'
import { makeLayout } from '../../src/store/layout.ts'
import { both } from './both.ts'
import { document } from './generated/document.ts'
import { explained, play, steps } from './generated/trace.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'

test('answers generated requests to generated documents alike', async () => {
  const statuses = new Map<number, number>()
  for (let index = 0; index < 12; index++) {
    const seed = `test ${index}`
    const { text, resources } = document(seed)
    const { facts, problems } = factsOf(completed(text))
    assert.deepEqual(problems, [], text)
    const all = steps(seed, 60, resources, facts)
    const found = await play(facts, seed, all, statuses)
    if (found !== undefined) assert.fail(await explained(facts, seed, text, all, found))
  }
  // Agreeing on refusals alone would say little.
  for (const status of [200, 201, 204, 404, 409, 410, 412, 422])
    assert.ok((statuses.get(status) ?? 0) > 0, `nothing was answered ${status}: ${JSON.stringify([...statuses])}`)
})

/** How many of the conditions of lists become SQL. */
function translated(facts: Facts): { readonly all: number; readonly inSql: number } {
  const ask = makeStatementMaker(
    makeLayout(facts.typing.domain, sqlite, (text) => facts.typing.expression(text)),
    makeRecordKeys(facts.typing.domain),
  )
  const conditions = facts.model.endpoints.value.operations.flatMap(({ subject, slots }): [string, Expression][] => {
    const text = slotValueOf(slots.where)
    const expression = text && facts.typing.expression(text)
    return expression === undefined ? [] : [[subject!.text, expression]]
  })
  return { all: conditions.length, inSql: conditions.filter(([resource, expression]) => ask.translates(resource, expression)).length }
}

test('most generated predicates run in SQL', () => {
  let [all, inSql] = [0, 0]
  for (let index = 0; index < 25; index++) {
    const { facts } = factsOf(completed(document(`predicate ${index}`).text))
    const found = translated(facts)
    all += found.all
    inSql += found.inSql
  }
  assert.ok(inSql / all > 0.75, `${inSql} of ${all}`)
})

const usual = [
  'this.name == input.query.name',
  '!has(input.query.name) || this.name == input.query.name',
  'this.name.startsWith("a")',
  'this.name in ["a", "b"]',
  'this.count > 3 && !this.open',
  'this.price >= 1.50',
  'this.due != null && this.due < now',
  'this.due == null || this.due > now - duration("24h")',
  '"x" in this.tags',
  'size(this.tags) > 0',
  'this.owner.name == "a"',
  'this.owner.vip',
  'this.helper != null && this.helper.name == "b"',
  'Line.exists(l, l.item == this && l.count > 1)',
  '!Line.exists(l, l.item == this)',
  'size(this.lines) == 0',
  'this.lines.all(l, l.count > 0)',
  'Line.filter(l, l.item == this).size() > 2',
  'this.open ? this.count > 1 : this.count < 1',
  'this.email == "A@example.org"',
  'this.email != "A@EXAMPLE.ORG"',
  'this.email > "A"',
  'this.email in ["A@example.org", "c"]',
  'this.email.startsWith("a")',
  'this.weight == 1.50',
  'this.weight != 2',
  'this.weight in [decimal("1.5"), decimal(3)]',
  'this.weight == input.query.times',
  'this.weight == this.other',
  'this.weight > 1.5',
  'this.weight <= 2',
  'this.other != null && this.weight < this.other',
  'Item.exists(i, i.email == this.email && i.count > this.count)',
  '"A@example.org" == this.mail',
  'this.nick != null && this.nick == "A"',
  'this.nick == input.query.name',
  'this.count + 1 > 3',
  'this.full == "a b"',
  'this.price * 2 > this.price + this.count',
  'this.count * 3 - 1 == this.count',
  'this.many',
  'this.twice > 4 && this.vip',
  'Line.exists(l, l.item == this && l.count * 2 > this.twice)',
  'this.count * input.query.times > 5',
  'size(this.lines) + 1 > this.count',
  '-this.count < -2',
]

test('common predicates run in SQL', () => {
  const slow = usual.filter((cel) => {
    const { facts, problems } = factsOf(completed(withConditions([cel])))
    assert.deepEqual(problems, [], cel)
    return translated(facts).inSql === 0
  })
  assert.deepEqual(slow, [])
})

test('leaves arithmetic that may exceed 64 bits to expressions, and runs other arithmetic in SQL', () => {
  const inSql = (cel: string): boolean => {
    const { facts, problems } = factsOf(completed(withConditions([cel])))
    assert.deepEqual(problems, [], cel)
    return translated(facts).inSql === 1
  }
  const unbounded = [
    '-this.wide != 1',
    'this.wide + 1 > 0',
    'this.wide * 2 > 0',
    'this.count * 9223372036854775807 > 1',
    'this.free * this.free > 1',
    'this.count * input.query.times * input.query.times > 1',
  ]
  assert.deepEqual(unbounded.filter(inSql), [])
  const bounded = ['this.wide > 0', 'this.free + this.free > 1', 'this.free * 1023 > 1', 'this.count * 922337203685477580 > 1']
  assert.deepEqual(
    bounded.filter((cel) => !inSql(cel)),
    [],
  )
})

test('selects the same records in SQL and in memory', async (context) => {
  const people = [
    ['p', 'a', true],
    ['q', 'b', false],
  ].map(([id, name, vip]) => ({ id, name, vip }))
  const items = Array.from({ length: 24 }, (_, index) => ({
    id: `i${String(index).padStart(2, '0')}`,
    name: ['a', 'b', 'c'][index % 3],
    email: `${'aA'[index % 2]}@example.org`,
    nick: ['a', 'A', 'B', null][index % 4],
    weight: [1.5, 2, 3][index % 3],
    other: [2, null, 1.5, 3][index % 4],
    count: index % 10,
    price: ((index * 7) % 40) / 4,
    open: index % 4 === 0,
    ...(index % 5 === 0 ? {} : { due: `2026-01-0${1 + (index % 3)}T00:00:00Z` }),
    tags: ['x', 'y', 'z'].slice(index % 3),
    owner: 'pq'[index % 2],
    ...(index % 3 === 0 ? { helper: 'q' } : {}),
  }))
  const lines = Array.from({ length: 40 }, (_, index) => ({ id: `l${index}`, item: items[(index * 5) % 24]!.id, count: index % 10 }))
  const sizes = new Map<string, number>()
  const { facts } = factsOf(completed(withConditions(usual)))
  const stores = await both(facts, 'conditions')
  context.after(() => stores.close())
  for (const [target, rows] of [
    ['/people', people],
    ['/items', items],
    ['/lines', lines],
  ] as const) {
    for (const row of rows) assert.equal((await stores.send({ method: 'POST', target, body: JSON.stringify(row) })).difference, undefined)
  }
  for (const [index, cel] of usual.entries()) {
    for (const query of ['', '?times=4503599627370496', '?times=0&name=b', '?times=9007199254740991']) {
      const { difference, sqlite } = await stores.send({ method: 'GET', target: `/items/${index}${query}` })
      assert.equal(difference, undefined, cel)
      if (query === '') sizes.set(cel, (JSON.parse(String(sqlite.body)) as { items: unknown[] }).items.length)
    }
  }
  // A condition that lets everything or nothing through would say little.
  assert.ok([...sizes.values()].filter((size) => size > 0 && size < 24).length > 15, JSON.stringify([...sizes]))
})

const withConditions = (conditions: readonly string[]): string => `
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 }, vip: { type: boolean } }, required: [id, name, vip] }
  Item:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 9 }
      full: { type: string, compute: 'this.name + " b"' }
      wide: { type: integer, format: int64, default: 0 }
      free: { type: integer, default: 0 }
      twice: { type: integer, compute: this.count * 2 }
      many: { type: boolean, compute: 'this.twice > 4 || size(this.lines) > 1' }
      vip: { type: boolean, compute: this.owner.vip }
      email: { type: string, maxLength: 30, fold: true }
      mail: { type: string, compute: this.email }
      nick: { type: [string, 'null'], maxLength: 9, fold: true }
      weight: { type: number, format: decimal, default: 1.5 }
      other: { type: [number, 'null'], format: decimal }
      count: { type: integer, minimum: 0, maximum: 9 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99 }
      open: { type: boolean }
      due: { type: [string, 'null'], format: date-time }
      tags: { type: array, maxItems: 3, items: { type: string, maxLength: 3 } }
      owner: { $ref: Person, onDelete: restrict }
      helper: { $ref: Person, onDelete: set-null }
      lines: { inverse: Line.item }
    required: [id, name, email, count, price, open, tags, owner]
  Line: { key: id, properties: { id: { type: string, maxLength: 9 }, item: { $ref: Item, onDelete: cascade }, count: { type: integer, minimum: 0, maximum: 9 } }, required: [id, item, count] }
endpoints:
${conditions
  .map(
    (cel, index) => `  GET /items/${index}:
    list: Item
    parameters: { query: { name: { type: string, maxLength: 9 }, times: { type: integer, default: 2, minimum: 0, maximum: 9007199254740991 } } }
    where: '${cel.replaceAll("'", "''")}'
    order: [id]
    page: { style: offset, size: 30, max: 100 }
    status: 200
    output: { items: 'items.map(i, i.id)' }
`,
  )
  .join('')}  POST /people: { create: Person, body: [id, name, vip], status: 201 }
  POST /items: { create: Item, body: [id, name, email, nick, weight, other, count, price, open, due, tags, owner, helper], status: 201 }
  POST /lines: { create: Line, body: [id, item, count], status: 201 }
`
