// Stored and sent values have their declared shape, from every expression.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from './same-answers.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

const document = `
resources:
  Box:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      things: { type: array, maxItems: 9, items: { $ref: Thing } }
      one: { $ref: Thing, default: { name: d } }
      parts: { inverse: Part.box }
  Part:
    key: id
    properties: { id: { type: integer, generate: sequence }, box: { $ref: Box, onDelete: cascade }, thing: { $ref: Thing } }
    required: [box]
  Odd:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      how: { type: string, maxLength: 9 }
      made: { type: array, items: { $ref: Sized }, compute: 'this.how == "good" ? dyn([{ "name": "a", "extra": 1 }]) : this.how == "null" ? dyn(null) : dyn([{ "nam": 1 }])' }
      wide: { $ref: Bare, compute: this.big }
      big: { $ref: Big, default: { name: a, more: b } }
      either: { oneOf: [ { type: string }, { type: integer } ], compute: 'this.how == "bool" ? dyn(true) : dyn(this.how)' }
    required: [how, made]
  Kept:
    key: id
    properties:
      id: { type: string, maxLength: 9 }
      how: { type: string, maxLength: 9 }
      made: { type: array, items: { $ref: Bare }, compute: 'this.how == "good" ? dyn([{ "name": "a", "extra": 1 }]) : dyn([{ "nam": 1 }])', stored: true }
    required: [how]
  Dated:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      thing: { $ref: Odder }
  $defs:
    Thing:
      type: object
      required: [name]
      properties:
        id: { type: string, format: uuid, generate: uuidv4 }
        name: { type: string, maxLength: 9 }
        size: { type: integer, default: 1 }
        note: { type: string, maxLength: 9 }
    Sized: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 }, size: { type: integer, default: 1 } } }
    Bare: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } }
    Big: { type: object, required: [name, more], properties: { name: { type: string, maxLength: 9 }, more: { type: string, maxLength: 9 } } }
    Odder: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 }, of: { type: string, maxLength: 9, generate: 'this.name == "odd" ? dyn(1) : dyn("x")' } } }
endpoints:
  POST /body: { create: Box, body: [things], status: 201, output: Box(this) }
  POST /dyn: { create: Box, set: { things: 'dyn([{ "name": "a" }])' }, status: 201, output: Box(this) }
  POST /plain: { create: Box, set: { things: '[{ "name": "a" }]' }, status: 201, output: Box(this) }
  POST /const: { create: Box, set: { things: { const: [ { name: a } ] } }, status: 201, output: Box(this) }
  POST /map: { create: Box, set: { things: [ { name: '"a"' } ] }, status: 201, output: Box(this) }
  POST /extra: { create: Box, set: { things: 'dyn([{ "name": "b", "other": 1, "note": null }])' }, status: 201, output: Box(this) }
  POST /bad: { create: Box, set: { things: 'dyn([{ "nam": 1 }])' }, status: 201, output: Box(this) }
  POST /type: { create: Box, set: { things: 'dyn("x")' }, status: 201, output: Box(this) }
  POST /do: { do: [ { create: Box, set: { things: 'dyn([{ "name": "a" }])' }, as: box }, { create: Part, set: { box: box, thing: { name: '"p"' } } } ], status: 201, output: Box(box) }
  PATCH /box/{id}: { update: Box, body: [one], status: 200, output: Box(this) }
  GET /box: { list: Box, order: [id], page: none, status: 200, output: { count: 'items.map(b, b).size()' } }
  POST /odd: { create: Odd, body: [id, how], status: 201, output: Odd(this) }
  GET /odd/{id}: { read: Odd, status: 200, output: { made: this.made, either: this.either, wide: this.wide } }
  GET /odd: { list: Odd, order: [id], page: none, status: 200, output: { all: 'items.map(o, o.id)' } }
  POST /odd/quiet: { create: Odd, body: [id, how], status: 201 }
  POST /kept: { create: Kept, body: [id, how], status: 201, output: Kept(this) }
  GET /kept: { list: Kept, order: [id], page: none, status: 200, output: { all: 'items.map(k, k.id)' } }
  POST /dated: { create: Dated, body: [thing], status: 201, output: Dated(this) }
`

test('`generate` and defaults inside a shape apply to values of `set` and to sent values', async () => {
  const found = await answers(document, [
    'POST /body {"things":[{"name":"a"}]}',
    'POST /dyn',
    'POST /plain',
    'POST /const',
    'POST /map',
    'POST /do',
    'POST /const',
  ])
  const ids = found.flatMap((answer) => answer.match(uuid) ?? [])
  assert.equal(ids.length, new Set(ids).size, 'each is another')
  for (const answer of found) {
    assert.match(
      answer.replaceAll(uuid, 'U'),
      /^201 \{"id":\d,"things":\[\{"id":"U","name":"a","size":1\}\],"one":\{"id":"U","name":"d","size":1\}\}$/,
    )
  }
})

