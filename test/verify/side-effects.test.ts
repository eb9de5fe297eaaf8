// Changes that a request must not make: by safe methods, by repetitions, by numbers that return, and despite the state of another record.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import type { ServerRequest } from '../../src/verify/oracle/request.ts'
import { verifyText } from '../../src/verify/report/text.ts'
import { conventions } from '../conventions.ts'
import { type OwnOptions, verifyServed } from './own.ts'

const compileText = (text: string): Compiled => compile([{ name: 'service.yaml', text }], conventions())

const tasks = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: tasks }
resources:
  Board:
    key: id
    properties: { id: { type: string, maxLength: 9 }, made: { type: integer, minimum: 0, maximum: 100000, default: 0 } }
    required: [made]
  Project:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, title: { type: string, minLength: 1, maxLength: 20 } }
    required: [title]
  Task:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      number: { type: integer, generate: sequence }
      project: { $ref: Project, onDelete: cascade }
      text: { type: string, minLength: 1, maxLength: 20 }
      reads: { type: integer, minimum: 0, maximum: 100000, default: 0 }
    required: [project, text, reads]
  Review:
    key: id
    properties: { id: { type: string, format: uuid, generate: uuidv7 }, task: { $ref: Task, onDelete: cascade } }
    required: [task]
  records:
    Board: [{ id: all, made: 0 }]
states:
  Project.status:
    initial: open
    states:
      open: { on: { pause: { target: paused }, archive: { target: archived } } }
      paused: { on: { resume: { target: open } } }
      archived: { type: final }
  Task.status:
    initial: todo
    states:
      todo: { on: { finish: { target: done, guard: { active: this.project.status == "open" } } } }
      done: { type: final }
  Review.status:
    initial: asked
    states:
      asked: { on: { begin: { target: begun, guard: { alone: '!Review.exists(r, r.task == this.task && (r.status == "begun" || r.status == "held"))' } } } }
      begun: { on: { hold: { target: held } } }
      held: { type: final }
endpoints:
  GET /boards/{id}: { read: Board, output: { made: this.made } }
  POST /projects: { create: Project, body: [title], output: Project(this) }
  GET /projects/{id}: { read: Project, output: Project(this) }
  DELETE /projects/{id}: { delete: Project }
  POST /projects/{id}/pause: { transition: Project.pause, output: Project(this) }
  POST /projects/{id}/resume: { transition: Project.resume, output: Project(this) }
  POST /projects/{id}/archive: { transition: Project.archive, output: Project(this) }
  POST /tasks:
    idempotency: { key: Idempotency-Key, optional: true, scope: request.address }
    body: { type: object, required: [project, text], properties: { project: { $ref: Project }, text: { type: string, minLength: 1, maxLength: 20 } } }
    do:
      - { create: Task, set: { project: input.body.project, text: input.body.text }, as: task }
      - { update: Board, by: { id: '"all"' }, set: { made: 'Board.find({ "id": "all" }).value().made + 1' } }
    output: Task(task)
    status: 201
  GET /tasks: { list: Task, order: [number], page: none, output: { tasks: 'items.map(t, Task(t))' } }
  GET /tasks/{id}: { read: Task, output: Task(this) }
  PATCH /tasks/{id}: { update: Task, body: [text, reads], output: Task(this) }
  POST /tasks/{id}/finish: { transition: Task.finish, output: Task(this) }
  POST /reviews: { create: Review, body: [task], output: Review(this) }
  GET /reviews/{id}: { read: Review, output: Review(this) }
  POST /reviews/{id}/begin: { transition: Review.begin, output: Review(this) }
  POST /reviews/{id}/hold: { transition: Review.hold, output: Review(this) }
authentication: none
events: none
errors: {}
limits: { retention: { idempotency: PT1H } }
versioning: none
`

const json = [['Content-Type', 'application/json']] as const
const same = ({ target }: ServerRequest): ServerRequest => ({ method: 'POST', target, headers: [] })

async function assertFound(options: Partial<OwnOptions>, line: RegExp): Promise<void> {
  const report = await verifyServed(compileText(tasks), { seed: 'a', budget: 2500, effort: 1500, most: 1, ...options })
  const [finding] = report.findings
  assert(finding !== undefined, 'nothing is found')
  assert(
    finding.clauses.some(({ text }) => line.test(text)),
    verifyText(report),
  )
}

test('finds nothing where no request changes more than it may', async () => {
  const report = await verifyServed(compileText(tasks), { seed: 'a', budget: 1200, effort: 800 })
  assert.equal(report.findings.length, 0, verifyText(report))
})

test('finds a HEAD that performs the action of its path', () =>
  assertFound({ meddle: (request) => (request.method === 'HEAD' && request.target.endsWith('/finish') ? [same(request)] : []) }, /finish/))

test('finds an OPTIONS that performs the action of its path', () =>
  assertFound({ meddle: (request) => (request.method === 'OPTIONS' && request.target.endsWith('/pause') ? [same(request)] : []) }, /pause/))

test('finds a read that changes a record of another resource', () =>
  assertFound(
    {
      meddle: ({ method, target }) =>
        method === 'GET' && /^\/reviews\/[^/]+$/.test(target) ? [{ method: 'POST', target: `${target}/begin`, headers: [] }] : [],
    },
    /reviews/,
  ))

test('finds a list that changes a record', () => {
  let known: string | undefined
  return assertFound(
    {
      meddle: ({ method, target }) => {
        known = /^\/tasks\/([0-9a-f-]{36})/.exec(target)?.[1] ?? known
        return method === 'GET' && target.startsWith('/tasks') && !target.startsWith('/tasks/') && known !== undefined
          ? [{ method: 'PATCH', target: `/tasks/${known}`, headers: json, body: '{"reads":7}' }]
          : []
      },
    },
    /GET \/tasks|reads/,
  )
})

test('finds an effect that a repetition with the same key has again', () => {
  const seen = new Set<string>()
  return assertFound(
    {
      meddle: ({ method, target, headers, body = '' }) => {
        const key = headers.find(([name]) => name === 'Idempotency-Key')?.[1]
        if (method !== 'POST' || target !== '/tasks' || key === undefined) return []
        const isAgain = seen.has(`${key} ${body}`)
        seen.add(`${key} ${body}`)
        return isAgain ? [{ method, target, headers: json, body }] : []
      },
    },
    /idempotency|made/,
  )
})

const counted = (text: string): string =>
  text.replace('generate: sequence', 'generate: "size(Task) == 0 ? 1 : Task.map(t, t.number).max() + 1"')

test('finds a number that is given again after its record was deleted with another', () =>
  assertFound({ served: compileText(counted(tasks)) }, /number:/))

test('finds a guard that forgets one state of a record that it refers to', () =>
  assertFound({ served: compileText(tasks.replace('this.project.status == "open"', 'this.project.status != "archived"')) }, /active|guard/))

test('finds a guard that forgets one state of other records', () =>
  assertFound({ served: compileText(tasks.replace(' || r.status == "held"', '')) }, /alone/))
