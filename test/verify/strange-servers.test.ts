// Servers that are busy at times, and records that a service writes after a delivery: neither is a fault.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyByHand } from './by-hand.ts'
import { verifyServed } from './own.ts'
import { subjectNamed } from './subjects.ts'

test('sends a request again that a busy server refuses with 503', async () => {
  const handle = subjectNamed('bookshop').open(undefined)
  let count = 0
  const report = await verifyByHand(
    'bookshop',
    (request, response) => {
      if (!request.url!.startsWith('/-/') && ++count % 60 === 0) response.writeHead(503).end()
      else handle(request, response)
    },
    {},
    { seed: 'hand', effort: 1500, budget: 240 },
  )
  assert.equal(report.findings.length, 0, verifyText(report))
  assert.deepEqual(
    report.notes.filter((note) => note.includes('once')),
    [],
  )
})

test('finds an operation that is always answered with 503', async () => {
  const handle = subjectNamed('bookshop').open(undefined)
  const report = await verifyByHand(
    'bookshop',
    (request, response) => {
      if (request.method === 'PUT') response.writeHead(503).end()
      else handle(request, response)
    },
    {},
    { seed: 'hand', effort: 1500, budget: 60, isEnough: true },
  )
  assert.equal(report.findings.length, 1, verifyText(report))
})

// What its reactions to deliveries write; and names with passwords, of which a forged one is that of another caller.
for (const name of ['failing-subscriptions', 'partners', 'test-delivery']) {
  test(`finds nothing in the service of docs/patterns/${name}.md`, async () => {
    const page = readFileSync(new URL(`../../docs/patterns/${name}.md`, import.meta.url), 'utf8')
    const text = /^```yaml\n([\s\S]*?)^```/m.exec(page)![1]!
    const report = await verifyServed(compile([{ name: 'service.yaml', text }], conventions()), { seed: 'p1', budget: 250, effort: 300 })
    assert.equal(report.findings.length, 0, verifyText(report))
  })
}

test('accepts the outcome from a server that ignores which answer the request prefers', async () => {
  const page = readFileSync(new URL('../../docs/patterns/test-delivery.md', import.meta.url), 'utf8')
  const text = /^```yaml\n([\s\S]*?)^```/m.exec(page)![1]!
  const ignoring = text
    .replace(/^    wait: .*\n/m, '')
    .replace('    status: 202\n    output: { id: this.id }', '    status: 200\n    output: { id: this.id, status: this.status }')
  const [declared, served] = [text, ignoring].map((each) => compile([{ name: 'service.yaml', text: each }], conventions()))
  const report = await verifyServed(declared!, { seed: 'p1', budget: 250, effort: 300, served: served! })
  assert.equal(report.findings.length, 0, verifyText(report))
})
