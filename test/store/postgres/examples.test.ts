// Every example behaves over PostgreSQL as in memory: its scenarios pass.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { compileAt } from '../../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../../src/cli/test-service.ts'
import { readScenarios } from '../../../src/hurl/scenario.ts'
import { runAll } from '../../../src/scenario/run.ts'
import { type Schema, freshSchema, noPostgres } from '../../postgres.ts'

const examples = resolve(import.meta.dirname, '../../../examples')

for (const name of readdirSync(examples).filter((file) => file.endsWith('.md'))) {
  test(`${name} passes over PostgreSQL`, { skip: noPostgres ?? false }, async () => {
    const result = compileAt(join(examples, name))
    const scenarios = readScenarios(result.document.scenarios, [])
    // Each scenario begins with an empty store.
    const schemas: Schema[] = await Promise.all(scenarios.map(() => freshSchema()))
    const left = [...schemas]
    try {
      const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
      const results = await runAll(
        scenarios,
        makeServiceOpener(result, () => ({ store: left.shift()!.url })),
        given,
      )
      assert.deepEqual(
        results.flatMap(({ scenario, entries }) =>
          entries.flatMap((entry) => entry.failures.map(({ diagnostic }) => `${scenario.title}: ${diagnostic.message}`)),
        ),
        [],
      )
    } finally {
      for (const schema of schemas) await schema.drop()
    }
  })
}
