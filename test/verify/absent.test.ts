// A server that lacks an operation has one fault, however many requests show it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { printSentence, verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const tasks = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tasks }
resources:
  Task:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      title: { type: string, minLength: 1, maxLength: 20 }
    required: [title]
states:
  Task.state:
    initial: open
    states: { open: { on: { close: { target: closed } } }, closed: { type: final } }
endpoints:
  POST /tasks: { create: Task, body: [title], output: Task(this) }
  GET /tasks: { list: Task, order: [id], page: none, output: { tasks: 'items.map(t, Task(t))' } }
  GET /tasks/{id}: { read: Task, output: Task(this) }
  PATCH /tasks/{id}: { update: Task, body: [title], output: Task(this) }
  DELETE /tasks/{id}: { delete: Task }
  POST /tasks/{id}/close: { transition: Task.close, output: Task(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

for (const [operation, status, hooks] of [
  ['POST /tasks', 405, true],
  ['POST /tasks/{id}/close', 404, true],
  ['PATCH /tasks/{id}', 405, false],
] as const) {
  test(`reports once that ${operation} is not there, ${hooks ? 'with' : 'without'} hooks`, async () => {
    const served = tasks.replace(new RegExp(`^  ${RegExp.escape(operation)}: .*\n`, 'm'), '')
    const report = await verifyServed(compileText(tasks), { seed: 'a', budget: 250, effort: 300, hooks, served: compileText(served) })
    assert.deepEqual(report.findings.map(printSentence), [`${operation} is not there: the server answers ${status}`], verifyText(report))
    assert.match(report.findings[0]!.clauses[0]!.text, new RegExp(`^${RegExp.escape(operation)}: `))
  })
}

const guarded = (rule: string): string =>
  tasks.replace(
    'authentication: none',
    `authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: TASKS }, claimsSet: { type: object, required: [sub], properties: { sub: { type: string } } } } }
  security: [token: []]
  caller: claims
  default: allow
  unreadable: not-found
  rules: { Task: { close: '${rule}' } }
  callers: { ann: { scheme: token, claims: { sub: ann } }, bob: { scheme: token, claims: { sub: bob } } }`,
  )

test('takes the refusal of a record that is not there for a wrong refusal, not for an operation that is not there', async () => {
  const report = await verifyServed(compileText(guarded('claims.sub == "ann"')), {
    seed: 'a',
    budget: 250,
    effort: 300,
    most: 1,
    served: compileText(guarded('claims.sub != ""')),
  })
  const [finding] = report.findings
  assert(finding?.isAbsent === false, verifyText(report))
  assert(
    finding.clauses.some(({ text }) => text.includes('rules: { Task')),
    verifyText(report),
  )
})
