// Secrets and keys that fit no algorithm, or are easy to guess, are reported at the start, without their values.

import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { served } from '../served.ts'
import { asked, guarded, serve } from './guarded.ts'

const shared = (algorithm: string, more = ''): string =>
  guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ${algorithm}, secret: { env: SECRET }${more} }
security: [{ web: [] }]`)

const checked = (algorithm: string): string =>
  guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ${algorithm}, keys: { env: KEYS } }
security: [{ web: [] }]`)

test('refuses at start a secret that is shorter than the hash of its algorithm', async (context) => {
  for (const [algorithm, needed] of [
    ['HS256', 32],
    ['HS384', 48],
    ['HS512', 64],
    ['[HS256, HS512]', 64],
  ] as const) {
    const strongest = algorithm.replace(/^\[HS256, (.*)\]$/, '$1')
    for (const length of [1, needed - 1]) {
      const told = `the secret of the scheme web is too short: it has ${length} ${length === 1 ? 'byte' : 'bytes'}, and ${strongest} needs ${needed} (RFC 7518, section 3.2); make one with \`openssl rand -base64 ${needed}\``
      await assert.rejects(serve(context, shared(algorithm), { SECRET: 'x'.repeat(length) }), { message: told })
    }
    assert.equal((await asked(`${(await serve(context, shared(algorithm), { SECRET: 'x'.repeat(needed) })).url}/me`)).status, 401)
  }
})

test('measures the bytes of a secret that is a JWK', async (context) => {
  const jwk = (bytes: number): string => JSON.stringify({ kty: 'oct', k: Buffer.alloc(bytes, 7).toString('base64url') })
  await assert.rejects(serve(context, shared('HS256'), { SECRET: jwk(31) }), /has 31 bytes, and HS256 needs 32/)
  await serve(context, shared('HS256'), { SECRET: jwk(32) })
  await assert.rejects(serve(context, shared('HS256'), { SECRET: '{ "kty": "RSA" }' }), {
    message: 'the secret of the scheme web is neither a text nor a JWK of the type oct',
  })
})

test('refuses keys that fit no algorithm and short RSA keys at the start', async (context) => {
  const pem = (pair: { readonly publicKey: import('node:crypto').KeyObject }): string =>
    pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const set = (pair: { readonly publicKey: import('node:crypto').KeyObject }): string =>
    JSON.stringify({ keys: [pair.publicKey.export({ format: 'jwk' })] })
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  for (const write of [pem, set]) {
    await assert.rejects(serve(context, checked('RS256'), { KEYS: write(short) }), {
      message: 'the keys of the scheme web include an RSA key of 1024 bits, and RS256 needs 2048 (RFC 7518, section 3.3)',
    })
    await assert.rejects(serve(context, checked('[ES256, RS256]'), { KEYS: write(curve) }), {
      message: 'the keys of the scheme web include no key for ES256 or RS256',
    })
    await serve(context, checked('[ES256, ES384]'), { KEYS: write(curve) })
  }
  await assert.rejects(serve(context, checked('ES256'), { KEYS: '{ "keys": [] }' }), {
    message: 'the keys of the scheme web include no key for ES256',
  })
})

test('refuses a token without expiry if tokens have a lifetime', async (context) => {
  const secret = 'a secret of at least thirty-two bytes'
  const signed = (claims: object): string => {
    const content = [{ alg: 'HS256' }, claims].map((each) => Buffer.from(JSON.stringify(each)).toString('base64url')).join('.')
    return `Bearer ${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const statuses = async (more: string, ...all: object[]): Promise<number[]> => {
    const { url } = await serve(context, shared('HS256', more), { SECRET: secret })
    return Promise.all(all.map(async (claims) => (await asked(`${url}/me`, { Authorization: signed(claims) })).status))
  }
  const end = Math.floor(Date.now() / 1000) + 600
  assert.deepEqual(
    await statuses(
      ', lifetime: PT1H',
      { sub: 'ada' },
      { sub: 'ada', exp: null },
      { sub: 'ada', exp: String(end) },
      { sub: 'ada', exp: end },
    ),
    [401, 401, 401, 200],
  )
  assert.deepEqual(await statuses('', { sub: 'ada' }), [200])
})

test('treats an empty secret file as a missing secret', async (context) => {
  const text = guarded(
    `schemes:
  key: { type: apiKey, in: header, name: X-Key, secret: { file: key.txt } }
security: [{ key: [] }]`,
    '"1"',
  )
  await assert.rejects(served(context, text, { secrets: { variable: () => undefined, file: () => ' \n' } }), {
    message: 'the secret of the scheme key comes from the file key.txt, which is empty',
  })
})

test('warns the operator of weak keys and passwords, without showing them', async (context) => {
  const lines: string[] = []
  const text = guarded(
    `schemes:
  key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } }
  ops: { type: http, scheme: basic, username: { env: NAME }, password: { env: WORD } }
security: [{ key: [] }, { ops: [] }]`,
    '"1"',
  )
  const start = (values: { readonly [name: string]: string }): Promise<unknown> =>
    served(context, text, {
      secrets: { variable: (name) => values[name], file: () => undefined },
      log: { level: 'warn', sink: (line) => lines.push(line) },
    })
  await start({ KEY: 'sesame', NAME: 'a', WORD: 'hunter2' })
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [
      'the secret of the scheme key has 6 characters, which can be guessed soon: use at least 16',
      'the password of the scheme ops has 7 characters, which can be guessed soon: use at least 8',
    ],
  )
  assert.ok(!/sesame|hunter2/.test(lines.join('')))
  await start({ KEY: 'sixteen letters!', NAME: 'a', WORD: 'hunter22' })
  assert.equal(lines.length, 2)
})
