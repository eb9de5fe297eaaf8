// A service over an SQLite file: acknowledged data is present after a restart, and the file passes SQLite's integrity check.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { SeededRandomness, VirtualClock } from '../../src/base/clock.ts'
import { compile } from '../../src/compile/compile.ts'
import type { Answer, Exchange } from '../../src/exchange/exchange.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { createSqliteBackend } from '../../src/store/sqlite/backend.ts'
import { temporaryFolder } from '../folder.ts'
import { both } from './both.ts'

const text = `
ninefold: 1
service: { name: shop }
resources:
  Customer:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      email: { type: string, maxLength: 100, fold: true }
      credit: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000000 }
    required: [id, email, credit]
    unique: [email]
  Order:
    key: number
    properties:
      number: { type: integer, generate: sequence }
      customer: { $ref: Customer, onDelete: restrict }
      tags: { type: array, items: { type: string, maxLength: 20 }, maxItems: 5, default: [] }
      due: { type: [string, 'null'], format: date-time }
    required: [customer, tags]
states: none
endpoints:
  POST /customers: { create: Customer, body: [id, email, credit], status: 201, output: Customer(this) }
  GET /customers/{id}: { read: Customer, status: 200, output: { customer: Customer(this), orders: 'Order.filter(o, o.customer == this).size()' } }
  DELETE /customers/{id}: { delete: Customer, status: 204 }
  POST /orders: { create: Order, body: [customer, tags, due], status: 201, output: Order(this) }
  GET /orders:
    list: Order
    parameters: { query: { tag: { type: string, maxLength: 20 }, email: { type: string, maxLength: 100 } } }
    where: (!has(input.query.tag) || input.query.tag in this.tags) && (!has(input.query.email) || this.customer.id == input.query.email)
    filter: [due]
    sort: [due, number]
    order: [-number]
    page: { style: cursor, size: 2, max: 50 }
    status: 200
    output: { orders: 'items.map(o, o.number)', next: page.next, total: page.total }
authentication: none
events: none
errors:
  precedence: standard
  catalogue:
    malformed: { on: malformed, status: 400 }
    invalid: { on: invalid, status: 422 }
    missing: { on: not-found, status: 404 }
    dangling: { on: dangling, status: 422 }
    taken: { on: duplicate, status: 409 }
    used: { on: in-use, status: 409 }
    cursor: { on: cursor-expired, status: 410 }
limits: none
versioning: none
`

const compiled = compile([{ name: 'shop.yaml', text }], { convention: () => undefined })

type Client = (line: string, body?: unknown) => Promise<{ status: number; json: any }>

async function opened(path: string): Promise<{ call: Client; close: () => Promise<void> }> {
  assert.deepEqual(
    compiled.diagnostics.filter(({ severity }) => severity !== 'warning').map(({ message }) => message),
    [],
  )
  const options = { clock: new VirtualClock(0), randomness: new SeededRandomness(path), settings: new Map(), fixtures: false, depth: 32 }
  const backend = await createSqliteBackend(compiled.facts, path, options)
  if ('problem' in backend) throw new Error(backend.problem)
  const call: Client = async (line, body) => {
    const [method = '', target = ''] = line.split(' ')
    const url = new URL(target, 'http://service')
    const answer = await backend.answer(exchange(method, url, body))
    return { status: answer.status, json: jsonIn(answer) }
  }
  return { call, close: () => backend.close() }
}

function exchange(method: string, url: URL, body: unknown): Exchange {
  const parts = url.pathname.split('/').slice(1)
  const operation = compiled.model.endpoints.value.operations.find(
    (each) =>
      each.method === method &&
      each.segments.length === parts.length &&
      each.segments.every((segment, index) => segment.kind === 'parameter' || segment.text === parts[index]),
  )!
  const path = new Map(
    operation.segments.flatMap((segment, index) => (segment.kind === 'parameter' ? [[segment.name, parts[index]!] as const] : [])),
  )
  const bytes = body === undefined ? new Uint8Array(0) : new TextEncoder().encode(JSON.stringify(body))
  const headers = new Map(body === undefined ? [] : [['content-type', 'application/json']])
  return {
    operation,
    method,
    path,
    query: [...url.searchParams],
    headers,
    body: bytes,
    hasBody: body !== undefined,
    address: '127.0.0.1',
    id: '1',
  }
}

