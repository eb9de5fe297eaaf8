// The refusals and events of writes: entries, exits, `always`, effects, cascades and steps of `do`; and cycles.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf, operationFacts, pointTexts } from './facts-of.ts'

/** Orders with this machine, beside stock, bookings and logs that effects write. */
function shop(states: string, endpoints: string, more = ''): string {
  return `
resources:
  Order: { key: id, properties: { id: { type: string }, sku: { type: string }, sum: { type: integer }, touched: { type: string, format: date-time, generate: now-on-update } }, required: [sku, sum], invariant: { due: this.sum >= 0 } }
  Stock: { key: sku, properties: { sku: { type: string }, left: { type: integer } }, required: [left], softDelete: true, invariant: { some: this.left >= 0 } }
  Log: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string }, order: { $ref: Order, onDelete: set-null }, day: { type: string } }, required: [text, day], unique: [day], invariant: { told: this.order != null || this.text != '' } }
${more}
states:
  Stock.state: { initial: open, states: { open: { on: { take: { guard: { enough: this.left > 0 }, set: { left: this.left - 1 } } } } } }
  Order.status:
    initial: draft
    states:
${states}
endpoints:
${endpoints}
`
}

const go = '  POST /orders/{id}/go: { operationId: go, transition: Order.go, status: 204 }\n'
const effects = (text: string, id = 'go'): string[] => pointTexts(factsOf(text), id, 'effect')

test('a transition has the refusals of exit, set, entry and effects, and invariants last', () => {
  const text = shop(
    `
      draft:
        on: { go: { target: placed, set: { sum: this.sum - 1 }, then: [ { transition: Stock.take, by: { sku: this.sku } } ] } }
        exit: { then: [ { create: Log, set: { text: this.sku, day: this.sku } } ] }
      placed:
        entry: { then: [ { update: Stock, by: { sku: this.sku }, set: { left: 3 } } ] }
`,
    go,
  )
  assert.deepEqual(effects(text), [
    'duplicate Log.day',
    'invalid set',
    'not-found Stock',
    'gone Stock',
    'guard Stock.take enough',
    'invariant Log told',
    'invariant Order due',
    'invariant Stock some',
  ])
  const { writes, transitions, creates } = operationFacts(factsOf(text), 'go')
  assert.deepEqual(transitions, ['Order.go', 'Stock.take'])
  assert.deepEqual(creates, ['Log'])
  assert.ok(['Order.sum', 'Order.status', 'Order.touched', 'Stock.left', 'Log.day'].every((name) => writes.includes(name)))
})

test('a transition without target runs no exit and no entry', () => {
  const states = (target: string): string => `
      draft:
        on: { go: { ${target} set: { sku: "'x'" } } }
        exit: { then: [ { create: Log, set: { text: this.sku, day: this.sku } } ] }
`
  assert.deepEqual(effects(shop(states(''), go)), [])
  assert.deepEqual(effects(shop(states('target: draft,'), go)), ['duplicate Log.day', 'invariant Log told'])
})

test('evaluates always after creation, after updates, and in the entered state', () => {
  const states = `
      draft: { on: { go: { target: placed } }, always: { guard: { rich: this.sum > 9 }, target: placed, then: [ { transition: Stock.take, by: { sku: this.sku } } ] } }
      placed: { on: { go: {} } }
`
  const endpoints = `${go}
  POST /orders: { operationId: create, create: Order, body: [id, sku, sum], status: 201 }
  PATCH /orders/{id}: { operationId: update, update: Order, body: [sku], status: 200 }
`
  const text = shop(states, endpoints)
  assert.deepEqual(effects(text, 'update'), ['not-found Stock', 'gone Stock', 'guard Stock.take enough', 'invariant Stock some'])
  assert.deepEqual(effects(text, 'create'), [
    'duplicate Order.id',
    'not-found Stock',
    'gone Stock',
    'guard Stock.take enough',
    'invariant Order due',
    'invariant Stock some',
  ])
  assert.deepEqual(effects(text, 'go'), [])
})

