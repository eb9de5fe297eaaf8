// Answers to requests that share a commit.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { served } from '../serve/served.ts'

const document = `ninefold: 1
service: none
resources:
  Account:
    key: id
    properties: { id: { type: integer, generate: sequence }, mail: { type: string, maxLength: 20 }, name: { type: string, maxLength: 20 } }
    required: [mail, name]
    unique: [mail, name]
states: none
endpoints:
  POST /accounts: { create: Account, body: [mail, name], idempotency: { key: Idempotency-Key, scope: request.address }, status: 201, output: this.id }
  GET /accounts: { list: Account, order: [id], page: none, status: 200, output: 'items.map(a, a.mail)' }
authentication: none
events: none
errors:
  media: application/json
  precedence: standard
  body: { type: error.type, errors: 'error.errors.map(e, e.property)' }
  catalogue:
    taken-mail: { on: duplicate Account.mail, status: 409 }
    taken-name: { on: duplicate Account.name, status: 409 }
    all: { on: [invalid, malformed, idempotency-mismatch, idempotency-busy, idempotency-required], status: 400 }
limits: { retention: { idempotency: P1D } }
versioning: none
`

async function opened(context: TestContext): Promise<(key: string, mail: string, name: string) => Promise<unknown>> {
  const folder = temporaryFolder()
  const { url } = await served(context, document, { store: `sqlite:${join(folder, 'store.db')}` })
  return async (key, mail, name) => {
    const answer = await fetch(`${url}/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `"${key}"` },
      body: JSON.stringify({ mail, name }),
    })
    return [answer.status, await answer.json()]
  }
}

test('runs a repeated request once, and answers each copy', async (context) => {
  const post = await opened(context)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('one', 'a@x', 'Ann')))
  assert.deepEqual(
    answers,
    Array.from({ length: 20 }, () => [201, 1]),
  )
  assert.deepEqual(await post('one', 'b@x', 'Ann'), [400, { errors: [], type: 'all' }])
})

test('reports the first unique of the document for a record with two duplicates', async (context) => {
  const post = await opened(context)
  const answers = await Promise.all([
    post('one', 'a@x', 'Ann'),
    post('two', 'b@x', 'Bob'),
    post('three', 'b@x', 'Ann'),
    post('four', 'c@x', 'Bob'),
  ])
  assert.deepEqual(answers, [
    [201, 1],
    [201, 2],
    [409, { type: 'taken-mail', errors: ['mail'] }],
    [409, { type: 'taken-name', errors: ['name'] }],
  ])
})
