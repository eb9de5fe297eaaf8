// A server that refuses what the document permits has probably changed nothing, so other findings do not follow from it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const people = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: people }
resources:
  Person:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      name: { type: string, pattern: '^[a-z]{2,9}$' }
    required: [name]
    unique: [name]
  records:
    Person: [{ id: 1, name: ada }, { id: 2, name: bob }]
states: none
endpoints:
  GET /people/{name}: { read: Person, by: { name: input.path.name }, output: { name: this.name } }
  PATCH /people/{name}: { update: Person, by: { name: input.path.name }, body: [name], output: { name: this.name } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('keeps the records as they were when the server refuses to change them', async () => {
  const served = people.replace(/^  PATCH .*\n/m, '')
  const report = await verifyServed(compileText(people), { seed: 'a', budget: 60, effort: 100, hooks: false, served: compileText(served) })
  assert(report.findings.length > 0, verifyText(report))
  for (const { expected } of report.findings) assert.equal(expected.of?.method, 'PATCH', verifyText(report))
  assert.deepEqual(
    report.notes.filter((note) => note.includes('once')),
    [],
  )
})
