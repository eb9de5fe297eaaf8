// A server that was written by hand from the document: nothing is found where it is right, and each fault at its line.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { verifyJson } from '../../src/verify/report/json.ts'
import { judgeFault, verifyOrders } from './evaluate.ts'

const effort = 1500

test('finds nothing in the orders that were written by hand', async () => {
  const report = await verifyOrders(undefined, { seed: 'hand', effort, budget: 500 })
  assert.equal(report.findings.length, 0, verifyText(report))
})

for (const name of ['a default is another', 'a transition is not saved', 'what is write-only is shown', 'unique minds case', 'no Location', 'validation has another type']) {
  test(`finds in the orders by hand: ${name}`, async () => {
    const { report, place } = await judgeFault(name, { seed: 'hand', effort, budget: 900 })
    assert.equal(report.findings.length, 1, verifyText(report))
    assert(place >= 0, verifyText(report))
    const [finding] = verifyJson(report).findings
    assert(finding!.repeated > 0 && finding!.steps.length <= 5 && finding!.curl.includes('curl -i'))
  })
}

test('finds a fault on a server that cannot be reset, and says what it left there', async () => {
  const { report, place } = await judgeFault('a transition is not saved', { seed: 'hand', effort, budget: 900, hooks: false })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(place >= 0, verifyText(report))
})