test('lets only records named by the request dangle', () => {
  const states = (then: string): string => `
      draft:
        on: { go: { input: { type: object, required: [stock, text], properties: { stock: { $ref: Stock }, text: { type: string } } }, then: [ ${then} ] } }
`
  assert.deepEqual(effects(shop(states('{ update: Order, by: this, set: { sku: "\'y\'" } }'), go)), [])
  assert.deepEqual(effects(shop(states('{ transition: Stock.take, by: input.stock }'), go)), [
    'dangling Stock',
    'guard Stock.take enough',
    'invariant Stock some',
  ])
  assert.deepEqual(effects(shop(states('{ create: Log, set: { text: input.text, day: input.text }, onConflict: keep }'), go)), [
    'invariant Log told',
  ])
  assert.deepEqual(effects(shop(states('{ require: { calm: input.text != "" }, update: Order, by: this, set: { sku: "\'y\'" } }'), go)), [
    'require calm',
  ])
})

test('distinguishes input from the client from input that a transition passes', () => {
  const booking =
    '  Booking: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, of: { $ref: Stock, onDelete: restrict } }, required: [of] }'
  const states = (input: string, loop = ''): string => `
      draft:
        on:
          go: { input: { type: object, required: [stock], properties: { stock: { $ref: Stock } } }, then: [ { ${loop} transition: Order.book, by: this, input: { stock: ${input} } } ] }
          book: { input: { type: object, required: [stock], properties: { stock: { $ref: Stock } } }, then: [ { create: Booking, set: { of: input.stock } } ] }
`
  assert.deepEqual(effects(shop(states('input.stock'), go, booking)), ['dangling Booking.of'])
  assert.deepEqual(effects(shop(states('s', "for: { as: s, in: 'Stock.filter(s, s.left > 0)' },"), go, booking)), [])
})

test('derives the refusals of a deletion, through cascades and removed references', () => {
  const text = shop(
    '      draft: {}',
    '  DELETE /orders/{id}: { operationId: drop, delete: Order, status: 204 }',
    `
  Part: { key: id, properties: { id: { type: string }, order: { $ref: Order, onDelete: cascade } }, required: [order] }
  Bill: { key: id, properties: { id: { type: string }, part: { $ref: Part, onDelete: restrict } }, required: [part] }
`,
  )
  assert.deepEqual(effects(text, 'drop'), ['in-use Part Bill.part', 'invariant Log told'])
  assert.deepEqual(operationFacts(factsOf(text), 'drop').deletes, ['Order', 'Part'])
})

test('steps of do belong to the stage effect, except rules that read only the caller', () => {
  const text = `${shop(
    '      draft: { on: { go: { target: draft } } }',
    `
  POST /both:
    operationId: both
    do:
      - { create: Order, set: { id: "'a'", sku: "'b'", sum: '1' }, as: order }
      - { transition: Stock.take, by: { sku: "'b'" } }
      - { transition: Order.go, by: order }
    status: 204
`,
  )}
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
  security: [ { token: [] } ]
  default: allow
  unreadable: not-found
  rules: { Order: { create: claims.sub == 'root', go: this.sum > 1 } }
`
  const facts = factsOf(text)
  assert.ok(pointTexts(facts, 'both', 'caller').includes('forbidden Order create'))
  assert.deepEqual(pointTexts(facts, 'both', 'find', 'permission', 'state'), [])
  assert.deepEqual(pointTexts(facts, 'both', 'effect'), [
    'forbidden Order.go',
    'duplicate Order.id',
    'not-found Stock',
    'gone Stock',
    'guard Stock.take enough',
    'invariant Order due',
    'invariant Stock some',
  ])
})

