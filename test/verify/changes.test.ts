// What only a second request shows: a key that another caller sends, and a change to a value that differs in letter case alone.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import type { ServerRequest } from '../../src/verify/oracle/request.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { type OwnOptions, verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const labels = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: labels }
resources:
  Label:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      name: { type: string, minLength: 1, maxLength: 40, fold: true }
    required: [name]
    unique: [name]
states: none
endpoints:
  POST /labels: { create: Label, body: [name], idempotency: { key: Idempotency-Key, optional: true }, output: Label(this) }
  GET /labels/{id}: { read: Label, output: Label(this) }
  PATCH /labels/{id}: { update: Label, body: [name], output: Label(this) }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: LABELS } } }
  security: [{ token: [] }]
  default: allow
  callers: { ann: { scheme: token, claims: { sub: ann } }, ben: { scheme: token, claims: { sub: ben } } }
events: none
errors: { catalogue: { taken: { on: duplicate, status: 409 } } }
limits: { retention: { idempotency: PT1H } }
versioning: none
`

const verifyLabels = (options: Partial<OwnOptions>): ReturnType<typeof verifyServed> =>
  verifyServed(compileText(labels), { seed: 'a', budget: 700, effort: 300, most: 1, ...options })

test('finds nothing where keys are separate and names are compared without case', async () => {
  const report = await verifyLabels({})
  assert.equal(report.findings.length, 0, verifyText(report))
})

test('finds that a key repeats the answer of another caller', async () => {
  const owners = new Map<string, string>()
  const mistake = (request: ServerRequest): ServerRequest => {
    const key = request.headers.find(([name]) => name === 'Idempotency-Key')?.[1]
    return key === undefined || request.caller === undefined ? request : { ...request, caller: owners.getOrInsert(key, request.caller) }
  }
  const report = await verifyLabels({ mistake })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /idempotency/)
})

test('finds that a change minds the letter case of a name where a creation does not', async () => {
  const spellings = new Map<string, string>()
  const served = compileText(labels.replace(', fold: true', ''))
  const mistake = (request: ServerRequest): ServerRequest => {
    if (request.method !== 'POST' || request.body === undefined) return request
    const body = request.body.replace(/"name":"([^"]*)"/, (_, name: string) => {
      return `"name":"${spellings.getOrInsert(name.toLowerCase(), name)}"`
    })
    return { ...request, body }
  }
  const report = await verifyLabels({ served, mistake })
  assert.equal(report.findings.length, 1, verifyText(report))
  const [finding] = report.findings
  assert.equal(finding!.requests.at(-1)!.method, 'PATCH', verifyText(report))
  assert(
    finding!.clauses.some(({ text }) => /unique|fold|name/.test(text)),
    verifyText(report),
  )
})
