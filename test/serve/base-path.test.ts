// The base path of part 1: it precedes every path, also of older versions and of what conventions add.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

const document = `
ninefold: 1
use: [http@1, { crud@1: { resources: [Note] } }]
service: { name: notes, basePath: /api/notes }
resources:
  Note:
    key: id
    properties: { id: { type: integer, generate: sequence }, text: { type: string, minLength: 1, maxLength: 50 } }
    required: [text]
states: none
endpoints:
  GET /texts/{id}: { read: Note, status: 200, output: { text: this.text }, headers: { Link: '</api/notes/texts/\${this.id}>; rel=self' } }
authentication: none
events: none
errors:
  precedence: standard
  catalogue: { bad: { on: [malformed, invalid, cursor-expired], status: 422 }, missing: { on: [not-found, unknown-version], status: 404 } }
limits: none
versioning:
  scheme: path
  current: v2
  versions: { v1: {} }
  changes: { v2: [{ renameEndpoint: { 'GET /words/{id}': 'GET /texts/{id}' } }] }
`

test('a base path precedes every path, after the version', async (context) => {
  const { url } = await served(context, document)
  const created = await fetch(`${url}/v2/api/notes/notes`, {
    method: 'POST',
    body: '{"text":"a"}',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual([created.status, created.headers.get('location')], [201, '/v2/api/notes/texts/1'])
  const former = await fetch(`${url}/v1/api/notes/words/1`)
  assert.deepEqual([former.status, former.headers.get('link')], [200, '</v1/api/notes/words/1>; rel=self'])
  for (const gone of ['/v2/notes/1', '/v2/texts/1', '/v1/api/notes/texts/1', '/v1/words/1'])
    assert.equal((await fetch(`${url}${gone}`)).status, 404, gone)
})

test('accepts a version in any segment before the paths, with letters around it', async (context) => {
  const { url } = await served(
    context,
    document
      .replace('basePath: /api/notes', 'basePath: /notes')
      .replace('scheme: path', 'scheme: { path: "/api/v{version}/rest" }')
      .replaceAll(/\bv([12])\b/g, '$1')
      .replace('</api/notes', '</notes'),
  )
  const created = await fetch(`${url}/api/v2/rest/notes/notes`, {
    method: 'POST',
    body: '{"text":"a"}',
    headers: { 'content-type': 'application/json' },
  })
  assert.deepEqual([created.status, created.headers.get('location')], [201, '/api/v2/rest/notes/texts/1'])
  const former = await fetch(`${url}/api/v1/rest/notes/words/1`)
  assert.deepEqual([former.status, former.headers.get('link')], [200, '</api/v1/rest/notes/words/1>; rel=self'])
  for (const gone of [
    '/2/notes/notes/1',
    '/api/2/rest/notes/notes/1',
    '/api/v2/notes/notes/1',
    '/api/v3/rest/notes/notes/1',
    '/api/v/rest/notes/notes/1',
  ])
    assert.equal((await fetch(`${url}${gone}`)).status, 404, gone)
})
