// The request that `serve` prints contains everything that the document requires of each request: a version, a credential.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printFirstRequest } from '../../src/cli/first-request.ts'
import { compile } from '../../src/compile/compile.ts'
import { conventions } from '../conventions.ts'

const url = 'http://127.0.0.1:4000'

function offered(
  authentication: string,
  versioning: string,
  endpoints = 'GET /notes: { list: Note, order: [id], page: none, output: { notes: "items.map(n, Note(n))" } }',
  { properties = '', rest = '', records = '' }: { readonly properties?: string; readonly rest?: string; readonly records?: string } = {},
): string | undefined {
  const text = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources: { Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, ${properties} }${rest} }${records} }
states: none
endpoints:
  ${endpoints}
authentication: ${authentication}
events: none
limits: none
versioning: ${versioning}
`
  const compiled = compile([{ name: 'notes.yaml', text }], conventions())
  assert.deepEqual(compiled.errors, [])
  return printFirstRequest(compiled, { operations: compiled.operations, url })
}

const key = '{ default: allow, schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } } }, security: [{ key: [] }] }'

for (const [what, authentication, versioning, request] of [
  ['nothing is asked', 'none', 'none', `curl -i ${url}/notes`],
  ['the version is in the path', 'none', '{ scheme: path, current: v2 }', `curl -i ${url}/v2/notes`],
  [
    'the version stands in a header',
    'none',
    '{ scheme: { header: Api-Version }, current: 2026-01-01 }',
    `curl -i ${url}/notes -H 'Api-Version: 2026-01-01'`,
  ],
  ['the version stands in the query', 'none', '{ scheme: query, current: v2 }', `curl -i '${url}/notes?version=v2'`],
  ['a key is needed', key, 'none', `curl -i ${url}/notes -H 'X-Key: KEY'`],
  [
    'a key is needed in a cookie, and a version in the path',
    key.replace('header', 'cookie').replace('secret', 'origin: same, secret'),
    '{ scheme: path, current: v2 }',
    `curl -i ${url}/v2/notes -H 'Cookie: X-Key=KEY'`,
  ],
] as const) {
  test(`a first request where ${what}`, () => assert.equal(offered(authentication, versioning), request))
}

test('offers a first request without credentials before others', () => {
  const endpoints = `GET /notes: { list: Note, order: [id], page: none, output: { notes: "items.map(n, Note(n))" } }
  GET /ping: { answer: {}, output: { now: now }, security: none }`
  assert.equal(offered(key, 'none', endpoints), `curl -i ${url}/ping`)
})

test('a parameter that must be sent is not a first request', () => {
  assert.equal(
    offered(
      'none',
      'none',
      'GET /echo: { answer: {}, parameters: { query: { text: { type: string, maxLength: 9, required: true } } }, output: { text: input.query.text } }',
    ),
    undefined,
  )
})

test('without a list, the first request creates a record with the members that are required', () => {
  const endpoints = `POST /notes: { create: Note, body: [text, mark, more, "it's"], output: Note(this) }
  GET /notes/{id}: { read: Note, output: Note(this) }`
  const properties = `text: { type: string, maxLength: 9 }, mark: { type: string, maxLength: 9, default: a }, more: { type: integer, minimum: 5 }, "it's": { type: boolean }`
  assert.equal(
    offered('none', 'none', endpoints, { properties, rest: `, required: [text, more, "it's"]` }),
    `curl -i ${url}/notes -H 'Content-Type: application/json' -d '{"more":10,"it'\\''s":true,"text":"text"}'`,
  )
})

test('a body that refers to a record, or needs a key of its request, is no first request', () => {
  const read = 'GET /notes/{id}: { read: Note, output: Note(this) }'
  const properties = 'before: { $ref: Note }, text: { type: string, maxLength: 9 }'
  const referring = `POST /notes: { create: Note, body: [before], output: Note(this) }\n  ${read}`
  assert.equal(offered('none', 'none', referring, { properties, rest: ', required: [before]' }), `curl -i ${url}/notes/ID`)
  const keyed = `POST /notes: { create: Note, body: [text], output: Note(this), idempotency: { key: Key, scope: request.address } }\n  ${read}`
  assert.equal(offered('none', 'none', keyed, { properties }), `curl -i ${url}/notes/ID`)
})

test('a record of the document gives the address of a first request', () => {
  const endpoints = 'GET /notes/{name}: { read: Note, by: { name: input.path.name }, output: Note(this) }'
  const more = {
    properties: 'name: { type: string, maxLength: 9 }',
    rest: ', unique: [name]',
    records: ', records: { Note: [{ name: a b }] }',
  }
  assert.equal(offered('none', 'none', endpoints, more), `curl -i ${url}/notes/a%20b`)
})

test('a parameter of the path is a placeholder in capitals', () => {
  const endpoints = 'GET /notes/{id}: { read: Note, output: Note(this) }'
  assert.equal(offered('none', '{ scheme: path, current: v2 }', endpoints), `curl -i ${url}/v2/notes/ID`)
})
