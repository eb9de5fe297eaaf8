// External issuers: discovery, rotation of keys, and the answers while a token cannot be verified.

import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { compile } from '../../../src/compile/compile.ts'
import { generateSecrets } from '../../../src/serve/caller/generated-secrets.ts'
import { testCallers } from '../../../src/serve/caller/test-callers.ts'
import { type Served, served } from '../served.ts'
import { asked, guarded, serve } from './guarded.ts'
import { type Issuer, issuer } from './issuer.ts'

type Case = {
  readonly at: Issuer
  readonly served: Served
  readonly status: (token: string) => Promise<number>
  readonly good: () => { iss: string; sub: string; aud: string; exp: number }
}

async function withDiscovery(context: TestContext, more = ''): Promise<Case> {
  const at = await issuer(context)
  const served = await serve(
    context,
    guarded(`schemes:
  bank: { type: openIdConnect, openIdConnectUrl: '${at.url}/.well-known/openid-configuration', audience: [orders]${more} }
security: [{ bank: [] }]`),
    {},
  )
  return caseOf(at, served)
}

async function withKeys(context: TestContext): Promise<Case> {
  const at = await issuer(context)
  const served = await serve(
    context,
    guarded(`schemes:
  app: { type: oauth2, algorithm: ES256, keys: { jwks: '${at.url}/keys' } }
security: [{ app: [] }]`),
    {},
  )
  return caseOf(at, served)
}

function caseOf(at: Issuer, served: Served): Case {
  const now = (): number => Math.floor(served.now() / 1000)
  return {
    at,
    served,
    status: async (token) => (await asked(`${served.url}/me`, { Authorization: `Bearer ${token}` })).status,
    good: () => ({ iss: at.url, sub: 'ada', aud: 'orders', exp: now() + 1_000_000 }),
  }
}

const paths = ({ asked: requests }: Issuer): string[] => requests.map(({ path }) => path)

test('discovers the keys once, and requires tokens of the discovered issuer', async (context) => {
  const { at, served, status, good } = await withDiscovery(context)
  assert.deepEqual(at.asked, [])
  assert.deepEqual(await asked(`${served.url}/me`, { Authorization: `Bearer ${at.token(good())}` }), {
    status: 200,
    challenge: null,
    body: '{"sub":"ada"}',
  })
  assert.equal(await status(at.token(good())), 200)
  assert.deepEqual(paths(at), ['/.well-known/openid-configuration', '/keys'])
  for (const [why, wrong] of Object.entries({
    'another issuer': at.token({ ...good(), iss: 'https://id.example.com' }),
    'no issuer': at.token({ ...good(), iss: undefined }),
    'another audience': at.token({ ...good(), aud: 'others' }),
    'an unknown key': at.token(good(), { alg: 'ES256', kid: 'unknown' }),
    'another algorithm': at.token(good(), { alg: 'ES384', kid: 'key-0' }),
    none: at.token(good(), { alg: 'none' }),
  }))
    assert.equal(await status(wrong), 401, why)
  // An issuer may offer algorithms with a shared secret, but the keys that it publishes are not secret.
  const content = at.token(good(), { alg: 'HS256', kid: 'key-0' }).split('.').slice(0, 2).join('.')
  const keys = await (await fetch(`${at.url}/keys`)).text()
  for (const key of [keys, JSON.stringify((JSON.parse(keys) as { keys: object[] }).keys[0])]) {
    assert.equal(await status(`${content}.${createHmac('sha256', key).update(content).digest('base64url')}`), 401)
  }
})

test('fetches an unknown key once', async (context) => {
  const { at, served, status, good } = await withKeys(context)
  assert.equal(await status(at.token(good())), 200)
  at.rotate()
  assert.equal(await status(at.token(good())), 401, 'a moment after the keys were fetched')
  await served.advance(31_000)
  assert.equal(await status(at.token(good())), 200)
  assert.equal(paths(at).length, 2)
  for (let i = 0; i < 20; i++) assert.equal(await status(at.token(good(), { alg: 'ES256', kid: `forged-${i}` })), 401)
  assert.equal(paths(at).length, 2)
})

