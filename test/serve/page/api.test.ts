// The API of the operator's page, over HTTP: pages of records, counts, tried requests and the reasons of their answers.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type {
  GraphLayout,
  ViewedPage,
  ViewedRecordDetails,
  PageCounts,
  OperationDetails,
  DescribedService,
  TryResult,
} from '../../../src/serve/page/types.ts'
import { largeDocument } from '../../../bench/large-document.ts'
import { temporaryFolder } from '../../folder.ts'
import { type Served, raw, served } from '../served.ts'
import { allKinds, storeOf } from '../stores.ts'

const shop = readFileSync(new URL('../../page/shop.md', import.meta.url), 'utf8')

async function page(
  context: TestContext,
  text: string,
  options: { token?: string; store?: string } = {},
): Promise<Served & { api: string }> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>')
  const running = await served(context, text, {
    admin: true,
    page: folder,
    ...(text === shop ? { name: 'shop.md' } : {}),
    ...(options.token === undefined ? {} : { token: options.token }),
    ...(options.store === undefined ? {} : { store: options.store }),
  })
  return Object.assign(running, { api: `${running.admin}/page/api` })
}

async function get<T>(url: string, headers: { [name: string]: string } = {}): Promise<T> {
  const response = await fetch(url, { headers })
  assert.equal(response.status, 200, url)
  return (await response.json()) as T
}

async function tryOut(api: string, method: string, target: string, body?: string, headers: [string, string][] = []): Promise<TryResult> {
  const sent = body === undefined ? headers : [...headers, ['Content-Type', 'application/json']]
  const response = await fetch(`${api}/try`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method, target, headers: sent, ...(body === undefined ? {} : { body }) }),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as TryResult
}

const things = `
ninefold: 1
use: [http@1]
resources:
  Owner: { key: id, properties: { id: { type: string, maxLength: 20 } } }
  Thing:
    key: id
    properties:
      id: { type: integer, minimum: 0, maximum: 1000000 }
      name: { type: string, maxLength: 50 }
      owner: { $ref: Owner, onDelete: restrict }
      pin: { type: string, maxLength: 10, sensitive: true }
      amount: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 1000000000000 }
    required: [name, owner, amount]
  records:
    Owner: [ { id: ann }, { id: bob } ]
states:
  Thing.life:
    initial: new
    states:
      new: { on: { use: { target: used } } }
      used: {}
endpoints:
  POST /things: { create: Thing, body: [id, name, owner, pin, amount], output: Thing(this) }
  POST /things/{id}/use: { transition: Thing.use, output: Thing(this) }
authentication: none
events: none
errors:
  media: application/problem+json
  body: { type: error.type, status: error.status }
  precedence: standard
  catalogue:
    missing: { on: not-found, status: 404 }
    used-up: { on: illegal-transition, status: 409, title: It is used already }
    bad: { on: [malformed, invalid, dangling], status: 422 }
    taken: { on: duplicate, status: 409 }
limits: none
versioning: none
`

