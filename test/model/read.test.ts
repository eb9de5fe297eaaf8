// Reading the nine parts: the state of each slot, and the messages about mistakes.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { inOrder } from '../../src/diagnostic/diagnostic.ts'
import { renderAll } from '../../src/diagnostic/render.ts'
import { readDocument } from '../../src/document/read.ts'
import type { Model } from '../../src/model/model.ts'
import { readModel } from '../../src/model/read.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../src/model/slot.ts'
import { golden } from '../golden.ts'

function read(yaml: string, name = 'service.yaml'): { model: Model; messages: string[]; rendered: string } {
  const { document, diagnostics } = readDocument([{ name, text: yaml }])
  const { model, diagnostics: more } = readModel(document)
  const all = inOrder([...diagnostics, ...more])
  return { model, messages: all.map(({ code, message }) => `${code}: ${message}`), rendered: renderAll(all, { colour: false, width: 100 }) }
}

const folder = new URL('mistakes/', import.meta.url)

for (const name of readdirSync(folder).filter((each) => each.endsWith('.yaml'))) {
  test(`reports the mistakes in ${name}`, () => {
    const { rendered } = read(readFileSync(new URL(name, folder), 'utf8'), name)
    golden(new URL(`${name}.golden.txt`, folder), rendered)
  })
}

test('a slot is shown, none, a gap, unsaid or wrong', () => {
  const { model } = read('endpoints:\n  GET /a: { list: Order, page: none, order: not shown, conditional: perhaps }\n')
  const { slots } = model.endpoints.value.operations[0]!
  assert.deepEqual(
    [slots.list, slots.page, slots.order, slots.output, slots.conditional].map(({ state }) => state),
    ['shown', 'none', 'gap', 'unsaid', 'wrong'],
  )
})

test('quoted words, and words in a schema, are data', () => {
  const { model, messages } = read(
    "errors:\n  catalogue: { a: { on: gone, title: 'not shown' } }\nresources:\n  Order: { properties: { a: { enum: [none, not shown], default: none, title: not shown, const: 'none' } } }\n",
  )
  assert.deepEqual(messages, [])
  const entry = slotValueOf(findNamedEntry(model.errors.value.catalogue, 'a')!.slot)!
  assert.equal(slotValueOf(entry.title)?.text, 'not shown')
  const { keywords } = slotValueOf(findNamedEntry(model.resources.value.resources[0]!.slots.properties, 'a')!.slot)!
  assert.deepEqual(
    slotValueOf(keywords.enum)?.map(({ value }) => value),
    ['none', 'not shown'],
  )
  assert.deepEqual(
    [slotValueOf(keywords.default)?.value, slotValueOf(keywords.title), slotValueOf(keywords.const)?.value],
    ['none', 'not shown', 'none'],
  )
})

test('a list or a tree with an element that is not shown is a gap', () => {
  const { model } = read('endpoints:\n  GET /a: { list: Order, sort: [a, not shown], output: { a: this.a, b: { c: not shown } } }\n')
  const { slots } = model.endpoints.value.operations[0]!
  assert.deepEqual([slots.sort.state, slots.output.state], ['gap', 'gap'])
})

test('a tree omits a member with none', () => {
  const { model } = read('endpoints:\n  GET /a: { answer: {}, output: { a: now, b: none, c: { const: none } } }\n')
  const output = slotValueOf(model.endpoints.value.operations[0]!.slots.output)
  assert.deepEqual(output?.kind === 'map' ? output.entries.map(({ name, value }) => [name, value.kind]) : undefined, [
    ['a', 'expression'],
    ['c', 'literal'],
  ])
})

test('keeps a declaration that is not shown, and omits one that is none', () => {
  const { model, messages } = read(
    'resources: { Order: not shown, Item: none }\nstates: { Order.status: not shown }\nendpoints: { GET /a: not shown, GET /b: none }\n',
  )
  assert.deepEqual(messages, [])
  assert.deepEqual(
    model.resources.value.resources.map(({ name, slots }) => [name, slots.key.state]),
    [['Order', 'gap']],
  )
  assert.deepEqual(
    model.states.value.machines.map(({ name, slots }) => [name, slots.states.state]),
    [['Order.status', 'gap']],
  )
  assert.deepEqual(
    model.endpoints.value.operations.map(({ name, action, slots }) => [name, action, slots.status.state]),
    [['GET /a', undefined, 'gap']],
  )
})

test('keeps invalid declarations, so that references to them are not reported', () => {
  const { model, messages } = read('resources: { Order: 5 }\n')
  assert.equal(messages.length, 1)
  assert.deepEqual(
    model.resources.value.resources.map(({ name, slots }) => [name, slots.key.state]),
    [['Order', 'wrong']],
  )
})

test('an action with none is ignored beside another action', () => {
  const { model, messages } = read('endpoints: { GET /a: { list: none, answer: {} } }\n')
  assert.deepEqual(messages, [])
  assert.equal(model.endpoints.value.operations[0]!.action, 'answer')
})

test('the caller is an expression, a look-up, or one of them for each scheme', () => {
  const kind = (caller: string) => slotValueOf(read(`authentication: { caller: ${caller} }\n`).model.authentication.value.caller)?.kind
  assert.deepEqual(
    [
      kind('claims'),
      kind('{ find: User, by: { id: claims.sub } }'),
      kind('{ Token: claims, Key: { find: User, by: { id: credential } } }'),
    ],
    ['expression', 'lookup', 'schemes'],
  )
})

test('names and versions keep their source text', () => {
  const { model } = read('versioning: { current: 1.10, versions: { 1.1: {} } }\nservice: { name: 0o17 }\n')
  assert.equal(slotValueOf(model.versioning.value.current)?.text, '1.10')
  assert.deepEqual(
    listSpecifiedEntries(model.versioning.value.versions).map(({ name }) => name),
    ['1.1'],
  )
  assert.equal(slotValueOf(model.service.value.name)?.text, '0o17')
})

test('reports a value that YAML cuts off, and reads it whole', () => {
  const { model, messages } = read('resources:\n  Order:\n    key: id\n    invariant:\n      positive: this.total > 0 && # later\n')
  assert.deepEqual(
    messages.map((each) => each.split(':')[0]),
    ['document/expression-cut'],
  )
  assert.match(slotValueOf(findNamedEntry(model.resources.value.resources[0]!.slots.invariant, 'positive')!.slot)!.text, /&& # later/)
})
