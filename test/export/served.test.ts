// The OpenAPI export describes the service: each answer to the scenarios of the examples is one of its responses.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { compile } from '../../src/compile/compile.ts'
import { readScenarios } from '../../src/hurl/scenario.ts'
import { runAll } from '../../src/scenario/run.ts'
import { conventions } from '../conventions.ts'
import { examples } from './examples.ts'
import { type Seen, describedBy, through } from './observed.ts'

for (const example of examples) {
  test(`every answer in the scenarios of ${example} is a response of its OpenAPI`, async () => {
    const name = `${example}.md`
    const compiled = compile([{ name, text: readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8') }], conventions())
    const seen: Seen[] = []
    // Answers of older versions are not part of the newest version's description.
    const scenarios = readScenarios(compiled.document.scenarios, []).filter(({ entries }) =>
      entries.every(({ directives }) => directives.version === undefined),
    )
    const results = await runAll(
      scenarios,
      through(makeServiceOpener(compiled), (each) => void seen.push(each)),
      {
        variables: new Map(),
        uuid: () => '00000000-0000-4000-8000-000000000000',
        file: () => undefined,
        patience: 10_000,
      },
    )
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'passed').map((each) => each.scenario.title),
      [],
    )
    assert(describedBy(compiled.facts, seen) > seen.length / 2)
  })
}
