// What an older version writes shows in the newest: a fault that only a request of one version and a reading of another show.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { judgeFault } from './evaluate.ts'
import { subjectNamed } from './subjects.ts'

test('finds in bookshop by hand: what v2 orders is a gift', async () => {
  const options = { seed: 'hand', effort: 1500, budget: 2000 }
  const { report, place } = await judgeFault(subjectNamed('bookshop'), 'what v2 orders is a gift', options)
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(place >= 0, verifyText(report))
})
