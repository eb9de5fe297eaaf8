// The target of a request: its path and its query, however often it was sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from '../../src/serve/target.ts'

void test('returns the same list for a repeated query', () => {
  const first = parseTarget('/notes?open=true&text=a+b%2B')
  assert.deepEqual(first, {
    path: '/notes',
    query: [
      ['open', 'true'],
      ['text', 'a b+'],
    ],
  })
  assert.equal(parseTarget('/orders?open=true&text=a+b%2B')?.query, first?.query)
})

void test('decodes queries beyond the cache the same way', () => {
  for (const round of [1, 2]) {
    for (let index = 0; index < 3000; index++) assert.deepEqual(parseTarget(`/?n=${index}`)?.query, [['n', String(index)]], `${round}`)
  }
  const long = 'x'.repeat(600)
  assert.deepEqual(parseTarget(`/?a=${long}`)?.query, [['a', long]])
  assert.equal(parseTarget('/?a=%FF'), undefined)
})
