// For generated records, an older version that writes back the record it read changes nothing, and reads back the values that it wrote.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SeededRandomness } from '../../src/base/clock.ts'
import { type Json, isJsonObject, createJsonObject, parseJson, printJson } from '../../src/base/json.ts'
import { compile } from '../../src/compile/compile.ts'
import { createSampler } from '../../src/schema/sample.ts'
import { temporaryFolder } from '../folder.ts'
import { served } from './served.ts'

const document = `
ninefold: 1
service: none
resources:
  Thing:
    key: id
    properties:
      id: { type: integer, minimum: 1, maximum: 1000000, generate: sequence }
      first: { type: string, maxLength: 8 }
      second: { type: string, maxLength: 8 }
      count: { type: [integer, 'null'], minimum: -1000, maximum: 1000 }
      price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 99999 }
      when: { type: string, format: date-time }
      kind: { type: string, enum: [red, green, blue] }
      open: { type: boolean }
      parts: { type: array, maxItems: 4, items: { $ref: Part } }
      place: { type: object, required: [town], properties: { town: { type: string, maxLength: 8 }, street: { type: string, maxLength: 8 } } }
    required: [first, second, price, when, kind, open, parts]
  $defs:
    Part: { type: object, required: [name], properties: { name: { type: string, maxLength: 8 }, inner: { type: array, maxItems: 3, items: { $ref: Part } } } }
states: none
endpoints:
  POST /things: { create: Thing, body: [first, second, count, price, when, kind, open, parts, place], status: 201, output: Thing(this) }
  GET /things/{id}: { read: Thing, status: 200, output: { thing: Thing(this) } }
  PUT /things/{id}: { replace: Thing, body: { thing: [first, second, count, price, when, kind, open, parts, place] }, status: 200, output: { thing: Thing(this) } }
authentication: none
events: none
errors:
  media: application/json
  body: { type: error.type, errors: error.errors }
  precedence: standard
  catalogue:
    version: { on: unknown-version, status: 400 }
    bad: { on: [malformed, invalid], status: 422 }
    none: { on: not-found, status: 404 }
limits: none
versioning:
  scheme: path
  current: v4
  versions: { v1: {}, v2: {}, v3: {} }
  changes:
    v2:
      - rename: { Thing.first: second, Thing.second: first }
      - rename: { Part.title: name, Thing.place.city: town }
    v3:
      - rename: { Thing.amount: count }
      - retype:
          Thing.count: { up: int(value), down: string(value) }
          Thing.open: { up: value == "yes", down: 'value ? "yes" : "no"' }
          Thing.when: { up: timestamp(value), down: int(value) }
    v4:
      - rename: { Thing.colour: kind }
      - retype: { Thing.price: { up: 'round(decimal(value), 2)', down: string(value) } }
`

type Answer = { readonly status: number; readonly body: Json }

async function ask(url: string, method: string, body?: Json): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: printJson(body), headers: { 'content-type': 'application/json' } }),
  })
  const parsed = parseJson(new Uint8Array(await answer.arrayBuffer()), { depth: 64 })
  assert.ok('value' in parsed)
  return { status: answer.status, body: parsed.value }
}

/** Bodies of `POST /things` that its schema admits. */
function bodies(count: number): Json[] {
  const { facts } = compile([{ name: 'things.yaml', text: document }], { convention: () => undefined })
  const { typing } = facts
  const { body } = typing.input(facts.operations[0]!.operation)
  const values = createSampler(body!.schema, {
    definitions: new Map([...typing.domain.shapes].map(([name, { schema }]) => [name, schema])),
  })
  const randomness = new SeededRandomness('versions')
  return Array.from({ length: count }, () => values.findValid(randomness)).filter((value): value is Json => value !== undefined)
}

const sent = bodies(60)

/** Times to the second: what v1 and v2 have of a time. */
function wholeSeconds(body: Json): Json {
  assert.ok(isJsonObject(body))
  return createJsonObject(
    Object.entries(body).map(([name, value]) => [name, name === 'when' && typeof value === 'string' ? `${value.slice(0, 19)}Z` : value]),
  )
}

async function roundTrips(context: TestContext, version: string, store: string): Promise<void> {
  const { url } = await served(context, document, { store })
  assert.ok(sent.length > 40)
  for (const value of sent) {
    const made = await ask(`${url}/v4/things`, 'POST', version === 'v3' ? value : wholeSeconds(value))
    assert.equal(made.status, 201, printJson(value))
    const id = (made.body as { readonly id: number }).id
    const older = await ask(`${url}/${version}/things/${String(id)}`, 'GET')
    assert.equal(older.status, 200)
    const written = await ask(`${url}/${version}/things/${String(id)}`, 'PUT', older.body)
    assert.equal(written.status, 200, printJson(older.body))
    assert.deepEqual(written.body, older.body)
    assert.deepEqual((await ask(`${url}/v4/things/${String(id)}`, 'GET')).body, createJsonObject([['thing', made.body]]))
  }
}

for (const version of ['v1', 'v2', 'v3']) {
  test(`${version} reads a record and writes it back unchanged, in memory`, (context) => roundTrips(context, version, 'memory'))
}

test('keeps a record that v1 reads and writes back, on SQLite', async (context) => {
  const folder = temporaryFolder()
  await roundTrips(context, 'v1', `sqlite:${join(folder, 'things.sqlite')}`)
})
