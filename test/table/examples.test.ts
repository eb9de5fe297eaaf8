// Examples with tables equal their YAML forms cell by cell, and their scenarios run.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { printJson } from '../../src/base/json.ts'
import { compile } from '../../src/compile/compile.ts'
import { explainFacts } from '../../src/explain/facts.ts'
import { conventions } from '../conventions.ts'
import { assertSame } from './same.ts'

const folder = new URL('../../examples/', import.meta.url)
const tables = readdirSync(new URL('tables/', folder))

function compiled(name: string) {
  return compile([{ name, text: readFileSync(new URL(name, folder), 'utf8') }], conventions())
}

for (const name of tables) {
  const [asTables, asYaml] = [compiled(`tables/${name}`), compiled(name)]

  test(`${name} as tables has no diagnostics`, () =>
    assert.deepEqual(
      asTables.diagnostics.map(({ code, message }) => `${code}: ${message}`),
      [],
    ))

  test(`${name} as tables equals its YAML form`, () => assertSame(asTables.document, asYaml.document))

  test(`${name} as tables has the same facts`, () => {
    assertSame(asTables.model.document, asYaml.model.document)
    const facts = ({ facts: all }: typeof asYaml): string =>
      printJson(explainFacts(all, { origins: false })).replace(/items\.map\((\w+), (\w+)\(\1\)\)/g, 'items.map(_, $2(_))')
    assert.equal(facts(asTables), facts(asYaml))
  })

  test(`${name} as tables has the same scenarios`, () =>
    assert.deepEqual(
      asTables.document.scenarios.map(({ title, text }) => ({ title, text })),
      asYaml.document.scenarios.map(({ title, text }) => ({ title, text })),
    ))
}
