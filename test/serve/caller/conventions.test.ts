// The conventions of part 5 in a running service: keys that are issued and revoked, cookies, and tokens of an issuer.

import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { type Served, served } from '../served.ts'
import { issuer } from './issuer.ts'

type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  readonly json: { readonly [name: string]: string }
}

type Ask = (request: string, headers?: { readonly [name: string]: string }, body?: object) => Promise<Answer>

type Case = { readonly ask: Ask; readonly served: Served; readonly stored: () => string }

async function running(context: TestContext, text: string, sqlite = false): Promise<Case> {
  const folder = temporaryFolder()
  const service = await served(context, text, { virtual: true, store: sqlite ? `sqlite:${join(folder, 'service.db')}` : 'memory' })
  return {
    served: service,
    stored: () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join('\n'),
    async ask(request, headers = {}, body) {
      const [method = '', path = ''] = request.split(' ')
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const answer = await fetch(service.url + path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...sent,
      })
      const told = await answer.text()
      return {
        status: answer.status,
        headers: answer.headers,
        body: told,
        json: told.startsWith('{') ? (JSON.parse(told) as Answer['json']) : {},
      }
    },
  }
}

const users = (more: string): string => `
  User:
    key: id
    properties:
      id: { type: string, maxLength: 255 }
      name: { type: string, maxLength: 100 }${more}
    required: [name]`

const rest = `
events: none
errors:
  precedence: standard
  catalogue:
    who: { on: unauthenticated, status: 401 }
    refused: { on: forbidden, status: 403 }
    absent: { on: not-found, status: 404 }
    taken: { on: duplicate, status: 409 }
    gone: { on: cursor-expired, status: 400 }
    wrong: { on: [invalid, malformed], status: 422 }
    later: { on: unavailable, status: 503 }
limits: none
versioning: none
states: none
`

const keys = (url: string): string => `ninefold: 1
use: [http@1, { api-keys@1: { resources: User } }, jwt@1]
service: { name: keys }
resources:${users('')}
  records: { User: [{ id: ada, name: Ada }, { id: bob, name: Bob }] }
endpoints:
  GET /me: { answer: {}, status: 200, output: { id: caller.id, name: caller.name } }
authentication:
  schemes: { jwt: { keys: { jwks: '${url}/keys' }, issuer: '${url}', audience: [users] } }
  security: [{ api-key: [] }, { jwt: [] }]
  caller: { jwt: { find: User, by: { id: claims.sub } } }
  rules: { User: { read: this == caller } }
  unreadable: not-found
${rest}`

const hour = 3_600_000

test('api-keys@1 and jwt@1: shows a key once, stores its digest, and accepts it until it expires or is revoked', async (context) => {
  const at = await issuer(context)
  const { ask, served: service, stored } = await running(context, keys(at.url), true)
  const seconds = Math.floor(service.now() / 1000) + 100_000
  const bearer = (sub: unknown, more: object = {}): { readonly authorization: string } => ({
    authorization: `Bearer ${at.token({ iss: at.url, aud: 'users', sub, exp: seconds, ...more })}`,
  })
  const ada = bearer('ada')
  assert.equal((await ask('GET /me', ada)).body, '{"id":"ada","name":"Ada"}')

  const issued = await ask('POST /api-keys', ada, { name: 'for the shop' })
  assert.equal(issued.status, 201, issued.body)
  assert.equal(issued.headers.get('cache-control'), 'no-store')
  const key = issued.json.key!
  assert.match(key, /^[\w-]{43}$/)
  assert.ok(!stored().includes(key))
  const other = await ask(
    'POST /api-keys',
    { 'x-api-key': key },
    { name: 'for an hour', expiresAt: new Date(service.now() + hour).toISOString() },
  )
  assert.notEqual(other.json.key, key)
  for (const one of [key, other.json.key!]) assert.equal((await ask('GET /me', { 'x-api-key': one })).body, '{"id":"ada","name":"Ada"}')

  // The list contains neither the keys nor their digests, and for each caller only its own keys.
  const listed = await ask('GET /api-keys', { 'x-api-key': key })
  assert.equal(listed.status, 200, JSON.stringify(service.seen.at(-1)))
  assert.equal(JSON.parse(listed.body).items.length, 2)
  assert.ok(!/hash|[0-9a-f]{64}/.test(listed.body) && !listed.body.includes(key))
  assert.equal((await ask('GET /api-keys', bearer('bob'))).body, '{"items":[],"next":null}')
  assert.equal((await ask(`DELETE /api-keys/${issued.json.id}`, bearer('bob'))).status, 404)

  await service.advance(hour)
  assert.equal((await ask('GET /me', { 'x-api-key': other.json.key! })).status, 401)
  assert.equal((await ask(`DELETE /api-keys/${issued.json.id}`, { 'x-api-key': key })).status, 204)
  assert.equal((await ask('GET /me', { 'x-api-key': key })).status, 401)
  assert.equal((await ask('GET /me', { 'x-api-key': '' })).status, 401)
  assert.equal((await ask('GET /me')).status, 401)
})

