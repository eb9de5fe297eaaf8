// What an explanation says of older versions: each difference with the change that it comes from.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { explainFacts } from '../../src/explain/facts.ts'
import { explainOperation } from '../../src/explain/operation.ts'
import { derive } from '../fact/facts-of.ts'
import { golden } from '../golden.ts'

const { facts } = derive(readFileSync(new URL('../../examples/bookshop.md', import.meta.url), 'utf8'), 'bookshop.md')

test('an operation says how each older version has it', () => {
  const text = facts.operations.map(({ operation }) => {
    const lines = explainOperation(facts, operation, { width: 80, colour: false })
    return `${operation.name}\n${lines.slice(lines.indexOf('Versions'))}`
  })
  golden(new URL('bookshop-versions.golden.txt', import.meta.url), text.join('\n'))
})

test('the facts say it as data', () => {
  const { versions } = explainFacts(facts, { origins: false }) as unknown as {
    versions: { name: string; endpoints: { address: string }[]; entries: object }[]
  }
  assert.deepEqual(
    versions.map(({ name, endpoints }) => [name, endpoints.length]),
    [
      ['v0', 9],
      ['v1', 9],
      ['v2', 10],
      ['v3', 9],
    ],
  )
  assert.deepEqual({ ...versions[1]?.entries }, { 'unknown-book': 'was not-valid', 'known-book': 'was called already-there' })
})
