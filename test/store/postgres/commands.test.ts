// Commands over a PostgreSQL store: it is served, looked at and migrated under the same words as a file.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { ninefold } from '../../ninefold.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { until } from '../../until.ts'
import { call } from '../killed.ts'
import { type Started, started as startedOnce } from '../process.ts'

const skip = noPostgres ?? false
/** Ended with the test, also if it fails. */
const running: Started[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.kill('SIGKILL')
})

async function started(document: string, store: string | undefined): Promise<Started> {
  const service = await startedOnce(document, store)
  running.push(service)
  return service
}

const notes = readFileSync(resolve(import.meta.dirname, '../../../examples/notes.md'), 'utf8')

test('refuses, plans and migrates a database of a former document, and keeps its records', { skip }, async () => {
  const schema = await freshSchema()
  const document = join(temporaryFolder(), 'notes.md')
  writeFileSync(document, notes)
  try {
    const first = await started(document, schema.url)
    const { status, json } = await call(first.url, 'POST', '/notes', '{"text":"kept"}')
    assert.equal(status, 201)
    await first.kill('SIGTERM')

    writeFileSync(
      document,
      notes.replace(
        '    createdAt: { type: string',
        '    stars: { type: integer, minimum: 0, maximum: 5, default: 3 }\n    createdAt: { type: string',
      ),
    )
    await assert.rejects(started(document, schema.url), /was made by another document: `ninefold migrate/)
    const planned = await ninefold('migrate', document, '--store', schema.url, '--plan')
    assert.equal(planned.status, 0, planned.error)
    assert.match(planned.out, /stars/)
    const migrated = await ninefold('migrate', document, '--store', schema.url)
    assert.equal(migrated.status, 0, migrated.error + migrated.out)
    assert.match((await ninefold('migrate', document, '--store', schema.url)).out, /is the store of this document and of the former one/)
    assert.match((await ninefold('migrate', document, '--store', schema.url, '--contract')).out, /is the store of this document now\.\n$/)
    assert.equal((await ninefold('migrate', document, '--store', schema.url)).out, `${schema.url} is the store of this document already.\n`)

    const second = await started(document, schema.url)
    const found = await call(second.url, 'GET', `/notes/${json.id}`)
    assert.deepEqual([found.status, found.json.text, found.json.stars], [200, 'kept', 3])
    await second.kill('SIGTERM')
  } finally {
    await schema.drop()
  }
})

test('lists events and timers of a database', { skip }, async () => {
  const schema = await freshSchema()
  try {
    const service = await started('examples/orders.md', schema.url)
    await call(service.url, 'POST', '/products', '{"sku":"ALL-0001","name":"All","price":1.5,"available":10}')
    const customer = (await call(service.url, 'POST', '/customers', '{"name":"Ann","email":"ann@example.org"}')).json.id as string
    const order = (await call(service.url, 'POST', '/orders', JSON.stringify({ customer, lines: [{ product: 'ALL-0001', quantity: 1 }] })))
      .json.id as string
    assert.equal((await call(service.url, 'POST', `/orders/${order}/place`)).status, 200)
    // Other transactions of the server, which other tests begin, may keep an event from its place for a moment.
    await until(async () =>
      new RegExp(`order\\.placed .*${order}`).test((await ninefold('events', 'examples/orders.md', '--store', schema.url)).out),
    )
    const timers = await ninefold('timers', 'examples/orders.md', '--store', schema.url)
    assert.equal(timers.status, 0, timers.error)
    assert.match(timers.out, new RegExp(`Order\\.status after .* of \\["${order}"\\]`))
    assert.match((await ninefold('deliveries', 'examples/orders.md', '--store', schema.url)).out, /0 wait, 0 were delivered, 0 are dead/)
    await service.kill('SIGTERM')
  } finally {
    await schema.drop()
  }
})

test('reports an unreachable server and a foreign database clearly', { skip }, async () => {
  const absent = await ninefold('events', 'examples/notes.md', '--store', 'postgres://nobody@127.0.0.1:1/none')
  assert.equal(absent.status, 2)
  assert.match(absent.error, /the database cannot be reached \(.*ECONNREFUSED/)
  const schema = await freshSchema()
  try {
    await schema.query('CREATE TABLE theirs (n int)')
    await assert.rejects(started('examples/notes.md', schema.url), /is a database of another program: it has the tables `theirs`/)
  } finally {
    await schema.drop()
  }
})

test('refuses a database of an earlier version with its missing parts, and `migrate` adds them', { skip }, async () => {
  const schema = await freshSchema()
  try {
    const first = await started('examples/notes.md', schema.url)
    await call(first.url, 'POST', '/notes', '{"text":"kept"}')
    await first.kill('SIGTERM')
    await schema.query('DROP TABLE "$process"; ALTER TABLE "$job" DROP COLUMN owner; ALTER TABLE "$delivery" DROP COLUMN owner')
    await assert.rejects(
      started('examples/notes.md', schema.url),
      /was made by an earlier version of Ninefold, and lacks `\$job\.owner`, `\$delivery\.owner`, `\$process`: `ninefold migrate/,
    )
    const planned = await ninefold('migrate', 'examples/notes.md', '--store', schema.url, '--plan')
    assert.match(planned.out, /safe {3}add \$process to the store's own tables/)
    assert.equal((await ninefold('migrate', 'examples/notes.md', '--store', schema.url)).status, 0)
    const second = await started('examples/notes.md', schema.url)
    assert.equal((await call(second.url, 'GET', '/notes')).json.notes.length, 1)
    await second.kill('SIGTERM')
  } finally {
    await schema.drop()
  }
})

test('a file has no second phase of a migration', async () => {
  const { status, error } = await ninefold('migrate', 'examples/notes.md', '--store', `sqlite:${temporaryFolder()}/store.db`, '--contract')
  assert.equal(status, 2)
  assert.match(error, /--contract is for a store that several processes serve/)
})

test(
  'DATABASE_URL names the store of `serve` and `migrate`, and the target of `copy`; an option wins over it',
  { skip },
  async (context) => {
    const schema = await freshSchema()
    const before = process.env['DATABASE_URL']
    context.after(async () => {
      if (before === undefined) delete process.env['DATABASE_URL']
      else process.env['DATABASE_URL'] = before
      await schema.drop()
    })
    process.env['DATABASE_URL'] = schema.url.replace('postgres:', 'postgresql:')
    const file = join(temporaryFolder(), 'store.db')
    const other = await started('examples/notes.md', `sqlite:${file}`)
    await call(other.url, 'POST', '/notes', '{"text":"kept"}')
    await other.kill('SIGTERM')
    assert.deepEqual(await schema.query('SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace'), [])
    const copied = await ninefold('copy', '--from', `sqlite:${file}`)
    assert.equal(copied.status, 0, copied.error)
    const service = await started('examples/notes.md', undefined)
    assert.equal((await call(service.url, 'GET', '/notes')).json.notes.length, 1)
    await service.kill('SIGTERM')
    assert.match((await ninefold('migrate', 'examples/notes.md')).out, /is the store of this document already/)
    process.env['DATABASE_URL'] = 'mysql://user@127.0.0.1/shop'
    const wrong = await ninefold('serve', 'examples/notes.md', '--port', '0')
    assert.equal(wrong.status, 2)
    assert.match(wrong.error, /DATABASE_URL names no store: it takes postgres:\/\/USER@HOST\/DATABASE/)
  },
)
