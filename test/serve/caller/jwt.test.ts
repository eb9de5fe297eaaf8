// JSON Web Tokens: those of the RFCs are accepted, and each way to forge one is refused.

import assert from 'node:assert/strict'
import { type KeyObject, createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { compile } from '../../../src/compile/compile.ts'
import { generateSecrets } from '../../../src/serve/caller/generated-secrets.ts'
import { testCallers } from '../../../src/serve/caller/test-callers.ts'
import { temporaryFolder } from '../../folder.ts'
import { type Served, served } from '../served.ts'
import { asked, guarded, serve } from './guarded.ts'

const encode = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function hs256(claims: object, secret: string | Buffer, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

function rs256(claims: object, key: KeyObject, header: object = { alg: 'RS256', typ: 'JWT' }): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

const secret = 'a secret of at least sixty-four bytes, which suits HS512 as well as HS256'
const shared = guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, issuer: here, audience: [us, them] }
security: [{ web: [] }]`)

const status = async (served: Served, token: string, word = 'Bearer'): Promise<number> =>
  (await asked(`${served.url}/me`, { Authorization: `${word} ${token}` })).status

async function sharedService(
  context: TestContext,
): Promise<{ served: Served; good: { iss: string; aud: string; sub: string; exp: number }; now: number }> {
  const served = await serve(context, shared, { SECRET: secret })
  const now = Math.floor(served.now() / 1000)
  return { served, now, good: { iss: 'here', aud: 'us', sub: 'ada', exp: now + 60 } }
}

test('admits a token with all claims that the scheme requires', async (context) => {
  const { served, good } = await sharedService(context)
  const token = hs256(good, secret)
  assert.deepEqual(await asked(`${served.url}/me`, { Authorization: `bearer ${token}` }), {
    status: 200,
    challenge: null,
    body: '{"sub":"ada"}',
  })
  assert.equal(await status(served, hs256({ ...good, aud: ['others', 'them'] }, secret)), 200)
})

test('refuses forged, truncated, oversized and foreign tokens', async (context) => {
  const { served, good, now } = await sharedService(context)
  const token = hs256(good, secret)
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const signed = (claimed: string): string => {
    const content = `${header}.${encode(claimed)}`
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const refused: { readonly [why: string]: string } = {
    'alg none': `${encode({ alg: 'none' })}.${claims}.`,
    'alg None': `${encode({ alg: 'None' })}.${claims}.${signature}`,
    'another algorithm': hs256(good, secret, { alg: 'HS512' }),
    'another secret': hs256(good, 'another secret of thirty-two bytes!'),
    'changed claims': `${header}.${encode({ ...good, sub: 'eve' })}.${signature}`,
    'no signature': `${header}.${claims}.`,
    'two pieces': `${header}.${claims}`,
    'an encrypted one': `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA`,
    padded: `${token}==`,
    'a header that is not JSON': `${encode('{')}.${claims}.${signature}`,
    'no algorithm': hs256(good, secret, { typ: 'JWT' }),
    'an audience that is not text': hs256({ ...good, aud: [1, null] }, secret),
    'a claim said twice': `${header}.${encode('{"iss":"here","aud":"others","aud":"us","aud":"x"}')}.${createHmac('sha256', secret)
      .update(`${header}.${encode('{"iss":"here","aud":"others","aud":"us","aud":"x"}')}`)
      .digest('base64url')}`,
    'a subject said twice': signed(`{"iss":"here","aud":"us","sub":"eve","sub":"ada"}`),
    'a text with U+0000': hs256({ ...good, sub: 'a\0da' }, secret),
    'half of a surrogate pair': signed(`{"iss":"here","aud":"us","sub":"\\ud800"}`),
    'four pieces': `${token}.x`,
    truncated: token.slice(0, -1),
    nothing: '',
    'no token': 'x',
    'claims that are not an object': `${header}.${encode('[]')}.${createHmac('sha256', secret)
      .update(`${header}.${encode('[]')}`)
      .digest('base64url')}`,
    oversized: hs256({ ...good, more: 'x'.repeat(8192) }, secret),
    'an unknown critical header': hs256(good, secret, { alg: 'HS256', crit: ['b65'], b65: true }),
    'another audience': hs256({ ...good, aud: 'others' }, secret),
    'no audience': hs256({ iss: 'here', sub: 'ada' }, secret),
    'another issuer': hs256({ ...good, iss: 'there' }, secret),
    'no issuer': hs256({ aud: 'us', sub: 'ada' }, secret),
    'not yet': hs256({ ...good, nbf: now + 5 }, secret),
    expired: hs256({ ...good, exp: now }, secret),
    'an end that is not a number': hs256({ ...good, exp: 'never' }, secret),
  }
  for (const [why, forged] of Object.entries(refused)) assert.equal(await status(served, forged), 401, why)
  assert.equal(await status(served, token, 'Basic'), 401, 'another scheme word')
})

test('refuses a token from its expiry on, and not before', async (context) => {
  const { served, good } = await sharedService(context)
  const token = hs256(good, secret)
  await served.advance(59_000)
  assert.equal(await status(served, token), 200)
  await served.advance(1000)
  assert.equal(await status(served, token), 401)
  assert.equal(served.seen.at(-1)?.condition, 'unauthenticated web expired')
})

test('admits a token repeatedly until it expires, and never a similar one', async (context) => {
  const served = await serve(
    context,
    guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: [HS256, HS512], secret: { env: SECRET }, skew: PT30S }
security: [{ web: [] }]`),
    { SECRET: secret },
  )
  const now = Math.floor(served.now() / 1000)
  const [ada, bob] = ['ada', 'bob'].map((sub) => hs256({ sub, exp: now + 60 }, secret)) as [string, string]
  const [header, claims, signature] = ada.split('.') as [string, string, string]
  const others = [
    `${header}.${bob.split('.')[1]}.${signature}`,
    `${header}.${claims}.${bob.split('.')[2]}`,
    `${header}.${claims}.`,
    `${ada}.`,
    `${encode({ alg: 'HS512', typ: 'JWT' })}.${claims}.${signature}`,
  ]
  for (const seconds of [0, 60, 29]) {
    await served.advance(seconds * 1000)
    for (const [token, sub] of [
      [ada, 'ada'],
      [bob, 'bob'],
      [ada, 'ada'],
    ] as const)
      assert.equal((await asked(`${served.url}/me`, { Authorization: `Bearer ${token}` })).body, `{"sub":"${sub}"}`)
    for (const token of others) assert.equal(await status(served, token), 401, token)
  }
  await served.advance(1000)
  assert.equal(await status(served, ada), 401)
  assert.equal(served.seen.at(-1)?.condition, 'unauthenticated web expired')
})

