// Compiled operations change, answer and emit the same as the interpreter.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Json, printCanonical } from '../../src/base/json.ts'
import { beginning } from '../../src/exchange/event.ts'
import type { Credential } from '../../src/exchange/credential.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, exchangeOf, shown } from './both.ts'
import { planned } from './planned.ts'

const digest = (key: string): string => hash('sha256', key)

/** `apart`: whether records of several tenants are kept. */
const document = (apart: boolean): string => {
  const own = (team: string): string => (apart ? `team: ${team}, ` : '')
  return completed(`
resources:
  Person:
    key: id
    properties: { id: { type: string, maxLength: 9 }, role: { type: string, enum: [admin, member] }, digest: { type: string, maxLength: 64 }, team: { type: string, maxLength: 9 } }
    required: [id, role, digest, team]
    unique: [digest]
  Task:
    key: id
    properties:
      ${apart ? 'team: { type: string, maxLength: 9 }' : ''}
      id: { type: string, pattern: '^[a-z]{1,3}$' }
      title: { type: string, minLength: 1, maxLength: 9 }
      slug: { type: string, maxLength: 9, fold: true }
      count: { type: integer, minimum: 0, maximum: 9, default: 1 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 99, default: 1 }
      exact: { type: number, format: decimal }
      total: { type: number, multipleOf: 0.01, compute: this.count * 2, stored: true }
      twice: { type: integer, compute: this.count * 2 }
      note: { type: [string, 'null'], maxLength: 9 }
      tags: { type: array, items: { type: string, maxLength: 3 }, maxItems: 3 }
      place: { type: object, required: [city], properties: { city: { type: string, maxLength: 9 }, zip: { type: string, maxLength: 5 }, lines: { type: array, items: { $ref: Part }, maxItems: 2 } } }
      fixed: { type: string, maxLength: 9, immutable: true }
      owner: { $ref: Person, onDelete: restrict }
      after: { $ref: Task, onDelete: set-null }
      steps: { inverse: Step.task }
      secretly: { type: boolean }
      changedAt: { type: string, format: date-time, generate: now-on-update }
      doneAt: { type: string, format: date-time, readOnly: true }
    required: [id, title, owner]
    unique: [slug]
    ${apart ? 'tenant: { team: caller.team }' : ''}
    invariant: { small: this.count < 9 }
    softDelete: true
  Step:
    key: [task, number]
    ${apart ? 'tenant: { team: caller.team }' : ''}
    properties: { ${apart ? 'team: { type: string, maxLength: 9 }, ' : ''}task: { $ref: Task, onDelete: cascade }, number: { type: integer, minimum: 1, maximum: 3 }, text: { type: string, maxLength: 9 } }
    required: [task, number]
  $defs:
    Part: { type: object, required: [name], properties: { name: { type: string, maxLength: 3 }, size: { type: integer } } }
  records:
    Person: [{ id: ann, role: admin, team: x, digest: ${digest('ann')} }, { id: bob, role: member, team: x, digest: ${digest('bob')} }, { id: eve, role: admin, team: y, digest: ${digest('eve')} }]
    Task:
      - { ${own('x')}id: a, title: first, slug: One, owner: ann, count: 2, price: 1.5, tags: [x], place: { city: Bern } }
      - { ${own('x')}id: b, title: second, owner: bob, note: n, after: a }
      - { ${own('x')}id: c, title: third, owner: bob, exact: 1.25, secretly: true }
      ${apart ? '- { team: y, id: a, title: other, owner: eve, count: 2 }' : ''}
    Step: [{ ${own('x')}task: a, number: 1, text: one }, { ${own('x')}task: a, number: 2 }, { ${own('x')}task: b, number: 1 }]
  views:
    Whole: { of: Task, take: [id, title, slug, count, price, exact, total, twice, note, tags, place, fixed, owner, after, secretly, status, changedAt, doneAt] }
    Flat: { of: Task, take: [id, title, slug, count, price, exact, total, note, tags, place, fixed, secretly, status, changedAt, doneAt] }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Person, by: { digest: digest(credential) } } } }
  security: [{ key: [] }]
  unreadable: not-found
  default: allow
  rules:
    Task: { read: 'this.owner == caller || this.secretly != true', update: 'caller.role == "admin" || this.owner == caller', delete: caller.role == "admin", start: this.owner == caller, price: { update: 'caller.role == "admin"' } }
states:
  Task.status:
    initial: open
    states:
      open:
        on:
          start: [{ target: started, input: { type: object, properties: { why: { type: string, maxLength: 9 } } }, guard: { few: this.count < 5 }, set: { note: 'input.?why.orValue("")' } }, { target: waiting, guard: { known: has(this.slug) } }]
          drop: { target: dropped }
        exit: { set: { count: this.count + 1 } }
      waiting: { after: { PT1H: { target: open } }, on: { start: { target: started } } }
      started:
        entry: { set: { tags: '["go"]' }, then: [{ update: Step, for: { in: 'this.steps', as: step }, by: step, set: { text: '"began"' } }] }
        on: { finish: { target: done, set: { doneAt: now } }, start: { target: started } }
      done: { on: { revive: { target: open } }, always: [{ target: dropped, guard: { none: this.count == 0 } }] }
      dropped: { on: { revive: { target: open } } }
limits:
  rates: { some: { quota: 6, window: PT1M, burst: 6, partition: caller.id } }
  headers: true
  retention: { idempotency: P1D, events: none, deleted: P1D }
endpoints:
  GET /tasks/{id}: { read: Task, conditional: optional, status: 200, output: Flat(this), limits: none }
  PATCH /tasks/{id}: { update: Task, body: [title, slug, count, price, exact, note, tags, place, fixed, owner, after, secretly], conditional: optional, status: 200, headers: { Location: '/tasks/\${this.id}' }, output: Flat(this) }
  PUT /tasks/{id}: { put: Task, body: [title, slug, count, note, place, fixed, owner], conditional: none, status: 'old == null ? 201 : 200', output: Whole(this) }
  PUT /replaced/{id}: { replace: Task, body: [title, count, price, tags, owner], conditional: none, idempotency: { key: Idempotency-Key, optional: true, scope: caller.id }, status: 200, output: { task: Whole(this), was: old.title } }
  DELETE /tasks/{id}: { delete: Task, conditional: required, status: 204 }
  DELETE /gone/{id}: { delete: Task, conditional: none, idempotency: natural, status: 204 }
  POST /tasks/{id}/start: { transition: Task.start, body: { why: { type: string, maxLength: 9 } }, status: 200, output: Flat(this) }
  POST /tasks/{id}/finish: { transition: Task.finish, in: [started, done], require: { first: 'this.after == null || this.after.status == "done"' }, status: 200, output: { id: this.id, status: this.status, was: old.status } }
  POST /tasks/{id}/drop: { transition: Task.drop, body: [note], status: 204 }
  POST /tasks/{id}/to/{state}: { transition: Task.status, to: input.path.state, parameters: { path: { state: { type: string, maxLength: 9 } } }, status: 200, output: Flat(this) }
  POST /steps: { create: Step, with: { task: { find: Task, by: { slug: input.body.slug } } }, let: { text: 'task.title + "!"' }, body: { slug: { type: string, maxLength: 9 }, number: { type: integer, minimum: 1, maximum: 3 } }, set: { task: task, number: input.body.number, text: text }, status: 201, output: { task: this.task, number: this.number, text: this.text } }
  PATCH /steps/{task}/{number}: { update: Step, body: [text], status: 200, output: { number: this.number, text: this.text } }
  POST /both/{id}:
    do:
      - { update: Task, by: { id: input.path.id }, set: { count: input.body.count } , as: task }
      - { transition: Task.start, by: task, input: { why: '"both"' }, if: input.body.count > 2 }
      - { update: Task, by: { id: '"b"' }, set: { title: task.title } }
    parameters: { path: { id: { type: string, maxLength: 3 } } }
    body: { count: { type: integer, minimum: 0, maximum: 9 } }
    status: 200
    output: { task: Whole(task) }
events:
  types:
    task.changed: { on: Task.updated, partitionkey: this.id, data: { id: this.id, count: this.count, place: this.place } }
    task.started: { on: [Task.start, entry Task.done], subject: '\${this.title}', data: { was: 'old == null ? null : old.status', now: this.status, doneAt: this.doneAt } }
    task.deleted: { on: Task.deleted, data: { title: this.title } }
errors:
  body: { met: error.condition, errors: error.errors }
  media: application/json
  precedence: standard
  catalogue:
    wrong: { on: invalid, status: 422 }
    broken: { on: malformed, status: 400 }
    media: { on: unsupported-media, status: 415 }
    unknown: { on: dangling, status: 422 }
    taken: { on: duplicate, status: 409 }
    absent: { on: not-found, status: 404 }
    gone: { on: gone, status: 410 }
    again: { on: idempotency-mismatch, status: 409 }
    many: { on: guard, status: 409 }
    not-now: { on: illegal-transition, status: 409 }
    first: { on: require, status: 409 }
    full: { on: invariant, status: 409 }
    held: { on: in-use, status: 409 }
    match: { on: precondition-failed, status: 412 }
    must: { on: precondition-required, status: 428 }
    who: { on: unauthenticated, status: 401 }
    no: { on: forbidden, status: 403 }
    much: { on: rate-limited, status: 429 }
`)
}

