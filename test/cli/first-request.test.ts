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
): string | undefined {
  const text = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes }
resources: { Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 } } } }
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

test('a parameter of the path is a placeholder in capitals', () => {
  const endpoints = 'GET /notes/{id}: { read: Note, output: Note(this) }'
  assert.equal(offered('none', '{ scheme: path, current: v2 }', endpoints), `curl -i ${url}/v2/notes/ID`)
})
