// Mistakes in a first document: one diagnostic each, whose help says what to write instead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const notes = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources:
  Note:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      text: { type: string, minLength: 1, maxLength: 1000 }
      createdAt: { type: string, format: date-time, generate: now }
    required: [text]
states:
  Note.status:
    initial: draft
    states:
      draft: { on: { publish: { target: published } } }
      published: { type: final }
endpoints:
  POST /notes:
    create: Note
    body: [text]
    output: Note(this)
  GET /notes/{id}:
    read: Note
    output: Note(this)
  POST /notes/{id}/publish:
    transition: Note.publish
    output: Note(this)
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

function tell(text: string): (readonly [string, string | undefined])[] {
  return compile([{ name: 'service.yaml', text }], conventions()).diagnostics.map(({ code, help }) => [code, help])
}

/** The correct text, the mistake in its place, and the diagnostic. */
const mistakes: readonly (readonly [string, string, string, string | undefined])[] = [
  [
    '    output: Note(this)\n  GET',
    '   output: Note(this)\n  GET',
    'document/yaml-syntax',
    'Begin all entries of one map or list in the same column: here as `body: [text]` above.',
  ],
  ['output: Note(this)', 'output: Note(this', 'expressions/syntax', 'Close it where its content ends, for example `Note(this)`.'],
  ['output: Note(this)', 'output: Note', 'endpoints/missing-view', 'Write\n\nNote(this)'],
  [
    'body: [text]',
    'body: text',
    'document/unexpected-value',
    'List the properties that a request brings, or give a schema. A list of one is\n\n[text]',
  ],
  [
    'minLength: 1,',
    'required: true,',
    'document/unexpected-value',
    'It is a list of names beside `properties`, such as `required: [title, note]`. List this property there if it must be there.',
  ],
  [
    'format: uuid, generate',
    'format: uuid generate',
    'document/expression-cut',
    "Is a comma missing before `generate`? If not, put all of it in quotes.\n\nformat: uuid, generate: uuidv7\n\nor quoted.\n\nformat: 'uuid generate: uuidv7'",
  ],
  ['maxLength', 'maxlength', 'document/unknown-key', 'Did you mean `maxLength`?'],
  ['date-time', 'datetime', 'resources/unknown-format', undefined],
  [
    '    read: Note\n    output: Note(this)',
    '    delete: Note',
    'endpoints/unsafe-action',
    'Use another method, for example\n\nDELETE /notes/{id}:',
  ],
  ['    key: id\n', '', 'resources/missing-key', 'Write the properties that identify a record, for example\n\nkey: id'],
  ['    initial: draft\n', '', 'states/missing-key', 'Write one of the states, for example\n\ninitial: draft'],
  ['ninefold: 1', 'ninefold: 2', 'document/unexpected-value', 'Write `1`: this edition reads version 1 of the language.'],
]

test('the document has no mistakes', () => {
  assert.deepEqual(tell(notes), [])
})

for (const [right, wrong, code, help] of mistakes)
  test(`reports ${JSON.stringify(wrong)} once, and says what to write`, () => {
    assert.deepEqual(tell(notes.replace(right, wrong)), [[code, help]])
  })

test('says how a step reads a record', () => {
  const step = 'POST /notes/{id}/copy: { do: [{ update: Note, by: { id: input.path.id }, set: { text: this.text } }], status: 204 }'
  const [first] = compile([{ name: 'service.yaml', text: notes.replace('endpoints:\n', `endpoints:\n  ${step}\n`) }], conventions()).errors
  assert.match(first?.message ?? '', /read a record by its name in `with`, or by the `as` of an earlier step$/)
})

test('names the status and the convention that has it', () => {
  assert.deepEqual(
    tell(notes.replace('use: [http@1, problem-details@1]', 'use: [problem-details@1]')).map(([, help]) => help?.split('\n').at(-1)),
    ['status: 201', 'status: 200', 'status: 200'],
  )
})
