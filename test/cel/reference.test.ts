// The reference page lists exactly the functions of the library, with their signatures.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { check } from '../../src/cel/check.ts'
import { overloads } from '../../src/cel/library/all.ts'
import { scope } from './shop.ts'

const page = readFileSync(new URL('../../docs/reference/expressions.md', import.meta.url), 'utf8').replace(/\n/g, ' ')

test('the reference page lists exactly the functions', () => {
  const written = [...page.matchAll(/`([^`]+\([^`]*\): [^`]+)`/g)].map(([, signature]) => signature!)
  assert.deepEqual(written.toSorted(), overloads.map(({ signature }) => signature).toSorted())
})

test('the examples of the reference page are valid expressions', () => {
  const examples = [
    'this.note != null && this.note.size() > 3',
    'this.note == "x" && this.note.size() > 0',
    'this.?note.orValue("none")',
    'this.customer.name',
    'duration("PT24H")',
    'duration("90m")',
    'error["retry-after"]',
  ]
  for (const text of examples) {
    assert.ok(page.includes(text), text)
    assert.deepEqual(check(text, scope).problems, [], text)
  }
})
