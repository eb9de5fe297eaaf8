// An expression that fails during a request refuses it as `invalid computed`, in every place, and leaves no change.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const document = (conventions: string, catalogue: string): string => `ninefold: 1
use: [http@1${conventions}]
service: { name: failing }
resources:
  Row:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      n: { type: integer, default: 1 }
      wide: { type: integer, format: int64, default: 1 }
      double: { type: number, default: 1 }
      text: { type: string, maxLength: 9, default: '1' }
      list: { type: array, maxItems: 3, items: { type: integer }, default: [1] }
      share: { type: integer, compute: 100 / this.n }
      code: { type: string, maxLength: 9, normalize: 'value.substring(0, 2)' }
      box: { $ref: Box }
      parent: { $ref: Row, onDelete: restrict }
    invariant: { sane: 'this.id != "invariant" || 10 / this.n > 0' }
    required: [id]
  $defs: { Box: { type: object, required: [w], properties: { w: { type: integer }, area: { type: integer, generate: this.w * this.w } } } }
  Ruled: { key: id, properties: { id: { type: string, maxLength: 9 }, n: { type: integer, default: 1 } } }
states:
  Row.state: { initial: a, states: { a: { on: {
    guarded: { guard: { share: 10 / this.n > 1 } }, alternative: [{ guard: { wide: 'this.wide + 1 > 5' }, target: a }, { target: a }],
    looped: { then: [{ for: { as: i, in: 'lists.range(this.n)' }, update: Row, by: this, set: { text: '"x"' } }] },
    skipped: { then: [{ if: 'int(this.text) > 0', update: Row, by: this, set: { text: '"x"' } }] } } } } }
authentication:
  schemes: none
  security: none
  default: allow
  unreadable: not-found
  rules:
    Ruled: { read: 'this.n == 1 || 10 / this.n > 0' }
    Row: { delete: '10 / this.n > 1' }
events:
  types: { told: { on: [Row.looped, Row.updated], data: { share: '100 / this.n' } } }
errors: ${catalogue}
limits: { rates: { each: { quota: 9, window: PT1M, operations: [limited], partition: int(input.query.q) } } }
versioning: none
endpoints:
  POST /rows: { create: Row, body: [id, n, wide, double, text, list, parent, code, box], status: 201 }
  POST /ruled: { create: Ruled, body: [id, n], status: 201 }
  GET /ruled/{id}: { read: Ruled, output: Ruled(this) }
  GET /ruled: { list: Ruled, order: [id], page: none, output: { rows: items } }
  GET /shown/{id}: { read: Row, output: { share: this.share } }
  GET /item/{id}: { read: Row, output: { first: 'this.list[0]' } }
  GET /sum/{id}: { read: Row, output: { sum: this.wide + 1 } }
  GET /double/{id}: { read: Row, output: { sum: this.double + this.double } }
  GET /header/{id}: { read: Row, headers: { X-Share: '\${100 / this.n}' }, output: { n: this.n } }
  GET /status/{id}: { read: Row, status: '200 / this.n > 0 ? 200 : 203', output: { n: this.n } }
  GET /let/{id}: { read: Row, let: { share: 100 / this.n }, output: { share: share } }
  GET /parent/{id}: { read: Row, output: { share: 'this.parent == null ? 0 : this.parent.share' } }
  GET /required/{id}: { read: Row, require: { share: 10 / this.n > 1 }, output: { n: this.n } }
  GET /looked: { answer: {}, parameters: { query: { q: { type: string, maxLength: 9, required: true } } }, with: { row: { find: Row, by: { id: 'string(int(input.query.q))' } } }, output: { n: row.n } }
  GET /found/{n}: { read: Row, by: { id: 'string(int(input.path.n))' }, output: { n: this.n } }
  GET /prefixed/{n}: { read: Row, by: { id: 'input.path.n.substring(2)' }, conditional: optional, output: { n: this.n + this.list.size() } }
  GET /limited: { operationId: limited, answer: {}, parameters: { query: { q: { type: string, maxLength: 9, required: true } } }, output: { q: input.query.q } }
  GET /total: { list: Row, order: [id], page: none, output: { rows: 'items.map(r, r.id)', total: 'Row.map(r, r.wide).sum()' } }
  POST /rows/{id}/guarded: { transition: Row.guarded, status: 204 }
  POST /rows/{id}/alternative: { transition: Row.alternative, status: 204 }
  POST /rows/{id}/looped: { transition: Row.looped, status: 204 }
  POST /rows/{id}/skipped: { transition: Row.skipped, status: 204 }
  PATCH /rows/{id}: { update: Row, body: [text], status: 204 }
  DELETE /rows/{id}: { delete: Row, status: 204 }
  GET /rows/{id}: { read: Row, output: { n: this.n, text: this.text } }
