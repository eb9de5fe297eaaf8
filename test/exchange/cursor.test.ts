// Cursors: good for the list they were made for, and for nothing else, whoever changes what.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openCursor, sealCursor } from '../../src/exchange/cursor.ts'

const secret = { key: new Uint8Array(32).fill(7), epoch: 'first' }
const use = { operation: 'listOrders', filter: [['status', 'eq', 'draft']], sort: ['-createdAt', 'id'] }

void test('a cursor gives back the position that it was made of', () => {
  fc.assert(fc.property(fc.array(fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ unit: 'grapheme' }))), (position) => {
    const opened = openCursor(sealCursor(position, use, secret), use, secret)
    assert.deepEqual(opened, { kind: 'position', position })
  }))
})

void test('a cursor in which one character is changed is foreign', () => {
  const sealed = sealCursor(['2026-01-01', 7], use, secret)
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    assert.equal(openCursor(sealed.slice(0, at) + other + sealed.slice(at + 1), use, secret).kind, 'foreign')
  }
})

void test('any other text is foreign', () => {
  fc.assert(fc.property(fc.string(), (text) => assert.equal(openCursor(text, use, secret).kind, 'foreign')))
})

void test('a cursor of another operation, filter, order, version or key is foreign', () => {
  const sealed = sealCursor([1], use, secret)
  const others = [{ ...use, operation: 'other' }, { ...use, filter: [] }, { ...use, sort: ['id'] }, { ...use, version: 'v2' }]
  for (const other of others) assert.equal(openCursor(sealed, other, secret).kind, 'foreign')
  assert.equal(openCursor(sealed, use, { ...secret, key: new Uint8Array(32) }).kind, 'foreign')
})

void test('a sound cursor of records that are gone is expired', () => {
  assert.equal(openCursor(sealCursor([1], use, secret), use, { ...secret, epoch: 'second' }).kind, 'expired')
})
