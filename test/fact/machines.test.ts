// The graph of a machine: reachable states, dead ends, candidates that are never tried, and cycles.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MachineFacts } from '../../src/fact/fact.ts'
import { factsOf } from './facts-of.ts'

function machine(states: string, more = ''): MachineFacts {
  const facts = factsOf(`
resources:
  Order: { key: id, properties: { id: { type: string }, due: { type: integer } }, required: [due] }
${more}
states:
  Order.status:
    initial: draft
    states: ${states}
`)
  return facts.machines[0]!
}

test('the edges of a machine are its on, always, after and onError; a transition without target keeps the state', () => {
  const { edges, transitions } = machine(`
      draft: { on: { place: { target: placed }, note: {} }, after: { PT1H: { target: stale, onError: { target: draft } } } }
      placed: { always: { guard: { paid: this.due == 0 }, target: paid } }
      paid: { on: { place: {} } }
      stale: {}
`)
  assert.deepEqual(
    edges.map(({ from, to, kind, name }) => [from, to, kind, name].join(' ').trim()),
    [
      'draft placed on place',
      'draft draft on note',
      'draft stale after PT1H',
      'draft draft error PT1H',
      'placed paid always',
      'paid paid on place',
    ],
  )
  assert.deepEqual(transitions, [
    { name: 'place', from: ['draft', 'paid'] },
    { name: 'note', from: ['draft'] },
  ])
})

test('a state is reachable from the initial state, or through a row of records', () => {
  const states = '{ draft: { on: { go: { target: done } } }, done: {}, lost: { on: { back: { target: found } } }, found: {} }'
  assert.deepEqual(machine(states).reachable, ['draft', 'done'])
  const seeded = machine(states, '  records: { Order: [ { id: a, due: 1, status: lost } ] }')
  assert.deepEqual(seeded.reachable, ['draft', 'done', 'lost', 'found'])
})

test('no record stays in a state whose always transition has no guard', () => {
  const { reachable, resting } = machine(
    '{ draft: { on: { go: { target: between } } }, between: { always: [ { guard: { owed: this.due > 0 }, target: draft }, { target: done } ] }, done: {} }',
  )
  assert.deepEqual(reachable, ['draft', 'between', 'done'])
  assert.deepEqual(resting, ['draft', 'done'])
})

test('reports other dead ends of a machine with a final state', () => {
  const states = (last: string): string =>
    `{ draft: { on: { go: { target: done }, stop: { target: stuck } } }, stuck: { ${last === '' ? '' : `on: { ${last} }`} }, done: { type: final } }`
  assert.deepEqual(machine(states('')).inescapable, ['stuck'])
  assert.deepEqual(machine(states('again: {}')).inescapable, [])
  assert.deepEqual(
    machine(
      '{ active: { on: { pause: { target: inactive }, end: { target: ended } } }, inactive: { on: { start: { target: active } } }, ended: { type: final } }',
    ).inescapable,
    [],
  )
  assert.deepEqual(
    machine(
      '{ asked: { on: { yes: { target: active }, no: { target: refused } } }, active: { on: { pause: { target: inactive } } }, inactive: { on: { start: { target: active } } }, refused: { type: final } }',
    ).inescapable,
    [],
  )
  assert.deepEqual(machine(states('back: { target: draft }')).inescapable, [])
  assert.deepEqual(machine(states('drop: { then: [ { delete: Order, by: this } ] }')).inescapable, [])
  assert.deepEqual(machine('{ draft: { on: { go: { target: other } } }, other: {} }').inescapable, [])
})

test('candidates after one without a guard are never tried, in on, always and after', () => {
  const { dead } = machine(`
      draft:
        on: { go: [ { target: done }, { guard: { owed: this.due > 0 }, target: draft } ] }
        after: { PT1H: [ { target: done }, { target: draft } ] }
        always: [ { guard: { none: this.due < 0 }, target: done }, { guard: { all: this.due > 9 }, target: done } ]
      done: {}
`)
  assert.equal(dead.length, 2)
})

test('reports each cycle of always transitions once', () => {
  const { cycles } = machine(
    '{ draft: { always: { guard: { a: this.due > 1 }, target: b } }, b: { always: { guard: { b: this.due > 2 }, target: draft } }, c: { always: { guard: { c: this.due > 3 }, target: b } } }',
  )
  assert.deepEqual(
    cycles.map((cycle) => cycle.map(({ from, to }) => `${from}→${to}`)),
    [['draft→b', 'b→draft']],
  )
})
