// Ninefold's own service is what its documents say.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { verifyText } from '../../src/verify/report/text.ts'
import { verifyOwn } from './own.ts'

const example = (name: string): string => resolve(import.meta.dirname, `../../examples/${name}.md`)

for (const [name, budget] of [
  ['notes', 300],
  ['todo-backend', 250],
  ['bookshop', 300],
] as const) {
  test(`finds nothing in the service that is run from examples/${name}.md`, async () => {
    const { report } = await verifyOwn(example(name), { seed: 'own', budget, effort: 600 })
    assert.equal(report.findings.length, 0, verifyText(report))
    assert.deepEqual(
      report.notes.filter((note) => note.includes('once')),
      [],
    )
    assert(report.coverage.confirmed > 10)
  })
}

test('finds nothing in the orders, also where nothing begins them anew', async () => {
  const { report } = await verifyOwn(example('orders'), { seed: 'own', budget: 400, effort: 1200, hooks: false })
  assert.equal(report.findings.length, 0, verifyText(report))
  const left = report.coverage.items.filter(({ state, why }) => state === 'not checkable' && why === 'it needs a hook that moves the clock')
  assert.equal(left.length, 2, 'what needs a clock is listed')
})
