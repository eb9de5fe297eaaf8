// Functions of part 1 have the same result as their bodies in the place of each call, in every store.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../../src/fact/fact.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = (functions: string) => `
ninefold: 1
use: [http@1, problem-details@1]
service:
  name: shop
  settings: { rate: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 10, default: 0.5 } }
  functions:
${functions}
resources:
  Item:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 99 }
      name: { type: string, maxLength: 20 }
      price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1000 }
      parent: { $ref: Item }
      sold: { type: boolean, default: false }
      tags: { type: array, items: { type: string, maxLength: 9 }, maxItems: 5, default: [] }
    required: [id, name, price]
  views:
    Priced: { of: Item, properties: { id: this.id, gross: gross(this.price), twice: 'around(this.name.upperAscii())', near: 'tagged(this.tags, "a" + this.name)', family: family(this), capture: 'this.tags.map(each, longest(this.tags, each))' } }
states: none
endpoints:
  POST /items: { create: Item, body: [id, name, price, parent, sold, tags], output: Priced(this) }
  GET /items:
    parameters: { query: { least: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1000, default: 0 }, like: { type: string, maxLength: 9 } } }
    list: Item
    where: 'isOffered(this, input.query.least) && (input.query.like == null || starts(this.name, input.query.like.trim()))'
    order: [id]
    page: { style: offset, size: 20 }
    output: { items: 'items.map(each, Priced(each))', dear: 'dearer(items.size() + 1)' }
  POST /items/{id}/sale:
    update: Item
    require: { offered: 'isOffered(this, 1)' }
    set: { sold: 'true' }
    output: Priced(this)
authentication: none
events: none
errors: { catalogue: { gone: { on: require offered, type: gone, title: 'It is gone', detail: 'It cost \${gross(this.price)}.', status: 409 } } }
limits: none
versioning: none
`

const functions = `
    gross: { parameters: { net: decimal(2) }, returns: decimal(4), value: 'net * (1 + settings.rate)' }
    isOffered: { parameters: { item: Item, least: decimal(2) }, returns: bool, value: '!item.sold && item.price >= least' }
    around: { parameters: { text: string }, returns: string, value: 'text + "|" + text' }
    tagged: { parameters: { tags: list(string), name: string }, returns: bool, value: 'tags.exists(tag, tag == name || tag == name + "s")' }
    parentOf: { parameters: { item: Item }, returns: Item or null, value: item.parent }
    family: { parameters: { item: Item }, returns: string, value: 'parentOf(item) == null ? "none" : around(parentOf(item).name)' }
    longest: { parameters: { texts: list(string), start: string }, returns: string, value: 'texts.reduce(best, each, each.size() > best.size() ? each : best, start)' }
    starts: { parameters: { text: string, start: string }, returns: bool, value: 'text.startsWith(start)' }
    dearer: { parameters: { price: int }, returns: int, value: 'Item.filter(item, item.price > price).size()' }`

const json = (value: unknown): string => JSON.stringify(value)

function served(text: string): Facts {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  return facts
}

test('a function has the same value in every slot and store', async (context) => {
  const facts = served(document(functions))
  const stores = await both(facts, 'functions')
  context.after(() => stores.close())
  const post = async (item: object) => {
    const answer = await stores.send({
      method: 'POST',
      target: '/items',
      body: json(item),
      headers: new Map([['content-type', 'application/json']]),
    })
    assert.equal(answer.difference, undefined)
    return answer.memory
  }
  const first = await post({ id: 1, name: 'tea', price: 2.5, tags: ['x', 'ateas', 'abc'] })
  assert.deepEqual(bodyOf(first), {
    id: 1,
    gross: 3.75,
    twice: 'TEA|TEA',
    near: true,
    family: 'none',
    capture: ['ateas', 'ateas', 'ateas'],
  })
  const second = await post({ id: 2, name: 'cup', price: 10, parent: 1, tags: ['cups'] })
  assert.deepEqual(bodyOf(second), { id: 2, gross: 15, twice: 'CUP|CUP', near: false, family: 'tea|tea', capture: ['cups'] })
  const list = async (target: string) => {
    const answer = await stores.send({ method: 'GET', target })
    assert.equal(answer.difference, undefined)
    return bodyOf(answer.memory) as { items: { id: number }[]; dear: number }
  }
  assert.deepEqual(
    (await list('/items?least=3')).items.map(({ id }) => id),
    [2],
  )
  assert.deepEqual(
    (await list('/items?like=%20te')).items.map(({ id }) => id),
    [1],
  )
  assert.equal((await list('/items')).dear, 1)
  const sale = () => stores.send({ method: 'POST', target: '/items/2/sale' })
  assert.equal((await sale()).memory.status, 200)
  const refused = await sale()
  assert.deepEqual(
    [refused.difference, refused.memory.status, (bodyOf(refused.memory) as { detail: string }).detail],
    [undefined, 409, 'It cost 15.0000.'],
  )
})

function bodyOf(answer: { readonly body?: unknown }): unknown {
  return JSON.parse(String(answer.body))
}

test('a database evaluates a function like its body', () => {
  const facts = served(document(functions))
  const { statements, close } = explainStatements(facts)
  const texts = statements(facts.operations.find(({ operation }) => operation.name === 'GET /items')!).map(({ sql }) => sql ?? '')
  close()
  assert.ok(
    texts.some((sql) => /NOT t0\."sold"|t0\."sold"/.test(sql) && /t0\."price"[^,]*>= /.test(sql)),
    texts.join('\n'),
  )
})

test('explain prints each function that an operation calls, with its line', () => {
  const facts = served(document(functions))
  const { operation } = facts.operations.find((each) => each.operation.name === 'POST /items/{id}/sale')!
  const text = explainOperation(facts, operation, { width: 200, colour: false })
  assert.match(text, /Calls +gross\(net: decimal\(2\)\): decimal\(4\) = net \* \(1 \+ settings\.rate\) +\S+:9/)
  assert.match(text, /parentOf\(item: Item\): Item or null = item\.parent/)
  assert.doesNotMatch(text, /dearer/)
})

test('a computed argument that is read twice is computed once', () => {
  const facts = served(`
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shop, functions: { like: { parameters: { item: Item, text: string }, returns: bool, value: 'item.name.startsWith(text) || item.note.contains(text)' } } }
resources: { Item: { key: id, properties: { id: { type: integer, minimum: 1, maximum: 99 }, name: { type: string, maxLength: 9 }, note: { type: string, maxLength: 9 } }, required: [id, name, note] } }
states: none
endpoints:
  GET /items:
    list: Item
    parameters: { query: { q: { type: string, maxLength: 9, default: '' } } }
    where: like(this, input.query.q.trim())
    order: [id]
    page: { style: offset, size: 20 }
    output: { items: 'items.map(each, Item(each))' }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)
  const { statements, close } = explainStatements(facts)
  const texts = statements(facts.operations[0]!).map(({ sql }) => sql ?? '')
  close()
  assert.match(texts[0]!, /"name", 1, length\(\?\)\) = \? OR instr\(t0\."note", \?\) > 0/)
})
