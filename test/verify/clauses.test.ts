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
