// Secrets that a service is given, and all that it says and keeps: what was planted turns up nowhere.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

const document = `ninefold: 1
use: [http@1, { api-keys@1: { resources: User } }, { session-cookies@1: { resources: User, name: id } }, problem-details@1]
service: { name: secrets }
resources:
  User:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      password: { type: string, minLength: 8, maxLength: 200, secret: argon2id, writeOnly: true }
      pin: { type: string, maxLength: 40, sensitive: true, writeOnly: true }
    required: [password, pin]
endpoints:
  POST /users: { create: User, body: [id, password, pin], security: [], output: { id: this.id } }
  GET /me: { answer: {}, status: 200, output: { id: caller.id } }
  PATCH /me: { update: User, by: { id: caller.id }, body: [password, pin], conditional: none, output: User(this) }
  POST /token: { answer: {}, status: 200, output: { token: 'token("app", caller.id)' } }
  GET /failing: { answer: {}, status: 200, output: { n: '1 / int(caller.id)', p: caller.pin.size() } }
authentication:
  schemes:
    app: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SIGNING }, lifetime: PT1H }
    ops: { type: http, scheme: basic, username: { env: OPS }, password: { file: ops-password } }
    one: { type: apiKey, in: query, name: key, secret: { env: ONE } }
  security: [{ session: [] }, { api-key: [] }, { app: [] }, { ops: [] }, { one: [] }]
  caller: { app: { find: User, by: { id: claims.sub } }, ops: { find: User, by: { id: '"ada"' } }, one: { find: User, by: { id: '"ada"' } } }
  rules: { User: { read: this == caller, create: 'true', update: this == caller } }
  unreadable: not-found
events: { types: { user.changed: { on: [User.created, User.updated], data: { id: this.id } } }, delivery: { stream: { media: text/event-stream, retain: P7D } } }
limits: none
states: none
versioning: none
`

const planted = {
  signing: 'planted-signing-secret-of-enough-bytes-0001',
  ops: 'planted-ops-password',
  one: 'planted-one-key',
  password: 'planted password of ada',
  other: 'planted other password',
  pin: 'planted-pin',
  wrong: 'planted-wrong-guess',
}

test('leaks no planted secret in a response, log, trace, explanation or file', async (context) => {
  const folder = temporaryFolder()
  const said: string[] = []
  const values: { readonly [name: string]: string } = { SIGNING: planted.signing, OPS: 'ops', ONE: planted.one }
  const service = await served(context, document, {
    store: `sqlite:${join(folder, 'store.db')}`,
    admin: true,
    explain: true,
    virtual: true,
    secrets: { variable: (name) => values[name], file: () => planted.ops },
    log: { level: 'debug', sink: (line) => said.push(line) },
  })
  const own: string[] = []
  const ask = async (
    method: string,
    path: string,
    headers: { readonly [name: string]: string } = {},
    body?: object | string,
  ): Promise<Response & { readonly told: string }> => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...sent,
    })
    const told = await answer.text()
    said.push(`${answer.status} ${[...answer.headers].filter(([name]) => name !== 'set-cookie').join('\n')}\n${told}`)
    return Object.assign(answer, { told })
  }
  const basic = (password: string): { readonly authorization: string } => ({
    authorization: `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`,
  })

  assert.equal((await ask('POST', '/users', {}, { id: 'ada', password: planted.password, pin: planted.pin })).status, 201)
  assert.equal((await ask('POST', '/users', {}, { id: 'ada', password: planted.password, pin: planted.pin })).status, 409)
  // Refusals name the mistake without the secret value.
  assert.equal(
    (await ask('POST', '/users', {}, { id: 'bob', password: planted.wrong.slice(0, 7), pin: planted.pin.repeat(9) })).status,
    422,
  )
  assert.equal((await ask('POST', '/users', {}, `{"id":"bob","password":"${planted.password}"`)).status, 400)
  const entered = await ask('POST', '/session', {}, { name: 'ada', password: planted.password })
  assert.equal(entered.status, 201, entered.told)
  assert.equal((await ask('POST', '/session', {}, { name: 'ada', password: planted.wrong })).status, 401)
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
  own.push(cookie.split('=')[1]!)
  assert.equal((await ask('GET', '/me', { cookie })).status, 200)
  assert.equal(
    (await ask('PATCH', '/me', { cookie, origin: new URL(service.url).origin }, { password: planted.other, pin: `${planted.pin}-2` }))
      .status,
    200,
  )

  const wrong: readonly { readonly [name: string]: string }[] = [
    basic(planted.ops),
    basic(planted.wrong),
    { 'x-api-key': planted.wrong },
    { cookie: `__Host-session=${planted.wrong}` },
    { authorization: `Bearer ${planted.wrong}` },
  ]
  for (const headers of wrong) await ask('GET', '/me', headers)
  assert.equal((await ask('GET', `/me?key=${planted.one}`)).status, 200)
  assert.equal((await ask('GET', `/me?key=${planted.wrong}`)).status, 401)
  assert.equal((await ask('GET', '/failing', basic(planted.ops))).status, 422)

  // Only the caller for whom a secret is issued gets it.
  const issued = (await ask('POST', '/api-keys', basic(planted.ops), { name: 'shop' })).told
  const token = (await ask('POST', '/token', basic(planted.ops))).told
  own.push((JSON.parse(issued) as { key: string }).key, (JSON.parse(token) as { token: string }).token)
  assert.equal((await ask('GET', '/me', { 'x-api-key': own[1]! })).status, 200)
  assert.equal((await ask('GET', '/me', { authorization: `Bearer ${own[2]!}` })).status, 200)
  assert.equal((await ask('GET', '/api-keys', { authorization: `Bearer ${own[2]!}` })).status, 200)
  said.splice(
    said.findIndex((text) => text.includes(issued)),
    1,
  )
  said.splice(
    said.findIndex((text) => text.includes(token)),
    1,
  )

  said.push(...service.seen.map((trace) => JSON.stringify(trace)))
  const operator = service.admin ?? ''
  for (const path of ['/metrics', '/facts', '/timers', '/versions', '/health/ready'])
    said.push(await (await fetch(new URL(path, operator))).text())
  await service.stop()
  const stored = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
  // A sensitive value is stored unchanged; a secret is stored hashed.
  assert.ok(stored.includes(planted.pin) && stored.includes('$argon2id$'))

  const all = [...said, stored.replaceAll(planted.pin, '')].join('\n')
  assert.ok(all.includes('"operation":"signIn"') && all.includes('SQLite format 3') && all.includes('# TYPE'))
  for (const word of [...Object.values(planted), ...own, Buffer.from(`ops:${planted.ops}`).toString('base64')]) {
    const at = all.indexOf(word)
    assert.equal(at, -1, `${word}: …${all.slice(Math.max(0, at - 200), at + 60)}`)
  }
})
