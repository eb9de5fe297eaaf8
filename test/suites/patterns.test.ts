// What docs/expressiveness.md says the language can say, said and run: a required version header, identical or conflicting
// PUTs, states that go on by themselves, schemas held in data, fields chosen by the query, a wanted state in a PATCH.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { countsOf, scenariosIn } from '../../scripts/suites/hurl.ts'
import { compileAt } from '../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { runAll } from '../../src/scenario/run.ts'

test('patterns of public APIs run as they are written', async () => {
  const folder = join(import.meta.dirname, 'patterns')
  const result = compileAt(join(folder, 'service.yaml'))
  assert.deepEqual(
    result.diagnostics.filter(({ severity }) => severity !== 'warning'),
    [],
  )
  const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
  const [, requests] = countsOf(await runAll(scenariosIn(folder, []), makeServiceOpener(result), given))
  assert.deepEqual({ passed: requests!.passed, failures: requests!.failures }, { passed: 13, failures: [] })
})
