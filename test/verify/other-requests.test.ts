// Requests beside the usual ones, which a server may confuse with them: each shows a fault that only such a request shows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { judgeFault } from './evaluate.ts'
import { subjectNamed } from './subjects.ts'

const found = {
  orders: ['lines of one product are asked apart', 'totals are cut to cents'],
  bookshop: ['known comes before valid', 'what v2 orders is a gift'],
  'hours, routed': ['a slash may follow'],
  hours: ['all keys are revoked'],
}
for (const [server, names] of Object.entries(found)) {
  for (const name of names) {
    test(`finds in ${server} by hand: ${name}`, async () => {
      const { report, place } = await judgeFault(subjectNamed(server), name, { seed: 'hand', effort: 1500, budget: 2000 })
      assert.equal(report.findings.length, 1, verifyText(report))
      assert(place >= 0, verifyText(report))
    })
  }
}
