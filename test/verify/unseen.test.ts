// Keys that the server generates and does not show: no request may name them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const batches = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: batches }
resources:
  Batch:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      reference: { type: string, maxLength: 40, generate: 'random(24)' }
      text: { type: string, maxLength: 9 }
    required: [reference, text]
    unique: { reference: [reference] }
states: none
endpoints:
  POST /batches: { create: Batch, body: [text], status: 202, output: { accepted: true } }
  GET /batches/{reference}: { read: Batch, output: Batch(this) }
  GET /receipts: { list: Batch, order: [id], page: none, output: { texts: 'items.map(b, b.text)' } }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('finds nothing where no answer shows the key of a record', async () => {
  for (const seed of ['a', 'b']) {
    const compiled = compile([{ name: 'service.yaml', text: batches }], conventions())
    const report = await verifyServed(compiled, { seed, budget: 400, effort: 300 })
    assert.equal(report.findings.length, 0, verifyText(report))
    assert(report.coverage.confirmed > 8)
  }
})
