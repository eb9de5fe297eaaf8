// Compiled operations write, answer and emit the same as the interpreter.

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Json, printCanonical } from '../../src/base/json.ts'
import { beginning } from '../../src/exchange/event.ts'
import { completed } from '../meaning/transcript.ts'
import { planned } from './planned.ts'
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
  Sale:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv4 }
      number: { type: integer, generate: sequence }
      slug: { type: string, generate: '"s-" + string(this.number) + "-" + this.name' }
      name: { type: string, maxLength: 9, fold: true }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000 }
      weight: { type: number, format: decimal }
      size: { type: number }
      count: { type: integer, minimum: 1, maximum: 9, default: 2 }
      total: { type: number, multipleOf: 0.01, minimum: 0, maximum: 100000, compute: this.price * this.count, stored: true }
      text: { type: [string, 'null'], maxLength: 9, normalize: 'value == "" ? null : value' }
      buyers: { type: array, items: { $ref: Person }, maxItems: 2 }
      source: { type: string, maxLength: 20 }
      until: { type: string, format: date-time }
      log: { type: string, maxLength: 20, readOnly: true }
    required: [name, price]
    unique: [name]
  views:
    Shown: { of: Sale, take: [id, number, slug, name, price, weight, size, total, text, source, until, log, status], properties: { more: 'this.total + 1', buyers: 'this.buyers == null ? [] : this.buyers.map(b, b.email)' } }
states:
  Sale.status:
    initial: open
    states:
      open:
        entry: { set: { log: '"opened"' } }
        after: { PT1H: { target: closed } }
        on: { close: { target: closed, set: { count: this.count + 1 } } }
      closed: { always: [{ target: lost, guard: { dear: this.price > 999 } }] }
      lost: {}
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
  POST /sales/{source}:
    create: Sale
    parameters: { path: { source: { type: string, maxLength: 20 } }, query: { days: { type: integer, minimum: 0, maximum: 9, default: 1 } } }
    body: [name, price, weight, size, count, text, buyers]
    set: { source: input.path.source, until: "input.query.days == 1 ? now + duration('24h') : now" }
    idempotency: { key: Idempotency-Key, optional: true, scope: request.address }
    status: 201
    headers: { X-Total: '\${this.total}' }
    output: { sale: Shown(this), sent: input.body.name }
  POST /closed:
    do:
      - { create: Sale, set: { name: input.body.name, price: input.body.price, source: '"do"' }, as: sale }
      - { transition: Sale.close, by: sale }
      - { create: Task, set: { title: sale.slug }, as: task }
      - { transition: Task.start, by: task }
    body: { name: { type: string, maxLength: 9 }, price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000 } }
    status: 201
    output: { sale: Shown(sale), task: Task(task), name: input.body.name }
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
    again: { on: idempotency-mismatch, status: 409 }
    many: { on: guard, status: 409 }
    not-now: { on: illegal-transition, status: 409 }
