// Credentials that are not tokens: names and passwords, keys in every place of a request, and keys that are stored hashed.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { compile } from '../../../src/compile/compile.ts'
import { asked, guarded, serve } from './guarded.ts'
import { generateSecrets } from '../../../src/serve/caller/generated-secrets.ts'
import { testCallers } from '../../../src/serve/caller/test-callers.ts'

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

test('basic: accepts one name and password, and challenges all others', async (context) => {
  const served = await serve(
    context,
    guarded(`schemes:
  ops: { type: http, scheme: basic, username: { env: NAME }, password: { env: PASSWORD }, realm: Operators }
security: [{ ops: [] }]`),
    { NAME: 'zoë', PASSWORD: 'a:b' },
  )
  const me = `${served.url}/me`
  assert.deepEqual(await asked(me, { Authorization: basic('zoë:a:b') }), { status: 200, challenge: null, body: '{"sub":"zoë"}' })
  const challenge = 'Basic realm="Operators", charset="UTF-8"'
  for (const wrong of [
    basic('zoë:a'),
    basic('zoë:a:b '),
    basic('zoe:a:b'),
    basic('zoë'),
    basic(''),
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from([0xff, 0x3a]).toString('base64')}`,
    'Bearer x',
  ]) {
    assert.deepEqual(await asked(me, { Authorization: wrong }), { status: 401, challenge, body: '' }, wrong)
  }
  assert.equal((await asked(me)).challenge, challenge)
})

for (const { place, headers, query } of [
  { place: 'in: header, name: X-Key', headers: (key: string) => ({ 'x-key': key }), query: () => '' },
  { place: 'in: query, name: key', headers: () => ({}), query: (key: string) => `?key=${encodeURIComponent(key)}` },
  { place: 'in: cookie, name: session', headers: (key: string) => ({ cookie: `other=1; session=${key}; last=2` }), query: () => '' },
]) {
  test(`apiKey, ${place}: accepts the operator's key, and no other`, async (context) => {
    const served = await serve(
      context,
      guarded(
        `schemes:
  partner: { type: apiKey, ${place}, secret: { env: KEY } }
security: [{ partner: [] }]`,
        '"in"',
      ),
      { KEY: 'k-1' },
    )
    const status = async (key: string): Promise<number> => (await asked(`${served.url}/me${query(key)}`, headers(key))).status
    assert.equal(await status('k-1'), 200)
    for (const wrong of ['k-2', 'k-1k-1', 'k', '']) assert.equal(await status(wrong), 401, wrong)
    assert.deepEqual(await asked(`${served.url}/me`), { status: 401, challenge: 'ApiKey realm="partner"', body: '' })
  })
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Keys that are stored as digests, each with its owner and its permissions. */
const keyed = guarded(
  `schemes:
  partner: { type: apiKey, in: header, name: X-Key, find: { find: Key, by: { hash: digest(credential) } }, scopes: caller.scopes }
security: [{ partner: [orders] }]`,
  'caller.owner',
).replace(
  'resources: none',
  `resources:
  Key:
    key: hash
    properties:
      hash: { type: string, maxLength: 64 }
      owner: { type: string, maxLength: 50 }
      scopes: { type: array, maxItems: 5, items: { type: string, maxLength: 20 } }
    required: [owner, scopes]
  records:
    Key:
      - { hash: ${hashed('k-ada')}, owner: ada, scopes: [orders] }
      - { hash: ${hashed('k-bob')}, owner: bob, scopes: [] }`,
)

test('hashed keys: identifies the caller by the record with the digest, with its scopes', async (context) => {
  const served = await serve(context, keyed, {})
  const ask = (key: string): ReturnType<typeof asked> => asked(`${served.url}/me`, { 'x-key': key })
  assert.deepEqual(await ask('k-ada'), { status: 200, challenge: null, body: '{"sub":"ada"}' })
  assert.equal((await ask('k-bob')).status, 403)
  assert.equal(served.seen.at(-1)?.condition, 'insufficient-scope partner orders')
  assert.equal((await ask('k-eve')).status, 401)
  // A stored digest is not a valid key.
  assert.equal((await ask(hashed('k-ada'))).status, 401)
})

test('an operation is incomplete if no value is compared with the key', () => {
  const text = guarded(
    `schemes:
  partner: { type: apiKey, in: header, name: X-Key }
security: [{ partner: [] }]`,
    '"in"',
  ).replace('use: [http@1]\n', '')
  const { diagnostics } = compile([{ name: 'service.yaml', text }], { convention: () => undefined })
  assert.ok(diagnostics.some(({ code, message }) => code === 'authentication/missing-key' && message === '`partner` has no `secret`'))
})

test('checks optional credentials too, and uses the first requirement that holds', async (context) => {
  const served = await serve(
    context,
    guarded(
      `schemes:
  one: { type: http, scheme: basic, username: { env: ONE }, password: { env: ONE } }
  two: { type: apiKey, in: header, name: X-Two, secret: { env: TWO } }
security: [{ one: [], two: [] }, { two: [] }, {}]`,
      'caller == null ? "nobody" : caller.scheme',
    ),
    { ONE: '1', TWO: '2' },
  )
  const me = `${served.url}/me`
  assert.equal((await asked(me)).body, '{"sub":"nobody"}')
  assert.equal((await asked(me, { Authorization: basic('1:1') })).body, '{"sub":"nobody"}')
  assert.equal((await asked(me, { 'x-two': '2' })).body, '{"sub":"two"}')
  assert.equal((await asked(me, { Authorization: basic('1:1'), 'x-two': '2' })).body, '{"sub":"one"}')
  assert.equal((await asked(me, { Authorization: basic('1:0'), 'x-two': '2' })).status, 401)
  assert.equal((await asked(me, { 'x-two': '0' })).status, 401)
})

test('a test caller presents the one token that the scheme accepts', () => {
  const text = `ninefold: 1
service: { name: n }
authentication: { schemes: { t: { type: http, scheme: bearer, secret: { env: TOKEN } } }, security: [{ t: [] }], callers: { idp: { scheme: t } } }
`
  const { authentication } = compile([{ name: 'n.yaml', text }], { convention: () => undefined }).model
  const secrets = generateSecrets(authentication.value, { variable: () => 'a-token-of-someone', file: () => undefined })
  const callers = testCallers(authentication.value, secrets)
  assert(!('problems' in callers))
  assert.deepEqual(callers.credential('idp', 0).headers, [['Authorization', 'bearer a-token-of-someone']])
})
