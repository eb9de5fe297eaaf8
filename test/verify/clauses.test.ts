// The first line that a finding names is the one that separates the expected answer from the observed one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { verifyServed } from './own.ts'

const text = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tasks }
resources:
  Task:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      title: { type: string, maxLength: 20 }
      places: { type: integer, minimum: 0, maximum: 9 }
      urgent: { type: boolean }
      left: { type: integer, minimum: 0, maximum: 9, readOnly: true }
    required: [title, places, urgent]
states:
  Task.status:
    initial: open
    states:
      open: { on: { finish: { target: done } } }
      done: { type: final }
endpoints:
  POST /tasks:
    create: Task
    body: [title, places, urgent]
    set:
      left: input.body.places
    output: Task(this)
  GET /tasks/{id}:
    read: Task
    output: Task(this)
  GET /tasks:
    list: Task
    filter: [places]
    sort: [title]
    order: [id]
    page: { style: offset, size: '3' }
    output:
      total: page.total
      tasks: items.map(t, Task(t))
  POST /tasks/{id}/finish:
    transition: Task.finish
    require:
      roomy: this.places > 3
      calm: this.urgent == false
    output: Task(this)
authentication: none
events: none
errors:
  catalogue:
    narrow: { on: require roomy, status: 403 }
    hurried: { on: require calm, status: 409 }
    finished: { on: illegal-transition, status: 409 }
limits: none
versioning: none
`

const compileText = (each: string): Compiled => compile([{ name: 'service.yaml', text: each }], conventions())

for (const [what, from, to, line] of [
  [
    'a value that the operation sets',
    'left: input.body.places',
    'left: input.body.places > 8 ? 8 : input.body.places',
    'left: input.body.places',
  ],
  ['an order that is ignored', '    sort: [title]\n', '', 'sort: [title]'],
  ['a total', 'total: page.total', 'total: page.size', 'total: page.total'],
  ['an order', 'order: [id]', 'order: [-id]', 'order: [id]'],
  [
    'a refusal that comes first and is not met',
    'roomy: this.places > 3',
    'roomy: this.places > 3 && this.urgent == false',
    'roomy: this.places > 3',
  ],
] as const) {
  test(`names the line of ${what}`, async () => {
    const served = compileText(text.replace(from, to))
    const report = await verifyServed(compileText(text), { seed: 'a', budget: 400, effort: 900, most: 1, served })
    assert.equal(report.findings[0]?.clauses[0]?.text, line, verifyText(report))
  })
}

const diary = `ninefold: 1
use: [http@1, problem-details@1, cloudevents@1]
service: { name: diary, url: https://diary.example.org }
resources:
  Day:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string, maxLength: 20 }, by: { type: string, readOnly: true } }
    required: [text, by]
states: none
endpoints:
  POST /days: { create: Day, body: [text], set: { by: caller.sub }, output: Day(this) }
  GET /days:
    list: Day
    filter: [text]
    order: [id]
    page: { style: offset, size: 3, max: 5 }
    output: { days: 'items.map(d, Day(d))' }
  GET /days/{id}: { read: Day, output: Day(this) }
  GET /events:
    stream: [day.added]
authentication:
  schemes: { token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: DIARY } } }
  security: [token: []]
  default: deny
  unreadable: not-found
  rules: { Day: { read: this.by == caller.sub, create: true } }
  callers: { ann: { scheme: token, claims: { sub: ann } }, ben: { scheme: token, claims: { sub: ben } } }
events:
  types:
    day.added: { on: Day.created, data: { id: this.id } }
  delivery: { stream: { media: text/event-stream, retain: P1D, heartbeat: PT20S } }
errors: { body: { errors: 'error.errors.map(e, { "keyword": e.keyword })' } }
limits: none
versioning: none
`

for (const [what, from, to, line] of [
  ['a record that is hidden', 'unreadable: not-found', 'unreadable: forbidden', 'unreadable: not-found'],
  ['a query whose refusal names no place', 'max: 5', 'max: 9', 'page: { style: offset, size: 3, max: 5 }'],
  [
    'a stream that sends another type of event',
    'day.added: { on: Day.created, data: { id: this.id } }',
    'day.added: { on: Day.created, data: { id: this.id } }\n    day.more: { on: Day.created, data: { id: this.id } }',
    'stream: [day.added]',
  ],
] as const) {
  test(`names the line of ${what}`, async () => {
    const served = compileText(
      diary.replace(from, to).replace('stream: [day.added]', to.includes('day.more') ? 'stream: [day.added, day.more]' : '$&'),
    )
    const report = await verifyServed(compileText(diary), { seed: 'a', budget: 400, effort: 900, most: 1, served })
    assert.equal(report.findings[0]?.clauses[0]?.text, line, verifyText(report))
  })
}

const loans = (late: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: loans }
resources:
  Loan:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      due: { type: string, format: date-time }
      late: { type: boolean, default: false, readOnly: true }
    required: [due, late]
states:
  Loan.status:
    initial: asked
    states:
      asked: { on: { lend: { target: lent } } }
      lent:
        at:
          overdue: { time: this.due, set: { late: '${late}' } }
endpoints:
  POST /loans: { create: Loan, body: [due], output: Loan(this) }
  GET /loans/{id}: { read: Loan, output: Loan(this) }
  POST /loans/{id}/lend: { transition: Loan.lend, output: Loan(this) }
authentication: none
events: none
errors: {}
limits: none
versioning: none
`

test('names the line of a timer that is due at once', async () => {
  const report = await verifyServed(compileText(loans('true')), {
    seed: 'a',
    budget: 300,
    effort: 300,
    most: 1,
    served: compileText(loans('false')),
  })
  assert.match(report.findings[0]?.clauses[0]?.text ?? verifyText(report), /^overdue:/)
})
