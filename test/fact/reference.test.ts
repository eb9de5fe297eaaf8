// The reference of outcomes is what the tables say that derive them, and the tables are what is derived.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { withTables } from '../../scripts/reference.ts'
import { stageTables } from '../../src/fact/conditions/all.ts'
import { golden } from '../golden.ts'
import { derive } from './facts-of.ts'

test('docs/reference/outcomes.md holds the tables as they are', () => {
  const page = new URL('../../docs/reference/outcomes.md', import.meta.url)
  golden(page, withTables(readFileSync(page, 'utf8')))
})

test('whatever is derived for an example, the table lists for its action', () => {
  const folder = new URL('../../examples/', import.meta.url)
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
    const { facts } = derive(readFileSync(new URL(name, folder), 'utf8'), name)
    for (const { operation, points } of facts.operations) {
      for (const { stage, condition } of points) {
        // A reference that is looked into takes the stage of what looks into it.
        const home = condition === 'dangling' ? 'effect' : stage
        const rows = stageTables.find((table) => table.stage === home)?.rows.filter((row) => row.condition === condition) ?? []
        const listed = rows.some(({ actions }) => actions === 'all' || actions.includes(operation.action!))
        assert.ok(listed, `${name}: ${operation.name} meets ${condition} in ${stage}, and the table does not say so`)
      }
    }
  }
})
