// Every help leads all the way: its text, put where it says, takes the diagnostic away and puts no error in its place.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { type Diagnostic, listPlaces } from '../../src/diagnostic/diagnostic.ts'
import { conventions } from '../conventions.ts'
import { pasted } from './paste.ts'

const fixtures = resolve(import.meta.dirname, '../check')

function check(text: string): readonly Diagnostic[] {
  return compile([{ name: 'service.yaml', text }], conventions()).diagnostics
}

const nameOf = ({ code, message }: Diagnostic): string => `${code}: ${message}`

/** Helps whose text is a part of what has to be done, or shows a form; by code, with the reason. */
const partly: ReadonlyMap<string, string> = new Map([
  ['authentication/tenant-look-up', 'the token has to bring the claim'],
  ['events/invalid-secret', 'it names keywords of a property that has to be chosen'],
  ['expressions/decision', 'it names keywords of a property that has to be chosen'],
  ['expressions/inexact', 'it names keywords of a property that has to be chosen'],
  ['resources/incomplete-rows', 'the fixture has two mistakes in one place'],
  ['resources/missing-inverse-view', 'the name is taken out of one list and said in another'],
  ['endpoints/unreachable-page', 'it shows the form of an offset'],
  ['states/effect-verb', 'it shows the form of an effect'],
  ['states/out-of-bounds', 'the condition may stand in a guard or in `require`, as the author chooses'],
])

function leads(diagnostic: Diagnostic, before: readonly Diagnostic[], text: string): boolean {
  const known = new Set(before.map(nameOf))
  const count = (all: readonly Diagnostic[]): number => all.filter((each) => nameOf(each) === nameOf(diagnostic)).flatMap(listPlaces).length
  return pasted(diagnostic, text).some((mended) => {
    const after = check(mended)
    return count(after) < count(before) && !after.some((each) => each.severity === 'error' && !known.has(nameOf(each)))
  })
}

for (const path of globSync('**/fires.yaml', { cwd: fixtures }).sort()) {
  const code = relative('.', path).replace(/\/fires\.yaml$/, '')
  test(`the helps of ${code} lead all the way`, { skip: partly.get(code) ?? false }, () => {
    const text = readFileSync(join(fixtures, path), 'utf8')
    const before = check(text)
    for (const diagnostic of before.filter((each) => each.code === code)) {
      if (
        /^(?:Remove it|Leave it out|Take the line away)|by its schema:/.test(diagnostic.help ?? '') ||
        pasted(diagnostic, text).length === 0
      )
        continue
      assert.ok(leads(diagnostic, before, text), `${nameOf(diagnostic)}\n\n${diagnostic.help}`)
    }
  })
}
