// The examples as facts, for tests that export each of them.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { compile } from '../../src/compile/compile.ts'
import { targets } from '../../src/export/all.ts'
import type { Exported, ExportForm } from '../../src/export/target.ts'
import type { Facts } from '../../src/fact/fact.ts'
import { conventions } from '../conventions.ts'

const folder = new URL('../../examples/', import.meta.url)

export const examples: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''))

export function exampleFacts(name: string): Facts {
  return factsOfDocument(readFileSync(new URL(`${name}.md`, folder), 'utf8'), `${name}.md`)
}

/** Of a document without errors, gaps or not. */
export function factsOfDocument(text: string, name = 'service.yaml'): Facts {
  const { facts, diagnostics } = compile([{ name, text }], conventions())
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  return facts
}

export function exported(target: string, facts: Facts, form: ExportForm): Exported {
  const found = targets.find(({ name }) => name === target)
  assert(found !== undefined && found.forms.includes(form))
  return found.run(facts, form)
}
