// Decimals that nothing bounds: compared, filtered, sorted and paged by a text that sorts as they do, which SQLite makes by itself.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareDecimals, makeDecimal } from '../../src/base/decimal.ts'
import { toExactDecimal, printJson } from '../../src/base/json.ts'
import { printOrderedText, toOrderedText } from '../../src/store/sql/ordered.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { served } from '../serve/served.ts'
import { both } from './both.ts'

const decimals = fc
  .tuple(fc.oneof(fc.bigInt(-200n, 200n), fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })), fc.nat(25))
  .map(([digits, scale]) => toExactDecimal(makeDecimal(digits, scale)))

test('the texts of decimals sort like the numbers, and SQLite creates the same texts', (context) => {
  const database = new DatabaseSync(':memory:')
  context.after(() => database.close())
  database.exec(`CREATE TABLE t (n TEXT, o TEXT GENERATED ALWAYS AS (${printOrderedText('n', sqlite)}) VIRTUAL) STRICT`)
  const insert = database.prepare('INSERT INTO t (n) VALUES (?) RETURNING o')
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const [x, y] = [a, b].map((each) => toOrderedText(printJson(each)))
      assert.equal(Math.sign(compareDecimals(a, b)), x! < y! ? -1 : x! > y! ? 1 : 0)
      assert.equal(insert.get(printJson(a))!['o'], x)
    }),
    { numRuns: 2000 },
  )
  assert.equal(insert.get(null)!['o'], null)
})

const document = (price: string): string => `
resources:
  Item: { key: id, properties: { id: { type: integer, generate: sequence }, price: { type: [number, 'null'], ${price} } } }
endpoints:
  POST /items: { create: Item, body: [price], status: 201, output: this.id }
  GET /items: { list: Item, filter: [price], sort: [price, -price], order: [price, id], page: { style: cursor, size: 3, max: 3 }, status: 200, output: { ids: 'items.map(i, i.id)', next: page.next } }
`

const values = ['12345678901234567890.5', '-98765432109876543210.25', '0', '-0.001', '0.001', '1.5', 'null', '1.50', '-1e3']

test('filters, sorts and pages lists by decimals, in memory and in SQLite', async (context) => {
  const { facts, problems } = factsOf(completed(document('format: decimal')))
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'ordered')
  context.after(() => stores.close())
  const send = async (method: string, target: string, body?: string): Promise<{ ids: unknown[]; next: string | null }> => {
    const { memory, difference } = await stores.send({ method, target, ...(body === undefined ? {} : { body }) })
    assert.equal(difference, undefined, target)
    return JSON.parse(String(memory.body)) as { ids: unknown[]; next: string | null }
  }
  for (const price of values) await send('POST', '/items', `{"price":${price}}`)
  const pages = async (query: string): Promise<unknown[]> => {
    const found: unknown[] = []
    for (let cursor = ''; ;) {
      const { ids, next } = await send('GET', `/items?${query}${cursor}`)
      found.push(...ids)
      if (next === null) return found
      cursor = `&cursor=${encodeURIComponent(next)}`
    }
  }
  assert.deepEqual(await pages('sort=price'), [7, 2, 9, 4, 3, 5, 6, 8, 1])
  assert.deepEqual(await pages('sort=-price'), [1, 8, 6, 5, 3, 4, 9, 2, 7])
  assert.deepEqual(await pages('price=1.5'), [6, 8])
  assert.deepEqual(await pages('price[gt]=-0.001'), [3, 5, 6, 8, 1])
  assert.deepEqual(await pages('price[lte]=0'), [2, 9, 4, 3])
})

test('keeps the decimals of a file that had bounds, each as one text', async (context) => {
  const folder = temporaryFolder()
  const under = async (price: string, work: (url: string) => Promise<void>): Promise<void> => {
    const running = await served(context, `ninefold: 1\n${completed(document(price))}`, { store: `sqlite:${join(folder, 'store.db')}` })
    await work(running.url)
    await running.stop()
  }
  const post = async (url: string, price: string): Promise<void> =>
    assert.equal(
      (await fetch(`${url}/items`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"price":${price}}` })).status,
      201,
    )
  const ids = async (url: string, query: string): Promise<unknown> =>
    ((await (await fetch(`${url}/items?${query}`)).json()) as { ids: unknown }).ids
  await under('multipleOf: 0.01, minimum: -99, maximum: 99', async (url) => {
    for (const price of ['2.5', '-1', '10']) await post(url, price)
  })
  await under('multipleOf: 0.01', async (url) => {
    await post(url, '2.50')
    assert.deepEqual(await ids(url, 'price=2.5'), [1, 4])
    assert.deepEqual(await ids(url, 'sort=price'), [2, 1, 4])
    assert.deepEqual(await ids(url, 'price[gt]=2.5'), [3])
  })
})

test('adds the sortable text to a file of an earlier edition automatically', async (context) => {
  const folder = temporaryFolder()
  const file = join(folder, 'store.db')
  const open = () => served(context, `ninefold: 1\n${completed(document('format: decimal'))}`, { store: `sqlite:${file}` })
  const first = await open()
  for (const price of ['10', '9'])
    await fetch(`${first.url}/items`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{"price":${price}}` })
  await first.stop()
  const database = new DatabaseSync(file)
  for (const { name } of database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Item' AND sql IS NOT NULL")
    .all())
    database.exec(`DROP INDEX "${String(name)}"`)
  database.exec('ALTER TABLE Item DROP COLUMN "price$ordered"')
  const { value } = database.prepare(`SELECT value FROM "$ninefold" WHERE name = 'layout'`).get()!
  const { tables } = JSON.parse(String(value)) as { tables: { columns: { ordered?: string }[]; indexes: unknown[] }[] }
  for (const table of tables) {
    table.indexes = []
    for (const column of table.columns) delete column.ordered
  }
  database.prepare(`UPDATE "$ninefold" SET value = ? WHERE name = 'layout'`).run(JSON.stringify({ tables }))
  database.close()
  const second = await open()
  assert.deepEqual(((await (await fetch(`${second.url}/items?sort=price`)).json()) as { ids: unknown }).ids, [2, 1])
})

test('orders records by a decimal key', async (context) => {
  const { facts, problems } = factsOf(
    completed(`
resources:
  Item: { key: id, properties: { id: { type: number, format: decimal } } }
endpoints:
  POST /items: { create: Item, body: [id], status: 201, output: this.id }
  GET /items: { answer: {}, status: 200, output: 'Item.map(i, i.id)' }
  GET /items/{id}: { read: Item, status: 200, output: this.id }
`),
  )
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'ordered keys')
  context.after(() => stores.close())
  for (const id of ['10', '9', '-1', '2.5'])
    assert.equal((await stores.send({ method: 'POST', target: '/items', body: `{"id":${id}}` })).difference, undefined)
  const { memory, difference } = await stores.send({ method: 'GET', target: '/items' })
  assert.deepEqual([String(memory.body), difference], ['[-1,2.5,9,10]', undefined])
  assert.equal(String((await stores.send({ method: 'GET', target: '/items/2.50' })).sqlite.body), '2.5')
})
