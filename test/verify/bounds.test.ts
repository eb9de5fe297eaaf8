// Bounds of members: a value at each bound, several in one request, and a value beyond each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const members = ['a', 'b', 'c', 'd', 'e', 'f']

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: bounds }
resources:
  Parcel:
    key: id
    properties:
      id: { type: integer, generate: sequence }
${members.map((name) => `      ${name}: { type: string, minLength: 2, maxLength: 10 }\n      ${name}Count: { type: integer, minimum: 1, maximum: 9 }`).join('\n')}
    required: [${members.join(', ')}]
states: none
endpoints:
  POST /parcels: { create: Parcel, body: [${members.flatMap((name) => [name, `${name}Count`]).join(', ')}], output: Parcel(this) }
  GET /parcels/{id}: { read: Parcel, output: Parcel(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

const withMember = (line: string): string => document.replace(/ {6}e: .*/, `      e: ${line}`)

test('finds each wrong bound of a member in few requests, and names the member', async () => {
  for (const served of [
    '{ type: string, minLength: 2, maxLength: 9 }',
    '{ type: string, minLength: 2, maxLength: 11 }',
    '{ type: string, minLength: 3, maxLength: 10 }',
    '{ type: string, minLength: 1, maxLength: 10 }',
  ]) {
    const report = await verifyServed(compileText(document), {
      seed: 'a',
      budget: 200,
      effort: 200,
      most: 1,
      served: compileText(withMember(served)),
    })
    const [finding] = report.findings
    assert.match(finding?.clauses[0]?.text ?? '', /^e: /, served)
  }
})

test('sends the values at the bounds of all members together', async () => {
  const bodies: string[] = []
  const watch = ({ method, body }: { readonly method: string; readonly body?: string }): void => {
    if (method === 'POST') bodies.push(body ?? '')
  }
  await verifyServed(compileText(document), { seed: 'a', budget: 40, effort: 200, watch })
  const isAtBound = (value: unknown): boolean =>
    typeof value === 'string' ? [2, 10].includes(Array.from(value).length) : value === 1 || value === 9
  const parsed = bodies.flatMap((body) => {
    try {
      return [JSON.parse(body) as { readonly [name: string]: unknown }]
    } catch {
      return []
    }
  })
  assert(parsed.some((body) => members.every((name) => isAtBound(body[name]) && isAtBound(body[`${name}Count`]))))
})

const trips = (rules: string, guard: string): string => `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: trips }
resources:
  Trip:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      from: { type: string, pattern: '^[A-Z]{3}$' }
      to: { type: string, pattern: '^[A-Z]{3}$' }
      leavesAt: { type: string, format: date-time }
    required: [from, to, leavesAt]
    ${rules}
states:
  Trip.state:
    initial: planned
    states:
      planned: { on: { prepare: { target: ready } } }
      ready: { on: { leave: { guard: { in-time: '${guard}' }, target: left } } }
      left: { type: final }
endpoints:
  POST /trips: { create: Trip, body: [from, to, leavesAt], output: Trip(this) }
  GET /trips/{id}: { read: Trip, output: Trip(this) }
  POST /trips/{id}/prepare: { transition: Trip.prepare, output: Trip(this) }
  POST /trips/{id}/leave: { transition: Trip.leave, output: Trip(this) }
authentication: none
events: none
errors: { catalogue: { wrong: { on: [illegal-transition, guard, invariant], status: 409 } } }
limits: none
versioning: none
`

const other = 'invariant: { other: this.to != this.from }'
const twoHours = 'now >= this.leavesAt - duration("PT2H")'

test('finds a missing comparison of two members, and another bound of a time', async () => {
  for (const [served, line] of [
    [trips('', twoHours), /^invariant: /],
    [trips(other, 'now >= this.leavesAt - duration("PT3H")'), /^ready: /],
  ] as const) {
    const report = await verifyServed(compileText(trips(other, twoHours)), {
      seed: 'a',
      budget: 1000,
      effort: 800,
      most: 1,
      served: compileText(served),
    })
    assert.equal(report.findings.length, 1, verifyText(report))
    assert(
      report.findings[0]!.clauses.some(({ text }) => line.test(text)),
      verifyText(report),
    )
  }
})

test('leaves out each step that only the state of a record demands', async () => {
  const served = trips(other, twoHours).replace(
    'planned: { on: {',
    `planned: { on: { leave: { guard: { in-time: '${twoHours}' }, target: left },`,
  )
  const report = await verifyServed(compileText(trips(other, twoHours)), {
    seed: 'a',
    budget: 600,
    effort: 800,
    most: 1,
    served: compileText(served),
  })
  assert.match(report.findings[0]?.clauses.map(({ text }) => text).join('\n') ?? verifyText(report), /^(planned|ready): /m)
})
