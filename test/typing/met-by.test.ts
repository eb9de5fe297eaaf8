// The operations that can meet a condition: entries of part 7 read what these operations have in common.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { parseCondition } from '../../src/typing/condition.ts'
import { findMeetingOperations } from '../../src/typing/meeting-operations.ts'
import { analyseReach } from '../../src/typing/reach.ts'
import { createMeetingContext } from '../../src/typing/slots/all.ts'
import { derive, factsOf, pointText } from '../fact/facts-of.ts'

const root = new URL('../../', import.meta.url)
const folders = ['examples/', 'test/meaning/cases/', 'test/check/errors/', 'test/check/states/', 'test/check/endpoints/', 'bench/']
const documents = folders.flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml)$/.test(name) && !/RESULTS|README/.test(name))
    .map((name) => `${folder}${name}`),
)

test('each operation that meets a condition is listed for it', () => {
  const missed = documents.flatMap((name) => {
    const { facts } = derive(readFileSync(new URL(name, root), 'utf8'), name.split('/').at(-1)!)
    const { domain } = facts.typing
    const meeting = createMeetingContext(
      domain,
      analyseReach(domain, () => true),
    )
    const operationsByPattern = new Map<string, ReturnType<typeof findMeetingOperations> | undefined>()
    return facts.operations.flatMap(({ operation, points }) =>
      points.flatMap((point) => {
        const pattern = pointText(point)
        const meetingNames = operationsByPattern.getOrInsertComputed(pattern, () => {
          const condition = parseCondition(pattern, domain)
          return condition && findMeetingOperations(condition, meeting)
        })
        return meetingNames === undefined || meetingNames.includes(operation) ? [] : [`${name}: ${operation.name} meets ${pattern}`]
      }),
    )
  })
  assert.deepEqual(missed, [])
})

const document = (entry: string): string => `
resources:
  Customer:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, email: { type: string, maxLength: 100 }, name: { type: string, maxLength: 100 } }
    required: [email]
    unique: [email]
endpoints:
  POST /customers: { create: Customer, body: [email, name], status: 201 }
  GET /customers/{id}: { read: Customer, status: 200, output: Customer(this) }
  PATCH /customers/{id}: { update: Customer, body: [name], status: 204 }
  DELETE /customers/{id}: { delete: Customer, status: 204 }
authentication: none
errors:
  media: application/json
  body: { type: error.type, existing: error.?existing }
  catalogue:
    ${entry}
`

test('an entry for a condition of one operation may read its body', () => {
  factsOf(document("taken: { on: duplicate Customer.email, status: 409, existing: '${input.body.email}' }"))
})

test('names the operation without an input that an entry reads', () => {
  const { mistakes } = derive(document("missing: { on: not-found Customer, status: 404, existing: '${input.body.name}' }"))
  assert.match(mistakes.join('\n'), /`body` is not always there/)
})
