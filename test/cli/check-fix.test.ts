// `check --fix`: errors with one fix are corrected in the file, and those that need a decision stay.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = readFileSync(resolve(import.meta.dirname, '../../examples/notes.md'), 'utf8')

function writeDocument(text: string): string {
  const file = join(temporaryFolder(), 'notes.md')
  writeFileSync(file, text)
  return file
}

test('corrects misspelt names in the file, and says what it did', async () => {
  const file = writeDocument(notes.replace('create: Note', 'create: Nots').replaceAll('maxLength', 'maxLenght'))
  const { status, out } = await ninefold('check', file, '--fix')
  assert.equal(status, 0, out)
  assert.match(out, /^fixed .*notes\.md:\d+:\d+ `maxLenght` .*: Write `maxLength`$/m)
  assert.match(out, /^fixed .*notes\.md:\d+:\d+ `Nots` is not a resource: Write `Note`$/m)
  assert.equal(readFileSync(file, 'utf8'), notes)
})

test('reports as data what it corrected', async () => {
  const file = writeDocument(notes.replace('create: Note', 'create: Nots'))
  const { status, out } = await ninefold('check', file, '--fix', '--format', 'json')
  const { fixed, diagnostics } = JSON.parse(out) as { fixed: { code: string; fix: string }[]; diagnostics: { severity: string }[] }
  assert.equal(status, 0)
  assert.deepEqual(
    fixed.map(({ code, fix }) => [code, fix]),
    [['endpoints/unknown-resource', 'Write `Note`']],
  )
  assert.ok(diagnostics.every(({ severity }) => severity !== 'error'))
})

test('leaves a correct document, gaps and errors with several fixes unchanged', async () => {
  const texts = [
    notes,
    // A gap: nothing answers 404.
    notes.replace(/^ {2}[\w-]+: \{ on: not-found.*\n/m, ''),
    'ninefold: 1\nservice: { name: a }\nresources:\n  Note:\n    key: id\n    properties: { id: { type: strong } }\n',
  ]
  for (const text of texts) {
    const file = writeDocument(text)
    const { out } = await ninefold('check', file, '--fix')
    assert.doesNotMatch(out, /^fixed /m)
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})