test('caches keys for the time that the issuer sets, and drops withdrawn ones afterwards', async (context) => {
  const { at, served, status, good } = await withKeys(context)
  at.answer.control = 'public, max-age=120'
  const old = at.token(good())
  assert.equal(await status(old), 200)
  at.rotate()
  await served.advance(119_000)
  assert.equal(await status(old), 200)
  await served.advance(2000)
  assert.equal(await status(old), 401)
  assert.equal(await status(at.token(good())), 200)
})

test('answers unavailable while a token cannot be verified', async (context) => {
  const { at, served, status, good } = await withDiscovery(context)
  const token = at.token(good())
  at.answer.status = 500
  const answer = await fetch(`${served.url}/me`, { headers: { Authorization: `Bearer ${token}` } })
  assert.deepEqual([answer.status, answer.headers.get('retry-after'), answer.headers.get('www-authenticate')], [503, '1', null])
  assert.equal(served.seen.at(-1)?.condition, 'unavailable')
  assert.match(served.seen.at(-1)?.report ?? '', /\/\.well-known\/openid-configuration answers 500$/)
  at.answer.status = 200
  for (const [path, body] of [
    ['/keys', 'no JSON'],
    ['/keys', '{"keys":1}'],
    ['/.well-known/openid-configuration', '{}'],
    ['/.well-known/openid-configuration', '{"issuer":"https://elsewhere.example","jwks_uri":"https://elsewhere.example/keys"}'],
  ] as const) {
    at.answer.bodies.set(path, body)
    await served.advance(700_000)
    assert.equal(await status(token), 503, `${path}: ${body}`)
    at.answer.bodies.clear()
  }
  await served.advance(700_000)
  assert.equal(await status(at.token(good())), 200)
  await at.close()
  assert.equal(await status(at.token(good())), 200, 'what is kept is good for as long as it is')
  await served.advance(700_000)
  assert.equal(await status(at.token(good())), 503)
  // A request without a token misses its credential, even if an issuer cannot be reached.
  assert.equal((await asked(`${served.url}/me`)).status, 401)
})

test('does not follow a redirect to other keys', async (context) => {
  const { at, status, good } = await withKeys(context)
  at.answer.status = 302
  assert.equal(await status(at.token(good())), 503)
})

test('names missing scopes in the challenge', async (context) => {
  const at = await issuer(context)
  const served = await serve(
    context,
    guarded(`schemes:
  app: { type: oauth2, algorithm: ES256, keys: { jwks: '${at.url}/keys' }, flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: { orders: Orders, stock: Stock } } } }
security: [{ app: [orders, stock] }]`),
    {},
  )
  const ask = (scope: unknown): ReturnType<typeof asked> =>
    asked(`${served.url}/me`, { Authorization: `Bearer ${at.token({ sub: 'ada', scope })}` })
  assert.equal((await ask('stock orders')).status, 200)
  assert.equal((await ask(['orders', 'stock'])).status, 200)
  for (const scope of ['orders', '', undefined, 'ordersstock', 5]) {
    assert.deepEqual(await ask(scope), {
      status: 403,
      challenge: 'Bearer realm="app", error="insufficient_scope", scope="orders stock"',
      body: '',
    })
  }
})

test('callers of scenarios use the issuer without a fetch', async (context) => {
  const text = guarded(
    `schemes:
  bank: { type: openIdConnect, openIdConnectUrl: https://id.example.invalid/.well-known/openid-configuration, audience: [orders] }
security: [{ bank: [] }]
callers: { ada: { scheme: bank, claims: { sub: ada } }, eve: { scheme: bank, claims: { sub: eve, iss: https://elsewhere.example } } }`,
    'string(caller.iss)',
  )
  const { authentication } = compile([{ name: 'guarded.yaml', text }], { convention: () => undefined }).model
  const secrets = generateSecrets(authentication.value, { variable: () => undefined, file: () => undefined })
  const callers = testCallers(authentication.value, secrets)
  assert(!('problems' in callers))
  const service = await served(context, text, { virtual: true, secrets })
  const ask = (name: string): ReturnType<typeof asked> =>
    asked(`${service.url}/me`, Object.fromEntries(callers.credential(name, service.now()).headers))
  assert.equal((await ask('ada')).body, '{"sub":"https://id.example.invalid"}')
  assert.equal((await ask('eve')).status, 401)
})
