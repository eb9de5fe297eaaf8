// `ninefold decisions`: reasons and open points, part by part.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'

const text = `---
ninefold: 1
---

# Notes

## 2. Resources and their fields

> <!-- decided: a quotation is not a decision -->

<!-- decided: there are only notes -->

### Note

| field | type | rules | (decided) |
| --- | --- | --- | --- |
| id | uuid | key, generated uuidv7 | |
| text | text ..100 | | longer ones do not fit the page |

## 4. Endpoints

<!-- import: line 7, "fast": How fast? -->

\`\`\`yaml
GET /notes/{id}:
  # decided: everybody may look
  read: Note
  output: not shown # decided: later
\`\`\`

## 9. Versioning

none
`

function document(name: string, content: string): string {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, content)
  return file
}

test('decisions stand under their part, with the line or row that they are about, and before open points', async () => {
  const { status, out } = await ninefold('decisions', document('notes.md', text))
  assert.equal(status, 0)
  assert.match(
    out,
    /## 2\. Resources and their fields\n\nWe decided this\. .*\n\n- there are only notes \(line 11\)\n- `text, text \.\.100`: longer ones do not fit the page \(line 18\)\n/,
  )
  assert.match(
    out,
    /## 4\. Endpoints\n\nWe decided this\. .*\n\n- `read: Note`: everybody may look \(line 26\)\n- `output: not shown`: later \(line 28\)\n\nThis is open\. Please decide:\n\n- line 7, "fast": How fast\? \(line 22\)\n/,
  )
  assert.match(out, /- `output` of `GET \/notes\/\{id\}` is not shown\. \(line 28\)/)
  assert.doesNotMatch(out, /a quotation is not a decision/)
})

test('ignores comment signs inside texts', async () => {
  const { status, out } = await ninefold(
    'decisions',
    document(
      'texts.yaml',
      `ninefold: 1
service:
  description: |
    Notes. # decided: in a text
    # decided: in a text of its own line
  summary: "a # decided: in quotes" # decided: short
`,
    ),
  )
  assert.equal(status, 0)
  assert.match(out, /- `summary: "a # decided: in quotes"`: short \(line 6\)/)
  assert.doesNotMatch(out, /in a text|: in quotes \(/)
})

test('a document in YAML has them too, as data', async () => {
  const { out } = await ninefold(
    'decisions',
    '--format',
    'json',
    document('notes.yaml', 'ninefold: 1\nservice: { name: notes } # decided: the name of the shop\nstates: none\n'),
  )
  const { decided } = JSON.parse(out) as { decided: object[] }
  assert.partialDeepStrictEqual(decided, [{ part: 'service', line: 2, about: 'service: { name: notes }', text: 'the name of the shop' }])
})

test('a document with errors is refused', async () => {
  const { status, error } = await ninefold('decisions', document('wrong.yaml', 'ninefold: 1\nstates: { Note: 5 }\n'))
  assert.equal(status, 1)
  assert.match(error, /error\[/)
})