function jsonIn({ body }: Answer): unknown {
  return body === undefined || body.length === 0 ? undefined : JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

test('keeps acknowledged writes across a restart, in a sound SQLite file', async (context) => {
  const path = join(temporaryFolder(), 'shop.db')
  const first = await opened(path)
  assert.equal((await first.call('POST /customers', { id: 'ann', email: 'Ann@Example.org', credit: 12.5 })).status, 201)
  assert.deepEqual((await first.call('POST /orders', { customer: 'ann', tags: ['a', 'b'] })).json, {
    number: 1,
    customer: 'ann',
    tags: ['a', 'b'],
    due: null,
  })
  await first.close()

  const file = new DatabaseSync(path)
  assert.deepEqual(
    file
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row['integrity_check']),
    ['ok'],
  )
  assert.equal(file.prepare('SELECT credit FROM Customer').get()!['credit'], 1250, 'a decimal is a scaled integer')
  file.close()

  const second = await opened(path)
  context.after(() => second.close())
  assert.deepEqual((await second.call('GET /customers/ann')).json, {
    customer: { id: 'ann', email: 'Ann@Example.org', credit: 12.5 },
    orders: 1,
  })
  assert.equal((await second.call('POST /orders', { customer: 'ann', tags: [] })).json.number, 2, 'a sequence goes on')
})

test('enforces uniques and references by the database', async () => {
  const path = join(temporaryFolder(), 'shop.db')
  const { call, close } = await opened(path)
  await call('POST /customers', { id: 'ann', email: 'ann@example.org', credit: 0 })
  assert.equal((await call('POST /customers', { id: 'bob', email: 'ANN@example.org', credit: 0 })).status, 409, 'case is ignored')
  assert.equal((await call('POST /orders', { customer: 'nobody', tags: [] })).status, 422)
  await call('POST /orders', { customer: 'ann', tags: [] })
  assert.equal((await call('DELETE /customers/ann')).status, 409)
  assert.equal((await call('DELETE /customers/zoe')).status, 404)
  await close()
})

test('pages continue correctly with conditions, filters and orders', async () => {
  const path = join(temporaryFolder(), 'shop.db')
  const { call, close } = await opened(path)
  await call('POST /customers', { id: 'ann', email: 'ann@example.org', credit: 0 })
  const dues = [null, '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z', null, '2026-01-01T00:00:00Z']
  for (const due of dues) await call('POST /orders', { customer: 'ann', tags: due === null ? ['none'] : ['some', 'x'], due })
  const pages = async (query: string): Promise<number[][]> => {
    const found: number[][] = []
    for (let next: string | null = ''; next !== null;) {
      const { json } = await call(`GET /orders?${query}${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`)
      found.push(json.orders)
      next = json.next
    }
    return found
  }
  assert.deepEqual(await pages(''), [[5, 4], [3, 2], [1]])
  assert.deepEqual(await pages('sort=due'), [[1, 4], [3, 5], [2]], 'null comes first, the key breaks ties')
  assert.deepEqual(await pages('sort=-due'), [[2, 5], [3, 4], [1]], 'in the direction of what it stands after')
  assert.deepEqual(await pages('tag=x'), [[5, 3], [2]])
  assert.deepEqual(await pages('due[gt]=2026-01-01T00:00:00Z'), [[2]])
  assert.deepEqual(await pages('due[exists]=false'), [[4, 1]])
  assert.equal((await call('GET /orders?tag=x')).json.total, 3)
  await close()
})

test('simultaneous writes share a commit, and each gets its own answer', async () => {
  const path = join(temporaryFolder(), 'shop.db')
  const { call, close } = await opened(path)
  const calls = Array.from({ length: 50 }, (_, i) => call('POST /customers', { id: `c${i % 40}`, email: `c${i}@example.org`, credit: i }))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  assert.deepEqual(
    statuses,
    Array.from({ length: 50 }, (_, i) => (i < 40 ? 201 : 409)),
  )
  await close()
})

