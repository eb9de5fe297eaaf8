// The partitions of a limit: networks, accounts that a request names, and callers, some of whom are not counted; on each store.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { normaliseAddress, parseClientNetwork } from '../../src/base/address.ts'
import { temporaryFolder } from '../folder.ts'
import { type Served, served } from './served.ts'

const document = (limits: string): string => `ninefold: 1
use: [http@1]
service: { name: partitions }
resources:
  User: { key: id, properties: { id: { type: string, maxLength: 20 }, secret: { type: string, maxLength: 50 } }, required: [secret] }
  records: { User: [{ id: ada, secret: hunter22 }] }
states: none
endpoints:
  GET /a: { answer: {}, security: [{ key: [] }, {}], status: 200, output: { ip: request.address } }
  GET /b: { answer: {}, parameters: { query: { q: { type: string, maxLength: 9 }, n: { type: integer } } }, status: 200, output: { q: input.query.q } }
  POST /sign-in:
    operationId: signIn
    answer: {}
    body: { type: object, required: [name, password], properties: { name: { type: string, maxLength: 20 }, password: { type: string, maxLength: 50 } } }
    with: { user: { find: User, by: { id: input.body.name } } }
    require: { password: user.secret == input.body.password }
    status: 200
    output: { id: user.id }
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, secret: { env: KEY } } }
  security: []
  default: allow
  unreadable: not-found
events: none
errors:
  precedence: standard
  catalogue: { bad: { on: invalid, status: 422 }, broken: { on: [malformed, unsupported-media, not-acceptable], status: 400 }, who: { on: [unauthenticated, not-found, require], status: 401 }, slow: { on: [rate-limited, quota-exceeded], status: 429 } }
limits:
${limits
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
versioning: none
`

const stores = (): readonly string[] => ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]
const start = (context: TestContext, limits: string, store: string): Promise<Served> =>
  served(context, document(limits), {
    store,
    virtual: true,
    trusted: ['127.0.0.1'],
    secrets: { variable: () => 'a key that nobody guesses', file: () => undefined },
  })

async function statuses(service: Served, path: string, all: readonly { readonly [name: string]: string }[]): Promise<number[]> {
  const found: number[] = []
  for (const headers of all) found.push((await fetch(service.url + path, { headers })).status)
  return found
}

const from = (address: string): { readonly forwarded: string } => ({
  forwarded: `for="${address.includes(':') ? `[${address}]` : address}"`,
})

test('normalises the spelling of addresses', () => {
  for (const [text, one] of [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::0:1', '2001:db8::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:0db8:0:1:0:0:0:1', '2001:db8:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:2:3:4:5:6:7:0', '1:2:3:4:5:6:7:0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['nobody', 'nobody'],
    ['', ''],
  ] as const)
    assert.equal(normaliseAddress(text), one, text)
  for (const [text, ipv4, ipv6, network] of [
    ['192.0.2.129', 32, 64, '192.0.2.129'],
    ['192.0.2.129', 25, 64, '192.0.2.128/25'],
    ['192.0.2.129', 0, 64, '0.0.0.0/0'],
    ['2001:db8:1:2:3:4:5:6', 32, 64, '2001:db8:1:2::/64'],
    ['2001:db8:1:2ff:3:4:5:6', 32, 56, '2001:db8:1:200::/56'],
    ['2001:db8::1', 32, 128, '2001:db8::1'],
    ['::ffff:192.0.2.129', 24, 64, '192.0.2.0/24'],
    ['nobody', 24, 64, 'nobody'],
  ] as const)
    assert.equal(parseClientNetwork(text, { ipv4, ipv6 }), network, text)
})

