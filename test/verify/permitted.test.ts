// Answers that the document leaves to the server: a request that repeats another, a tag of another version, and the order of failures.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { type Said, writeRecording } from './recording.ts'

const terms = `ninefold: 1
use: [http@1, problem-details@1, path-version@1]
service: { name: terms }
resources:
  Term:
    key: name
    properties: { name: { type: string, maxLength: 9 }, text: { type: string, maxLength: 9 }, rank: { type: integer, default: 0 } }
    required: [text, rank]
states: none
endpoints:
  POST /terms: { create: Term, idempotency: { key: Key, scope: request.address }, body: [name, text], output: Term(this) }
  GET /terms/{name}: { read: Term, conditional: optional, output: Term(this) }
  PUT /terms/{name}: { put: Term, conditional: optional, body: [text], output: Term(this) }
authentication: none
events: none
errors: { body: { errors: 'error.errors.map(e, { "at": e.pointer, "keyword": e.keyword })' } }
limits: none
versioning: { current: v2, versions: { v1: {} }, changes: { v2: [{ add: { Term.rank: 0 } }] } }
`

async function judge(...all: readonly Said[]): Promise<{ readonly findings: readonly string[]; readonly out: string }> {
  const document = join(temporaryFolder(), 'terms.yaml')
  writeFileSync(document, terms)
  const { out } = await ninefold(
    'verify',
    document,
    '--url',
    'http://127.0.0.1:8080',
    '--trace',
    writeRecording(...all),
    '--format',
    'json',
  )
  return { findings: JSON.parse(out).findings.map(({ message }: { message: string }) => message), out }
}

const created = (body: object, path = '/v2/terms'): Said => ({
  method: 'POST',
  path,
  body,
  sent: { Key: 'k1' },
  status: 201,
  answer: { name: 'atom', text: 'a', ...(path.startsWith('/v1') ? {} : { rank: 0 }) },
  headers: [['Location', `${path}/atom`]],
})

test('permits the repetition of a request that differs only in what is not read', async () => {
  const first = { name: 'atom', text: 'a' }
  const { findings, out } = await judge(created(first), created({ ...first, other: 1 }), created(first, '/v2/terms'))
  assert.deepEqual(findings, [], out)
  const { findings: wrong } = await judge(created(first), created({ ...first, text: 'b' }))
  assert.match(wrong.join(), /POST \/terms answers 201 where the document says 422 \(`idempotency-mismatch`\)/)
})

const put = (version: string, text: string, sent: Said['sent'], tag: string): Said => ({
  method: 'PUT',
  path: `/${version}/terms/atom`,
  body: { text },
  ...(sent === undefined ? {} : { sent }),
  status: 200,
  answer: { name: 'atom', text, ...(version === 'v1' ? {} : { rank: 0 }) },
  headers: [['ETag', tag]],
})

const unchanged = (version: string, tag: string): Said => ({
  method: 'GET',
  path: `/${version}/terms/atom`,
  sent: { 'If-None-Match': tag },
  status: 304,
  headers: [['ETag', tag]],
})

test('permits the same tag in two versions, and another in each', async () => {
  const first: Said = {
    ...put('v2', 'a', undefined, '"1"'),
    status: 201,
    headers: [
      ['ETag', '"1"'],
      ['Location', '/v2/terms/atom'],
    ],
  }
  const same = await judge(first, unchanged('v1', '"1"'), put('v1', 'b', { 'If-Match': '"1"' }, '"2"'))
  assert.deepEqual(same.findings, [], same.out)
  const { headers: _, ...changed } = unchanged('v1', '"1"')
  const other = await judge(first, { ...changed, status: 200, answer: { name: 'atom', text: 'a' }, headers: [['ETag', '"1v1"']] })
  assert.deepEqual(other.findings, [], other.out)
  const stale = await judge(first, put('v2', 'b', undefined, '"2"'), unchanged('v2', '"1"'))
  assert.match(stale.findings.join(), /GET \/terms\/\{name\} answers 304/)
})

test('permits failures in any order where the document writes each in its own way', async () => {
  const refused = (...errors: object[]): Said => ({
    method: 'PUT',
    path: '/v2/terms/atom-atom-atom',
    body: { text: 5 },
    status: 422,
    answer: { type: 'invalid', title: 'The request is not valid', status: 422, errors },
  })
  const [path, body] = [
    { at: null, keyword: 'maxLength' },
    { at: '/text', keyword: 'type' },
  ]
  const { findings, out } = await judge(refused(body, path))
  assert.deepEqual(findings, [], out)
  assert.equal((await judge(refused(body))).findings.length, 1)
})
