// The reference of outcomes contains the tables that derive them, and the tables contain every derived outcome.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { withTables } from '../../scripts/reference.ts'
import { stageTables } from '../../src/fact/conditions/all.ts'
import { golden } from '../golden.ts'
import { derive } from './facts-of.ts'

test('docs/reference/outcomes.md contains the current tables', () => {
  const page = new URL('../../docs/reference/outcomes.md', import.meta.url)
  golden(page, withTables(readFileSync(page, 'utf8')))
})

test('the table lists every outcome that is derived for an example', () => {
  const folder = new URL('../../examples/', import.meta.url)
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
    const { facts } = derive(readFileSync(new URL(name, folder), 'utf8'), name)
    for (const { operation, points } of facts.operations) {
      for (const { stage, condition } of points) {
        // A reference has the stage of the expression that reads its members.
        const home = condition === 'dangling' ? 'effect' : stage
        const rows = stageTables.find((table) => table.stage === home)?.rows.filter((row) => row.condition === condition) ?? []
        const listed = rows.some(({ actions }) => actions === 'all' || actions.includes(operation.action!))
        assert.ok(listed, `${name}: ${operation.name} meets ${condition} in ${stage}, and the table does not say so`)
      }
    }
  }
})