const batches = `
resources:
  Batch: { key: id, properties: { id: { type: string, maxLength: 9 }, completions: { type: integer, minimum: 0, maximum: 99, default: 0 }, items: { inverse: Item.batch } }, required: [id, completions] }
  Item: { key: id, properties: { id: { type: string, maxLength: 9 }, batch: { $ref: Batch, onDelete: restrict } }, required: [id, batch] }
states:
  Batch.state:
    initial: open
    states:
      open: { on: { complete: { target: done, guard: { all: 'this.items.all(i, i.state == "done")' }, set: { completions: this.completions + 1 } } } }
      done: { type: final }
  Item.state:
    initial: waiting
    states:
      waiting: { on: { finish: { target: done, then: [ { if: 'this.batch.items.all(i, i.state == "done")', transition: Batch.complete, by: this.batch } ] } } }
      done: { type: final }
endpoints:
  POST /batches: { create: Batch, body: [id], status: 201 }
  GET /batches/{id}: { read: Batch, status: 200, output: Batch(this) }
  POST /items: { create: Item, body: [id, batch], status: 201 }
  POST /items/{id}/finish: { transition: Item.finish, status: 200, output: Item(this) }
`

const tags = `
resources:
  Tag: { key: name, properties: { name: { type: string, maxLength: 9, fold: true } }, required: [name] }
  Note: { key: id, properties: { id: { type: integer, generate: sequence }, tag: { $ref: Tag, onDelete: restrict } }, required: [tag] }
states: none
endpoints:
  POST /tags: { create: Tag, body: [name], status: 201, output: Tag(this) }
  DELETE /tags/{name}: { delete: Tag, status: 204 }
  POST /notes: { create: Note, body: [tag], status: 201, output: Note(this) }
  GET /notes:
    list: Note
    parameters: { query: { tag: { type: string, maxLength: 9 } } }
    where: '!has(input.query.tag) || this.tag.name == input.query.tag'
    order: [id]
    page: none
    status: 200
    output: { notes: 'items.map(n, n.tag)' }
`

test('a reference to a key that ignores case stores the spelling of the record', async (context) => {
  const { facts, problems } = factsOf(completed(tags))
  assert.deepEqual(problems, [])
  const service = await both(facts, 'tags')
  context.after(() => service.close())
  const send = async (method: string, target: string, body?: unknown) => {
    const { sqlite, difference } = await service.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    assert.equal(difference, undefined)
    return `${sqlite.status} ${String(sqlite.body)}`
  }
  assert.equal(await send('POST', '/tags', { name: 'Blue' }), '201 {"name":"Blue"}')
  assert.match(await send('POST', '/tags', { name: 'BLUE' }), /^409/)
  assert.equal(await send('POST', '/notes', { tag: 'bLUE' }), '201 {"id":1,"tag":"Blue"}')
  assert.equal(await send('GET', '/notes?tag=Blue'), '200 {"notes":["Blue"]}')
  assert.match(await send('DELETE', '/tags/BLUE'), /^409/)
})

test('the last item of a batch completes it, exactly once', async (context) => {
  const { facts, problems } = factsOf(completed(batches))
  assert.deepEqual(problems, [])
  const path = join(temporaryFolder(), 'shop.db')
  const service = await both(facts, path)
  context.after(() => service.close())
  const send = async (method: string, target: string, body?: unknown) =>
    (await service.send({ method, target, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })).sqlite
  await send('POST', '/batches', { id: 'b' })
  const items = Array.from({ length: 40 }, (_, index) => `i${index}`)
  for (const id of items) await send('POST', '/items', { id, batch: 'b' })
  const finished = await Promise.all(items.flatMap((id) => [send('POST', `/items/${id}/finish`), send('POST', `/items/${id}/finish`)]))
  assert.equal(finished.filter(({ status }) => status === 200).length, 40)
  assert.equal(finished.filter(({ status }) => status === 409).length, 40)
  assert.equal((await send('GET', '/batches/b')).body, '{"id":"b","completions":1,"state":"done"}')
})

test('does not change a file of another program', async () => {
  const path = join(temporaryFolder(), 'shop.db')
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE recipes (name TEXT)')
  other.close()
  const before = readFileSync(path)
  await assert.rejects(opened(path), /is a database of another program: it has the tables `recipes`, and none of this service/)
  assert.deepEqual(readFileSync(path), before)
  assert.ok(!existsSync(`${path}-wal`))
})
