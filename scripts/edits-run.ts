// Searches for documents that `check` accepts but that answer `internal`: random single edits of the examples, each tested by its scenarios.
// Prints one line for each edit with such an answer. `npm run soak -- edits COUNT [EXAMPLE]` runs it.

import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { Misuse } from '../src/cli/command.ts'
import { makeServiceOpener } from '../src/cli/test-service.ts'
import type { Compiled } from '../src/compile/compile.ts'
import { readScenarios } from '../src/hurl/scenario.ts'
import { runAll } from '../src/scenario/run.ts'
import { edited, whole } from '../test/diff/edits.ts'

/** `count`: the number of edits of each example. Returns the number of edits with a failure. */
export async function runEdits(count: number, seed: string, only = ''): Promise<number> {
  const folder = new URL('../examples/', import.meta.url)
  let [failed, run] = [0, 0]
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.md') && each.startsWith(only))) {
    const base = whole(readFileSync(new URL(name, folder), 'utf8'))
    for (let index = 0; index < count; index++) {
      const edit = edited(base, `${seed} ${name} ${index}`)
      if (edit === undefined) continue
      const failures = await failuresOf(edit.compiled)
      if (failures === undefined) continue
      run++
      if (failures.length === 0) continue
      failed++
      console.log(JSON.stringify({ name, index, part: edit.part, what: edit.what, failures }))
    }
  }
  console.log(`seed ${seed}: ${run} edits run, ${failed} with an answer that reports a failure`)
  return failed
}

/** Operations whose answer is `internal`; undefined if the document cannot be served. */
async function failuresOf(compiled: Compiled): Promise<readonly string[] | undefined> {
  try {
    const options = { variables: new Map([['uid', '1']]), uuid: () => randomUUID(), file: () => undefined, patience: 10_000 }
    const results = await runAll(
      readScenarios(compiled.document.scenarios, [...options.variables.keys()]),
      makeServiceOpener(compiled),
      options,
    )
    const internal = results.flatMap(({ observations }) => observations).filter(({ condition }) => condition === 'internal')
    return [...new Set(internal.map(({ operation }) => operation ?? 'no operation'))]
  } catch (error) {
    if (error instanceof Misuse) return undefined
    throw error
  }
}
