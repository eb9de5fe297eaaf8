// Which failures of two runs are the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameFailure } from '../../src/verify/drive/confirm.ts'

test('takes differences of one list as the same, whichever of its items differ', () => {
  const bucket = 'listInstruments body /instruments/*/code '
  assert(isSameFailure(bucket, 'listInstruments body /instruments '))
  assert(isSameFailure('GET /notes body /*/title ', 'GET /notes body  '))
  assert(!isSameFailure(bucket, 'listInstruments body /total '))
  assert(!isSameFailure(bucket, 'listLoans body /instruments/*/code '))
  assert(!isSameFailure('listNotes status ok 404', 'listNotes status ok 200'))
})
