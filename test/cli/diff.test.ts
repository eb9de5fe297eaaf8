// `ninefold diff` as other programs call it: two files in, text or data and an exit status out.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const notes = readFileSync(resolve(import.meta.dirname, '../../examples/notes.md'), 'utf8')

/** Two editions in a folder of their own, the second with one text instead of another. */
function editions(from: string, to: string): readonly [old: string, now: string] {
  assert.ok(notes.includes(from), from)
  const folder = temporaryFolder()
  const files = [join(folder, 'old.md'), join(folder, 'new.md')] as const
  writeFileSync(files[0], notes)
  writeFileSync(files[1], notes.replace(from, () => to))
  return files
}

test('an edition that breaks nobody exits 0, and says what changed', async () => {
  const { status, out } = await ninefold('diff', ...editions('maxLength: 1000', 'maxLength: 1000'))
  assert.deepEqual([status, out], [0, 'no change\n'])
})

test('a breaking change exits 1, with its place and whom it breaks', async () => {
  const [old, now] = editions('maxLength: 1000', 'maxLength: 900')
  const { status, out } = await ninefold('diff', old, now)
  assert.equal(status, 1)
  assert.match(out, /^breaking {2}2\. resources: Note › properties › \w+ › maxLength: was 1000, is 900$/m)
  assert.match(out, /clients that send: fewer requests are accepted/)
  assert.match(out, /new\.md:\d+ \(was .*old\.md:\d+\)/)
  const data = JSON.parse((await ninefold('diff', old, now, '--format', 'json')).out)
  assert.deepEqual([data.breaking, data.changes[0].severity, data.changes[0].part.name, data.changes[0].old, data.changes[0].new], [1, 'breaking', 'resources', 1000, 900])
  assert.deepEqual(data.changes[0].effects[0], { side: 'senders', role: 'permitted', way: 'narrower', severity: 'breaking' })
})

test('an edition that cannot be read, or has errors, exits 2 and says which', async () => {
  const [old, now] = editions('maxLength: 1000', 'maxLength: many')
  const { status, out, error } = await ninefold('diff', old, now)
  assert.deepEqual([status, out], [2, ''])
  assert.match(error, /new\.md has errors: both editions must be read/)
  const missing = await ninefold('diff', old, `${now}.not`)
  assert.equal(missing.status, 2)
  assert.match(missing.error, /is not there/)
})
