// Cursors are valid only for the list that made them; any change makes them invalid.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CursorUse, decodeCursor, encodeCursor, useHash } from '../../src/exchange/cursor.ts'
import { seal, unseal } from '../../src/exchange/seal.ts'
import type { Json } from '../../src/base/json.ts'

const secret = { key: new Uint8Array(32).fill(7), epoch: 'first' }
const use: CursorUse = { operation: 'listOrders', filter: [['status', 'eq', 'draft']], sort: ['-createdAt', 'id'] }

const sealed = (position: readonly Json[]): string =>
  encodeCursor(
    position.map((value) => JSON.stringify(value)),
    useHash(use),
    secret,
  )

void test('decodes a cursor to its position', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ unit: 'grapheme' }))), (position) => {
      const opened = decodeCursor(sealed(position), use, secret)
      assert.deepEqual(opened, { kind: 'position', position })
    }),
  )
})

void test('rejects a cursor with one changed character', () => {
  const cursor = sealed(['2026-01-01', 7])
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'B' : 'A'
    assert.equal(decodeCursor(cursor.slice(0, at) + other + cursor.slice(at + 1), use, secret).kind, 'foreign')
  }
})

void test('rejects any other text', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(decodeCursor(text, use, secret).kind, 'foreign')))
})

void test('rejects a cursor of another operation, filter, order, version or key', () => {
  const cursor = sealed([1])
  const others = [
    { ...use, operation: 'other' },
    { ...use, filter: [] },
    { ...use, sort: ['id'] },
    { ...use, version: 'v2' },
  ]
  for (const other of others) assert.equal(decodeCursor(cursor, other, secret).kind, 'foreign')
  assert.equal(decodeCursor(cursor, use, { ...secret, key: new Uint8Array(32) }).kind, 'foreign')
})

void test('a valid cursor of another epoch is expired', () => {
  assert.equal(decodeCursor(sealed([1]), use, { ...secret, epoch: 'second' }).kind, 'expired')
})

void test('a cursor begins with its HMAC, for keys of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.array(fc.string()), (key, content) => {
      const bytes = Buffer.from(seal(JSON.stringify(content), key), 'base64url')
      assert.deepEqual(bytes.subarray(0, 16), createHmac('sha256', key).update(bytes.subarray(16)).digest().subarray(0, 16))
      assert.deepEqual(unseal(bytes.toString('base64url'), key), content)
    }),
  )
})
