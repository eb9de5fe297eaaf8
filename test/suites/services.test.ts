// Services that others specified, beside the examples: complete, and their scenarios pass on every kind of store.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { compileAt } from '../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { readScenarios } from '../../src/hurl/scenario.ts'
import { runAll } from '../../src/scenario/run.ts'
import { temporaryFolder } from '../folder.ts'
import { freshSchema, noPostgres } from '../postgres.ts'

const folder = join(import.meta.dirname, 'services')

/** An empty store for each of `count` scenarios. */
const kinds: { readonly [kind: string]: (context: TestContext, count: number) => Promise<readonly string[]> } = {
  memory: async (_, count) => Array.from({ length: count }, () => 'memory'),
  sqlite: async (_, count) => Array.from({ length: count }, () => `sqlite:${join(temporaryFolder(), 'store.db')}`),
  postgres: async (context, count) => {
    const schemas = await Promise.all(Array.from({ length: count }, freshSchema))
    context.after(() => Promise.all(schemas.map((schema) => schema.drop())))
    return schemas.map(({ url }) => url)
  },
}

for (const name of readdirSync(folder).sort()) {
  for (const [kind, openStores] of Object.entries(kinds)) {
    test(`${kind}: ${name} is complete, and its scenarios pass`, { skip: kind === 'postgres' && noPostgres }, async (context) => {
      const result = compileAt(join(folder, name))
      assert.deepEqual(
        result.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
        [],
      )
      assert.ok(result.facts.operations.every(({ complete }) => complete))
      const scenarios = readScenarios(result.document.scenarios, [])
      const stores = [...(await openStores(context, scenarios.length))]
      const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
      const results = await runAll(
        scenarios,
        makeServiceOpener(result, () => ({ store: stores.pop()! })),
        given,
      )
      assert.ok(results.length > 0)
      const failures = results.flatMap(({ scenario, entries }) =>
        entries.flatMap((entry) => entry.failures.map(({ diagnostic }) => `${scenario.title}: ${entry.name}: ${diagnostic.message}`)),
      )
      assert.deepEqual(failures, [])
    })
  }
}
