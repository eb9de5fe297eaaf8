// Callers whose names, passwords and signing secrets are in records, in every store alike.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Credential } from '../../src/exchange/credential.ts'
import { factsOf } from '../meaning/running.ts'
import { both } from './both.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: { name: partners }
resources:
  Partner:
    key: name
    properties:
      name: { type: string, minLength: 1, maxLength: 50 }
      hash: { type: string, maxLength: 64, sensitive: true }
      secret: { type: string, maxLength: 50, sensitive: true }
      former: { type: [string, 'null'], maxLength: 50, sensitive: true }
    required: [hash]
    unique: [[name, hash]]
  records:
    Partner: [{ name: acme, hash: ${hash('one')}, secret: s1, former: s0 }, { name: bolt, hash: ${hash('two')} }]
states: none
endpoints:
  GET /me: { answer: {}, output: { name: caller.name } }
  GET /signed: { answer: {}, security: [{ sender: [] }], output: { name: caller.name } }
authentication:
  schemes:
    partner: { type: http, scheme: basic, find: { find: Partner, by: { name: claims.sub, hash: digest(credential) } } }
    sender:
      { type: apiKey, in: header, name: X-Signature, find: { find: Partner, by: { name: 'request.headers["x-sender"]' } }, signature: { secret: '[caller.secret, caller.former]' } }
  security: [{ partner: [] }]
  default: allow
events: none
errors: {}
limits: none
versioning: none
`

const named = (sub: string, password: string): Credential => ({ kind: 'valid', claims: { sub }, credential: password, scopes: [] })
const signedBy = (secret: string): Credential => ({
  kind: 'valid',
  credential: 'a signature',
  scopes: [],
  verifySignature: (secrets) => (secrets.includes(secret) ? 'valid' : 'invalid'),
})

test('finds a caller by name and password, and verifies a signature with the secrets of its sender', async () => {
  const { facts, problems } = factsOf(document)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'partners')
  const status = async (target: string, scheme: string, credential: Credential, sender?: string): Promise<number> => {
    const { sqlite, difference } = await stores.send({
      method: 'GET',
      target,
      credentials: new Map([[scheme, credential]]),
      ...(sender === undefined ? {} : { headers: new Map([['x-sender', sender]]) }),
    })
    assert.equal(difference, undefined)
    return sqlite.status
  }
  try {
    assert.equal(await status('/me', 'partner', named('acme', 'one')), 200)
    assert.equal(await status('/me', 'partner', named('acme', 'two')), 401)
    assert.equal(await status('/me', 'partner', named('nobody', 'one')), 401)
    assert.equal(await status('/signed', 'sender', signedBy('s1'), 'acme'), 200)
    assert.equal(await status('/signed', 'sender', signedBy('s0'), 'acme'), 200)
    assert.equal(await status('/signed', 'sender', signedBy('s2'), 'acme'), 401)
    // Without a secret, a record, or a name, nothing is signed.
    for (const sender of ['bolt', 'nobody', undefined]) assert.equal(await status('/signed', 'sender', signedBy('s1'), sender), 401)
  } finally {
    await stores.close()
  }
})
