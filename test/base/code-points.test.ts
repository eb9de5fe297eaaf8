// Lengths, order and positions by code point, compared with JavaScript's own iteration.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCodePoints, compareCodePoints, sliceCodePoints, toCodePointIndex, toUnitIndex } from '../../src/base/code-points.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', '\uffff', '\ue000', '\u{10000}', '\u{1f600}') }),
)
const points = (of: string): number[] => Array.from(of, (character) => character.codePointAt(0)!)

test('counts length, slices and indexes in code points', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 10 }), fc.nat({ max: 10 }), (of, start, length) => {
      const all = Array.from(of)
      assert.equal(countCodePoints(of), all.length)
      assert.equal(sliceCodePoints(of, start, start + length), all.slice(start, start + length).join(''))
      const index = Math.min(start, all.length)
      assert.equal(toUnitIndex(of, index), all.slice(0, index).join('').length)
      assert.equal(toCodePointIndex(of, toUnitIndex(of, index)), index)
    }),
  )
  assert.equal(toCodePointIndex('a', -1), -1)
})

test('orders texts by code points', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [x, y] = [points(a), points(b)]
      const at = x.findIndex((point, i) => point !== y[i])
      const expected = at < 0 ? x.length - y.length : y[at] === undefined ? 1 : x[at]! - y[at]
      assert.equal(Math.sign(compareCodePoints(a, b)), Math.sign(expected))
    }),
  )
})
