// Copies of a file in PostgreSQL: everything that it keeps, at once or not at all.

import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { ninefold } from '../ninefold.ts'
import { freshSchema, noPostgres } from '../postgres.ts'
import { lamps } from '../serve/killed/document.ts'
import { taker } from '../serve/killed/taker.ts'
import { listen } from '../serve/listener.ts'
import { call } from '../store/killed.ts'
import { started } from '../store/process.ts'
import { until } from '../until.ts'

const skip = noPostgres ?? false

type Printed = {
  readonly tables: readonly {
    readonly name: string
    readonly from: { rows: number; digest: string }
    readonly to: { rows: number; digest: string }
  }[]
}

async function copied(from: string, to: string, ...more: readonly string[]): Promise<Printed> {
  const { status, out, error } = await ninefold('copy', '--from', `sqlite:${from}`, '--to', to, '--format', 'json', ...more)
  assert.equal(status, 0, error)
  const printed = JSON.parse(out) as Printed
  for (const {
    name,
    from: { rows, digest },
    to: other,
  } of printed.tables)
    assert.deepEqual([rows, digest], [other.rows, other.digest], name)
  return printed
}

test('a service goes on where its file ended: records, timers, sequences, kept answers', { skip }, async () => {
  const schema = await freshSchema()
  const file = join(temporaryFolder(), 'store.db')
  const before = await started('examples/orders.md', `sqlite:${file}`)
  const body = JSON.stringify({
    customer: (await call(before.url, 'POST', '/customers', '{"name":"Ånn","email":"ANN@example.net"}')).json.id,
    lines: [{ product: 'TEA-0001', quantity: 2 }],
  })
  const first = await call(before.url, 'POST', '/orders', body, 'one')
  await call(before.url, 'POST', `/orders/${first.json.id}/place`)
  for (let count = 0; count < 24; count++) await call(before.url, 'POST', '/orders', body)
  const page = await call(before.url, 'GET', '/orders')
  const tag = (await fetch(`${before.url}/orders/${first.json.id}`)).headers.get('etag')!
  const refused = await ninefold('copy', '--from', `sqlite:${file}`, '--to', schema.url)
  assert.equal(refused.status, 2)
  assert.match(refused.error, /is in use by process \d+/)
  const shown = ['/orders', '/products', `/orders/${first.json.id}`]
  const seen = await Promise.all(shown.map((path) => call(before.url, 'GET', path)))
  const timers = (await ninefold('timers', 'examples/orders.md', '--store', `sqlite:${file}`)).out
  await before.kill('SIGTERM')

  const log = join(temporaryFolder(), 'audit.log')
  const { tables } = await copied(file, schema.url, '--audit', log)
  const { operator, command, done } = JSON.parse(readFileSync(log, 'utf8')) as {
    operator: string
    command: string
    done: readonly string[]
  }
  assert.deepEqual([operator, command, done.length, done[0]], [userInfo().username, 'copy', 2, file])
  const rows = new Map(tables.map(({ name, to }) => [name, to.rows]))
  assert.deepEqual([rows.get('Order'), rows.get('$timer'), rows.get('$kept'), rows.get('$sequence'), rows.get('$event')], [25, 2, 1, 1, 27])
  assert.equal((await ninefold('timers', 'examples/orders.md', '--store', schema.url)).out, timers)
  const after = await started('examples/orders.md', schema.url)
  try {
    for (const [index, path] of shown.entries()) {
      const { json } = await call(after.url, 'GET', path)
      // Cursors and positions are of the new store.
      assert.deepEqual({ ...json, next: null, position: null }, { ...seen[index]!.json, next: null, position: null })
    }
    assert.equal((await call(after.url, 'POST', '/orders', body, 'one')).text, first.text)
    const made = await call(after.url, 'POST', '/orders', body, 'two')
    assert.equal((await call(after.url, 'GET', `/orders/${made.json.id}`)).json.number, 26)
    const old = await call(after.url, 'GET', `/orders?cursor=${page.json.next}`)
    assert.deepEqual([old.status, old.json.type], [422, 'not-valid'])
    const patched = await fetch(`${after.url}/orders/${made.json.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': tag },
      body: '{"note":"x"}',
    })
    assert.equal(patched.status, 412)
  } finally {
    await after.kill('SIGTERM')
    await schema.drop()
  }
})

test('continues deliveries, once each, and rejects positions of the file', { skip }, async () => {
  const schema = await freshSchema()
  const folder = temporaryFolder()
  const [document, file] = [join(folder, 'lamps.yaml'), join(folder, 'store.db')]
  writeFileSync(document, lamps)
  const receiver = await taker()
  const open = (store: string) => started(document, store, ['--private-targets'])
  const before = await open(`sqlite:${file}`)
  await call(before.url, 'POST', '/subscriptions', JSON.stringify({ url: receiver.url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }))
  const house = (await call(before.url, 'POST', '/houses', '{}')).json.id as number
  const lamp = (await call(before.url, 'POST', '/lamps', JSON.stringify({ house }))).json.id as number
  const turns = async (url: string, count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) assert.equal((await call(url, 'POST', `/lamps/${lamp}/turn`)).status, 200)
  }
  await turns(before.url, 10)
  await until(() => receiver.ids.size === 20)
  const position = (await call(before.url, 'GET', '/lamps')).json.position as string
  await before.kill('SIGTERM')
  const listed = (await ninefold('events', document, '--store', `sqlite:${file}`)).out

  await copied(file, schema.url)
  const idsOf = (text: string): readonly string[] => text.split('\n').map((line) => line.split('  ').slice(1).join('  '))
  assert.deepEqual(idsOf((await ninefold('events', document, '--store', schema.url)).out), idsOf(listed))
  const after = await open(schema.url)
  try {
    await turns(after.url, 10)
    await until(() => receiver.ids.size === 40)
    assert.equal(receiver.taken.length, 40, 'an event was delivered twice')
    const stream = await listen(`${after.url}/events`, { last: position })
    await stream.until(({ length }) => length >= 1)
    assert.deepEqual(
      stream.heard.map(({ type, data }) => [type, data]),
      [['reset', '{"reason":"foreign"}']],
    )
    stream.close()
    const here = (await call(after.url, 'GET', '/lamps')).json.position as string
    await turns(after.url, 1)
    const next = await listen(`${after.url}/events`, { last: here })
    await next.until(({ length }) => length >= 2)
    assert.deepEqual(next.heard.map(({ type }) => type).toSorted(), ['house.counted', 'lamp.turned'])
    next.close()
  } finally {
    await after.kill('SIGTERM')
    receiver.close()
    await schema.drop()
  }
})

const kinds = `
ninefold: 1
use: [problem-details@1]
service: { name: kinds }
resources:
  Node:
    key: [zone, name]
    softDelete: true
    properties:
      zone: { type: string, enum: [a, b] }
      name: { type: string, maxLength: 50, fold: true }
      weight: { type: number }
      price: { type: number, format: decimal }
      count: { type: integer, format: int64 }
      isOn: { type: boolean }
      pause: { type: string, format: duration }
      at: { type: string, format: date-time }
      tags: { type: array, maxItems: 9, items: { type: string, maxLength: 9 } }
      extra: { type: object, additionalProperties: { type: string, maxLength: 200 } }
    required: [zone, name, weight, price, count, isOn, pause, at, tags, extra]
    index: [price]
endpoints:
  POST /nodes: { create: Node, body: [zone, name, weight, price, count, isOn, pause, at, tags, extra], status: 201, output: Node(this) }
  GET /nodes: { list: Node, filter: [tags], sort: [price], order: [name, zone], page: none, status: 200, output: { nodes: 'items.map(n, Node(n))' } }
  GET /pages: { list: Node, order: [name, zone], page: { style: cursor, size: 2 }, status: 200, output: { next: page.next } }
  DELETE /nodes/{zone}/{name}: { delete: Node, status: 204 }
authentication: none
events: none
limits: none
versioning: none
`

test('values of every kind are the same digits in both', { skip }, async () => {
  const schema = await freshSchema()
  const folder = temporaryFolder()
  const [document, file] = [join(folder, 'kinds.yaml'), join(folder, 'store.db')]
  writeFileSync(document, kinds)
  const before = await started(document, `sqlite:${file}`)
  const node = (name: string, weight: string, price: string, count: string): string =>
    `{"zone":"a","name":${JSON.stringify(name)},"weight":${weight},"price":${price},"count":${count},"isOn":${name.length % 2 === 0},"pause":"PT1.5S","at":"2026-01-01T00:00:00.123Z","tags":["x","é\\"\\\\"],"extra":{"z":"\\u007f😀","a":"\\n"}}`
  for (const body of [
    node('Ärger', '0.1', '12345678901234567890.123456789', '9223372036854775807'),
    node('b\\c', '-0.0', '-0.5', '-9223372036854775808'),
    node('5e-324', '5e-324', '1e2', '0'),
    node('gone', '1.7976931348623157e308', '7', '1'),
  ]) {
    const { status, text } = await call(before.url, 'POST', '/nodes', body)
    assert.equal(status, 201, text)
  }
  assert.equal((await call(before.url, 'DELETE', '/nodes/a/gone')).status, 204)
  const paths = ['/nodes', '/nodes?sort=-price', '/nodes?tags=x']
  const seen = await Promise.all(paths.map(async (path) => (await call(before.url, 'GET', path)).text))
  const { next } = (await call(before.url, 'GET', '/pages')).json as { next: string }
  assert.equal((await call(before.url, 'GET', `/pages?cursor=${next}`)).status, 200)
  await before.kill('SIGTERM')

  const { out } = await ninefold('copy', '--from', `sqlite:${file}`, '--to', schema.url)
  assert.match(out, /^Node\s+4 rows ([0-9a-f]{16})  =  +4 rows \1$/m)
  assert.match(out, /: \d+ rows in \d+ tables from .*store\.db; verified\. /)
  const after = await started(document, schema.url)
  try {
    for (const [index, path] of paths.entries()) assert.equal((await call(after.url, 'GET', path)).text, seen[index])
    assert.equal((await call(after.url, 'DELETE', '/nodes/a/gone')).status, 410)
    assert.match((await call(after.url, 'GET', `/pages?cursor=${next}`)).text, /cursor-expired/)
    assert.equal((await call(after.url, 'POST', '/nodes', node('ÄRGER', '1', '1', '1'))).status, 409)
  } finally {
    await after.kill('SIGTERM')
    await schema.drop()
  }
})

test('refuses a target that is not empty, and an incomplete or unknown source', { skip }, async (context) => {
  const schema = await freshSchema()
  context.after(() => schema.drop())
  const folder = temporaryFolder()
  const file = (name: string): string => join(folder, `${name}.db`)
  const service = await started('examples/notes.md', `sqlite:${file('store')}`)
  await call(service.url, 'POST', '/notes', '{"text":"a"}')
  await service.kill('SIGTERM')
  const copy = async (name: string, to = schema.url): Promise<readonly [number, string]> => {
    const { status, error } = await ninefold('copy', '--from', `sqlite:${file(name)}`, '--to', to)
    return [status, error.replaceAll(folder, '').replaceAll(schema.url, 'TARGET')]
  }
  const changed = (name: string, sql: string): void => {
    copyFileSync(file('store'), file(name))
    const database = new DatabaseSync(file(name))
    database.exec(sql)
    database.close()
  }
  changed('foreign', 'CREATE TABLE mine (a)')
  changed('newer', `INSERT INTO "$ninefold" VALUES ('later', '1')`)
  changed('pending', `INSERT INTO "$ninefold" VALUES ('recompute', '["Note"]')`)
  // PostgreSQL keeps no NUL.
  changed('nul', `UPDATE Note SET text = 'a' || char(0)`)
  writeFileSync(file('text'), 'this is not a store')
  const told = (text: string) => [2, `ninefold copy: ${text}\n`]
  assert.deepEqual(await copy('none'), told('/none.db does not exist; `serve` creates it'))
  assert.deepEqual(await copy('foreign'), told('/foreign.db keeps mine, which this version does not support'))
  assert.deepEqual(await copy('newer'), told('/newer.db keeps later, which this version does not support'))
  assert.deepEqual(await copy('pending'), told('/pending.db was migrated, and its stored computed values do not follow yet: serve it once'))
  assert.match((await copy('text'))[1], /\/text\.db: it is not an SQLite database/)
  assert.match((await copy('nul'))[1], /\/nul\.db is not copied to .*: PostgreSQL refuses it: /)
  assert.deepEqual(
    await copy('store', 'memory'),
    told('--to takes sqlite:FILE or postgres://USER@HOST/DATABASE, not memory: of that store nothing outlives its process'),
  )
  assert.deepEqual(
    await copy('store', `sqlite:${file('other')}`),
    told('`copy` fills only PostgreSQL databases; `restore` creates a file from a copy'),
  )
  assert.deepEqual(await schema.query('SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace'), [])

  await schema.query('CREATE TABLE other (a int)')
  assert.match((await copy('store'))[1], /is not empty: it has a table, and stays as it is; copy to an empty database or schema\n$/)
  await schema.query('DROP TABLE other')
  const bytes = readFileSync(file('store'))
  assert.deepEqual(await copy('store'), [0, ''])
  assert.deepEqual(readFileSync(file('store')), bytes)
  assert.match((await copy('store'))[1], /is not empty: it has \d+ tables/)
})