test('jwt@1: a token has a text as its subject, and its purpose', async (context) => {
  const at = await issuer(context)
  const { ask, served: service } = await running(context, keys(at.url))
  const now = Math.floor(service.now() / 1000)
  const good = { iss: at.url, aud: 'users', sub: 'ada', exp: now + 1000 }
  const status = async (claims: object): Promise<number> => (await ask('GET /me', { authorization: `Bearer ${at.token(claims)}` })).status
  assert.equal(await status(good), 200)
  assert.equal(await status({ ...good, exp: now - 29 }), 200, 'clocks may differ')
  for (const wrong of [
    { sub: undefined },
    { sub: 5 },
    { sub: '' },
    { sub: ['ada'] },
    { sub: 'x'.repeat(256) },
    { sub: 'nobody' },
    { iss: 'x' },
    { aud: 'others' },
    { exp: now - 31 },
    { exp: undefined },
    { nbf: now + 31 },
  ]) {
    assert.equal(await status({ ...good, ...wrong }), 401, JSON.stringify(wrong))
  }
})

const browsers = `ninefold: 1
use: [http@1, { session-cookies@1: { resources: User, name: id } }]
service: { name: browsers }
resources:${users(`
      password: { type: string, minLength: 8, maxLength: 200, secret: argon2id, writeOnly: true }`)}
endpoints:
  POST /users: { create: User, body: [id, name, password], security: [], output: { id: this.id } }
  GET /me: { answer: {}, status: 200, output: { id: caller.id, name: caller.name } }
  PATCH /me: { update: User, by: { id: caller.id }, body: [name], conditional: none, output: { name: this.name } }
authentication:
  security: [{ session: [] }]
  origins: [https://app.example.com]
  rules: { User: { read: this == caller, create: 'true', update: this == caller } }
  unreadable: not-found
${rest}`

for (const sqlite of [false, true]) {
  test(`session-cookies@1, ${sqlite ? 'SQLite' : 'memory'}: signing in and out, with a cookie that no other page can use`, async (context) => {
    const { ask, served: service, stored } = await running(context, browsers, sqlite)
    for (const id of ['ada', 'bob'])
      assert.equal((await ask('POST /users', {}, { id, name: id, password: `password of ${id}` })).status, 201)
    const wrong = [
      await ask('POST /session', {}, { name: 'ada', password: 'password of bob' }),
      await ask('POST /session', {}, { name: 'nobody', password: 'password of bob' }),
    ]
    assert.deepEqual(
      wrong.map(({ status }) => status),
      [401, 401],
    )
    assert.equal(wrong[0]!.body, wrong[1]!.body)
    assert.ok(wrong.every(({ headers }) => headers.get('set-cookie') === null))

    const entered = await ask('POST /session', {}, { name: 'ada', password: 'password of ada' })
    assert.equal(entered.status, 201, entered.body)
    assert.equal(entered.headers.get('cache-control'), 'no-store')
    const set = entered.headers.get('set-cookie') ?? ''
    const [cookie = '', ...attributes] = set.split('; ')
    assert.match(cookie, /^__Host-session=[\w-]{43}$/)
    assert.deepEqual(attributes, ['Path=/', 'Max-Age=604800', 'HttpOnly', 'Secure', 'SameSite=Lax'])
    assert.ok(!entered.body.includes(cookie.slice(15)) && !stored().includes(cookie.slice(15)))

    const own = new URL(service.url).origin
    assert.equal((await ask('GET /me', { cookie: `a=b; ${cookie}` })).body, '{"id":"ada","name":"ada"}')
    // A page that changes something says which page it is.
    assert.equal((await ask('GET /me', { cookie: `__Host-session=other; ${cookie}` })).status, 401)
    const change = async (headers: { readonly [name: string]: string }): Promise<number> =>
      (await ask('PATCH /me', { cookie, ...headers }, { name: 'Ada' })).status
    for (const origin of [own, 'https://app.example.com']) assert.equal(await change({ origin }), 200, origin)
    for (const origin of ['https://evil.example', 'https://app.example.com.evil.example', 'null', 'http://app.example.com', `${own}0`, ''])
      assert.equal(await change({ origin }), 401, origin)
    assert.equal(await change({}), 401)

    const again = await ask('POST /session', {}, { name: 'ada', password: 'password of ada' })
    const second = again.headers.get('set-cookie')!.split('; ')[0]!
    assert.notEqual(second, cookie)
    assert.equal((await ask('DELETE /session', { cookie, origin: 'https://evil.example' })).status, 401)
    const left = await ask('DELETE /session', { cookie, origin: own })
    assert.equal(left.status, 204)
    assert.match(left.headers.get('set-cookie') ?? '', /^__Host-session=; Path=\/; Max-Age=0;/)
    assert.equal((await ask('GET /me', { cookie })).status, 401)
    assert.equal((await ask('GET /me', { cookie: second })).status, 200, 'signing out ends the one session')

    await service.advance(168 * hour)
    assert.equal((await ask('GET /me', { cookie: second })).status, 401)
    assert.equal((await ask('GET /me', { cookie: '__Host-session=' })).status, 401)
  })
}
