// Every normative line makes a difference: if it is deleted or changed, diagnostics, facts or answers change. The text itself is not
// compared.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deadLines } from './dead-lines.ts'

const document = (endpoint: string): string => `---
ninefold: 1
use: [http@1]
---

## 2. Resources and their fields

\`\`\`yaml
Note:
  key: id
  properties:
    id: { type: integer, generate: sequence }
    text: { type: string, maxLength: 9 }
    rank: { type: integer, minimum: 0, maximum: 9 }
  required: [text]
\`\`\`

## 4. Endpoints

\`\`\`yaml
POST /notes:
  create: Note
  body: [text]
  set: { rank: '1' }
${endpoint}  output: Note(this)
\`\`\`

## 5. Authentication

none
`

test('finds a line that repeats a convention', () => {
  assert.deepEqual(
    deadLines(document('  status: 201\n'), 'note.md').filter(({ text }) => text.startsWith('status')),
    [{ line: 25, text: 'status: 201', without: 'the line' }],
  )
})

test('finds a bound that no value meets, although the facts contain it', () => {
  const found = deadLines(document(''), 'note.md').map(({ text, without }) => `${text} ${without}`)
  assert.ok(
    found.some((each) => each.startsWith('rank:')),
    found.join('\n'),
  )
})

test('accepts lines that only requests use', () => {
  const found = deadLines(document(''), 'note.md', { values: false })
  assert.deepEqual(found, [])
})

const examples = new URL('../../examples/', import.meta.url)

for (const name of ['notes.md', 'todo-backend.md']) {
  test(`no line of ${name} can be left out, and no value be another, without a difference`, () => {
    assert.deepEqual(deadLines(readFileSync(new URL(name, examples), 'utf8'), name), [])
  })
}

/** Chooses the lines to try: SAMPLE=3 chooses others. `npm run soak -- lines` tries all. */
const from = Number(process.env['SAMPLE'] ?? 0)

for (const [name, every] of [
  ['bookshop.md', 12],
  ['hours.md', 12],
  ['realworld.md', 60],
  ['orders.md', 100],
] as const) {
  test(`no line of ${name} can be left out without a difference: one of ${every} is asked, from ${from} on`, () => {
    assert.deepEqual(deadLines(readFileSync(new URL(name, examples), 'utf8'), name, { every, from, values: false }), [])
  })
}
