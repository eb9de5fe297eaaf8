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

const counted = `ninefold: 1
service: { name: library }
resources:
  Shelf:
    key: row
    properties: { room: { type: string, maxLength: 9 }, row: { type: integer }, topics: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } } }
    required: [room, topics]
states: none
endpoints:
  POST /shelves: { create: Shelf, body: [room, row, topics], status: 201, output: this.room }
  PUT /shelves/{row}: { put: Shelf, body: [room, topics], status: 200, output: this.row }
  DELETE /shelves/{row}: { delete: Shelf, status: 204 }
  GET /topics: { answer: {}, status: 200, output: 'Shelf.map(s, s.topics).flatten().distinct()' }
  GET /topics/{topic}: { list: Shelf, where: input.path.topic in this.topics, order: [row], page: { style: offset, size: 1 }, status: 200, output: page.total }
  GET /shelves:
    list: Shelf
    parameters: { query: { topic: { type: string, maxLength: 9 }, room: { type: string, maxLength: 9 } } }
    where: (!has(input.query.topic) || input.query.topic in this.topics) && (!has(input.query.room) || this.room == input.query.room)
    order: [room, row]
    page: { style: offset, size: 2, max: 100 }
    status: 200
    output: { shelves: 'items.map(s, s.room)', total: page.total }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, duplicate, dangling], status: 400, title: No } } }
limits: none
versioning: none
`

test('counts the records that have a member by the rows of the member', async (context) => {
  const { facts, problems } = factsOf(counted)
  assert.deepEqual(problems, [])
  const { statements, close } = explainStatements(facts)
  const counts = facts.operations.flatMap((each) => statements(each).flatMap(({ what, sql }) => (what.startsWith('count') ? [sql] : [])))
  close()
  assert.ok(counts.includes('SELECT count(*) AS n FROM "Shelf.topics" WHERE "$member" = ?'), counts.join('; '))
  const stores = await both(facts, 'counted members')
  context.after(() => stores.close())
  const send = async (method: string, target: string, body?: string): Promise<string> => {
    const { difference, sqlite } = await stores.send({ method, target, ...(body === undefined ? {} : { body }) })
    assert.equal(difference, undefined, `${method} ${target}`)
    return String(sqlite.body)
  }
  const topics = ['["x","y","x"]', '["y"]', '[]', '["z","y"]', '["b","a","x"]']
  for (const [index, list] of topics.entries())
    await send('POST', '/shelves', `{"room":"${'abc'[index % 3]}","row":${index},"topics":${list}}`)
  assert.equal(await send('GET', '/shelves?topic=x'), '{"shelves":["a","b"],"total":2}')
  assert.equal(await send('GET', '/shelves?topic=y'), '{"shelves":["a","a"],"total":3}')
  assert.equal(await send('GET', '/shelves?topic=y&room=b'), '{"shelves":["b"],"total":1}')
  assert.equal(await send('GET', '/shelves?topic=none'), '{"shelves":[],"total":0}')
  await send('GET', '/topics')
  await send('PUT', '/shelves/0', '{"room":"a","topics":["z"]}')
  await send('DELETE', '/shelves/1')
  assert.equal(await send('GET', '/shelves?topic=y'), '{"shelves":["a"],"total":1}')
  assert.equal(await send('GET', '/topics/z'), '2')
  await send('GET', '/topics')
})

const keyed = `ninefold: 1
service: { name: rooms }
resources:
  Room: { key: name, properties: { name: { type: string, maxLength: 20 } } }
  Bed: { key: [room, number], properties: { room: { $ref: Room }, number: { type: integer }, note: { type: string, maxLength: 9 } } }
states: none
endpoints:
  POST /rooms: { create: Room, body: [name], status: 201, output: this.name }
  GET /rooms/{name}: { read: Room, status: 200, output: this.name }
  POST /beds: { create: Bed, body: [room, number, note], status: 201, output: { room: this.room.name, number: this.number } }
  PATCH /beds/{room}/{number}: { update: Bed, body: [note], status: 200, output: { room: this.room.name, number: this.number, note: this.note } }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed, duplicate, dangling], status: 400, title: No } } }
limits: none
versioning: none
`

test('finds records by keys of any characters and digits, as in memory', async (context) => {
  const { facts, problems } = factsOf(keyed)
  assert.deepEqual(problems, [])
  const stores = await both(facts, 'keys of any text')
  context.after(() => stores.close())
  const numbers = ['0', '-1', '7', '123456789012345', '1234567890123456', '9007199254740993']
  for (const name of ['plain', 'a"b', 'a\\b', 'a,b', ']', '[1]', '"', '\n', 'é😀']) {
    const room = JSON.stringify(name)
    assert.equal((await stores.send({ method: 'POST', target: '/rooms', body: `{"name":${room}}` })).difference, undefined, room)
    const path = encodeURIComponent(name)
    assert.equal((await stores.send({ method: 'GET', target: `/rooms/${path}` })).difference, undefined, room)
    for (const number of numbers) {
      const created = await stores.send({ method: 'POST', target: '/beds', body: `{"room":${room},"number":${number},"note":"old"}` })
      assert.equal(created.difference, undefined, `${room} ${number}`)
      const changed = await stores.send({ method: 'PATCH', target: `/beds/${path}/${number}`, body: '{"note":"new"}' })
      assert.equal(changed.difference, undefined, `${room} ${number}`)
      assert.equal(changed.sqlite.status, created.sqlite.status === 201 ? 200 : 400)
    }
  }
})
