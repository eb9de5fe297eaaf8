// Sequences as text: what is sent at once stays together while steps are removed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequestStep, groupIn, joinSequences, splitPath, withoutSteps } from '../../src/verify/step.ts'

const step = (target: string, together?: true): RequestStep => ({
  method: 'POST',
  target,
  headers: [],
  ...(together === undefined ? {} : { together }),
})
const steps = [step('/a'), step('/b'), step('/c', true), step('/d', true), step('/e')]
const shape = (of: readonly RequestStep[] | undefined): string =>
  (of ?? []).map(({ target, together }) => `${together === true ? '&' : ''}${target}`).join(' ')

test('splits a sequence at the requests that are sent at once', () => {
  const { before, together, then } = groupIn(steps)!
  assert.deepEqual([before, together, then].map(shape), ['/a', '/b &/c &/d', '/e'])
  assert.equal(groupIn([step('/a'), step('/b')]), undefined)
})

test('keeps the rest of a group together when its first request is removed', () => {
  assert.equal(shape(withoutSteps(steps, new Set([2]))), '/a /c &/d /e')
  assert.equal(shape(withoutSteps(steps, new Set([2, 3]))), '/a /d /e')
  assert.equal(shape(withoutSteps(steps, new Set([1, 3]))), '/b &/d /e')
})

test('takes a placeholder in a path as one segment', () => {
  assert.deepEqual(splitPath('/orders/{{1:/lines/0/product}}/place'), ['orders', '{{1:/lines/0/product}}', 'place'])
  assert.deepEqual(splitPath('/orders/'), ['orders', ''])
})

test('joins sequences so that each keeps to its own answers', () => {
  assert.equal(
    shape(joinSequences([step('/a'), step('/a/{{1:/id}}')], [step('/b'), step('/b/{{1:/id}}')])),
    '/a /a/{{1:/id}} /b /b/{{3:/id}}',
  )
})
