// A wrong password and an unknown user get the same answer, if one entry answers both.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from '../served.ts'

const document = (entries: string): string => `ninefold: 1
use: [http@1, problem-details@1]
service: { name: doors }
resources:
  User:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      email: { type: string, maxLength: 100, fold: true }
      password: { type: string, maxLength: 100, secret: argon2id }
    required: [email, password]
    unique: [email]
states: none
endpoints:
  POST /users: { create: User, body: [email, password], status: 204 }
  POST /sessions:
    read: User
    by: { email: input.body.email }
    body: { type: object, required: [email, password], properties: { email: { type: string, maxLength: 100 }, password: { type: string, maxLength: 100 } } }
    require: { right: 'verify(input.body.password, this.password)' }
    status: 200
    output: { id: this.id }
authentication: none
events: none
errors:
  catalogue:
${entries}
limits: none
versioning: none
`

const send = async (url: string, path: string, body: object): Promise<readonly [number, string]> => {
  const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return [answer.status, await answer.text()]
}

test('answers both failures of a sign-in alike with one entry', async (context) => {
  const { url } = await served(context, document('    refused: { on: [require, not-found User], status: 401, title: That is not right }'))
  assert.equal((await send(url, '/users', { email: 'ann@example.com', password: 'a secret' }))[0], 204)
  assert.equal((await send(url, '/sessions', { email: 'ann@example.com', password: 'a secret' }))[0], 200)
  const wrong = await send(url, '/sessions', { email: 'ann@example.com', password: 'another' })
  assert.deepEqual(wrong, [401, '{"type":"refused","title":"That is not right","status":401,"errors":[]}'])
  assert.deepEqual(await send(url, '/sessions', { email: 'abe@example.com', password: 'another' }), wrong)
})

test('separate entries report the failed requirement', async (context) => {
  const { url } = await served(context, document('    absent: { on: not-found User, status: 404, title: No such user }'))
  await send(url, '/users', { email: 'ann@example.com', password: 'a secret' })
  const [status, text] = await send(url, '/sessions', { email: 'ann@example.com', password: 'another' })
  assert.deepEqual([status, JSON.parse(text).errors], [422, [{ property: 'right', keyword: 'require' }]])
})