test('drops members that the shape does not list, and treats null as absence if a member has no null', async () => {
  const [extra] = await answers(document, ['POST /extra'])
  assert.match(extra!.replaceAll(uuid, 'U'), /"things":\[\{"id":"U","name":"b","size":1\}\]/)
})

test('refuses a value of the wrong shape, and stores nothing', async () => {
  assert.deepEqual(await answers(document, ['POST /bad', 'POST /type', 'GET /box']), [
    '422 {"met":"invalid set","errors":[{"property":"things","keyword":"required"}]}',
    '422 {"met":"invalid set","errors":[{"property":"things","keyword":"type","limit":"array"}]}',
    '200 {"count":0}',
  ])
})

const refused = (report: string): string => `422 {"met":"invalid computed","errors":[]} (${report})`

test('checks computed values against their property', async () => {
  const made = '`Odd.made` has a value that its schema refuses (required at /0/name)'
  const found = await answers(document, [
    'POST /odd {"id":"a","how":"good"}',
    'GET /odd/a',
    'POST /odd {"id":"b","how":"bad"}',
    'POST /odd/quiet {"id":"c","how":"bad"}',
    'GET /odd/c',
    'POST /odd {"id":"d","how":"null"}',
    'GET /odd',
  ])
  assert.deepEqual(
    found.map((answer) => answer.replaceAll(uuid, 'U')),
    [
      '201 {"id":"a","how":"good","made":[{"name":"a","size":1}],"wide":{"name":"a"},"big":{"name":"a","more":"b"},"either":"good"}',
      '200 {"made":[{"name":"a","size":1}],"either":"good","wide":{"name":"a"}}',
      refused(made),
      '201',
      refused(made),
      refused('`Odd.made` is required and has no value'),
      '200 {"all":["a","c"]}',
    ],
  )
  const kept = await answers(document, ['POST /kept {"id":"a","how":"good"}', 'POST /kept {"id":"b","how":"bad"}', 'GET /kept'])
  assert.deepEqual(kept, [
    '201 {"id":"a","how":"good","made":[{"name":"a"}]}',
    '422 {"met":"invalid set","errors":[{"property":"made","keyword":"required"}]}',
    '200 {"all":["a"]}',
  ])
})

test('checks generated values inside a shape', async () => {
  assert.deepEqual(await answers(document, ['POST /dated {"thing":{"name":"a"}}', 'POST /dated {"thing":{"name":"odd"}}']), [
    '201 {"id":1,"thing":{"name":"a","of":"x"}}',
    refused('`this.name == "odd" ? dyn(1) : dyn("x")` generates a value that its schema refuses (type)'),
  ])
})

const generating = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: bags }
resources:
  Bag:
    key: id
    properties:
      id: { type: integer, generate: sequence }
      raw: { type: string, maxLength: 90 }
      things: { type: array, maxItems: 3, items: { $ref: Thing }, compute: 'json.parse(this.raw).orValue({}).?things.orValue([])' }
    required: [raw]
  $defs: { Thing: { type: object, required: [name], properties: { name: { type: string, maxLength: 5 }, key: { type: string, format: uuid, generate: uuidv7 } } } }
endpoints:
  POST /bags: { create: Bag, body: [raw], output: { id: this.id } }
  GET /bags/{id}: { read: Bag, output: { things: this.things } }
  GET /bags: { list: Bag, order: [id], page: none, output: 'items.map(b, Bag(b))' }
`

test('a computed value that lacks a generated member is refused, and left out of a list', async () => {
  const key = '01890a5d-ac96-774b-bcce-b302099a8057'
  const bag = (...things: readonly object[]): string => `POST /bags ${JSON.stringify({ raw: JSON.stringify({ things }) })}`
  const found = await answers(generating, [bag({ name: 'a', key }), bag({ name: 'b' }), 'GET /bags/1', 'GET /bags/2', 'GET /bags'])
  assert.deepEqual(found.slice(0, 3), ['201 {"id":1}', '201 {"id":2}', `200 {"things":[{"name":"a","key":"${key}"}]}`])
  assert.match(found[3]!, /^422 .*"type":"invalid".*lacks a member that is generated only for stored values/)
  assert.match(found[4]!, /^200 \[\{"id":1,[^]*"key":"[^"]*"\}\]\}\]$/)
})

test('a merge patch that creates an object fills its defaults', async () => {
  const [, patched] = await answers(document, ['POST /dyn', 'PATCH /box/1 {"one":null}', 'PATCH /box/1 {"one":{"name":"n"}}'])
  assert.ok(patched)
})
