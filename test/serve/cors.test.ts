// Pages of other origins (the Fetch standard, CORS protocol): those that part 5 names may call, and no others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { served } from './served.ts'

const document = (authentication: string): string => `ninefold: 1
use: [http@1]
service: { name: pages }
resources: none
states: none
endpoints:
  GET /time: { answer: {}, status: 200, headers: { X-Zone: UTC }, output: { at: now } }
authentication: { security: [], default: allow${authentication} }
events: none
errors: none
limits: none
versioning: none
`

async function headers(
  url: string,
  origin: string | undefined,
  method = 'GET',
  more: { readonly [name: string]: string } = {},
): Promise<{ readonly [name: string]: string }> {
  const answer = await fetch(`${url}/time`, { method, headers: { ...(origin === undefined ? {} : { origin }), ...more } })
  return Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))
}

const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-own' }
const granted = {
  'access-control-allow-headers': 'x-own',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-max-age': '600',
}

test('without origins, refuses pages of other origins', async (context) => {
  const { url } = await served(context, document(''))
  assert.deepEqual(await headers(url, 'https://a.example'), {})
  assert.deepEqual(await headers(url, 'https://a.example', 'OPTIONS', preflight), {})
})

test('every origin: the same answer for all, with readable headers', async (context) => {
  const { url } = await served(context, document(", origins: '*'"))
  assert.deepEqual(await headers(url, 'https://a.example'), {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Zone',
  })
  assert.deepEqual(await headers(url, undefined), { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Zone' })
  assert.deepEqual(await headers(url, 'https://a.example', 'OPTIONS', preflight), {
    ...granted,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Allow',
  })
})

test('answers a named origin with its own name, and others with none', async (context) => {
  const { url } = await served(context, document(", origins: ['https://a.example', 'https://b.example'], credentials: true"))
  const allowed = { 'access-control-allow-credentials': 'true', 'access-control-allow-origin': 'https://b.example', vary: 'Origin' }
  assert.deepEqual(await headers(url, 'https://b.example'), { ...allowed, 'access-control-expose-headers': 'X-Zone' })
  assert.deepEqual(await headers(url, 'https://b.example', 'OPTIONS', preflight), {
    ...allowed,
    ...granted,
    'access-control-expose-headers': 'Allow',
  })
  for (const other of ['https://b.example.org', 'http://b.example', 'null']) {
    assert.deepEqual(await headers(url, other), { vary: 'Origin' }, other)
    assert.deepEqual(await headers(url, other, 'OPTIONS', preflight), { vary: 'Origin' }, other)
  }
})

test('reports every origin with cookies as a mistake', async (context) => {
  await assert.rejects(served(context, document(", origins: '*', credentials: true")), {
    message: '`origins: *` and `credentials: true` let every page act as its visitor',
  })
})
