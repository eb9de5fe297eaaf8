// The examples that are public services: complete, and each says by its own scenarios what every operation and error does.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { compileAt } from '../../src/cli/compiled.ts'
import { listReachableFacts } from '../../src/cli/test.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { readScenarios } from '../../src/hurl/scenario.ts'
import { computeCoverage } from '../../src/scenario/coverage.ts'
import { runAll } from '../../src/scenario/run.ts'

const examples = resolve(import.meta.dirname, '../../examples')

for (const name of ['realworld.md', 'todo-backend.md', 'alarms.md', 'broker.md', 'mobile-money.md']) {
  test(`${name} is complete, and its scenarios reach all of it`, async () => {
    const result = compileAt(join(examples, name))
    assert.deepEqual(
      result.diagnostics.map(({ message }) => message),
      [],
    )
    const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
    const results = await runAll(readScenarios(result.document.scenarios, []), makeServiceOpener(result), given)
    const failures = results.flatMap(({ scenario, entries }) =>
      entries.flatMap((entry) => entry.failures.map(({ diagnostic }) => `${scenario.title}: ${diagnostic.message}`)),
    )
    assert.deepEqual(failures, [])
    const { operations, timers, entries } = computeCoverage(
      listReachableFacts(result),
      results.flatMap(({ observations }) => observations),
      results.flatMap((each) => each.ownWork),
    )
    const missed = { operations: operations.missed, timers: timers.missed, entries: entries.missed }
    assert.deepEqual(missed, { operations: [], timers: [], entries: [] })
  })
}