test('tolerates the clock skew that the document declares', async (context) => {
  const served = await serve(
    context,
    guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, skew: PT30S }
security: [{ web: [] }]`),
    { SECRET: secret },
  )
  const now = Math.floor(served.now() / 1000)
  assert.equal(await status(served, hs256({ sub: 'ada', exp: now - 29 }, secret)), 200)
  assert.equal(await status(served, hs256({ sub: 'ada', exp: now - 31 }, secret)), 401)
  assert.equal(await status(served, hs256({ sub: 'ada', nbf: now + 29 }, secret)), 200)
})

test('refuses a token that is signed with the public key as a secret', async (context) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const text = (algorithm: string): string =>
    guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ${algorithm}, keys: { env: KEYS }, secret: { env: KEYS } }
security: [{ web: [] }]`)
  const served = await serve(context, text('RS256').replace(', secret: { env: KEYS }', ''), { KEYS: pem })
  assert.equal(await status(served, rs256({ sub: 'ada' }, privateKey)), 200)
  for (const key of [pem, pem.trim(), publicKey.export({ type: 'spki', format: 'der' })]) {
    assert.equal(await status(served, hs256({ sub: 'eve' }, key)), 401)
  }
  await assert.rejects(serve(context, text('[HS256, RS256]'), { KEYS: pem }), {
    message: '`web` accepts tokens signed with a shared secret and with a private key',
  })
})

test('uses the key that the token names, and none for an unknown name', async (context) => {
  const pairs = ['old', 'new'].map((kid) => ({ kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }))
  const keys = JSON.stringify({
    keys: pairs.map(({ kid, publicKey }) => ({
      ...createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({ format: 'jwk' }),
      kid,
      alg: 'ES256',
    })),
  })
  const served = await serve(
    context,
    guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ES256, keys: { env: KEYS } }
security: [{ web: [] }]`),
    { KEYS: keys },
  )
  const es256 = (kid: string, key: KeyObject): string => {
    const content = `${encode({ alg: 'ES256', kid })}.${encode({ sub: 'ada' })}`
    return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  for (const { kid, privateKey } of pairs) assert.equal(await status(served, es256(kid, privateKey)), 200, kid)
  assert.equal(await status(served, es256('unknown', pairs[0]!.privateKey)), 401)
  assert.equal(await status(served, es256('new', pairs[0]!.privateKey)), 401)
  // A key that the token itself contains is ignored (RFC 7515, section 10.3).
  const content = `${encode({ alg: 'ES256', jwk: pairs[0]!.publicKey.export({ format: 'jwk' }), kid: 'x' })}.${encode({ sub: 'eve' })}`
  assert.equal(
    await status(
      served,
      `${content}.${sign('sha256', Buffer.from(content), { key: pairs[0]!.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
    ),
    401,
  )
})

test('RFC 7515, appendix A.1: the example verifies, and has expired since 2011', async (context) => {
  const token = [
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9',
    'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ].join('.')
  const key = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'
  const jwk = JSON.stringify({ kty: 'oct', k: key })
  const text = guarded(
    `schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, skew: SKEW }
security: [{ web: [] }]`,
    'string(caller.iss)',
  )
  const strict = await serve(context, text.replace('SKEW', 'PT0S'), { SECRET: jwk })
  assert.equal(await status(strict, token), 401)
  assert.equal(strict.seen.at(-1)?.condition, 'unauthenticated web expired')
  const lenient = await serve(context, text.replace('SKEW', 'P9999D'), { SECRET: jwk })
  assert.equal((await asked(`${lenient.url}/me`, { Authorization: `Bearer ${token}` })).body, '{"sub":"joe"}')
})

test('reports unreadable keys at the start, without their content', async (context) => {
  const text = guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ES256, keys: { env: KEYS } }
security: [{ web: [] }]`)
  for (const keys of ['hunter2', '{ "keys": 1 }', '-----BEGIN PUBLIC KEY-----\nhunter2\n-----END PUBLIC KEY-----']) {
    await assert.rejects(serve(context, text, { KEYS: keys }), {
      message: 'the keys of the scheme web are neither a public key (PEM) nor a set of keys (JWK)',
    })
  }
  await assert.rejects(serve(context, text, {}), {
    message: 'the keys of the scheme web come from the environment variable KEYS, which is not set',
  })
})

const found = (by: string): string => `ninefold: 1
use: [http@1]
service: { name: found }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 36 }, number: { type: integer }, name: { type: string, maxLength: 20 } }, required: [id, number, name], unique: [number] }
  records: { User: [{ id: ada, number: 1, name: Ada }] }
