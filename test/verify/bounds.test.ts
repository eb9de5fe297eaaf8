// Bounds of members: a value at each bound, several in one request, and a value beyond each.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
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