test('counts an IPv6 network as one client in any spelling, and each IPv4 address separately', async (context) => {
  for (const partition of ['request.address', '"from " + request.address', 'caller != null ? "known" : request.address']) {
    for (const store of stores()) {
      const service = await start(
        context,
        `rates: { r: { quota: 2, window: PT1M, partition: '${partition}', operations: [GET /a] } }`,
        store,
      )
      assert.deepEqual(
        await statuses(
          service,
          '/a',
          ['2001:db8::1', '2001:DB8:0:0:8000::1', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:1::1'].map(from),
        ),
        [200, 200, 429, 200],
        partition,
      )
      assert.deepEqual(
        await statuses(service, '/a', ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.2'].map(from)),
        [200, 200, 429, 200],
        partition,
      )
      const answer = await fetch(`${service.url}/a`, { headers: from('2001:DB8:0:7:0:0:0:1') })
      assert.deepEqual(await answer.json(), { ip: '2001:db8:0:7::1' }, 'elsewhere an address is all of it')
    }
  }
})

test('the document declares the prefix length of addresses', async (context) => {
  for (const store of stores()) {
    const service = await start(
      context,
      'rates: { r: { quota: 1, window: PT1M, partition: request.address, operations: [GET /a] } }\naddresses: { ipv4: 24, ipv6: 56 }',
      store,
    )
    assert.deepEqual(
      await statuses(
        service,
        '/a',
        ['2001:db8::1', '2001:db8:0:ff::1', '2001:db8:0:100::1', '192.0.2.1', '192.0.2.255', '192.0.3.1'].map(from),
      ),
      [200, 429, 200, 200, 429, 200],
    )
  }
})

test('counts partitions of the request after the body is read', async (context) => {
  for (const store of stores()) {
    const service = await start(
      context,
      'rates: { r: { quota: 1, window: PT1M, partition: input.query.q, operations: [GET /b] } }\nheaders: true',
      store,
    )
    const ask = async (query: string): Promise<readonly [number, string | null]> => {
      const { status, headers } = await fetch(`${service.url}/b${query}`)
      return [status, headers.get('ratelimit')]
    }
    assert.deepEqual(await ask('?q=x'), [200, '"r";r=0;t=60'])
    assert.deepEqual(await ask('?q=x'), [429, '"r";r=0;t=60'])
    assert.deepEqual(await ask('?q=y&n=no'), [422, null], 'a request that cannot be read is not one of theirs')
    assert.deepEqual(await ask('?q=y'), [200, '"r";r=0;t=60'])
    for (let again = 0; again < 3; again++) assert.deepEqual(await ask(''), [200, null], 'for null nobody is counted')
  }
})

test('counts attempts for one account together, from any address', async (context) => {
  for (const store of stores()) {
    const service = await start(
      context,
      'rates: { guesses: { quota: 3, window: PT1H, partition: input.body.name.lowerAscii(), operations: [signIn] } }',
      store,
    )
    const enter = async (name: string, password: string, address = '192.0.2.1'): Promise<number> =>
      (
        await fetch(`${service.url}/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...from(address) },
          body: JSON.stringify({ name, password }),
        })
      ).status
    assert.deepEqual(
      [
        await enter('ada', 'wrong'),
        await enter('Ada', 'wrong', '192.0.2.2'),
        await enter('ada', 'hunter22', '192.0.2.3'),
        await enter('ada', 'hunter22', '192.0.2.4'),
      ],
      [401, 401, 200, 429],
    )
    assert.equal(await enter('bob', 'wrong'), 401, 'another account has its own')
    await service.advance(20 * 60_000)
    assert.equal(await enter('ada', 'hunter22'), 200)
  }
})

test('limits differ by kind of caller: each counts those for whom its partition is not null', async (context) => {
  for (const store of stores()) {
    const service = await start(
      context,
      "rates:\n  strangers: { quota: 1, window: PT1M, partition: 'caller == null ? request.address : null', operations: [GET /a] }\n  known: { quota: 3, window: PT1M, partition: 'caller == null ? null : \"key\"', operations: [GET /a] }",
      store,
    )
    const key = { 'x-key': 'a key that nobody guesses' }
    assert.deepEqual(await statuses(service, '/a', [{}, {}, from('192.0.2.1'), key, key, key, key]), [200, 429, 200, 200, 200, 200, 429])
  }
})

test('reports a limit for operations that lack a value that it reads', async (context) => {
  await assert.rejects(
    start(context, 'rates: { r: { quota: 1, window: PT1M, partition: input.query.q, operations: [GET /a, GET /b] } }', 'memory'),
    /`q` is not always there: `GET \/b` has it, and `GET \/a` has not|`query`/,
  )
})
