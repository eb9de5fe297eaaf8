// What plans write, answer and tell of is what the interpreter writes, answers and tells of.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { type Json, canonical } from '../../src/base/json.ts'
import { beginning } from '../../src/exchange/event.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf, shown } from './both.ts'

const document = completed(`
resources:
  Person:
    key: handle
    properties: { handle: { type: string, pattern: '^[a-z]{1,9}$' }, email: { type: string, maxLength: 30 }, age: { type: integer, minimum: 0 } }
    required: [handle, email]
    unique: [email]
  Task:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      title: { type: string, minLength: 1, maxLength: 20 }
      count: { type: integer, default: 1, maximum: 100 }
      done: { type: boolean, default: false }
      tags: { type: array, items: { type: string, maxLength: 9 }, maxItems: 3 }
      note: { type: [string, 'null'], maxLength: 9 }
      at: { type: string, format: date-time }
      owner: { $ref: Person, onDelete: restrict }
      parts: { type: array, items: { $ref: Part }, maxItems: 3 }
      kind: { type: string, enum: [small, large] }
      startedAt: { type: string, format: date-time, readOnly: true }
      createdAt: { type: string, format: date-time, generate: now }
    required: [title]
  $defs:
    Part: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 }, size: { type: integer, minimum: 0, maximum: 9 } } }
states:
  Task.status:
    initial: new
    states:
      new: { on: { start: { target: started, guard: { few: this.count < 50 }, set: { startedAt: now } } } }
      started: { on: { finish: { target: finished } } }
      finished: {}
endpoints:
  POST /people: { create: Person, body: [handle, email, age], status: 201, headers: { Location: '/people/\${this.handle}' }, output: Person(this) }
  POST /tasks: { create: Task, body: [title, count, done, tags, note, at, owner, parts, kind], status: 201, headers: { Location: '/tasks/\${this.id}', X-Count: '\${this.count}' }, output: Task(this) }
  POST /large: { create: Task, body: [title, parts], set: { kind: { const: large } }, status: 201, output: { id: this.id, task: Task(this) } }
  POST /started:
    do:
      - { create: Task, set: { title: input.body.title, count: input.body.count, parts: input.body.parts }, as: task }
      - { transition: Task.start, by: task }
      - { transition: Task.finish, by: task, as: finished }
    body: { title: { type: string, minLength: 1, maxLength: 20 }, count: { type: integer, default: 1, maximum: 100 }, parts: { type: array, items: { $ref: Part }, maxItems: 3 } }
    status: 201
    headers: { X-Status: '\${task.status}' }
    output: Task(task)
  POST /couples:
    do:
      - { create: Person, set: { handle: input.body.one, email: input.body.mail }, as: one }
      - { create: Person, set: { handle: input.body.other, email: input.body.email }, as: other }
    body: { one: { type: string, pattern: '^[a-z]{1,9}$' }, other: { type: string, pattern: '^[a-z]{1,9}$' }, mail: { type: string, maxLength: 30 }, email: { type: string, maxLength: 30 } }
    status: 201
    output: Person(other)
events:
  types:
    task.made: { on: Task.created, partitionkey: this.id, data: { title: this.title, parts: this.parts, at: this.createdAt } }
    task.new: { on: entry Task.new, data: { count: this.count } }
    task.started: { on: [Task.start, entry Task.finished], subject: '\${this.title}', data: { was: 'old == null ? null : old.status', now: this.status } }
errors:
  body: { met: error.condition, errors: error.errors }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: invalid, status: 422 }
    broken: { on: malformed, status: 400 }
    unknown: { on: dangling, status: 422 }
    taken: { on: duplicate, status: 409 }
    many: { on: guard, status: 409 }
    not-now: { on: illegal-transition, status: 409 }
`)

type Pair = {
  /** What both answer, and the statements of the one that has plans. Throws where they differ in anything. */
  readonly send: (request: Asked) => Promise<{ readonly answer: string; readonly statements: readonly string[] }>
  /** Several in one group. */
  readonly sendAll: (requests: readonly Asked[]) => Promise<{ readonly answers: readonly string[]; readonly statements: readonly string[] }>
  readonly close: () => Promise<void>
}

