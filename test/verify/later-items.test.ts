// Sequences that show a server which looks at the first item of a list only, or converts some values of an older version wrongly.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { judgeFault } from './evaluate.ts'
import { subjectNamed } from './subjects.ts'

for (const name of ['only the first item is asked', 'prices of v1 are cut']) {
  test(`finds in bookshop, routed: ${name}`, async () => {
    const { report, place } = await judgeFault(subjectNamed('bookshop, routed'), name, { seed: 'n1', effort: 6000, budget: 5000 })
    assert.equal(report.findings.length, 1, verifyText(report))
    assert(place >= 0, verifyText(report))
  })
}
