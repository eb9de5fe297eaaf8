// The tutorial and the README are true: their pieces are parts of the example, and the example is complete.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { printBlankForm } from '../../src/convention/blank.ts'
import { conventions } from '../conventions.ts'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

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

test('every row that the tutorial shows stands in the example of tables', () => {
  const lines = new Set(read('examples/tables/notes.md').split('\n'))
  const rows = fences(read('docs/tutorial.md'), 'markdown').flatMap((piece) => piece.split('\n'))
  assert.ok(rows.length > 20)
  for (const row of rows) assert.ok(row === '' || lines.has(row), row)
})

test('the service that the README shows is complete', () => {
  const [text] = fences(read('README.md'), 'yaml')
  const { diagnostics, operations } = compile([{ name: 'README.yaml', text: text! }], conventions())
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  assert.deepEqual(
    operations.map(({ complete }) => complete),
    [true, true],
  )
})

for (const name of ['notes', 'orders', 'hours', 'realworld']) {
  test(`examples/${name}.md is complete`, () => {
    const { diagnostics, operations } = compile([{ name: `${name}.md`, text: read(`examples/${name}.md`) }], conventions())
    assert.deepEqual(
      diagnostics.map(({ code, message }) => `${code}: ${message}`),
      [],
    )
    assert(operations.length > 0 && operations.every(({ complete }) => complete))
  })
}

/** The blank form with the content that the tutorial adds to its parts, in its order. */
function followed(): string {
  const [name, notes, create, readOne, use, machine, rest] = fences(read('docs/tutorial.md'), 'yaml')
  const [scenario] = fences(read('docs/tutorial.md'), 'hurl')
  const block = (body: string, language = 'yaml'): string => `\`\`\`${language}\n${body}\`\`\``
  const parts = [
    `Keeps notes.\n\n${block(name!)}`,
    block(notes!),
    block(machine!),
    `${block(create!)}\n\n${block(readOne!)}\n\n${block(rest!)}\n\n### Too late\n\n${block(scenario!, 'hurl')}`,
    'none',
    'none',
    'The usual ones',
    'none',
    'none',
  ]
  const form = printBlankForm().replace('ninefold: 1\n', `ninefold: 1\n${use!}`)
  return form
    .split('\nnot shown\n')
    .map((text, index) => (index < parts.length ? `${text}\n${parts[index]!}\n` : text))
    .join('')
}

test('gives a complete service whose scenarios pass, step by step', async () => {
  const text = followed()
  const { diagnostics, operations } = compile([{ name: 'notes.md', text }], conventions())
  assert.deepEqual(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [],
  )
  assert.deepEqual(
    operations.map(({ complete }) => complete),
    [true, true, true, true],
  )
  const file = join(temporaryFolder(), 'notes.md')
  writeFileSync(file, text)
  const { status, out } = await ninefold('test', file)
  assert.equal(status, 0, out)
  assert.match(out, /1 scenario: 1 passed/)
})