for (const store of allKinds) {
  test(`pages, finds and sorts records by their values, from ${store}`, async (context) => {
    const { api } = await page(context, things, { store: storeOf(store) })
    for (let id = 0; id < 120; id++) {
      const { status } = await tryOut(
        api,
        'POST',
        '/things',
        JSON.stringify({ id, name: `thing ${id % 3}`, owner: id % 2 === 0 ? 'ann' : 'bob', pin: 'secret', amount: 1000 - id }),
      )
      assert.equal(status, 201)
    }
    const ids = ({ records }: ViewedPage): number[] => records.map(({ values }) => Number(values['id']!.text))
    const first = await get<ViewedPage>(`${api}/records/Thing?limit=50`)
    assert.deepEqual(
      ids(first),
      Array.from({ length: 50 }, (_, index) => index),
    )
    const second = await get<ViewedPage>(`${api}/records/Thing?limit=50&after=${encodeURIComponent(first.next!)}`)
    const third = await get<ViewedPage>(`${api}/records/Thing?limit=50&after=${encodeURIComponent(second.next!)}`)
    assert.deepEqual(
      ids(third),
      Array.from({ length: 20 }, (_, index) => 100 + index),
    )
    assert.equal(third.next, undefined)

    const sorted = await get<ViewedPage>(`${api}/records/Thing?sort=-amount&limit=3`)
    assert.deepEqual(ids(sorted), [0, 1, 2])
    const mine = await get<ViewedPage>(`${api}/records/Thing?where=owner:bob&where=name:${encodeURIComponent('thing 1')}&sort=-id&limit=2`)
    assert.deepEqual(ids(mine), [115, 109])
    const more = await get<ViewedPage>(
      `${api}/records/Thing?where=owner:bob&where=name:${encodeURIComponent('thing 1')}&sort=-id&limit=2&after=${encodeURIComponent(mine.next!)}`,
    )
    assert.deepEqual(ids(more), [103, 97])

    const { values } = first.records[0]!
    assert.deepEqual(values['pin'], { kind: 'hidden', text: '' })
    assert.deepEqual(values['owner'], { kind: 'text', text: 'ann', links: [{ path: [], resource: 'Owner', key: '["ann"]' }] })
    assert.deepEqual(values['amount'], { kind: 'json', text: '1000.00' })
    for (const [query, problem] of [
      ['where=pin:secret', /by pin/],
      ['sort=pin', /by pin/],
      ['where=id:x', /x is not a value of Thing.id/],
      ['after=1', /the position is not in the list/],
    ] as const) {
      const response = await fetch(`${api}/records/Thing?${query}`)
      assert.equal(response.status, 400)
      assert.match(((await response.json()) as { error: string }).error, problem)
    }
  })

  test(`updates the counts after a transition, from ${store}`, async (context) => {
    const { api } = await page(context, things, { store: storeOf(store) })
    await tryOut(api, 'POST', '/things', JSON.stringify({ id: 1, name: 'a', owner: 'ann', amount: 1 }))
    const before = await get<ViewedRecordDetails>(`${api}/records/Thing/${encodeURIComponent('[1]')}`)
    assert.deepEqual(before.states, [{ machine: 'Thing.life', state: 'new', transitions: ['use'] }])
    const used = await tryOut(api, 'POST', '/things/1/use')
    assert.deepEqual([used.status, used.trace?.transitions], [200, ['Thing.use']])
    const after = await get<ViewedRecordDetails>(`${api}/records/Thing/${encodeURIComponent('[1]')}`)
    assert.deepEqual(after.states, [{ machine: 'Thing.life', state: 'used', transitions: [] }])
    // Counted no more often than a twentieth of the time allows.
    let counts: PageCounts
    do counts = await get<PageCounts>(`${api}/counts`)
    while (counts.machines['Thing.life']!['used'] === 0)
    assert.deepEqual(counts.machines, { 'Thing.life': { new: 0, used: 1 } })
    assert.deepEqual(counts.resources, { Owner: 2, Thing: 1 })

    const again = await tryOut(api, 'POST', '/things/1/use')
    assert.equal(again.status, 409)
    assert.equal(again.trace?.condition, 'illegal-transition Thing.use')
    assert.equal(again.trace?.entry, 'used-up')
    assert.equal(JSON.parse(again.body).status, 409)
    assert.equal((await fetch(`${api}/records/Thing/${encodeURIComponent('[2]')}`)).status, 404)
  })
}

test('describes the service with origins: filled slots, gaps, refusals by stage', async (context) => {
  const { api, url } = await page(context, shop)
  const told = await get<DescribedService>(`${api}/service`)
  assert.equal(told.title, 'Shop')
  assert.equal(told.url, url)
  const [file] = told.files
  assert.equal(file!.text, shop)
  const pay = file!.text.split('\n').findIndex((line) => line.startsWith('POST /orders/{id}/pay:')) + 1
  assert.deepEqual(
    file!.filled
      .filter(({ path }) => path === 'endpoints › POST /orders/{id}/pay › status')
      .map(({ text, from }) => [text, from.split(':')[0]]),
    [['status: 200', 'http@1']],
  )
  const operation = told.operations.find(({ id }) => id === 'payOrder')!
  assert.equal(operation.place, `shop.md:${pay}`)
  assert.deepEqual(JSON.parse(operation.body!), { amount: 0.01 })
  const details = await get<OperationDetails>(`${api}/operations/payOrder`)
  const stages = details.refusals.map(({ stage }) => stage)
  assert.deepEqual([...new Set(stages)], ['form', 'input', 'find', 'state', 'interrupt'])
  const exact = details.refusals.find(({ condition }) => condition === 'guard Order.pay exact')!
  assert.deepEqual([exact.status, exact.entry?.name, exact.entry?.title], ['422', 'wrong-amount', 'The amount is not what the order costs'])
  assert.deepEqual(
    told.machines.map(({ name }) => name),
    ['Order.status'],
  )
  assert(told.conventions.some(({ name, text }) => name === 'http@1' && text.includes('status')))
})

