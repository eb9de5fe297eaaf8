// Records found by a member of a list: a table of members, which stays correct for every writer of the file.

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { type Served, served } from '../serve/served.ts'
import { both } from './both.ts'

const document = (looked: boolean): string => `ninefold: 1
service: { name: library }
resources:
  Person: { key: id, properties: { id: { type: integer } } }
  Shelf: { key: [room, row], properties: { room: { type: string, maxLength: 9 }, row: { type: integer }, topics: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } } }, required: [topics] }
  Book:
    key: id
    softDelete: true
    properties:
      id: { type: string, maxLength: 9 }
      tags: { type: array, maxItems: 5, items: { type: string, maxLength: 9 }, default: [] }
      readers: { type: array, maxItems: 5, items: { $ref: Person }, default: [] }
      rest: { type: [array, 'null'], maxItems: 5, items: { type: string, maxLength: 9 } }
states: none
endpoints:
  POST /people: { create: Person, body: [id], status: 201 }
  POST /shelves: { create: Shelf, body: [room, row, topics], status: 201 }
  GET /shelves: { list: Shelf, ${looked ? 'filter: [topics], ' : ''}order: [room, row], page: none, status: 200, output: { items: 'items.map(s, s.room)' } }
  POST /books: { create: Book, body: [id, tags, readers, rest], status: 201 }
  PUT /books/{id}: { put: Book, body: [tags, readers, rest], status: 200 }
  DELETE /books/{id}: { delete: Book, status: 204 }
  GET /books: { list: Book, ${looked ? 'filter: [tags, readers, rest], ' : ''}order: [id], page: { style: offset, size: 20, max: 100 }, status: 200, output: { items: 'items.map(b, b.id)' } }
  GET /people/{id}/books: { with: { who: { find: Person, by: { id: input.path.id } } }, list: Book, where: '${looked ? 'who in this.readers && !("secret" in this.tags)' : 'size(this.readers) > 0'}', order: [id], page: none, status: 200, output: { items: 'items.map(b, b.id)' } }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, gone, invalid, malformed, duplicate, dangling, in-use], status: 400, title: No } } }
limits: none
versioning: none
`

const writes = [
  ['POST', '/people', '{"id":1}'],
  ['POST', '/people', '{"id":2}'],
  ['POST', '/shelves', '{"room":"a","row":1,"topics":["x","y","x"]}'],
  ['POST', '/shelves', '{"room":"a","row":2,"topics":["y"]}'],
  ['POST', '/shelves', '{"room":"b","row":1,"topics":[]}'],
  ['POST', '/books', '{"id":"one","tags":["a","a","b"],"readers":[1,2],"rest":["q"]}'],
  ['POST', '/books', '{"id":"two","tags":["b","secret"],"readers":[1]}'],
  ['POST', '/books', '{"id":"three","tags":[],"readers":[2],"rest":null}'],
  ['PUT', '/books/two', '{"tags":["c","secret"],"readers":[1,2]}'],
  ['PUT', '/books/three', '{"tags":["a"],"readers":[2]}'],
  ['POST', '/books', '{"id":"four","tags":["a"],"readers":[1]}'],
  ['DELETE', '/books/four', undefined],
] as const

const reads = [
  '/books?tags=a',
  '/books?tags=b',
  '/books?tags=c&readers=2',
  '/books?tags=none',
  '/books?readers=1',
  '/books?readers=7',
  '/books?rest=q',
  '/shelves?topics=x',
  '/shelves?topics=y',
  '/people/1/books',
  '/people/2/books',
]

test('finds records by list members, as in memory', async (context) => {
  const { facts, problems } = factsOf(document(true))
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'members')
  context.after(() => stores.close())
  for (const [method, target, body] of writes)
    assert.equal((await stores.send({ method, target, ...(body === undefined ? {} : { body }) })).difference, undefined)
  const found = new Map<string, string>()
  for (const target of reads) {
    const { difference, sqlite } = await stores.send({ method: 'GET', target })
    assert.equal(difference, undefined)
    found.set(target, (JSON.parse(String(sqlite.body)) as { items: string[] }).items.join(' '))
  }
  assert.equal(found.get('/books?tags=a'), 'one three')
  assert.equal(found.get('/people/1/books'), 'one')
  assert.equal(found.get('/shelves?topics=y'), 'a a')
})

test('finds list members by an index', (context) => {
  const { facts } = factsOf(document(true))
  const { statements, close } = explainStatements(facts)
  context.after(close)
  const plans = new Map(
    facts.operations.flatMap((each) => statements(each).map(({ what, plan }) => [what, plan.map((line) => line.trim())])),
  )
  for (const name of ['tags', 'readers', 'rest']) {
    const plan = plans.get(`list Book, filtered by ${name}`)!
    assert.ok(
      plan.some((line) => line.startsWith('SEARCH t0 USING PRIMARY KEY (id=?)')),
      plan.join('; '),
    )
    assert.ok(
      plan.some((line) => line.includes(`SEARCH Book.${name} USING PRIMARY KEY ($member=?)`)),
      plan.join('; '),
    )
  }
})

async function over(context: TestContext, file: string, looked: boolean): Promise<Served> {
  return served(context, document(looked), { store: `sqlite:${file}` })
}

async function listed({ url }: Served, query: string): Promise<string[]> {
  return ((await (await fetch(`${url}/books${query}`)).json()) as { items: string[] }).items
}

test('maintains, creates and drops the table of list members', async (context) => {
  const folder = temporaryFolder()
  const file = join(folder, 'store.db')
  const tables = (): string[] => {
    const database = new DatabaseSync(file)
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%.%' ORDER BY name")
      .all()
      .map(({ name }) => String(name))
    database.close()
    return names.filter((name) => !name.startsWith('$'))
  }
  const write = (sql: string): void => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  const without = await over(context, file, false)
  for (const [method, target, body] of writes)
    await fetch(`${without.url}${target}`, { method, headers: { 'Content-Type': 'application/json' }, body: body ?? null })
  await without.stop()
  assert.deepEqual(tables(), [])

  const first = await over(context, file, true)
  assert.deepEqual(await listed(first, '?tags=a'), ['one', 'three'])
  write(`UPDATE "Book" SET tags = '["new","new"]' WHERE id = 'one'`)
  assert.deepEqual(await listed(first, '?tags=new'), ['one'])
  assert.deepEqual(await listed(first, '?tags=a'), ['three'])
  await first.stop()

  write('DROP TRIGGER "Book.tags updated"')
  write(`UPDATE "Book" SET tags = '["unseen"]' WHERE id = 'one'`)
  const second = await over(context, file, true)
  assert.deepEqual(await listed(second, '?tags=unseen'), ['one'])
  await second.stop()

  const last = await over(context, file, false)
  assert.equal((await fetch(`${last.url}/books`)).status, 200)
  await last.stop()
  assert.deepEqual(tables(), [])
})
