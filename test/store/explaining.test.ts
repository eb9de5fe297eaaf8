// The statements that operations run over SQLite, and that no list of an example goes through a table to find its page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explaining } from '../../src/store/sqlite/explaining.ts'
import { exampleFacts, examples } from '../export/examples.ts'
import { factsOf } from '../meaning/running.ts'
import { ninefold } from '../ninefold.ts'

/** What stands in no index in the list's order: those of all whom a reader follows, and those that a tag, or a mark of somebody, leads to. */
const sorted: { readonly [example: string]: readonly string[] } = {
  realworld: ['/articles: list Article, with tag', '/articles: list Article, with favorited', '/articles/feed: list Article, by -createdAt, -id'].map((what) => `GET /api${what}: USE TEMP B-TREE FOR ORDER BY`),
}

for (const name of examples) {
  test(`lists of ${name} read what they give, in its order`, () => {
    const facts = exampleFacts(name)
    const { statements, close } = explaining(facts)
    const wrong: string[] = []
    for (const found of facts.operations) {
      for (const { what, sql = '', plan } of statements(found)) {
        if (!what.startsWith('list ')) continue
        // A table stands in the order of its key: without a condition, walking through it is reading what is given.
        const walks = / ORDER BY /.test(sql) && !/ WHERE /.test(sql)
        const bad = sql === '' ? ['each record is looked at'] : plan.filter((line) => /TEMP B-TREE|AUTOMATIC/.test(line) || (/^\s*SCAN t\d+$/.test(line) && !(walks && line === 'SCAN t0')))
        wrong.push(...bad.map((line) => `${found.operation.name}: ${what}: ${line}`))
      }
    }
    close()
    assert.deepEqual(wrong, sorted[name] ?? [])
  })
}

const notes = `ninefold: 1
service: none
resources:
  Person: { key: id, properties: { id: { type: integer }, mail: { type: string, maxLength: 50, fold: true } }, required: [mail], unique: [mail] }
  Note:
    key: id
    softDelete: true
    properties:
      id: { type: integer }
      owner: { $ref: Person, onDelete: cascade }
      state: { type: string, maxLength: 9 }
      at: { type: string, format: date-time }
    required: [owner, state, at]
states: none
endpoints:
  GET /people/{mail}: { read: Person, status: 200, output: { notes: 'Note.filter(n, n.owner == this).size()', states: 'Note.map(n, n.state).distinct()' } }
  GET /people/{id}/notes:
    with: { owner: { find: Person, by: { id: input.path.id } } }
    list: Note
    where: this.owner == owner && this.state != "gone"
    filter: [state]
    sort: [at]
    order: [-at, id]
    page: { style: offset, size: 20, max: 100 }
    status: 200
    output: { items: 'items.map(n, n.id)' }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [not-found, invalid, malformed], status: 400, title: No } } }
limits: none
versioning: none
`

test('statements are told with their plans, and so is what no statement asks', () => {
  const { facts, problems } = factsOf(notes)
  assert.deepEqual(problems, [])
  const { statements, close } = explaining(facts)
  const told = facts.operations.map((found) => [found.operation.name, ...statements(found).map(({ what, sql, plan }) => ({ what, asked: sql !== undefined, plan }))])
  close()
  assert.deepEqual(told, [
    ['GET /people/{mail}',
      { what: 'find Person by mail', asked: true, plan: ['SEARCH t0 USING INDEX Person mail (mail$folded=?)'] },
      { what: 'ask size(Note.filter)', asked: true, plan: ['SCAN CONSTANT ROW', 'SCALAR SUBQUERY 1', '  SEARCH t0 USING INDEX Note by owner, at, id (owner=?)'] },
      { what: 'go through all of Note', asked: false, plan: [] }],
    ['GET /people/{id}/notes',
      { what: 'find Person by id', asked: true, plan: ['SEARCH t0 USING PRIMARY KEY (id=?)'] },
      { what: 'list Note, by -at, id', asked: true, plan: ['SEARCH t0 USING INDEX Note by owner, -at, id (owner=?)'] },
      { what: 'list Note, filtered by state', asked: true, plan: ['SEARCH t0 USING INDEX Note by owner, state, -at, id (owner=? AND state=?)'] },
      { what: 'list Note, by at, id', asked: true, plan: ['SEARCH t0 USING INDEX Note by owner, at, id (owner=?)'] }],
  ])
})

test('a statement that grows with the records says so', () => {
  const facts = exampleFacts('realworld')
  const { statements, close } = explaining(facts)
  const grows = facts.operations.filter(({ operation }) => operation.name === 'GET /api/articles').flatMap((found) => statements(found).map(({ what, grows: why }) => [what, why]))
  close()
  assert.deepEqual(grows.filter(([what]) => what!.startsWith('list ')), [
    ['list Article, by -createdAt, -id', undefined],
    ['list Article, with tag', 'reads and sorts all records that match, to give a page of them'],
    ['list Article, with author', undefined],
    ['list Article, with favorited', 'reads and sorts all records that match, to give a page of them'],
  ])
})

test('`explain --sql` prints them, of one operation or of all', async () => {
  const one = await ninefold('explain', 'examples/orders.md', '--sql', 'GET /customers/{id}')
  assert.equal(one.status, 0)
  assert.match(one.out, /^GET \/customers\/\{id\}\n\n {2}find Customer by id\n {6}SELECT t0\."id".* FROM "Customer" AS t0 WHERE "id" = \?\n {8}SEARCH t0 USING PRIMARY KEY \(id=\?\)\n/)
  const all = JSON.parse((await ninefold('explain', 'examples/orders.md', '--sql', '--format', 'json')).out) as { operation: string; statements: { what: string; sql: string; plan: string[] }[] }[]
  assert.ok(all.some(({ operation, statements }) => operation === 'GET /orders' && statements.length > 3 && statements.every(({ sql, plan }) => sql !== '' && plan.length > 0)))
  const none = await ninefold('explain', 'examples/orders.md', '--sql', 'GET /order')
  assert.equal(none.status, 2)
  assert.match(none.error, /did you mean `GET \/orders`/)
})
