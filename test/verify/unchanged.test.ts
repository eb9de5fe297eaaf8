// A server that refuses what the document permits has probably changed nothing, so other findings do not follow from it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import type { ServerRequest } from '../../src/verify/oracle/request.ts'
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

const orders = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: orders }
resources:
  Order:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      name: { type: string, maxLength: 9 }
    required: [name]
  records: {}
states: none
endpoints:
  POST /orders: { create: Order, body: [name], idempotency: { key: Idempotency-Key }, output: { name: this.name } }
  GET /orders/{id}: { read: Order, output: { name: this.name } }
authentication: none
events: none
errors: {}
limits: { sizes: { body: 1 KiB, depth: 5 }, retention: { idempotency: PT6H } }
versioning: none
`

// The document does not say whether a body with other blanks is another request.
test('sends a body that differs in blanks alone with a key of its own', async () => {
  const bodiesByKey = new Map<string, Set<string>>()
  let padded = 0
  const watch = ({ headers, body = '' }: ServerRequest): void => {
    const key = headers.find(([name]) => name === 'Idempotency-Key')?.[1]
    if (body.endsWith(' ')) padded++
    if (key !== undefined) bodiesByKey.getOrInsertComputed(key, () => new Set()).add(body)
  }
  await verifyServed(compileText(orders), { seed: 'a', budget: 200, effort: 100, watch })
  assert(padded > 0)
  for (const bodies of bodiesByKey.values()) assert.equal(new Set([...bodies].map((body) => body.trim())).size, bodies.size)
})
