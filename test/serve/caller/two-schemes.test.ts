// Several schemes with credentials in one place of a request: the service finds the scheme that a credential belongs to.

import assert from 'node:assert/strict'
import { type KeyObject, createHmac, generateKeyPairSync, hash, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { type Served, served } from '../served.ts'
import { guarded } from './guarded.ts'

const secrets = { OLD: 'the former secret, which has 32 bytes and more', NEW: 'the present secret, which has 32 bytes and more' }
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function hs256(claims: object, secret: string): string {
  const content = `${encode({ alg: 'HS256' })}.${encode(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

function es256(claims: object, key: KeyObject = pair.privateKey, header: object = { alg: 'ES256' }): string {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const start = (context: TestContext, text: string, store = 'memory'): Promise<Served> =>
  served(context, text, {
    store,
    virtual: true,
    secrets: {
      variable: (name) => ({ ...secrets, KEYS: publicKey, STATIC: 'a key that is always the same' })[name],
      file: () => undefined,
    },
  })

/** The answer to a bearer, with the reason of a refusal. */
async function ask(service: Served, token: string, headers: { readonly [name: string]: string } = {}): Promise<string> {
  const answer = await fetch(`${service.url}/me`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  const text = await answer.text()
  return answer.status === 200 ? (JSON.parse(text) as { sub: string }).sub : (service.seen.at(-1)!.condition ?? String(answer.status))
}

test('chooses the scheme by the issuer of the token, in any order', async (context) => {
  const hs = 'hs: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: NEW }, issuer: https://hs.example }'
  const es = 'es: { type: oauth2, bearerFormat: JWT, algorithm: [ES256, RS256], keys: { env: KEYS }, issuer: https://es.example }'
  for (const order of ['[{ hs: [] }, { es: [] }]', '[{ es: [] }, { hs: [] }]', '[{ es: [] }, { hs: [] }, {}]']) {
    const service = await start(
      context,
      guarded(`schemes:\n  ${hs}\n  ${es}\nsecurity: ${order}`, 'caller == null ? "nobody" : string(caller.sub) + " of " + caller.scheme'),
    )
    const now = Math.floor(service.now() / 1000)
    assert.equal(await ask(service, hs256({ iss: 'https://hs.example', sub: 'ada' }, secrets.NEW)), 'ada of hs')
    assert.equal(await ask(service, es256({ iss: 'https://es.example', sub: 'bob' })), 'bob of es')
    // The scheme that the token belongs to gives the reason of the refusal.
    assert.equal(await ask(service, hs256({ iss: 'https://hs.example', sub: 'ada', exp: now }, secrets.NEW)), 'unauthenticated hs expired')
    assert.equal(await ask(service, es256({ iss: 'https://es.example', sub: 'ada', exp: now })), 'unauthenticated es expired')
    assert.equal(await ask(service, hs256({ iss: 'https://hs.example', sub: 'ada' }, secrets.OLD)), 'unauthenticated hs invalid')
    assert.equal(
      await ask(service, es256({ iss: 'https://hs.example', sub: 'ada' })),
      `unauthenticated ${order.startsWith('[{ hs') ? 'hs' : 'es'} invalid`,
    )
    assert.match(await ask(service, 'no-token'), /^unauthenticated (hs|es) invalid$/)
  }
})

test('accepts tokens of the old and the new secret during a change', async (context) => {
  const scheme = (name: string, secret: string): string =>
    `${name}: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: ${secret} }, issuer: here }`
  const service = await start(
    context,
    guarded(
      `schemes:\n  ${scheme('web', 'NEW')}\n  ${scheme('former', 'OLD')}\nsecurity: [{ web: [] }, { former: [] }]`,
      'string(caller.sub)',
    ),
  )
  assert.equal(await ask(service, hs256({ iss: 'here', sub: 'ada' }, secrets.NEW)), 'ada')
  assert.equal(await ask(service, hs256({ iss: 'here', sub: 'bob' }, secrets.OLD)), 'bob')
  assert.equal(
    await ask(service, hs256({ iss: 'here', sub: 'eve' }, 'a secret of nobody, which has 32 bytes and more')),
    'unauthenticated web invalid',
  )
})

test('chooses a key set by the key id; an unreachable key set affects only its own tokens', async (context) => {
  const key = pair.publicKey.export({ format: 'jwk' })
  const issuer = createServer((_request, response) => void response.end(JSON.stringify({ keys: [{ ...key, kid: 'b', alg: 'ES256' }] })))
  await new Promise<void>((resolve) => void issuer.listen(0, '127.0.0.1', resolve))
  context.after(() => void issuer.close())
  const gone = createServer()
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve))
  const nowhere = (gone.address() as AddressInfo).port
  await new Promise<void>((resolve) => void gone.close(() => resolve()))
  const scheme = (name: string, port: number, more: string): string =>
    `${name}: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ES256, keys: { jwks: 'http://127.0.0.1:${port}/' }${more} }`
  const text = (more: string): string =>
    guarded(
      `schemes:\n  ${scheme('a', nowhere, more)}\n  ${scheme('b', (issuer.address() as AddressInfo).port, '')}\nsecurity: [{ a: [] }, { b: [] }]`,
      'string(caller.sub)',
    )
  const service = await start(context, text(''))
  assert.equal(await ask(service, es256({ sub: 'bob' }, pair.privateKey, { alg: 'ES256', kid: 'b' })), 'bob')
  assert.equal(
    await ask(service, es256({ sub: 'bob' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, { alg: 'ES256', kid: 'b' })),
    'unavailable',
  )
  const named = await start(context, text(', issuer: https://a.example'))
  assert.equal(
    await ask(named, es256({ sub: 'eve' }, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, { alg: 'ES256', kid: 'b' })),
    'unauthenticated b invalid',
  )
  assert.equal(await ask(named, es256({ sub: 'eve', iss: 'https://a.example' })), 'eve')
})

const records = `ninefold: 1
use: [http@1]
service: { name: keys }
resources:
  Staff: { key: id, properties: { id: { type: string, maxLength: 20 }, hash: { type: string, maxLength: 64 } }, required: [hash], unique: [hash] }
  Partner: { key: id, properties: { id: { type: string, maxLength: 20 }, hash: { type: string, maxLength: 64 } }, required: [hash], unique: [hash] }
  records:
    Staff: [{ id: ann, hash: HASH-OF(staff-key) }]
    Partner: [{ id: acme, hash: HASH-OF(partner-key) }]
