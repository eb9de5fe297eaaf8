// The reference of scopes lists exactly the typed places.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { tablesOf, withTables } from '../../scripts/reference.ts'
import { slotRoles } from '../../src/typing/slots/roles.ts'
import { golden } from '../golden.ts'

const page = new URL('../../docs/reference/scopes.md', import.meta.url)

test('docs/reference/scopes.md contains the current tables', () => {
  golden(page, withTables(readFileSync(page, 'utf8')))
})

test('every part with a place has its table', () => {
  const parts = new Set(Object.keys(slotRoles).map((role) => role.split('.')[0]))
  assert.deepEqual(new Set(tablesOf(readFileSync(page, 'utf8'), 'slots')), parts)
})
