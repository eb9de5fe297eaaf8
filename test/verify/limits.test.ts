// Rates: one operation of each comes before the other operations of any.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const quota = 8

const rates = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: rates }
resources: none
states: none
endpoints:
  GET /a: { operationId: a, answer: {}, output: { a: 1 } }
  GET /b: { operationId: b, answer: {}, output: { b: 1 } }
  GET /c: { operationId: c, answer: {}, output: { c: 1 } }
authentication: none
events: none
errors: {}
limits:
  rates:
    first: { quota: ${quota}, window: PT1M, partition: request.address, operations: [a, b] }
    second: { quota: ${quota}, window: PT1M, partition: request.address, operations: [c] }
versioning: none
`

test('plays one operation of each rate before the others', async () => {
  const full: string[] = []
  let [last, count] = ['', 0]
  const watch = (request: object): void => {
    const text = JSON.stringify(request)
    count = text === last ? count + 1 : 1
    last = text
    if (count === quota + 1) full.push((request as { readonly target: string }).target)
  }
  const report = await verifyServed(compileText(rates), { seed: 'a', budget: 400, effort: 200, watch })
  assert.equal(report.findings.length, 0, verifyText(report))
  assert.deepEqual(full, ['/a', '/c', '/b'])
})

test('finds a rate that permits one request more', async () => {
  const served = rates.replace(`second: { quota: ${quota}`, `second: { quota: ${quota + 1}`)
  const report = await verifyServed(compileText(rates), { seed: 'a', budget: 400, effort: 200, most: 1, served: compileText(served) })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /^second: /)
})