states: none
endpoints:
  GET /me: { answer: {}, status: 200, output: { sub: 'caller.scheme + " " + string(caller.?id.orValue("?"))' } }
authentication:
  schemes:
    staff: { type: http, scheme: bearer, find: { find: Staff, by: { hash: digest(credential) } } }
    partner: { type: http, scheme: bearer, find: { find: Partner, by: { hash: digest(credential) } }, scopes: '["read"]' }
    web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: NEW } }
    fixed: { type: http, scheme: bearer, secret: { env: STATIC } }
    header: { type: apiKey, in: header, name: X-Key, find: { find: Partner, by: { hash: digest(credential) } } }
  security: SECURITY
  caller: { web: { find: Staff, by: { id: claims.sub } } }
events: none
errors: { precedence: standard, catalogue: { who: { on: unauthenticated, status: 401 }, lacking: { on: insufficient-scope, status: 403 } } }
limits: none
versioning: none
`

function keys(context: TestContext, security: string, store: string): Promise<Served> {
  // With one scheme all callers have the same kind, which does not contain the scheme's name.
  const text = security.match(/\w+(?=: \[)/g)!.every((name, _, [first]) => name === first)
    ? records.replace(`'caller.scheme + " " + string(caller.?id.orValue("?"))'`, 'caller.id')
    : records
  return start(
    context,
    text.replaceAll(/HASH-OF\(([a-z-]+)\)/g, (_, key: string) => hash('sha256', key)).replace('SECURITY', security),
    store,
  )
}

const stores = (): readonly string[] => ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]

test('keys in records, tokens and a key of the operator share `Bearer`', async (context) => {
  for (const store of stores()) {
    const service = await keys(context, '[{ partner: [] }, { staff: [] }, { fixed: [] }, { web: [] }]', store)
    assert.equal(await ask(service, 'staff-key'), 'staff ann')
    assert.equal(await ask(service, 'partner-key'), 'partner acme')
    assert.equal(await ask(service, 'a key that is always the same'), 'fixed ?')
    assert.equal(await ask(service, hs256({ sub: 'ann' }, secrets.NEW)), 'web ann')
    assert.equal(await ask(service, hs256({ sub: 'nobody' }, secrets.NEW)), 'unauthenticated web invalid')
    assert.equal(await ask(service, hs256({ sub: 'ann' }, secrets.OLD)), 'unauthenticated partner invalid')
    assert.equal(await ask(service, 'nobody-key'), 'unauthenticated partner invalid')
  }
})

test('refuses a wrong key, whatever other credentials are sent', async (context) => {
  for (const store of stores()) {
    const service = await keys(context, '[{ header: [] }, { web: [] }]', store)
    const good = hs256({ sub: 'ann' }, secrets.NEW)
    assert.equal(await ask(service, good), 'web ann')
    assert.equal(await ask(service, good, { 'x-key': 'nobody-key' }), 'unauthenticated header invalid')
  }
})

test('every key of a requirement must identify a caller', async (context) => {
  for (const store of stores()) {
    const service = await keys(context, '[{ web: [], header: [] }, { fixed: [] }]', store)
    const good = hs256({ sub: 'ann' }, secrets.NEW)
    assert.equal(await ask(service, good, { 'x-key': 'partner-key' }), 'web ann')
    assert.equal(await ask(service, good, { 'x-key': 'nobody-key' }), 'unauthenticated header invalid')
    assert.equal(await ask(service, good), 'unauthenticated header missing')
  }
})

test('scopes that do not satisfy one requirement may satisfy the next', async (context) => {
  for (const store of stores()) {
    const service = await keys(context, '[{ partner: [write] }, { partner: [read] }]', store)
    assert.equal(await ask(service, 'partner-key'), 'acme')
    const strict = await keys(
      context,
      '[{ partner: [write] }, { partner: [all] }]',
      store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'store.db')}`,
    )
    assert.equal(await ask(strict, 'partner-key'), 'insufficient-scope partner write')
  }
})

test('claims that do not fit one scheme may fit the next', async (context) => {
  const scheme = (name: string, type: string): string =>
    `${name}: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: NEW }, claimsSet: { type: object, required: [sub], properties: { sub: { ${type} } } } }`
  const service = await start(
    context,
    guarded(
      `schemes:\n  ${scheme('number', 'type: integer')}\n  ${scheme('text', 'type: string, maxLength: 20')}\nsecurity: [{ number: [] }, { text: [] }]`,
      'caller.scheme',
    ),
  )
  assert.equal(await ask(service, hs256({ sub: 7 }, secrets.NEW)), 'number')
  assert.equal(await ask(service, hs256({ sub: 'ada' }, secrets.NEW)), 'text')
  assert.equal(await ask(service, hs256({ sub: true }, secrets.NEW)), 'unauthenticated number invalid')
})
