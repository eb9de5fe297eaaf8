// Which failures of two runs are the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameFailure } from '../../src/verify/drive/confirm.ts'

test('takes differences of one list as the same, whichever of its items differ', () => {
  const bucket = 'body /instruments/*/code listInstruments '
  assert(isSameFailure(bucket, 'body /instruments listInstruments '))
  assert(isSameFailure('body /*/title GET /notes ', 'body  GET /notes '))
  assert(!isSameFailure(bucket, 'body /total listInstruments '))
  assert(!isSameFailure(bucket, 'body /instruments/*/code listLoans '))
  assert(!isSameFailure('status  listNotes ok 404', 'status  listNotes ok 200'))
})
