// Services that others specified, beside the examples: complete, and their scenarios pass.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { compileAt } from '../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { readScenarios } from '../../src/hurl/scenario.ts'
import { runAll } from '../../src/scenario/run.ts'

const folder = join(import.meta.dirname, 'services')

for (const name of readdirSync(folder).sort()) {
  test(`${name} is complete, and its scenarios pass`, async () => {
    const result = compileAt(join(folder, name))
    assert.deepEqual(
      result.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
      [],
    )
    assert.ok(result.facts.operations.every(({ complete }) => complete))
    const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
    const results = await runAll(readScenarios(result.document.scenarios, []), makeServiceOpener(result), given)
    assert.ok(results.length > 0)
    const failures = results.flatMap(({ scenario, entries }) =>
      entries.flatMap((entry) => entry.failures.map(({ diagnostic }) => `${scenario.title}: ${entry.name}: ${diagnostic.message}`)),
    )
    assert.deepEqual(failures, [])
  })
}
