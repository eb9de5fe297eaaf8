// Every diagnostic of scenarios has its page, and what pages and reference show as Hurl reads as they say.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findNewCode } from '../../src/cli/reference-pages.ts'
import { createSource } from '../../src/base/text.ts'
import { readScenario } from '../../src/hurl/scenario.ts'
import {
  hurlFilters,
  functions,
  unsupportedWords,
  options,
  predicates,
  queries,
  requestSections,
  responseSections,
} from '../../src/hurl/words.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

test('every code has a page, and every page a code', () => {
  const found = (path: string, pattern: RegExp): string[] => [...read(path).matchAll(pattern)].map((match) => `scenario/${match[1]!}`)
  const reading = globSync(['src/hurl/**/*.ts', 'src/check/scenario/*.ts'], { cwd: root }).flatMap((path) =>
    found(path, /'scenario\/([a-z-]+)'/g),
  )
  const codes = [...reading, ...found('src/scenario/failure.ts', /error\(\s*'([a-z-]+)'/g)]
  const pages = globSync('docs/diagnostics/scenario/*.md', { cwd: root })
    .filter((path) => findNewCode(read(path)) === undefined)
    .map((path) => path.slice('docs/diagnostics/'.length, -'.md'.length))
  assert.deepEqual([...new Set(codes)].sort(), pages.sort())
  for (const code of pages) assert.ok(read(`docs/diagnostics/${code}.md`).startsWith(`# ${code}\n`), code)
})

test('the examples of the reference read without a problem', () => {
  const fences = [...read('docs/reference/scenarios.md').matchAll(/^```hurl\n([^]*?)^```$/gm)].map((match) => match[1]!)
  assert.ok(fences.length >= 3)
  for (const text of fences)
    assert.deepEqual(
      readScenario(createSource('scenarios.md', text), []).diagnostics.map((each) => each.message),
      [],
    )
})

test('the examples of a page read as its diagnostic, or without one where they show how it is written', () => {
  for (const name of ['syntax', 'misplaced', 'unknown-word']) {
    const [wrong, right] = [...read(`docs/diagnostics/scenario/${name}.md`).matchAll(/^```hurl\n([^]*?)^```$/gm)].map(
      (match) => readScenario(createSource(name, match[1]!), []).diagnostics,
    )
    assert.deepEqual(
      wrong?.map((each) => each.code),
      [`scenario/${name}`],
    )
    assert.deepEqual(right ?? [], [])
  }
})

test('the reference names every word that scenarios have or leave out', () => {
  const reference = read('docs/reference/scenarios.md')
  const sections = [...Object.keys(requestSections), ...Object.keys(responseSections)].map((each) => `[${each}]`)
  const refused = Object.entries(unsupportedWords).flatMap(([kind, words]) => (kind === 'predicate' ? [] : Object.keys(words)))
  const words = [
    ...Object.keys(queries),
    ...Object.keys(hurlFilters),
    ...Object.keys(predicates),
    ...options,
    ...functions,
    ...sections,
    ...refused,
  ]
  assert.deepEqual(
    words.filter((each) => !reference.includes(`\`${each}\``) && !reference.includes(`\`${each} `) && !reference.includes(`\`${each}:`)),
    [],
  )
})