`)

type Pair = {
  /** The answer of both, and the statements of the compiled operations. Throws if they differ. */
  readonly send: (request: Asked) => Promise<{ readonly answer: string; readonly statements: readonly string[] }>
  /** Several in one group. */
  readonly sendAll: (requests: readonly Asked[]) => Promise<{ readonly answers: readonly string[]; readonly statements: readonly string[] }>
  readonly close: () => Promise<void>
}

async function pair(): Promise<Pair> {
  const { facts, clock, plain, sealed, statements, close } = await planned(document, 8)
  const sides = [plain, sealed].map(({ backend, file }) => ({ backend, file: new DatabaseSync(file, { readOnly: true }) }))
  let count = 0
  let otherKeys = false
  const sendAll: Pair['sendAll'] = async (requests) => {
    clock.advance(1)
    statements.length = 0
    const group = ++count
    const [byInterpreter, byPlans] = await Promise.all(
      sides.map(async ({ backend, file }) => {
        const answers = await Promise.all(
          requests.map(async (request, index) => backend.answer(exchangeOf(facts, request, `r${group}-${index}`, undefined))),
        )
        return {
          answers: answers.map(shown),
          traces: answers.map(({ trace }) => trace),
          rows: ['Person', 'Task', 'Sale', '$timer', '$kept', '$sequence'].map((table) =>
            file
              .prepare(`SELECT * FROM "${table}"`)
              .all()
              .map(({ $version: _, id, ...row }) => (table === '$timer' ? row : { id, ...row })),
          ),
          events: (await backend.log.events(beginning, 10_000)).map((row) => printCanonical(row as unknown as Json)),
        }
      }),
    )
    // Work that is done again makes other keys.
    otherKeys ||= requests.length > 1
    const same = (value: unknown): unknown => (!otherKeys ? value : JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'))
    assert.deepEqual(same(byPlans), same(byInterpreter))
    const { answers } = byInterpreter!
    return { answers, statements: statements.flatMap((sql) => (/"(Person|Task|Sale)"|SAVEPOINT/.test(sql) ? [sql.split(' ')[0]!] : [])) }
  }
  return {
    sendAll,
    async send(request) {
      const { answers, statements: all } = await sendAll([request])
      return { answer: answers[0]!, statements: all }
    },
    async close() {
      for (const { file } of sides) file.close()
      await close()
    },
  }
}

const ann = '{"handle":"ann","email":"ann@example.org"}'

test('a plan writes like the interpreter, with one statement per record', async () => {
  const { send, close } = await pair()
  const post = (path: string, body: string, headers: readonly (readonly [string, string])[] = []): ReturnType<typeof send> =>
    send({ method: 'POST', target: path, body, headers: new Map(headers) })
  assert.match((await post('/people', ann)).answer, /^201\nLocation: \/people\/ann\n/)
  for (const [path, body] of [
    ['/people', '{"handle":"bob","email":"bob@example.org","age":3}'],
    ['/tasks', '{"title":"a"}'],
    [
      '/tasks',
      '{"title":"say \\"hé\\"\\n","count":7,"done":true,"tags":["x","y"],"note":null,"at":"2026-02-01T10:00:00+01:00","owner":"ann","kind":"small"}',
    ],
    ['/tasks', '{"title":"b","parts":[{"name":"n","size":1},{"name":"m"}],"note":"n","at":"2026-02-01T10:00:00Z"}'],
    ['/large', '{"title":"large","parts":[{"size":9,"name":"n"}]}'],
    ['/started', '{"title":"c","count":49,"parts":[{"name":"n"}]}'],
    ['/started', '{"title":"d","parts":[]}'],
    ['/sales/web?days=2', '{"name":"A","price":19.99,"weight":1.25,"size":0.1,"count":3,"buyers":["ann","bob"]}'],
    ['/sales/a%20b', '{"name":"b","price":1000,"weight":1,"size":2}'],
  ] as const) {
    const { answer, statements } = await post(path, body)
    assert.match(answer, /^201\n/, body)
    // The interpreter would look for the reference, and for another record that is alike.
    assert.deepEqual(
      statements.filter((word) => word !== 'SELECT' || !path.startsWith('/sales')),
      ['INSERT'],
      `${path} ${body}`,
    )
  }
  await close()
})

test('leaves nothing of a refused draft, and explains the refusal', async () => {
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
    ['/sales/web', '{"name":"a","price":19.99,"text":""}'],
    ['/sales/web', '{"name":"A","price":20}'],
    ['/sales/web', '{"name":"b","price":19.999}'],
    ['/sales/web', '{"name":"b","price":1,"buyers":["ann","nobody"]}'],
    ['/sales/web?days=10', '{"name":"b","price":1}'],
    ['/closed', '{"name":"c","price":9.5}'],
    ['/closed', '{"name":"d","price":999.5}'],
    ['/closed', '{"name":"D","price":9.5}'],
  ] as const) {
    const { answer } = await send({
      method: 'POST',
      target: path,
      body,
      ...(media === undefined ? {} : { headers: new Map([['content-type', media]]) }),
    })
    statuses.push(answer.slice(0, 3))
  }
  assert.equal(
    statuses.join(' '),
    '409 409 422 422 201 201 400 201 201 422 422 400 400 201 422 422 422 413 201 201 400 422 400 415 422 201 409 422 201 409 422 422 422 201 201 409',
  )
  // Later requests see none of them.
  await send({ method: 'POST', target: '/tasks', body: '{"title":"last"}' })
  await close()
})

test('rolls back only the failed draft', async () => {
  const { send, sendAll, close } = await pair()
  const couple = (one: string, other: string, email: string): Asked => ({
    method: 'POST',
    target: '/couples',
    body: JSON.stringify({ one, other, mail: one, email }),
  })
  const task: Asked = { method: 'POST', target: '/tasks', body: '{"title":"a"}' }
  assert.deepEqual((await send(couple('a', 'b', 'b'))).statements, ['INSERT', 'INSERT'])
  const { answers } = await sendAll([task, couple('c', 'd', 'b'), task])
  assert.deepEqual(
    answers.map((answer) => answer.slice(0, 3)),
    ['201', '409', '201'],
  )
  // An operation that had to be rolled back once is not trusted again.
  assert.deepEqual((await send(couple('e', 'f', 'f'))).statements, ['SAVEPOINT', 'INSERT', 'INSERT'])
  assert.deepEqual((await send(couple('g', 'h', 'f'))).answer.slice(0, 3), '409')
  await close()
})

test('plans and the interpreter give the same result for any request', async () => {
  const { send, close } = await pair()
  await send({ method: 'POST', target: '/people', body: ann })
  const text = fc.oneof(
    fc.string({ maxLength: 10 }),
    fc.constantFrom('a', 'ann', 'é', '1', 'large', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+02:00'),
  )
  const any = fc.oneof(
    text,
    fc.integer({ min: -5, max: 120 }),
    fc.boolean(),
    fc.constant(null),
    fc.double(),
    fc.array(text, { maxLength: 4 }),
    fc.array(fc.record({ name: text, size: fc.integer({ min: 0, max: 10 }) }, { requiredKeys: [] }), { maxLength: 3 }),
  )
  const price = fc.oneof(
    fc.integer({ min: 0, max: 1001 }),
    fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  )
  const parts = fc.array(
    fc.record({ name: fc.string({ maxLength: 9 }), size: fc.integer({ min: 0, max: 10 }) }, { requiredKeys: ['name'] }),
    { maxLength: 3 },
  )
  const handle = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 9 })
  const task = { title: fc.string({ minLength: 1, maxLength: 20 }), count: fc.integer({ min: 0, max: 100 }), parts }
  const sale = { name: fc.string({ maxLength: 9 }), price }
  const bodies: { readonly [path: string]: { readonly [member: string]: fc.Arbitrary<unknown> } } = {
    '/people': { handle, email: text, age: fc.nat() },
    '/tasks': {
      ...task,
      done: fc.boolean(),
      tags: fc.array(text, { maxLength: 4 }),
      note: fc.oneof(text, fc.constant(null)),
      at: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5+02:00', 'no'),
      owner: fc.constantFrom('ann', 'nobody'),
      kind: fc.constantFrom('small', 'large', 'other'),
    },
    '/large': task,
    '/started': task,
    '/sales/a': {
      ...sale,
      weight: fc.oneof(fc.double(), fc.integer()),
      size: fc.double(),
      count: fc.integer({ min: 0, max: 9 }),
      text,
      buyers: fc.array(fc.constantFrom('ann', 'ann', 'nobody'), { maxLength: 3 }),
    },
    '/sales/b?days=2': sale,
    '/closed': sale,
    '/couples': { one: handle, other: handle, mail: text, email: text },
  }
  const likely = fc.constantFrom(...Object.keys(bodies)).chain((path) => {
    const members = Object.fromEntries(
      Object.entries(bodies[path]!).map(([name, value]) => [
        name,
        fc.oneof({ arbitrary: value, weight: 12 }, { arbitrary: any, weight: 1 }),
      ]),
    )
    return fc.tuple(
      fc.constant(path),
      fc.oneof({ arbitrary: fc.record(members), weight: 2 }, { arbitrary: fc.record(members, { requiredKeys: [] }), weight: 1 }),
    )
  })
  await fc.assert(
    fc.asyncProperty(
      likely,
      fc.constantFrom(undefined, undefined, 1),
      fc.constantFrom(undefined, undefined, 'a', 'é'),
      async ([target, body], indent, key) => {
        await send({
          method: 'POST',
          target,
          body: JSON.stringify(body, undefined, indent),
          ...(key === undefined ? {} : { headers: new Map([['idempotency-key', key]]) }),
        })
      },
    ),
    { numRuns: 300 },
  )
  await close()
})
