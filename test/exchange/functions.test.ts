// Functions that the language adds: a digest is that of the bytes in UTF-8, for any text.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { callFunction } from '../../src/exchange/functions.ts'

test('the digest of a text equals that of its bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      assert.equal(callFunction('digest', [text]), hash('sha256', new TextEncoder().encode(text), 'hex')),
    ),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.equal(callFunction('digest', [bytes]), hash('sha256', bytes, 'hex'))))
  for (const text of ['\ud800', 'a\udc00b', `${'x'.repeat(500)}\ud800`])
    assert.equal(callFunction('digest', [text]), hash('sha256', new TextEncoder().encode(text), 'hex'))
})