test('draws each resource with its neighbours if there are many', async (context) => {
  const { api } = await page(context, largeDocument(81))
  assert.equal((await get<DescribedService>(`${api}/service`)).references, undefined)
  const { boxes, arrows } = await get<GraphLayout>(`${api}/references/Thing7`)
  assert.deepEqual(
    [boxes.map(({ id }) => id), arrows.map(({ from, to }) => [from, to])],
    [
      ['Thing6', 'Thing7', 'Thing8'],
      [
        ['Thing6', 'Thing7'],
        ['Thing7', 'Thing8'],
      ],
    ],
  )
  assert.equal((await fetch(`${api}/references/Nothing`)).status, 404)
})

test('reports a failure and changes nothing else', async (context) => {
  const { api, admin } = await page(context, things)
  const send = (init: RequestInit): Promise<Response> => fetch(`${api}/try`, { method: 'POST', ...init })
  assert.equal((await send({ body: '{}' })).status, 415)
  assert.equal((await send({ headers: { 'Content-Type': 'application/json' }, body: '{' })).status, 400)
  assert.equal(
    (await send({ headers: { 'Content-Type': 'application/json' }, body: '{"method":"get","target":"/","headers":[]}' })).status,
    400,
  )
  assert.equal(
    (
      await send({
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ method: 'GET', target: '/', headers: [['a b', 'c']] }),
      })
    ).status,
    502,
  )
  assert.equal((await fetch(`${api}/service`, { method: 'DELETE' })).status, 405)
  assert.equal((await fetch(`${api}/nothing`)).status, 404)
  assert.equal((await fetch(`${api}/operations/nothing`)).status, 404)
  assert.equal((await fetch(`${api}/records/Nothing`)).status, 400)
  assert.equal((await fetch(`${admin}/page/../../package.json`)).status, 404)
  assert.equal((await fetch(`${admin}/page`, { redirect: 'manual' })).status, 308)
  const html = await fetch(`${admin}/page/`)
  assert.match(html.headers.get('content-security-policy')!, /default-src 'none'/)
})

