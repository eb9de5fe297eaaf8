// Records that tie in a list are in the order of keys that the server chose, and that no answer may have shown yet.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerComparison, type Open, type Openness } from '../../src/verify/oracle/comparison.ts'

/** Texts `own 0`, `own 1` … are keys that the server chose otherwise. */
const openness: Openness = {
  open: (text): Open | undefined =>
    text.startsWith('own ') ? { step: 1, ordinal: Number(text.slice(4)), kind: 'uuidv7', property: 'Payment.id' } : undefined,
  openNumber: () => undefined,
  refuses: () => undefined,
  randomTextsIn: () => [],
  isOpaque: () => false,
  equivalentOf: () => undefined,
  reactionWrites: new Set(),
  failureLists: new Map(),
  comparesFailures: false,
  announcesEnds: false,
  demandsTag: () => false,
  mayLag: false,
}

test('learns keys of records that tie from what else they hold', () => {
  const found = new AnswerComparison(openness)
  found.values(
    '',
    [
      { id: 'own 0', amount: 5 },
      { id: 'own 1', amount: 7 },
    ],
    [
      { id: 'b', amount: 7 },
      { id: 'a', amount: 5 },
    ],
  )
  assert.deepEqual(found.differences, [])
  assert.deepEqual(
    found.bindings.map(({ ordinal, value }) => [ordinal, value]),
    [
      [1, 'b'],
      [0, 'a'],
    ],
  )
})

test('compares the order of records whose keys are known, and what else an item holds', () => {
  const known = new AnswerComparison(openness)
  known.values('', [{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'a' }])
  assert.equal(known.differences.length, 2)
  const other = new AnswerComparison(openness)
  other.values(
    '',
    [
      { id: 'own 0', amount: 5 },
      { id: 'own 1', amount: 7 },
    ],
    [
      { id: 'b', amount: 7 },
      { id: 'a', amount: 6 },
    ],
  )
  assert(other.differences.length > 0)
})
