// Waits between attempts: they grow to a maximum, and randomness lengthens them a little.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backoffs, addJitter, computeBackoffSpan, computeLongestWait, waitAfter } from '../../src/base/backoff.ts'
import { SeededRandomness } from '../../src/base/clock.ts'

test('exponential waits grow from five seconds to a day', () => {
  const waits = Array.from({ length: 12 }, (_, index) => waitAfter(backoffs.exponential, index + 1) / 1000)
  assert.deepEqual(waits, [5, 15, 45, 135, 405, 1215, 3645, 10_935, 32_805, 86_400, 86_400, 86_400])
  assert.deepEqual(
    [1, 2, 9].map((tries) => waitAfter(backoffs.fixed, tries)),
    [60_000, 60_000, 60_000],
  )
})

test('randomness lengthens a wait by at most a fifth, and never shortens it', () => {
  const randomness = new SeededRandomness('jitter')
  const seen = new Set<number>()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400_000 }), (wait) => {
      const longer = addJitter(wait, randomness)
      seen.add(longer / wait)
      return longer >= wait && longer <= Math.ceil(wait * 1.2)
    }),
  )
  assert.ok(seen.size > 50)
})

test('the total time of all attempts is the sum of their longest waits', () => {
  assert.equal(computeBackoffSpan({ kind: 'growing', initial: 1000, factor: 2, max: 3000 }, 4), 1200 + 2400 + 3600)
  assert.equal(computeBackoffSpan(backoffs.exponential, 1), 0)
})

test('listed waits apply in order, and the last one repeats', () => {
  const listed = { kind: 'listed', waits: [1000, 10_000, 60_000] } as const
  assert.deepEqual(
    [1, 2, 3, 4, 9].map((tries) => waitAfter(listed, tries)),
    [1000, 10_000, 60_000, 60_000, 60_000],
  )
  assert.equal(computeLongestWait({ kind: 'listed', waits: [60_000, 1000] }), 60_000)
  assert.equal(computeBackoffSpan(listed, 4), (1000 + 10_000 + 60_000) * 1.2)
})