states: none
endpoints:
  GET /me: { answer: {}, status: 200, output: { name: caller.name } }
authentication:
  schemes: { web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }
  security: [{ web: [] }]
  caller: { find: User, by: { ${by} } }
events: none
errors: { precedence: standard, catalogue: { who: { on: unauthenticated, status: 401 } } }
limits: none
versioning: none
`

test('finds no caller for a token without a usable claim', async (context) => {
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store')}`]) {
    const { url } = await served(context, found('id: claims.sub'), { store, secrets: { variable: () => secret, file: () => undefined } })
    const me = async (claims: object): Promise<number> =>
      (await asked(`${url}/me`, { Authorization: `Bearer ${hs256(claims, secret)}` })).status
    assert.equal(await me({ sub: 'ada' }), 200)
    for (const claims of [
      {},
      { sub: null },
      { sub: 1 },
      { sub: true },
      { sub: ['ada'] },
      { sub: { id: 'ada' } },
      { sub: 'eve' },
      { sub: '' },
    ])
      assert.equal(await me(claims), 401, `${store} ${JSON.stringify(claims)}`)
  }
  const { url } = await served(context, found('number: int(claims.sub)'), { secrets: { variable: () => secret, file: () => undefined } })
  const me = async (claims: object): Promise<number> =>
    (await asked(`${url}/me`, { Authorization: `Bearer ${hs256(claims, secret)}` })).status
  assert.equal(await me({ sub: '1' }), 200)
  for (const claims of [{}, { sub: 'one' }, { sub: {} }, { sub: '99999999999999999999' }, { sub: null }])
    assert.equal(await me(claims), 401, JSON.stringify(claims))
})

test('accepts a token in a query, in a cookie or in another header', async (context) => {
  for (const [place, send] of [
    ['query', (url: string, token: string) => asked(`${url}/me?at=${token}`)],
    ['cookie', (url: string, token: string) => asked(`${url}/me`, { Cookie: `x=1; at=${token}` })],
    ['header', (url: string, token: string) => asked(`${url}/me`, { At: token })],
  ] as const) {
    const { url } = await serve(
      context,
      guarded(`schemes:
  web: { type: apiKey, in: ${place}, name: at, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } }
security: [{ web: [] }]`),
      { SECRET: secret },
    )
    assert.deepEqual(await send(url, hs256({ sub: 'ada' }, secret)), { status: 200, challenge: null, body: '{"sub":"ada"}' }, place)
    for (const wrong of [hs256({ sub: 'ada' }, `${secret}!`), secret, '']) assert.equal((await send(url, wrong)).status, 401, place)
  }
})

test('a test caller sends a token in the place that its scheme declares', async (context) => {
  for (const place of ['query', 'cookie', 'header']) {
    const text = guarded(`schemes:
  web: { type: apiKey, in: ${place}, name: at, bearerFormat: JWT, algorithm: HS512, secret: { env: SECRET }, lifetime: PT1H }
security: [{ web: [] }]
callers: { ada: { scheme: web, claims: { sub: ada } }, eve: { scheme: web, claims: { sub: eve }, credential: no-token } }`)
    const { authentication } = compile([{ name: 'guarded.yaml', text }], { convention: () => undefined }).model
    const secrets = generateSecrets(authentication.value, { variable: () => undefined, file: () => undefined })
    const callers = testCallers(authentication.value, secrets)
    assert(!('problems' in callers))
    const service = await served(context, text, { virtual: true, secrets })
    const ask = (name: string): ReturnType<typeof asked> => {
      const { headers, query } = callers.credential(name, service.now())
      return asked(
        `${service.url}/me?${new URLSearchParams(query.map(([key, value]) => [key, value])).toString()}`,
        Object.fromEntries(headers),
      )
    }
    assert.equal((await ask('ada')).body, '{"sub":"ada"}', place)
    assert.equal((await ask('eve')).status, 401, place)
  }
})
