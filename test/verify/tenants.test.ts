// Plans for services where each caller sees the records of a tenant only.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { classifyCases } from '../../src/verify/explore/case-order.ts'
import { openOracleCallers } from '../../src/verify/oracle/callers.ts'
import { type VerifyPlan, planRun, listVerifiable } from '../../src/verify/plan.ts'
import { conventions } from '../conventions.ts'

const laboratories = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: laboratories }
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, lab: { type: string, maxLength: 9 }, head: { type: boolean } }
    required: [lab, head]
  Assay:
    key: id
    tenant: { lab: caller.lab }
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, lab: { type: string, maxLength: 9 }, code: { type: string, maxLength: 9 } }
    required: [lab, code]
  Sample:
    key: id
    tenant: { lab: caller.lab }
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, lab: { type: string, maxLength: 9 }, code: { type: string, maxLength: 9 } }
    required: [lab, code]
  Analysis:
    key: id
    tenant: { lab: caller.lab }
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      lab: { type: string, maxLength: 9 }
      sample: { $ref: Sample, onDelete: cascade }
      assay: { $ref: Assay, onDelete: restrict }
      owner: { type: string, maxLength: 9 }
    required: [lab, sample, assay, owner]
  records:
    Person:
      - { id: ann, lab: north, head: false }
      - { id: ben, lab: north, head: false }
      - { id: hal, lab: north, head: true }
      - { id: sue, lab: south, head: true }
      - { id: tom, lab: south, head: false }
states:
  Analysis.status: { initial: open, states: { open: { on: { close: { target: closed, guard: { own: this.owner == caller.id } }, pause: { target: paused } } }, paused: { on: { resume: { target: open } } }, closed: { type: final } } }
endpoints:
  POST /assays: { create: Assay, body: [code], require: { head: caller.head }, output: Assay(this) }
  POST /samples: { create: Sample, body: [code], output: Sample(this) }
  GET /samples/{id}: { read: Sample, output: Sample(this) }
  POST /samples/{sample}/analyses:
    create: Analysis
    with: { sample: { find: Sample, by: { id: input.path.sample } } }
    body: [assay]
    set: { sample: sample, owner: caller.id }
    output: Analysis(this)
  GET /analyses/{id}: { read: Analysis, output: Analysis(this) }
  POST /analyses/{id}/close: { transition: Analysis.close, output: Analysis(this) }
  POST /analyses/{id}/pause: { transition: Analysis.pause, output: Analysis(this) }
  POST /analyses/{id}/resume: { transition: Analysis.resume, output: Analysis(this) }
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: LAB }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string } } } } }
  security: [token: []]
  caller: { find: Person, by: { id: claims.sub } }
  default: allow
  unreadable: not-found
  rules: { Analysis: { read: this.owner == caller.id || caller.head } }
  callers:
    ann: { scheme: token, claims: { sub: ann } }
    ben: { scheme: token, claims: { sub: ben } }
    hal: { scheme: token, claims: { sub: hal } }
    sue: { scheme: token, claims: { sub: sue } }
    tom: { scheme: token, claims: { sub: tom } }
events: none
errors: {}
limits: none
versioning: none
`

const compiled = compile([{ name: 'service.yaml', text: laboratories }], conventions())

async function planOf(seed: string): Promise<VerifyPlan> {
  const callers = await openOracleCallers(compiled.model, () => Date.now())
  assert(!('problems' in callers))
  return planRun(compiled, callers, {
    seed,
    effort: 800,
    tag: 'verify',
    callers: callers.names,
    settings: new Map(),
    fixtures: false,
    canWait: true,
    host: '127.0.0.1',
    now: Date.UTC(2026, 10, 1),
  })
}

test('reaches records that need others of the same tenant, with any seed', async () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { bases } = await planOf(seed)
    const reached = new Set(bases.map(({ operation }) => operation.id))
    const missed = listVerifiable(compiled).filter(({ operation }) => !reached.has(operation.id))
    assert.deepEqual(
      missed.map(({ operation }) => operation.id),
      [],
      `seed ${seed}`,
    )
  }
})

test('reaches a guard that only a caller without own records violates', async () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { cases } = await planOf(seed)
    assert(
      cases.some(({ outcome }) => outcome === 'guard Analysis.close own'),
      `seed ${seed}`,
    )
  }
})

test('tries each transition in each state by a caller who may find the record', async () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const { cases } = await planOf(seed)
    const missed = ['close', 'pause', 'resume'].flatMap((name) =>
      ['open', 'paused', 'closed']
        .filter((state) => !cases.some(({ signature }) => new RegExp(`/${name} .* \\| ${state} \\| (ok|illegal)`).test(signature)))
        .map((state) => `${name} in ${state}, seed ${seed}`),
    )
    assert.deepEqual(missed, [])
  }
})

test('plays each outcome in each state before it plays one again by another caller', async () => {
  const { cases } = await planOf('a')
  const isEarly = (outcome: string): boolean => /^(unauthenticated|not-found)/.test(outcome)
  const classes = classifyCases(cases)
  assert.equal(
    classes.reduce((count, each) => count + each.cases.length, 0),
    cases.length,
  )
  for (const { name, cases: ofClass } of classes) {
    const kinds = ofClass.map(({ operation, outcome, signature, variant }) =>
      JSON.stringify(isEarly(outcome) ? [operation.id, outcome] : [...signature.split(' | ').with(1, ''), variant]),
    )
    const distinct = new Set(kinds).size
    assert.equal(new Set(kinds.slice(0, distinct)).size, distinct, name)
  }
  assert(classes.some(({ cases: ofClass }) => new Set(ofClass.map(({ operation }) => operation)).size < ofClass.length))
})

test('leads a record back and on again, also by another caller', async () => {
  const { cases } = await planOf('a')
  const variants = cases.flatMap(({ operation, variant }) => (variant?.startsWith('again') === true ? [`${operation.id}: ${variant}`] : []))
  const [pause = '', resume = ''] = ['pause', 'resume'].map(
    (name) => cases.find(({ operation }) => operation.path.endsWith(name))!.operation.id,
  )
  assert(variants.includes(`${pause}: again after ${resume}`), variants.join('\n'))
  assert(variants.includes(`${pause}: again by another caller after ${resume}`), variants.join('\n'))
})