async function pair(): Promise<Pair> {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-written-'))
  const clock = new VirtualClock(Date.parse('2026-01-01T00:00:00Z'))
  const statements: string[] = []
  const open = async (sealed: boolean) => {
    const lent = { clock, randomness: new SeededRandomness('written'), settings: new Map(), fixtures: false, depth: 8, cursors: { key: new Uint8Array(32), epoch: '0' } }
    const backend = await createSqliteBackend(facts, join(folder, `${sealed}.db`), { ...lent, sealed, ...(sealed ? { onStatement: (sql: string) => void statements.push(sql) } : {}) })
    if ('problem' in backend) throw new Error(backend.problem)
    return { backend, file: new DatabaseSync(join(folder, `${sealed}.db`), { readOnly: true }) }
  }
  const sides = [await open(false), await open(true)]
  let count = 0
  let otherKeys = false
  const sendAll: Pair['sendAll'] = async (requests) => {
    clock.advance(1)
    statements.length = 0
    const group = ++count
    const [plain, sealed] = await Promise.all(sides.map(async ({ backend, file }) => {
      const answers = await Promise.all(requests.map(async (request, index) => backend.answer(exchangeOf(facts, request, `r${group}-${index}`, undefined))))
      return {
        answers: answers.map(shown),
        traces: answers.map(({ trace }) => trace),
        rows: ['Person', 'Task'].map((table) => file.prepare(`SELECT * FROM "${table}"`).all().map(({ $version: _, ...row }) => row)),
        events: backend.log.events(beginning, 10_000).map((row) => canonical(row as unknown as Json)),
      }
    }))
    // Work that is done again makes other keys.
    otherKeys ||= requests.length > 1
    const same = (value: unknown): unknown => (!otherKeys ? value : JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'))
    assert.deepEqual(same(sealed), same(plain))
    const { answers } = plain!
    return { answers, statements: statements.flatMap((sql) => (/"(Person|Task)"|SAVEPOINT/.test(sql) ? [sql.split(' ')[0]!] : [])) }
  }
  return {
    sendAll,
    async send(request) {
      const { answers, statements: all } = await sendAll([request])
      return { answer: answers[0]!, statements: all }
    },
    async close() {
      for (const { backend, file } of sides) {
        file.close()
        await backend.close()
      }
      rmSync(folder, { recursive: true })
    },
  }
}

const ann = '{"handle":"ann","email":"ann@example.org"}'

test('a plan writes what the interpreter writes, in one statement a record', async () => {
  const { send, close } = await pair()
  const post = (path: string, body: string, headers: readonly (readonly [string, string])[] = []): ReturnType<typeof send> => send({ method: 'POST', target: path, body, headers: new Map(headers) })
  assert.match((await post('/people', ann)).answer, /^201\nLocation: \/people\/ann\n/)
  for (const [path, body] of [
    ['/people', '{"handle":"bob","email":"bob@example.org","age":3}'],
    ['/tasks', '{"title":"a"}'],
    ['/tasks', '{"title":"say \\"hé\\"\\n","count":7,"done":true,"tags":["x","y"],"note":null,"at":"2026-02-01T10:00:00+01:00","owner":"ann","kind":"small"}'],
    ['/tasks', '{"title":"b","parts":[{"name":"n","size":1},{"name":"m"}],"note":"n","at":"2026-02-01T10:00:00Z"}'],
    ['/large', '{"title":"large","parts":[{"size":9,"name":"n"}]}'],
    ['/started', '{"title":"c","count":49,"parts":[{"name":"n"}]}'],
    ['/started', '{"title":"d","parts":[]}'],
  ] as const) {
    const { answer, statements } = await post(path, body)
    assert.match(answer, /^201\n/, body)
    // The interpreter would look for the reference, and for another record that is alike.
    assert.deepEqual(statements, ['INSERT'], `${path} ${body}`)
  }
  await close()
})

test('what a plan cannot do leaves nothing, and the interpreter says why', async () => {
  const { send, close } = await pair()
  const statuses: string[] = []
  await send({ method: 'POST', target: '/people', body: ann })
  for (const [path, body, media] of [
    ['/people', ann],
    ['/people', '{"handle":"eve","email":"ann@example.org"}'],
    ['/people', '{"handle":"Eve","email":"e"}'],
    ['/tasks', '{"title":"a","owner":"nobody"}'],
    ['/tasks', '{"title":"a","owner":"ann","extra":1}'],
    ['/tasks', '{ "title": "spaced" }'],
    ['/tasks', '{"title":"a","title":"b"}'],
    ['/tasks', '{"title":"a","count":1e1}'],
    ['/tasks', '{"title":"a","count":1.0}'],
    ['/tasks', '{"title":"a","count":101}'],
    ['/tasks', '{"title":"a","count":9007199254740993}'],
    ['/tasks', '{"title":"\\ud800"}'],
    ['/tasks', '{"title":"\\u0000"}'],
    ['/tasks', '{"title":"\\u00e9"}'],
    ['/tasks', '{"title":null}'],
    ['/tasks', '{"title":"a","done":null}'],
    ['/tasks', '{"title":"a","parts":[{"name":"n","size":10}]}'],
    ['/tasks', '{"title":"a","parts":[[[[[[[[[[1]]]]]]]]]]}'],
    ['/tasks', '{"title":"a","id":"00000000-0000-7000-8000-000000000000","status":"started","createdAt":"2020-01-01T00:00:00Z"}'],
    ['/tasks', '{"title":"a","constructor":1,"__proto__":{"title":"b"}}'],
    ['/tasks', '{"title":'],
    ['/tasks', '[]'],
    ['/tasks', ''],
    ['/tasks', '{"title":"a"}', 'text/plain'],
    ['/large', '{"parts":[]}'],
    ['/large', '{"title":"longer than nine"}'],
    ['/started', '{"title":"a","count":50,"parts":[]}'],
    ['/started', '{"count":5,"parts":[]}'],
  ] as const) {
    const { answer } = await send({ method: 'POST', target: path, body, ...(media === undefined ? {} : { headers: new Map([['content-type', media]]) }) })
    statuses.push(answer.slice(0, 3))
  }
  assert.equal(statuses.join(' '), '409 409 422 422 201 201 400 201 201 422 422 400 400 201 422 422 422 413 201 201 400 422 400 415 422 201 409 422')
  // What comes after them is as if they had never been.
  await send({ method: 'POST', target: '/tasks', body: '{"title":"last"}' })
  await close()
})

test('what a plan wrote before it failed is taken back, and nothing else with it', async () => {
  const { send, sendAll, close } = await pair()
  const couple = (one: string, other: string, email: string): Asked => ({ method: 'POST', target: '/couples', body: JSON.stringify({ one, other, mail: one, email }) })
  const task: Asked = { method: 'POST', target: '/tasks', body: '{"title":"a"}' }
  assert.deepEqual((await send(couple('a', 'b', 'b'))).statements, ['INSERT', 'INSERT'])
  const { answers } = await sendAll([task, couple('c', 'd', 'b'), task])
  assert.deepEqual(answers.map((answer) => answer.slice(0, 3)), ['201', '409', '201'])
  // What had to be taken back once is not trusted again.
  assert.deepEqual((await send(couple('e', 'f', 'f'))).statements, ['SAVEPOINT', 'INSERT', 'INSERT'])
  assert.deepEqual((await send(couple('g', 'h', 'f'))).answer.slice(0, 3), '409')
  await close()
})

test('whatever is sent, plans and the interpreter come to the same', async () => {
  const { send, close } = await pair()
  await send({ method: 'POST', target: '/people', body: ann })
  const text = fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('a', 'ann', 'é', '1', 'large', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+02:00'))
  const any = fc.oneof(text, fc.integer({ min: -5, max: 120 }), fc.boolean(), fc.constant(null), fc.double(), fc.array(text, { maxLength: 4 }), fc.array(fc.record({ name: text, size: fc.integer({ min: 0, max: 10 }) }, { requiredKeys: [] }), { maxLength: 3 }))
  const likely = fc.record({
    title: fc.oneof(text, any), count: fc.oneof(fc.integer({ min: 0, max: 101 }), any), done: fc.oneof(fc.boolean(), any), tags: fc.oneof(fc.array(text, { maxLength: 4 }), any), note: fc.oneof(text, any),
    at: any, owner: fc.constantFrom('ann', 'nobody', 'eve'), parts: any, kind: fc.constantFrom('small', 'large', 'other'), handle: text, email: text, age: fc.nat(),
  }, { requiredKeys: [] })
  const path = fc.constantFrom('/people', '/tasks', '/large', '/started')
  await fc.assert(fc.asyncProperty(path, likely, fc.constantFrom(undefined, 1), async (target, body, indent) => {
    await send({ method: 'POST', target, body: JSON.stringify(body, undefined, indent) })
  }), { numRuns: 300 })
  await close()
})
