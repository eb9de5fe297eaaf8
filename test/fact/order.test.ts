// The order of refusals: the order that stages force, and that each order is a linear extension of it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Stage, stages } from '../../src/fact/fact.ts'
import { type Orderable, orderPoints, createOrdering, doesStagePrecede } from '../../src/fact/order.ts'
import { closeRelation, relate, isRelated, createRelation } from '../../src/fact/relation.ts'

const staged = stages.slice(2)
const point = (stage: Stage, more: Partial<Orderable> = {}): Orderable => ({
  stage,
  reads: [],
  provides: [],
  place: -1,
  answer: {},
  ...more,
})

function stageOrder() {
  const forced = createRelation(staged.length)
  staged.forEach((first, i) =>
    staged.forEach((second, j) => {
      if (doesStagePrecede(first, second)) relate(forced, i, j)
    }),
  )
  return closeRelation(forced)
}

/** Counts the orders of all stages that respect the forced pairs, by the subsets that can come first. */
function countOrders(forced: ReturnType<typeof createRelation>): number {
  const counts = Array.from({ length: 1 << forced.size }, () => 0)
  counts[0] = 1
  for (let subset = 0; subset < counts.length; subset++) {
    for (let next = 0; next < forced.size; next++) {
      if (subset & (1 << next)) continue
      const ready = staged.every((_, other) => !isRelated(forced, other, next) || (subset & (1 << other)) !== 0)
      if (ready) counts[subset | (1 << next)]! += counts[subset]!
    }
  }
  return counts.at(-1)!
}

test('with all ten stages, data forces 31 of 45 pairs and leaves 270 of 3,628,800 orders', () => {
  const forced = stageOrder()
  const free: string[] = []
  staged.forEach((first, i) =>
    staged.forEach((second, j) => {
      if (i < j && !isRelated(forced, i, j) && !isRelated(forced, j, i)) free.push(`${first}–${second}`)
    }),
  )
  assert.equal(45 - free.length, 31)
  assert.equal(countOrders(forced), 270)
  assert.deepEqual(free, [
    ...['caller', 'form', 'input', 'replay', 'find', 'permission', 'match', 'state'].map((each) => `address–${each}`),
    'caller–form',
    'caller–input',
    'input–replay',
    'permission–match',
    'permission–state',
    'match–state',
  ])
})

test('reports one gap for each pair of stages without a determined order', () => {
  const { undetermined } = orderPoints(staged.map((stage) => point(stage)))
  assert.equal(undetermined.length, 14)
})

test('reports no gap if one entry covers both stages, or HTTP alone answers', () => {
  const entry = {}
  assert.equal(orderPoints([point('caller', { answer: entry }), point('form', { answer: entry })]).undetermined.length, 0)
  assert.equal(orderPoints([point('caller'), point('form', { answer: undefined })]).undetermined.length, 0)
  assert.equal(orderPoints([point('caller'), point('form')]).undetermined.length, 1)
})

test('an absent stage does not order other stages', () => {
  assert.equal(orderPoints([point('caller'), point('find')]).undetermined.length, 1)
  assert.equal(orderPoints([point('caller'), point('replay'), point('find')]).undetermined.length, 0)
})

test('precedence can move a stage, and one narrowed condition of a stage', () => {
  assert.deepEqual(orderPoints([point('caller', { place: 1 }), point('form', { place: 0 })]).indexes, [1, 0])
  const points = [point('input', { place: 2 }), point('input', { place: 0 }), point('find', { place: 1 })]
  assert.deepEqual(orderPoints(points).indexes, [1, 2, 0])
})

test('reports an order that reads a value before it exists, with the value', () => {
  const path = point('input', { provides: ['input.path'], place: 1 })
  const record = point('find', { reads: ['input.path'], provides: ['record this'], place: 0 })
  assert.deepEqual(orderPoints([path, record]).impossible, [{ first: 0, second: 1, value: 'input.path' }])
})

test('reports the last link of a chain of values that an order contradicts', () => {
  const points = [
    point('form', { provides: ['bytes'], place: 1 }),
    point('input', { reads: ['bytes'], provides: ['input.body'] }),
    point('find', { reads: ['input.body'], place: 0 }),
  ]
  assert.deepEqual(orderPoints(points).impossible, [{ first: 0, second: 2, value: 'input.body' }])
})

const anyPoint = fc.record({
  stage: fc.constantFrom(...staged),
  reads: fc.subarray(['a', 'b', 'c', 'd']),
  provides: fc.subarray(['a', 'b', 'c', 'd'], { maxLength: 1 }),
  place: fc.integer({ min: -1, max: 5 }),
  answer: fc.constantFrom<object | undefined>(undefined, staged, stages),
})

test('orders equal inputs equally', () => {
  const orderRepeatedly = createOrdering()
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 5 }), (points) => {
      assert.deepEqual(orderRepeatedly(points), orderPoints(points))
    }),
    { numRuns: 1000 },
  )
})

test('an order contains each point once, respects data, and respects precedence where data allows it', () => {
  fc.assert(
    fc.property(fc.array(anyPoint, { maxLength: 14 }), (points) => {
      const { indexes: line, impossible, undetermined } = orderPoints(points)
      assert.deepEqual(
        [...line].sort((a, b) => a - b),
        points.map((_, index) => index),
      )
      const at = points.map((_, index) => line.indexOf(index))
      points.forEach((first, i) =>
        points.forEach((second, j) => {
          const isForced = i < j && first.provides.some((value) => second.reads.includes(value))
          if (isForced) assert.ok(at[i]! < at[j]!, 'data')
          if (impossible.length === 0 && first.place >= 0 && first.place < second.place) assert.ok(at[i]! < at[j]!, 'precedence')
        }),
      )
      for (const { first, second } of undetermined) assert.notEqual(points[first]!.stage, points[second]!.stage)
    }),
  )
})
