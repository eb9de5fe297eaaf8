// Versions that callers are pinned to: who names none is answered in its own.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'
import { allKinds, storeOf } from './stores.ts'

const document = `
ninefold: 1
use: [http@1, problem-details@1]
service: none
resources:
  Client:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      speaks: { type: [string, 'null'], maxLength: 20 }
  Order:
    key: id
    properties: { id: { type: integer, generate: sequence }, customer: { type: string, maxLength: 20 } }
    required: [customer]
  records:
    Client: [{ id: old, speaks: 2025-01-01 }, { id: new, speaks: null }, { id: gone, speaks: 2024-01-01 }, { id: odd, speaks: first }]
states: none
endpoints:
  POST /orders: { create: Order, body: [customer], output: Order(this) }
  GET /orders/{id}: { read: Order, output: Order(this) }
authentication:
  schemes:
    own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: KEY }, lifetime: P1D }
  security: [{ own: [] }]
  caller: { find: Client, by: { id: claims.sub } }
  default: allow
events: none
limits: none
versioning:
  scheme: { header: API-Version }
  pinned: caller.speaks
  current: 2026-01-01
  versions: { 2024-01-01: { retired: 2025-06-01 }, 2025-01-01: {} }
  changes:
    2026-01-01: [{ rename: { Order.client: customer }, renameEndpoint: { 'GET /order/{id}': 'GET /orders/{id}' } }]
`

const key = 'a key that is long enough for HS256'

async function token(subject: string): Promise<string> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: subject, iat: now, exp: now + 3600 })}`
  const secret = await crypto.subtle.importKey('raw', Buffer.from(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return `${text}.${Buffer.from(await crypto.subtle.sign('HMAC', secret, Buffer.from(text))).toString('base64url')}`
}

for (const store of allKinds) {
  test(`answers a request without a version in the caller's pinned version (${store})`, async (context) => {
    const secrets = { variable: (name: string) => (name === 'KEY' ? key : undefined), file: () => undefined }
    const { url } = await served(context, document, { secrets, store: storeOf(store) })
    const ask = async (path: string, subject: string | undefined, version?: string, body?: object): Promise<[number, unknown]> => {
      const headers: { [name: string]: string } = {
        ...(subject === undefined ? {} : { authorization: `Bearer ${await token(subject)}` }),
        ...(version === undefined ? {} : { 'api-version': version }),
      }
      const answer = await fetch(url + path, {
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      const json = (await answer.json()) as { type?: string; status?: number }
      return [answer.status, answer.ok ? json : json.type]
    }
    assert.deepEqual(await ask('/orders', 'old', undefined, { client: 'Ann' }), [201, { id: 1, client: 'Ann' }])
    assert.deepEqual(await ask('/order/1', 'old'), [200, { id: 1, client: 'Ann' }])
    // The version in the request takes precedence over the pinned version.
    assert.deepEqual(await ask('/orders/1', 'old', '2026-01-01'), [200, { id: 1, customer: 'Ann' }])
    assert.deepEqual(await ask('/orders/1', 'new', '2026-01-01'), [200, { id: 1, customer: 'Ann' }])
    assert.deepEqual(await ask('/orders/1', 'new'), [400, 'unknown-version'])
    assert.deepEqual(await ask('/orders/1', 'odd'), [400, 'unknown-version'])
    assert.deepEqual(await ask('/order/1', 'gone'), [410, 'retired-version'])
    // Authentication is checked before the version.
    assert.deepEqual(await ask('/orders/1', undefined), [401, 'unauthenticated'])
    assert.deepEqual(await ask('/orders/1', 'nobody'), [401, 'unauthenticated'])
  })
}