test('each cause of an event emits it, including timers', () => {
  const text = `${shop(
    `
      draft: { on: { go: { target: placed } } }
      placed: { after: { PT1H: { target: late } } }
      late: {}
`,
    `${go}  POST /orders: { operationId: create, create: Order, body: [id, sku, sum], status: 201 }\n  PATCH /orders/{id}: { operationId: update, update: Order, body: [sku], status: 200 }\n`,
  )}
events:
  types:
    gone: { on: Order.go }
    born: { on: Order.created }
    changed: { on: Order.updated }
    late: { on: entry Order.late }
    draft: { on: entry Order.draft }
`
  const facts = factsOf(text)
  assert.deepEqual(
    facts.emitters.map(({ name, operations, timers }) => [name, ...operations.map(({ id }) => id), ...timers]),
    [
      ['gone', 'go'],
      ['born', 'create'],
      ['changed', 'go', 'update', 'Order.status placed after PT1H'],
      ['late', 'Order.status placed after PT1H'],
      ['draft', 'create'],
    ],
  )
})

test('reports cycles of effects, and terminates on them', () => {
  const facts = factsOf(
    shop(
      `
      draft: { on: { go: { then: [ { transition: Order.come, by: this } ] }, come: { then: [ { transition: Order.go, by: this } ] } } }
`,
      go,
      '  Tree: { key: id, properties: { id: { type: string }, parent: { $ref: Tree, onDelete: cascade } } }',
    ),
  )
  assert.deepEqual(
    facts.cycles.map((steps) => steps.map(({ name, kind }) => `${name} ${kind}`)),
    [['Order.go effect', 'Order.come effect'], ['Tree deleted cascade']],
  )
})

test('derives the refusals of a write beside a transition', () => {
  const states = '      draft: { on: { go: { target: draft } } }\n'
  const log = `  POST /logs/{id}/end: { operationId: go, transition: Log.end, body: [day, order], status: 204 }
  POST /orders/{id}/go: { operationId: set, transition: Order.go, set: { sum: "3" }, status: 204 }
`
  const text = shop(`${states}  Log.state: { initial: open, states: { open: { on: { end: {} } } } }\n`, log)
  assert.deepEqual(effects(text), ['dangling Log.order', 'duplicate Log.day', 'invariant Log told'])
  assert.deepEqual(effects(text, 'set'), ['invariant Order due'])
})

test('an input whose type does not prove it valid can be refused: before the guards, or in `effect` for an effect', () => {
  const text = (input: string, given: string): string =>
    shop(
      `
      draft:
        on:
          go: { then: [ { transition: Stock.give, by: { sku: this.sku }, input: ${given} } ] }
          pay: { input: ${input}, guard: { exact: input.count == this.sum } }
`,
      `${go}
  POST /orders/{id}/pay: { operationId: itself, transition: Order.pay, status: 204 }
  POST /orders/{id}/pay-mapped: { operationId: mapped, transition: Order.pay, input: { count: this.sum }, status: 204 }
  POST /orders/{id}/pay-body: { operationId: body, transition: Order.pay, body: { count: { type: integer } }, status: 204 }
`,
    ).replace('on: { take:', `on: { give: { input: ${input}, set: { left: input.count } }, take:`)
  const bounded = text('{ type: object, required: [count], properties: { count: { type: integer, minimum: 1 } } }', '{ count: this.sum }')
  assert.ok(effects(bounded).includes('invalid input'))
  for (const id of ['mapped', 'body'])
    assert.deepEqual(pointTexts(factsOf(bounded), id, 'state'), ['invalid input', 'guard Order.pay exact'])
  assert.deepEqual(pointTexts(factsOf(bounded), 'itself', 'state'), ['guard Order.pay exact'])
  const typed = text(
    '{ type: object, required: [count], properties: { count: { type: integer }, order: { $ref: Order } } }',
    '{ count: this.sum, order: this }',
  )
  for (const id of ['go', 'mapped', 'body'])
    assert.ok(
      !pointTexts(factsOf(typed), id, 'effect')
        .concat(pointTexts(factsOf(typed), id, 'state'))
        .includes('invalid input'),
      id,
    )
})
