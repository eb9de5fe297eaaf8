// The order of refusals: what the stages force, and that an order is always a linear extension of what forces it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Stage, stages } from '../../src/fact/fact.ts'
import { type Orderable, orderPoints, ordering, stagePrecedes } from '../../src/fact/order.ts'
import { closure, relate, isRelated, relation } from '../../src/fact/relation.ts'

const staged = stages.slice(2)
const point = (stage: Stage, more: Partial<Orderable> = {}): Orderable => ({ stage, reads: [], gives: [], place: -1, answer: {}, ...more })

function stageOrder() {
  const forced = relation(staged.length)
  staged.forEach((first, i) => staged.forEach((second, j) => {
    if (stagePrecedes(first, second)) relate(forced, i, j)
  }))
  return closure(forced)
}

/** Counts the orders of all stages that keep what is forced, by subsets that can stand first. */
function extensions(forced: ReturnType<typeof relation>): number {
  const ways = Array.from({ length: 1 << forced.size }, () => 0)
  ways[0] = 1
  for (let placed = 0; placed < ways.length; placed++) {
    for (let next = 0; next < forced.size; next++) {
      if (placed & (1 << next)) continue
      const ready = staged.every((_, other) => !isRelated(forced, other, next) || (placed & (1 << other)) !== 0)
      if (ready) ways[placed | (1 << next)]! += ways[placed]!
    }
  }
  return ways.at(-1)!
}

test('with all ten stages present, 31 of 45 pairs are forced and 270 of 3,628,800 orders are left', () => {
  const forced = stageOrder()
  const free: string[] = []
  staged.forEach((first, i) => staged.forEach((second, j) => {
    if (i < j && !isRelated(forced, i, j) && !isRelated(forced, j, i)) free.push(`${first}–${second}`)
  }))
  assert.equal(45 - free.length, 31)
  assert.equal(extensions(forced), 270)
  assert.deepEqual(free, [
    ...['caller', 'form', 'input', 'replay', 'find', 'permission', 'match', 'state'].map((each) => `address–${each}`),
    'caller–form', 'caller–input', 'input–replay', 'permission–match', 'permission–state', 'match–state',
  ])
})

test('a gap is named once for each pair of stages that nothing orders', () => {
  const { undetermined } = orderPoints(staged.map((stage) => point(stage)))
  assert.equal(undetermined.length, 14)
})

test('one entry for both, or an answer by HTTP alone, is not a gap', () => {
  const entry = {}
  assert.equal(orderPoints([point('caller', { answer: entry }), point('form', { answer: entry })]).undetermined.length, 0)
  assert.equal(orderPoints([point('caller'), point('form', { answer: undefined })]).undetermined.length, 0)
  assert.equal(orderPoints([point('caller'), point('form')]).undetermined.length, 1)
})

test('a stage that is not there orders nothing over others', () => {
  assert.equal(orderPoints([point('caller'), point('find')]).undetermined.length, 1)
  assert.equal(orderPoints([point('caller'), point('replay'), point('find')]).undetermined.length, 0)
})

test('precedence moves a stage before another, and a narrowed condition out of its stage', () => {
  assert.deepEqual(orderPoints([point('caller', { place: 1 }), point('form', { place: 0 })]).line, [1, 0])
  const points = [point('input', { place: 2 }), point('input', { place: 0 }), point('find', { place: 1 })]
  assert.deepEqual(orderPoints(points).line, [1, 2, 0])
})

test('an order against data is impossible and names the value that is missing', () => {
  const path = point('input', { gives: ['input.path'], place: 1 })
  const record = point('find', { reads: ['input.path'], gives: ['record this'], place: 0 })
  assert.deepEqual(orderPoints([path, record]).impossible, [{ first: 0, second: 1, value: 'input.path' }])
})

test('an order against a chain of data names its last link', () => {
  const points = [
    point('form', { gives: ['bytes'], place: 1 }),
    point('input', { reads: ['bytes'], gives: ['input.body'] }),
    point('find', { reads: ['input.body'], place: 0 }),
  ]
  assert.deepEqual(orderPoints(points).impossible, [{ first: 0, second: 2, value: 'input.body' }])
})

const anyPoint = fc.record({
  stage: fc.constantFrom(...staged),
  reads: fc.subarray(['a', 'b', 'c', 'd']),
  gives: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 1 }),
  place: fc.integer({ min: -1, max: 5 }),
  answer: fc.constantFrom<object | undefined>(undefined, staged, stages),
})

test('orders equal inputs alike', () => {
  const again = ordering()
  fc.assert(fc.property(fc.array(anyPoint, { maxLength: 5 }), (points) => {
    assert.deepEqual(again(points), orderPoints(points))
  }), { numRuns: 1000 })
})

test('an order holds every point once, keeps data, and keeps precedence wherever it is possible', () => {
  fc.assert(fc.property(fc.array(anyPoint, { maxLength: 14 }), (points) => {
    const { line, impossible, undetermined } = orderPoints(points)
    assert.deepEqual([...line].sort((a, b) => a - b), points.map((_, index) => index))
    const at = points.map((_, index) => line.indexOf(index))
    points.forEach((first, i) => points.forEach((second, j) => {
      const data = i < j && first.gives.some((value) => second.reads.includes(value))
      if (data) assert.ok(at[i]! < at[j]!, 'data')
      if (impossible.length === 0 && first.place >= 0 && first.place < second.place) assert.ok(at[i]! < at[j]!, 'precedence')
    }))
    for (const { first, second } of undetermined) assert.notEqual(points[first]!.stage, points[second]!.stage)
  }))
})