/** `matches`: the tag that the address showed last, or another. */
type Sent = Asked & { readonly key?: string; readonly matches?: 'shown' | 'other' }

type Pair = {
  readonly send: (request: Sent) => Promise<{ readonly answer: string; readonly status: number; readonly statements: readonly string[] }>
  readonly advance: (ms: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** Throws where the two differ in anything. */
async function pair(apart: boolean): Promise<Pair> {
  const { facts, clock, plain, sealed, statements, close } = await planned(document(apart))
  const sides = [plain, sealed].map(({ backend, file }) => ({ backend, file: new DatabaseSync(file, { readOnly: true }) }))
  let count = 0
  const exchange = ({ key, ...asked }: Sent, id: string, tag?: string) => {
    const presented: Credential = key === undefined ? { kind: 'missing' } : { kind: 'valid', credential: key, scopes: [] }
    return { ...exchangeOf(facts, asked, id, tag), credentials: new Map([['key', presented]]) }
  }
  const compare = async (ask: (side: (typeof sides)[number]) => Promise<unknown>): Promise<unknown> => {
    const [byInterpreter, byPlans] = await Promise.all(
      sides.map(async (side) => ({
        given: await ask(side),
        rows: ['Person', 'Task', 'Step', '$timer', '$kept'].map((table) =>
          side.file
            .prepare(`SELECT * FROM "${table}"`)
            .all()
            .map(({ $version: _, id, ...row }) => (table === '$timer' ? row : { id, ...row })),
        ),
        events: (await side.backend.log.events(beginning, 100_000)).map((row) => printCanonical(row as unknown as Json)),
      })),
    )
    assert.deepEqual(byPlans, byInterpreter)
    return byInterpreter!.given
  }
  return {
    async send({ matches, ...request }) {
      clock.advance(1)
      const id = `r${++count}`
      const mine = request.key === undefined ? {} : { key: request.key }
      const given = await compare(async ({ backend }) => {
        const current =
          matches === 'shown'
            ? await backend.answer(exchange({ ...mine, method: 'GET', target: request.target }, `${id}-shown`))
            : undefined
        statements.length = 0
        const answer = await backend.answer(
          exchange(request, id, matches === 'other' ? '"other"' : current?.headers.find(([name]) => name === 'ETag')?.[1]),
        )
        const after = request.target.startsWith('/tasks/')
          ? (
              await backend.answer(
                exchange({ ...mine, method: 'GET', target: request.target.split('/').slice(0, 3).join('/') }, `${id}-after`),
              )
            ).headers.find(([name]) => name === 'ETag')?.[1]
          : undefined
        const tag = answer.headers.find(([name]) => name === 'ETag')?.[1]
        return {
          answer: shown(answer),
          status: answer.status,
          trace: answer.trace,
          isTagged: tag !== undefined,
          isCurrent: tag === undefined || after === undefined || tag === after,
        }
      })
      const { answer, status, isCurrent } = given as { answer: string; status: number; isCurrent: boolean }
      assert.ok(isCurrent, `the tag of ${request.method} ${request.target} is not that of what is then shown`)
      return {
        answer,
        status,
        statements: statements.flatMap((sql) => (/"(Person|Task|Step)"|SAVEPOINT/.test(sql) ? [sql.split(' ')[0]!] : [])),
      }
    },
    async advance(ms) {
      clock.advance(ms)
      await compare(async ({ backend }) => (await backend.fire()).map(({ outcome }) => outcome))
    },
    async close() {
      for (const { file } of sides) file.close()
      await close()
    },
  }
}

/** Now and then something else. */
function likely<T, U>(usual: fc.Arbitrary<T>, ...others: readonly U[]): fc.Arbitrary<T | U> {
  return fc.oneof({ arbitrary: usual as fc.Arbitrary<T | U>, weight: 30 }, { arbitrary: fc.constantFrom<T | U>(...others), weight: 1 })
}

test('changes records without a savepoint', async () => {
  const { send, advance, close } = await pair(false)
  for (const [status, request] of [
    [200, { method: 'PATCH', target: '/tasks/a', body: '{"title":"new"}' }],
    [200, { method: 'PATCH', target: '/tasks/a', body: '{"note":null,"place":{"zip":"3000","lines":[{"name":"x"}]},"exact":2.5}' }],
    [
      200,
      {
        method: 'PATCH',
        target: '/tasks/a',
        body: '{"place":{"zip":null},"tags":null,"slug":null}',
        headers: new Map([['content-type', 'application/merge-patch+json']]),
        matches: 'shown',
      },
    ],
    [200, { method: 'PATCH', target: '/tasks/a', body: '{}' }],
    [200, { method: 'PUT', target: '/tasks/b', body: '{"title":"put","owner":"bob"}' }],
    [201, { method: 'PUT', target: '/tasks/zz', body: '{"title":"made","owner":"ann","fixed":"f"}' }],
    [200, { method: 'PUT', target: '/replaced/a', body: '{"title":"all","count":3,"owner":"ann"}' }],
    [200, { method: 'POST', target: '/tasks/a/start', body: '{"why":"so"}' }],
    [200, { method: 'POST', target: '/tasks/a/finish' }],
    [204, { method: 'POST', target: '/tasks/b/drop', body: '{"note":"x"}' }],
    [200, { method: 'PATCH', target: '/steps/a/2', body: '{"text":"two"}' }],
    [204, { method: 'DELETE', target: '/gone/c' }],
    [204, { method: 'DELETE', target: '/gone/nay' }],
  ] as const satisfies readonly (readonly [number, Sent])[]) {
    const answered = await send({ ...request, key: 'ann' })
    assert.equal(answered.status, status, `${request.method} ${request.target}: ${answered.answer}`)
    assert.ok(!answered.statements.includes('SAVEPOINT'), `${request.method} ${request.target}: ${answered.statements.join()}`)
    await advance(60_000)
  }
  await close()
})

test('a filled field does not count as sent, so that its write rule does not apply', async () => {
  const { send, close } = await pair(false)
  const replace = (body: string): ReturnType<typeof send> => send({ method: 'PUT', target: '/replaced/b', body, key: 'bob' })
  assert.equal((await replace('{"title":"mine","owner":"bob"}')).status, 200)
  assert.equal((await replace('{"title":"mine","owner":"bob","price":2}')).status, 403)
  await close()
})

for (const apart of [false, true])
  void test(`whatever is sent, plans and the interpreter change the same${apart ? ', where tenants are kept apart' : ''}`, async () => {
    const { send, advance, close } = await pair(apart)
    const id = likely(fc.constantFrom('a', 'b', 'c', 'd'), 'Z')
    const members = {
      title: likely(fc.constantFrom('t', 'other', 'é'), ''),
      slug: fc.constantFrom('one', 'TWO', 'two', 'x', 'y', 'z', null),
      count: likely(fc.integer({ min: 0, max: 8 }), 9, 10, 1.5),
      price: likely(fc.constantFrom(1, 2.25), 0.001),
      exact: fc.constantFrom(1, 0.1, 1e-7, 123456789.125),
      note: likely(fc.constantFrom('n', null), 'much too long'),
      tags: likely<readonly string[], unknown>(fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }), ['long'], 'x'),
      fixed: fc.constantFrom('f', 'g'),
      owner: likely(fc.constantFrom('ann', 'bob'), 'eve', 'nobody', null),
      after: likely(fc.constantFrom('a', 'b', null), 'q'),
      secretly: likely(fc.constantFrom(false, null), true),
      place: fc.oneof(
        fc.constant(null),
        fc.record(
          {
            city: likely(fc.constantFrom('c', 'd'), null),
            zip: likely(fc.constantFrom('z', null), 'longer'),
            lines: fc.array(
              fc.record(
                { name: likely(fc.constantFrom('a', 'b'), 'long'), size: likely(fc.constantFrom(1, 2), null) },
                { requiredKeys: ['name'] },
              ),
              { maxLength: 2 },
            ),
          },
          { requiredKeys: ['city'] },
        ),
      ),
      number: fc.integer({ min: 1, max: 3 }),
      text: fc.constantFrom('t', 'u'),
      why: likely(fc.constantFrom('w', 'v'), 'because of it'),
    }
    const some = (names: readonly (keyof typeof members)[]): fc.Arbitrary<unknown> =>
      fc.record(Object.fromEntries(names.map((name) => [name, members[name]])), { requiredKeys: [] })
    const sent = (names: readonly (keyof typeof members)[], first: readonly (keyof typeof members)[] = []): fc.Arbitrary<string> => {
      const usual =
        first.length === 0
          ? some(names)
          : fc
              .tuple(fc.record(Object.fromEntries(first.map((name) => [name, members[name]]))), some(names))
              .map(([a, b]) => ({ ...(b as object), ...a }))
      return fc.oneof(
        { arbitrary: usual.map((body) => JSON.stringify(body)), weight: 15 },
        {
          arbitrary: fc.constantFrom('', '[]', '{"title":', 'null', '{ "title": "spaced" }', '{"title":"a","title":"b"}', '{"unknown":1}'),
          weight: 1,
        },
      )
    }
    const deleting: fc.Arbitrary<Sent> = fc.oneof(
      fc.record(
        {
          method: fc.constant('DELETE'),
          target: id.map((own) => `/tasks/${own}`),
          matches: fc.constantFrom('shown' as const, 'shown' as const, 'other' as const),
        },
        { requiredKeys: ['method', 'target'] },
      ),
      fc.record({ method: fc.constant('DELETE'), target: id.map((own) => `/gone/${own}`) }),
    )
    const writing: fc.Arbitrary<Sent> = fc.oneof(
      fc.record(
        {
          method: fc.constant('PATCH'),
          target: id.map((own) => `/tasks/${own}`),
          body: sent(['title', 'slug', 'count', 'price', 'exact', 'note', 'tags', 'place', 'fixed', 'owner', 'after', 'secretly']),
          matches: fc.constantFrom('shown' as const, 'other' as const),
        },
        { requiredKeys: ['method', 'target', 'body'] },
      ),
      fc.record({
        method: fc.constant('PUT'),
        target: id.map((own) => `/tasks/${own}`),
        body: sent(['slug', 'count', 'note', 'place', 'fixed'], ['title', 'owner']),
      }),
      fc.record({
        method: fc.constant('PUT'),
        target: id.map((own) => `/replaced/${own}`),
        body: sent(['count', 'price', 'tags'], ['title', 'owner']),
        headers: fc.constantFrom(new Map(), new Map([['idempotency-key', 'k']])),
      }),
      fc.record({ method: fc.constant('POST'), target: id.map((own) => `/tasks/${own}/start`), body: sent(['why']) }),
      fc.record({ method: fc.constant('POST'), target: id.map((own) => `/tasks/${own}/finish`) }),
      fc.record({ method: fc.constant('POST'), target: id.map((own) => `/tasks/${own}/drop`), body: sent(['note']) }),
      fc.record({
        method: fc.constant('POST'),
        target: fc
          .tuple(id, fc.constantFrom('open', 'started', 'waiting', 'done', 'no'))
          .map(([own, state]) => `/tasks/${own}/to/${state}`),
      }),
      fc.record({ method: fc.constant('POST'), target: fc.constant('/steps'), body: sent(['slug', 'number'], ['slug', 'number']) }),
      fc.record({
        method: fc.constant('PATCH'),
        target: fc.tuple(id, fc.constantFrom('1', '2', '3', 'x')).map(([task, number]) => `/steps/${task}/${number}`),
        body: sent(['text']),
      }),
      fc.record({ method: fc.constant('POST'), target: id.map((own) => `/both/${own}`), body: sent(['count'], ['count']) }),
    )
    const request = fc.oneof({ arbitrary: writing, weight: 20 }, { arbitrary: deleting, weight: 1 })
    const caller = likely(fc.constantFrom('ann', 'ann', 'ann', 'bob', 'bob', 'eve'), 'nobody', undefined)
    let done = 0
    await fc.assert(
      fc.asyncProperty(request, caller, likely(fc.constant(20_000), 1, 3_600_000, 2 * 86_400_000), async (asked, key, ms) => {
        const { status } = await send({ ...asked, ...(key === undefined ? {} : { key }) })
        if (status < 300) done++
        // A deleted record is created again after its retention, and a machine in a final state begins again.
        if (status === 404 || status === 410) await advance(2 * 86_400_000)
        const own = asked.target.split('/')[2] ?? 'a'
        if (status === 404 || status === 410)
          await send({ method: 'PUT', target: `/tasks/${own}`, body: '{"title":"anew","owner":"ann","slug":"x"}', key: 'ann' })
        if (status === 409) await send({ method: 'POST', target: `/tasks/${own}/to/open`, key: 'ann' })
        await advance(ms)
      }),
      { numRuns: 400 },
    )
    assert.ok(done > 40, `${done} of 400 were done`)
    await close()
  })
