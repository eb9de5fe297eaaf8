// What the tutorial and the README show is true: the pieces stand in the example, and the example is complete.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

function fences(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body]) => body!)
}

test('every piece that the tutorial shows stands in its example', () => {
  const example = read('examples/notes.md')
  const tutorial = read('docs/tutorial.md')
  for (const piece of [...fences(tutorial, 'yaml'), ...fences(tutorial, 'hurl')]) assert(example.includes(piece), piece)
})

test('the service that the README shows is complete', () => {
  const [text] = fences(read('README.md'), 'yaml')
  const { diagnostics, operations } = compile([{ name: 'README.yaml', text: text! }], conventions())
  assert.deepEqual(diagnostics.map(({ code, message }) => `${code}: ${message}`), [])
  assert.deepEqual(operations.map(({ complete }) => complete), [true, true])
})

for (const name of ['notes', 'orders', 'hours', 'realworld']) {
  test(`examples/${name}.md is complete`, () => {
    const { diagnostics, operations } = compile([{ name: `${name}.md`, text: read(`examples/${name}.md`) }], conventions())
    assert.deepEqual(diagnostics.map(({ code, message }) => `${code}: ${message}`), [])
    assert(operations.length > 0 && operations.every(({ complete }) => complete))
  })
}