`

const refusedRequests: readonly (readonly [method: string, target: string, body?: string])[] = [
  ['GET', '/shown/none'],
  ['GET', '/item/none'],
  ['GET', '/sum/most'],
  ['GET', '/double/most'],
  ['GET', '/header/none'],
  ['GET', '/status/none'],
  ['GET', '/let/none'],
  ['GET', '/parent/child'],
  ['GET', '/required/none'],
  ['GET', '/limited?q=x'],
  ['GET', '/total'],
  ['POST', '/rows/none/guarded'],
  ['POST', '/rows/most/alternative'],
  ['POST', '/rows/most/looped'],
  ['POST', '/rows/text/skipped'],
  ['PATCH', '/rows/none', '{"text":"new"}'],
  ['DELETE', '/rows/none'],
  ['POST', '/rows', '{"id":"invariant","n":0}'],
  ['POST', '/rows', '{"id":"invariant","code":"a"}'],
  ['POST', '/rows', '{"id":"invariant","box":{"w":9007199254740991}}'],
]

for (const sealed of [true, false]) {
  for (const [name, conventions, catalogue, status] of [
    [
      'as its entry says',
      '',
      '{ media: application/json, body: { c: error.condition, n: error.name }, catalogue: { failed: { on: invalid computed, status: 424 }, bad: { on: [invalid, malformed], status: 400 }, other: { on: [not-found, duplicate, dangling, in-use, forbidden, guard, require, illegal-transition, invariant, rate-limited], status: 404 } } }',
      424,
    ],
    ['as invalid is by a convention', ', problem-details@1', '{}', 422],
    [
      'with 409 where nothing else says',
      '',
      '{ catalogue: { bad: { on: [malformed, invalid body, invalid path, invalid query, invalid patch], status: 400 }, other: { on: [not-found, duplicate, dangling, in-use, forbidden, guard, require, illegal-transition, invariant, rate-limited], status: 404 } } }',
      409,
    ],
  ] as const) {
    test(`a failing expression refuses ${name}${sealed ? '' : ', without plans'}`, async () => {
      const { facts, problems } = factsOf(document(conventions, catalogue))
      assert.deepEqual(problems, [])
      const pair = await both(facts, 'failing', false, sealed)
      const failed: string[] = []
      try {
        const ask = async (method: string, target: string, body?: string) => {
          const { memory, difference } = await pair.send({
            method,
            target,
            ...(body === undefined ? {} : { body }),
            ...(method === 'PATCH' ? { headers: new Map([['content-type', 'application/merge-patch+json']]) } : {}),
          })
          if (difference !== undefined) failed.push(`${method} ${target}: ${difference}`)
          return memory
        }
        for (const row of [
          '{"id":"none","n":0,"list":[]}',
          '{"id":"most","n":9007199254740991,"wide":9223372036854775807,"double":1.7e308,"list":[1]}',
          '{"id":"least","wide":5}',
          '{"id":"text","text":"secret"}',
          '{"id":"child","parent":"none"}',
        ]) {
          assert.equal((await ask('POST', '/rows', row)).status, 201, row)
        }
        const before = (await ask('GET', '/rows/none')).body
        for (const [method, target, body] of refusedRequests) {
          const answer = await ask(method, target, body)
          if (answer.status !== status || answer.trace.condition !== 'invalid computed')
            failed.push(`${method} ${target}: ${answer.status} ${answer.trace.condition} ${answer.trace.report}`)
          if (/secret/.test(`${String(answer.body)} ${answer.trace.report}`)) failed.push(`${method} ${target} tells a value`)
          const { points } = facts.operations.find(({ operation: { id } }) => id === answer.trace.operation)!
          if (!points.some(({ condition, name: of }) => condition === 'invalid' && of === 'computed'))
            failed.push(`${method} ${target} does not list it`)
        }
        assert.deepEqual((await ask('GET', '/rows/none')).body, before)
        assert.notEqual((await ask('GET', '/rows/invariant')).status, 200)
        for (const [target, subject] of [
          ['/looked?q=x', 'not-found Row row'],
          ['/found/x', 'not-found Row'],
          ['/found/99999999999999999999', 'not-found Row'],
          ['/prefixed/n', 'not-found Row'],
        ] as const)
          assert.equal((await ask('GET', target)).trace.condition, subject, target)
        for (const target of [
          '/shown/least',
          '/item/least',
          '/sum/least',
          '/double/least',
          '/header/least',
          '/let/least',
          '/parent/least',
          '/required/least',
        ]) {
          const { status: fine } = await ask('GET', target)
          if (fine !== 200) failed.push(`${target}: ${fine}`)
        }
        await ask('POST', '/ruled', '{"id":"shown"}')
        await ask('POST', '/ruled', '{"id":"failing","n":0}')
        assert.equal((await ask('GET', '/ruled/shown')).status, 200)
        assert.equal((await ask('GET', '/ruled/failing')).trace.condition, 'not-found Ruled')
        assert.match(String((await ask('GET', '/ruled')).body), /^\{"rows":\["shown"\]\}/)
        assert.deepEqual(failed, [])
      } finally {
        await pair.close()
      }
    })
  }
}

test('an entry whose texts, body or status fail keeps its status, and reveals no value', async () => {
  const entry = (more: string): string =>
    document(
      '',
      `{ media: application/json, body: { detail: error.detail }, catalogue: { bad: { on: [invalid, malformed, forbidden, guard, require, duplicate, dangling, in-use, illegal-transition, invariant, rate-limited], status: 400 }, missing: { on: not-found, ${more} } } }`,
    )
  for (const [more, status, body] of [
    [`status: 404, detail: 'row \${int(input.path.id)}'`, 404, '{}'],
    [`status: 404, headers: { X-Row: '\${int(input.path.id)}' }`, 404, undefined],
    ['status: 404, body: { row: int(input.path.id) }', 404, undefined],
    ["status: 'int(input.path.id) > 0 ? 404 : 410'", 409, undefined],
  ] as const) {
    const { facts, problems } = factsOf(entry(more).replace(/^ {2}GET \/(?:looked|found|prefixed|total).*$\n/gm, ''))
    assert.deepEqual(
      problems.filter((problem) => !/input/.test(problem)),
      [],
      more,
    )
    const pair = await both(facts, 'texts', false)
    try {
      const { memory, difference } = await pair.send({ method: 'GET', target: '/shown/secret' })
      assert.equal(difference, undefined)
      assert.deepEqual([memory.status, memory.body], [status, body], more)
      assert.doesNotMatch(memory.trace.report ?? '', /secret/)
    } finally {
      await pair.close()
    }
  }
})

test('the reason of a failing expression of a `set` is for the operator alone', async (context) => {
  const { facts, problems } = factsOf(`
ninefold: 1
use: [http@1, problem-details@1]
service: { name: shares }
resources:
  Share: { key: id, properties: { id: { type: integer, generate: sequence }, each: { type: integer, minimum: 0, maximum: 100 } } }
states: none
endpoints:
  POST /shares:
    create: Share
    body: { type: object, required: [people], properties: { people: { type: integer, minimum: 0, maximum: 100 } } }
    set: { each: 100 / input.body.people }
    output: Share(this)
authentication: none
events: none
errors: {}
limits: none
versioning: none
`)
  assert.deepEqual(problems, [])
  const pair = await both(facts, 'shares')
  context.after(() => pair.close())
  const { memory, difference } = await pair.send({ method: 'POST', target: '/shares', body: '{ "people": 0 }' })
  assert.equal(difference, undefined)
  assert.deepEqual([memory.status, memory.trace.condition], [422, 'invalid set'])
  assert.match(memory.trace.report ?? '', /100 \/ input\.body\.people/)
  assert.doesNotMatch(String(memory.body), /people/)
})
