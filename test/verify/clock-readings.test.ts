// A server may read its clock more than once while it handles one request.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { type VerifyReport } from '../../src/verify/verify.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const entries = (at: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: entries }
resources:
  Door:
    key: id
    properties: { id: { type: string, maxLength: 9 }, openedAt: { type: string, format: date-time } }
    required: [openedAt]
  Entry:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, at: { type: string, format: date-time } }
    required: [at]
  records: { Door: [{ id: main, openedAt: '2030-01-01T00:00:00Z' }] }
states: none
endpoints:
  GET /doors/{id}: { read: Door, output: Door(this) }
  POST /entries:
    do:
      - { create: Entry, set: { at: now }, as: entry }
      - { update: Door, by: { id: '"main"' }, set: { openedAt: '${at}' } }
    output: Entry(entry)
    status: 201
  GET /entries/{id}: { read: Entry, output: Entry(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const verifyEntries = (at: string): Promise<VerifyReport> =>
  verifyServed(compileText(entries('now')), { seed: 'a', budget: 150, effort: 100, most: 1, served: compileText(entries(at)) })

test('accepts two times of one request that differ by no more than it took', async () => {
  const report = await verifyEntries('now - duration("PT0.001S")')
  assert.equal(report.findings.length, 0, verifyText(report))
})

test('finds a time that differs by more', async () => {
  const report = await verifyEntries('now - duration("PT0.3S")')
  assert.match(report.findings[0]?.differences[0]?.at ?? verifyText(report), /(openedAt|at)$/)
})
