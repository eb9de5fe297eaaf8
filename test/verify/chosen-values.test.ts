// Times of use, which a service writes after its answers, and values that expressions make of random ones.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compile, type Compiled } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const pattern = readFileSync(new URL('../../docs/patterns/last-used.md', import.meta.url), 'utf8')
const touching = /^```yaml\n([\s\S]*?)^```/m.exec(pattern)![1]!

test('knows the times of use that a service writes after its answers', async () => {
  for (const seed of ['a', 'b']) {
    const report = await verifyServed(compileText(touching), { seed, budget: 150, effort: 200 })
    assert.deepEqual([report.findings.length, report.notes], [0, []], verifyText(report))
    assert(report.coverage.confirmed > 5)
  }
})

test('finds that a time of use is never written, and that it is written in full', async () => {
  const served = [
    touching.replace(/^    - of: operation as o\n      fill: .*\n/m, '').replace('  each:\n', ''),
    touching.replace('property: lastUsedAt }', 'property: lastUsedAt, every: PT1S }'),
  ]
  for (const [index, text] of served.entries()) {
    const report = await verifyServed(compileText(touching), { seed: 'a', budget: 200, effort: 300, most: 1, served: compileText(text) })
    assert.equal(report.findings.length, 1, `served ${index}: ${verifyText(report)}`)
    assert(
      report.findings[0]!.clauses.some(({ text: line }) => line.includes('touch:')),
      verifyText(report),
    )
  }
})

const coded = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: invitations }
resources:
  Invitation:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv4, readOnly: true }
      code: { type: string, pattern: '^[A-Z0-9]{6}$', generate: 'digest(random(16)).substring(0, 6).upperAscii()', readOnly: true }
      link: { type: string, readOnly: true, compute: '"/join/" + this.code' }
      note: { type: string, maxLength: 20 }
    unique: [code]
states: none
endpoints:
  POST /invitations: { create: Invitation, body: [note], output: Invitation(this) }
  GET /invitations/{id}: { read: Invitation }
  POST /invitations/{id}/code: { update: Invitation, set: { code: 'digest(random(16)).substring(0, 6).upperAscii()' }, output: Invitation(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('leaves to the server what an expression makes of random values', async () => {
  for (const seed of ['a', 'b']) {
    const report = await verifyServed(compileText(coded), { seed, budget: 400, effort: 200 })
    assert.deepEqual([report.findings.length, report.notes], [0, []], verifyText(report))
  }
})

test('finds a random value that the schema of its property refuses', async () => {
  const served = coded.replace('[A-Z0-9]', '[a-z0-9]').replaceAll('.upperAscii()', '')
  const report = await verifyServed(compileText(coded), { seed: 'a', budget: 100, effort: 200, most: 1, served: compileText(served) })
  assert.equal(report.findings.length, 1, verifyText(report))
  assert(
    report.findings[0]!.clauses.some(({ text }) => text.includes('code: {')),
    verifyText(report),
  )
})

test('leaves random texts inside of other texts to the server', async () => {
  const text = coded
    .replace("'digest(random(16)).substring(0, 6).upperAscii()', readOnly: true }", "'random(12)', readOnly: true }")
    .replace("pattern: '^[A-Z0-9]{6}$', ", '')
    .replace("this.code' }", `this.code + "?note=" + (has(this.note) ? this.note : "none")' }`)
  for (const served of [text, text.replace('?note=', '?n=')]) {
    const report = await verifyServed(compileText(text.replaceAll("'digest(random(16)).substring(0, 6).upperAscii()'", 'random(12)')), {
      seed: 'a',
      budget: 100,
      effort: 200,
      most: 1,
      served: compileText(served),
    })
    assert.equal(report.findings.length, served === text ? 0 : 1, verifyText(report))
  }
})