test('refuses pages of other origins and host names', async (context) => {
  const { api, admin } = await page(context, things)
  const json = { 'Content-Type': 'application/json' }
  assert.equal((await fetch(`${api}/try`, { method: 'POST', headers: { ...json, Origin: 'http://evil.example' }, body: '{}' })).status, 403)
  assert.match(await raw(admin!, 'GET /page/api/service HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 421 /)
})

test('refuses unknown addresses and methods according to HTTP', async (context) => {
  const { admin, seen } = await page(context, things)
  const answered = (method: string, target: string): Promise<string> =>
    raw(admin!, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  for (const target of ['//', '///', '/\\', '//health/live']) assert.match(await answered('GET', target), /^HTTP\/1\.1 404 /, target)
  assert.match(await answered('GET', 'http://127.0.0.1/health/live'), /^HTTP\/1\.1 200 /)
  for (const target of ['*', 'http://[::']) assert.match(await answered('GET', target), /^HTTP\/1\.1 400 /, target)
  for (const [method, target, allow] of [
    ['DELETE', '/health/live', 'GET, HEAD'],
    ['POST', '/facts', 'GET, HEAD'],
    ['PUT', '/clock', 'GET, HEAD, POST'],
    ['PUT', '/page/api/service', 'GET, HEAD'],
    ['GET', '/page/api/try', 'POST'],
    ['POST', '/page/', 'GET, HEAD'],
  ] as const) {
    const text = await answered(method, target)
    assert.match(text, /^HTTP\/1\.1 405 /, target)
    assert.match(text, new RegExp(`^Allow: ${allow}\r$`, 'm'), target)
  }
  assert.deepEqual(seen, [])
})

test('with a token, only health and the files of the page are public', async (context) => {
  const { api, admin } = await page(context, things, { token: 'correct-horse' })
  assert.equal((await fetch(`${admin}/health/live`)).status, 200)
  assert.equal((await fetch(`${admin}/page/`)).status, 200)
  for (const path of ['/facts', '/page/api/service', '/page/api/counts', '/clock']) {
    const response = await fetch(`${admin}${path}`)
    assert.equal(response.status, 401, path)
    assert.equal(response.headers.get('www-authenticate'), 'Bearer')
  }
  assert.equal((await fetch(`${api}/counts`, { headers: { Authorization: 'Bearer wrong' } })).status, 401)
  const status = async (method: string, target: string): Promise<string> =>
    (await raw(admin!, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)).slice(9, 12)
  for (const target of [
    '/health/../facts',
    '/health/%2e%2e/metrics',
    '/health//../../facts',
    '/health/\\..\\..\\facts',
    '/page/../timers',
    '/page/./api/service',
    '/page/x/../api/counts',
    '/page/%2E/api/records/Note',
    '//../facts',
    'http://x/health/../facts',
  ]) {
    assert.equal(await status('GET', target), '401', target)
  }
  assert.equal(await status('POST', '/health/../clock?advance=PT1H'), '401')
  await get(`${api}/counts`, { Authorization: 'Bearer correct-horse' })
})

const tenants = `
ninefold: 1
use: [http@1]
resources:
  Shop: { key: id, properties: { id: { type: string, maxLength: 20 } } }
  Clerk: { key: id, properties: { id: { type: string, maxLength: 20 }, hash: { type: string, maxLength: 64 }, shop: { $ref: Shop, onDelete: cascade } }, required: [hash, shop], unique: [hash] }
  Customer:
    tenant: { shop: caller.shop }
    key: id
    properties: { id: { type: string, maxLength: 20 }, shop: { $ref: Shop, onDelete: cascade }, friend: { $ref: Customer, onDelete: set-null } }
  records:
    Shop: [{ id: north }, { id: south }]
    Customer: [{ id: zoe, shop: north }, { id: zoe, shop: south }, { id: tom, shop: south, friend: zoe }]
states: none
endpoints: {}
authentication:
  schemes: { key: { type: apiKey, in: header, name: X-Key, find: { find: Clerk, by: { hash: digest(credential) } } } }
  caller: { find: Clerk, by: { hash: digest(credential) } }
  security: [ { key: [] } ]
  default: allow
events: none
errors: none
limits: none
versioning: none
`

for (const store of allKinds) {
  test(`shows the operator the records of all tenants, each within its tenant, from ${store}`, async (context) => {
    const { api } = await page(context, tenants, { store: storeOf(store) })
    const { records } = await get<ViewedPage>(`${api}/records/Customer`)
    const shops = records.map(({ values }) => `${values['id']?.text} of ${values['shop']?.text}`)
    assert.deepEqual(new Set(shops), new Set(['tom of south', 'zoe of north', 'zoe of south']))
    assert.equal(new Set(records.map(({ key }) => key)).size, 3)
    const [link] = records.find(({ values }) => values['id']?.text === 'tom')!.values['friend']!.links!
    const friend = await get<ViewedRecordDetails>(`${api}/records/Customer/${encodeURIComponent(link!.key)}`)
    assert.deepEqual([friend.values['id']?.text, friend.values['shop']?.text], ['zoe', 'south'])
    assert.equal((await get<PageCounts>(`${api}/counts`)).resources['Customer'], 3)
    const { resources } = await get<DescribedService>(`${api}/service`)
    assert.deepEqual(
      resources.map(({ name, tenant }) => [name, tenant]),
      [
        ['Shop', undefined],
        ['Clerk', undefined],
        ['Customer', ['shop']],
      ],
    )
  })
}

const sessions = (url: string): string => `ninefold: 1
use: [http@1, problem-details@1, { session-cookies@1: { resources: Staff } }]
service: { name: staff${url} }
resources:
  Staff: { key: id, properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 }, password: { type: string, maxLength: 50, secret: argon2id, writeOnly: true } }, required: [name, password], unique: [name] }
  records: { Staff: [{ id: s, name: ada, password: secret-word }] }
states: none
endpoints:
  PATCH /me: { update: Staff, by: { id: caller.id }, body: [name], conditional: none, output: { name: this.name } }
authentication: { security: [{ session: [] }], rules: { Staff: { read: 'true', update: 'true' } }, unreadable: not-found }
events: none
limits: none
versioning: none
`

test("sends requests from the service's own origin, so that cookie callers can write", async (context) => {
  for (const url of ['', ', url: https://staff.example/api']) {
    const { api } = await page(context, sessions(url))
    const entered = await tryOut(api, 'POST', '/session', '{"name":"ada","password":"secret-word"}')
    assert.equal(entered.status, 201, entered.body)
    const cookie: [string, string] = ['Cookie', entered.headers.find(([name]) => name.toLowerCase() === 'set-cookie')![1].split(';')[0]!]
    const changed = await tryOut(api, 'PATCH', '/me', '{"name":"eve"}', [cookie])
    assert.deepEqual([changed.status, changed.body], [200, '{"name":"eve"}'])
    // A tried request with another page's origin sends that origin.
    assert.equal((await tryOut(api, 'PATCH', '/me', '{"name":"bob"}', [cookie, ['origin', 'https://evil.example']])).status, 401)
  }
})
