// An expression that reads a name which a missing part may declare is no mistake, and its operation waits for that part.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const document = (endpoints: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources: { Note: { key: id, properties: { id: { type: integer, generate: sequence } } } }
endpoints:
${endpoints}
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

function completeByOperation(text: string): unknown {
  const { operations, errors } = compile([{ name: 'notes.yaml', text }], conventions())
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  )
  return Object.fromEntries(operations.map(({ operation, complete }) => [operation.name, complete]))
}

test('without part 3, an operation that reads a possible field of a machine is incomplete', () => {
  assert.deepEqual(
    completeByOperation(
      document('  POST /notes: { create: Note, output: { phase: this.phase } }\n  GET /notes/{id}: { read: Note, output: Note(this) }'),
    ),
    { 'POST /notes': false, 'GET /notes/{id}': true },
  )
})

test('without part 3, an unknown member of another value than a record is a mistake', () => {
  const { errors } = compile(
    [{ name: 'notes.yaml', text: document('  POST /notes: { create: Note, output: { phase: request.phase } }') }],
    conventions(),
  )
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['expressions/unknown-member'],
  )
})
