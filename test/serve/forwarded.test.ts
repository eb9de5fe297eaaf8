// The client of a request behind proxies: headers are trusted only from proxies that the operator trusts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ForwardedClient, makeClientFinder } from '../../src/serve/forwarded.ts'
import { ninefold } from '../ninefold.ts'
import { served } from './served.ts'

const orders = new URL('../../examples/orders.md', import.meta.url).pathname

const client = (proxies: readonly string[], peer: string, headers: { [name: string]: string }): ForwardedClient =>
  makeClientFinder(proxies)({ headers, socket: { remoteAddress: peer } as never })
const address = (...given: Parameters<typeof client>): string => client(...given).address

const inside = ['10.0.0.0/8', '2001:db8:ffff::/48']

test('ignores forwarding headers by default', () => {
  assert.equal(address([], '10.0.0.1', { forwarded: 'for=192.0.2.1', 'x-forwarded-for': '192.0.2.1' }), '10.0.0.1')
  assert.equal(address(inside, '203.0.113.9', { forwarded: 'for=192.0.2.1' }), '203.0.113.9')
  assert.equal(address(inside, '::ffff:203.0.113.9', {}), '203.0.113.9')
})

test('follows forwarding addresses from the peer to the first untrusted one', () => {
  assert.equal(address(inside, '10.0.0.1', { forwarded: 'for=192.0.2.1' }), '192.0.2.1')
  assert.equal(
    address(inside, '10.0.0.1', { forwarded: 'for=198.51.100.7, for=192.0.2.1, for=10.0.0.2' }),
    '192.0.2.1',
    'what a client says of itself is not believed',
  )
  assert.equal(address(inside, '10.0.0.1', { 'x-forwarded-for': '198.51.100.7, 192.0.2.1:4711, 10.0.0.2' }), '192.0.2.1')
  assert.equal(address(inside, '::ffff:10.0.0.1', { forwarded: 'By=10.0.0.1;FOR="[2001:db8::17]:4711";proto=https' }), '2001:db8::17')
  assert.equal(address(inside, '2001:db8:ffff::1', { 'x-forwarded-for': '2001:db8::17' }), '2001:db8::17')
  assert.equal(address(inside, '10.0.0.1', { forwarded: 'for=10.0.0.3, for=10.0.0.2' }), '10.0.0.3', 'where all are trusted, the first')
})

test('does not guess absent, hidden or invalid forwarding values', () => {
  assert.equal(address(inside, '10.0.0.1', {}), '10.0.0.1')
  for (const forwarded of [
    'for=unknown',
    'for=_hidden',
    'for="_a:_b"',
    'for=192.0.2.1;',
    'for',
    'for="192.0.2.1',
    'for=192.0.2.1 for=192.0.2.2',
    'for=300.1.1.1',
    ',',
  ]) {
    assert.equal(address(inside, '10.0.0.1', { forwarded }), forwarded === 'for=192.0.2.1;' ? '192.0.2.1' : '10.0.0.1', forwarded)
  }
  assert.equal(address(inside, '10.0.0.1', { forwarded: 'for=192.0.2.1, for=unknown' }), '10.0.0.1')
})

test('trusts neither header if both are sent and differ', () => {
  assert.equal(address(inside, '10.0.0.1', { forwarded: 'for=198.51.100.7', 'x-forwarded-for': '192.0.2.1' }), '10.0.0.1')
  assert.equal(address(inside, '10.0.0.1', { forwarded: 'for=192.0.2.1', 'x-forwarded-for': '192.0.2.1' }), '192.0.2.1')
})

test('uses the scheme and host of the outermost trusted proxy', () => {
  assert.deepEqual(
    client(inside, '10.0.0.1', {
      host: 'inner:4000',
      forwarded: 'for=192.0.2.1;proto=https;host=api.example.org, for=10.0.0.2;proto=http',
    }),
    { address: '192.0.2.1', url: 'https://api.example.org' },
  )
  assert.deepEqual(client(inside, '10.0.0.1', { host: 'api.example.org', 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' }), {
    address: '192.0.2.1',
    url: 'https://api.example.org',
  })
  assert.deepEqual(client(inside, '10.0.0.1', { host: 'a', forwarded: 'for=192.0.2.1;host="evil/..";proto=ftp' }), { address: '192.0.2.1' })
})

const document = `
ninefold: 1
service: { name: address }
resources: none
states: none
endpoints:
  GET /: { answer: {}, limits: none, status: 200, output: { address: request.address, url: service.url } }
  GET /once: { answer: {}, limits: [once], status: 204 }
authentication: none
events: none
errors: { precedence: standard, catalogue: { slower: { on: rate-limited, status: 429 } } }
limits: { rates: { once: { quota: 1, window: PT1H, partition: request.address } } }
versioning: none
`

test('requests and limits use the client address from a trusted proxy', async (context) => {
  const get = async (url: string, forwarded: string): Promise<Response> => fetch(url, { headers: { forwarded } })
  const open = await served(context, document, { virtual: true, trusted: ['127.0.0.0/8'] })
  assert.deepEqual(await (await get(open.url, 'for=192.0.2.1;proto=https;host=api.example.org')).json(), {
    address: '192.0.2.1',
    url: 'https://api.example.org',
  })
  const statuses = async (url: string): Promise<number[]> => [
    (await get(`${url}/once`, 'for=192.0.2.1')).status,
    (await get(`${url}/once`, 'for=192.0.2.2')).status,
    (await get(`${url}/once`, 'for=192.0.2.1')).status,
  ]
  assert.deepEqual(await statuses(open.url), [204, 204, 429])
  const closed = await served(context, document, { virtual: true })
  assert.deepEqual(await (await get(closed.url, 'for=192.0.2.1;proto=https;host=api.example.org')).json(), {
    address: '127.0.0.1',
    url: closed.url,
  })
  assert.deepEqual(await statuses(closed.url), [204, 429, 429], 'a client does not choose its partition')
})

test('reports an invalid network in one line', async () => {
  for (const network of ['10.0.0.0/33', 'proxy', '10.0.0/8', '::1/129']) {
    const { status, error } = await ninefold('serve', orders, '--trust-proxy', network)
    assert.equal(status, 2)
    assert.match(error, /--trust-proxy takes an address or a network such as 10\.0\.0\.0\/8, not /)
  }
})
