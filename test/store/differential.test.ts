// Memory and SQLite answer alike: generated documents, generated requests, and predicates in SQL against the same by rows.
// `npm run soak -- 100000` plays as many steps as wanted.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import type { Expression } from '../../src/cel/expression.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { keysIn } from '../../src/meaning/keys.ts'
import { shown } from '../../src/model/slot.ts'
import { asking } from '../../src/store/sqlite/asking.ts'
import { layoutOf } from '../../src/store/layout.ts'
import { document } from './generated/document.ts'
import { explained, play, steps } from './generated/trace.ts'

test('generated requests to generated documents are answered alike', async () => {
  const statuses = new Map<number, number>()
  for (let index = 0; index < 12; index++) {
    const seed = `test ${index}`
    const { text, resources } = document(seed)
    const { facts, problems } = factsOf(completed(text))
    assert.deepEqual(problems, [], text)
    const all = steps(seed, 60, resources, facts)
    if ((await play(facts, seed, all, statuses)) !== undefined) assert.fail(await explained(facts, seed, text, all))
  }
  // Agreeing on refusals alone would say little.
  for (const status of [200, 201, 204, 404, 409, 410, 412, 422]) assert.ok((statuses.get(status) ?? 0) > 0, `nothing was answered ${status}: ${JSON.stringify([...statuses])}`)
})

/** How many of the conditions of lists become SQL. */
function translated(facts: Facts): { readonly all: number; readonly inSql: number } {
  const ask = asking(layoutOf(facts.typing.domain), keysIn(facts.typing.domain))
  const conditions = facts.model.endpoints.value.operations.flatMap(({ subject, slots }): [string, Expression][] => {
    const text = shown(slots.where)
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

test('the usual predicates run in SQL', () => {
  const usual = [
    'this.name == input.query.name', '!has(input.query.name) || this.name == input.query.name', 'this.name.startsWith("a")', 'this.name in ["a", "b"]',
    'this.count > 3 && !this.open', 'this.price >= 1.50', 'this.due != null && this.due < now', 'this.due == null || this.due > now - duration("24h")',
    '"x" in this.tags', 'size(this.tags) > 0', 'this.owner.name == "a"', 'this.owner.vip', 'this.helper != null && this.helper.name == "b"',
    'Line.exists(l, l.item == this && l.count > 1)', '!Line.exists(l, l.item == this)', 'size(this.lines) == 0', 'this.lines.all(l, l.count > 0)',
    'Line.filter(l, l.item == this).size() > 2', 'this.open ? this.count > 1 : this.count < 1', 'this.email == "A@example.org"',
    'this.count + 1 > 3', 'this.full == "a b"',
  ]
  const slow = usual.filter((cel) => {
    const { facts, problems } = factsOf(completed(withCondition(cel)))
    assert.deepEqual(problems, [], cel)
    return translated(facts).inSql === 0
  })
  assert.deepEqual(slow, ['this.email == "A@example.org"', 'this.count + 1 > 3', 'this.full == "a b"'])
})

const withCondition = (cel: string): string => `
resources:
  Person: { key: id, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 }, vip: { type: boolean } }, required: [id, name, vip] }
  Item:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      name: { type: string, maxLength: 9 }
      full: { type: string, compute: 'this.name + " b"' }
      email: { type: string, maxLength: 30, fold: true }
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
  GET /items:
    list: Item
    parameters: { query: { name: { type: string, maxLength: 9 } } }
    where: '${cel.replaceAll("'", "''")}'
    order: [id]
    page: { style: offset, size: 20, max: 100 }
    status: 200
    output: { items: 'items.map(i, i.id)' }
  POST /people: { create: Person, body: [id, name, vip], status: 201 }
  POST /items: { create: Item, body: [id, name, email, count, price, open, due, tags, owner, helper], status: 201 }
  POST /lines: { create: Line, body: [id, item, count], status: 201 }
`
