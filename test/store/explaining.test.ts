// The statements of operations over SQLite, the values computed afterwards, and the statements of the examples that grow with the number of
// records.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { exampleFacts, examples } from '../export/examples.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { golden } from '../golden.ts'
import { ninefold } from '../ninefold.ts'

for (const name of examples) {
  test(`lists the queries of ${name} that grow with its records`, () => {
    const facts = exampleFacts(name)
    const { statements, close } = explainStatements(facts)
    const grows = facts.operations.flatMap((found) =>
      statements(found).flatMap(({ what, grows: why }) => (why === undefined ? [] : [`${found.operation.name}: ${what}: ${why}`])),
    )
    close()
    golden(join(import.meta.dirname, `grows/${name}.txt`), grows.join('\n'))
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

test('explains statements with their plans, and values that no statement reads', () => {
  const { facts, problems } = factsOf(notes)
  assert.deepEqual(problems, [])
  const { statements, close } = explainStatements(facts)
  const told = facts.operations.map((found) => [
    found.operation.name,
    ...statements(found).map(({ what, sql, plan }) => ({ what, asked: sql !== undefined, plan })),
  ])
  close()
  assert.deepEqual(
    told.map((each) => each.filter((one) => typeof one === 'string' || !/\((?:ne|in|gt)\)$|far behind/.test(one.what))),
    [
      [
        'GET /people/{mail}',
        {
          what: 'read Person by mail',
          asked: true,
          plan: [
            'SEARCH t0 USING INDEX Person mail (mail$folded=?)',
            'CORRELATED SCALAR SUBQUERY 1',
            '  SEARCH s1 USING INDEX Note by owner, at, id (owner=?)',
          ],
        },
        {
          what: 'ask size(Note.filter)',
          asked: true,
          plan: ['SCAN CONSTANT ROW', 'SCALAR SUBQUERY 1', '  SEARCH t0 USING INDEX Note by owner, at, id (owner=?)'],
        },
        { what: 'scan all records of Note', asked: false, plan: [] },
      ],
      [
        'GET /people/{id}/notes',
        { what: 'find Person by id', asked: true, plan: ['SEARCH t0 USING PRIMARY KEY (id=?)'] },
        { what: 'list Note, by -at, id', asked: true, plan: ['SEARCH t0 USING INDEX Note by owner, -at, id (owner=?)'] },
        {
          what: 'list Note, filtered by state',
          asked: true,
          plan: ['SEARCH t0 USING INDEX Note by owner, state, -at, id (owner=? AND state=?)'],
        },
        { what: 'list Note, by at, id', asked: true, plan: ['SEARCH t0 USING INDEX Note by owner, at, id (owner=?)'] },
      ],
    ],
  )
})

/** Of one operation of a document. */
function told(text: string, name: string) {
  const { facts, problems } = factsOf(text)
  assert.deepEqual(problems, [])
  const { statements, close } = explainStatements(facts)
  const found = statements(facts.operations.find(({ operation }) => operation.name === name)!)
  close()
  return found
}

const shelf = completed(`
resources:
  Author: { key: id, properties: { id: { type: string, maxLength: 9 }, books: { inverse: Book.author } }, required: [id] }
  Book:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      number: { type: integer, generate: sequence }
      code: { type: string, maxLength: 9 }
      author: { $ref: Author, onDelete: cascade }
      also: { type: array, maxItems: 5, items: { $ref: Author, onDelete: set-null } }
      price: { type: number, format: decimal, multipleOf: 0.01, minimum: 0, maximum: 999 }
      lent: { type: string, format: date-time }
    required: [code, author, also, price]
    unique: [code]
states: { Book.state: { initial: in, states: { in: { after: { P30D: { target: out } } }, out: {} } } }
endpoints:
  POST /books: { create: Book, body: [code, author, also, price], status: 201, idempotency: { key: Idempotency-Key, optional: true, scope: request.address }, output: { id: this.id } }
  PATCH /books/{id}: { update: Book, body: [code], status: 200, output: { id: this.id } }
  DELETE /authors/{id}: { delete: Author, status: 204 }
  GET /books/{id}: { read: Book, status: 200, output: { code: this.code, price: this.price, name: 'this.code.upperAscii()', of: size(this.author.books) } }
  GET /authors/{id}/free: { read: Author, status: 200, output: { free: 'Book.filter(b, b.lent == null).size()' } }
`)

test('explains writes with the queries that they need', () => {
  const made = told(shelf, 'POST /books')
  assert.deepEqual(
    made.map(({ what }) => what),
    [
      'find Author by id, which Book.author refers to',
      'find Book by code, which is unique',
      'number Book.number',
      'number Book.number',
      'insert Book',
      'timers of Book',
      'stop a timer of Book',
      'start a timer of Book',
      'the stored answer for the key',
      'store the answer for the key',
    ],
  )
  assert.ok(made.every(({ sql, grows }) => sql !== undefined && grows === undefined))
  const changed = told(shelf, 'PATCH /books/{id}')
  assert.deepEqual(changed.map(({ what }) => what).slice(0, 3), ['find Book by id', 'find Book by code, which is unique', 'update Book'])
  assert.match(changed[2]!.sql!, /^UPDATE "Book" SET "code" = \?, "\$version" = \? WHERE "id" = \?$/)
})

test('explains how a deletion finds referring records: by an index, or by a scan if lists contain the references', () => {
  const gone = told(shelf, 'DELETE /authors/{id}').filter(({ what }) => what.includes(' deleted '))
  assert.deepEqual(
    gone.map(({ what, sql, grows }) => [what, sql === undefined, grows]),
    [
      ['find Book by author, which refers to a deleted Author', false, undefined],
      ['scan all records of Book, whose also may refer to a deleted Author', true, 'reads all records'],
    ],
  )
})

test('explains values computed from columns, with the reason', () => {
  const [read, ...more] = told(shelf, 'GET /books/{id}')
  assert.equal(read!.what, 'read Book by id')
  assert.deepEqual(read!.afterwards, [
    { what: '`price`', why: 'a decimal is printed with all digits that its type has' },
    { what: '`this.code.upperAscii()`', why: '`upperAscii()` has no counterpart in SQL that prints the same' },
  ])
  assert.deepEqual(
    more.filter(({ sql }) => sql === undefined),
    [],
  )
})

test('explains a table scan if no index answers the query', () => {
  const [read] = told(shelf, 'GET /authors/{id}/free')
  assert.equal(read!.grows, 'scans all records in a subquery')
})

test('explains a list for each decision about its caller', () => {
  const facts = exampleFacts('hours')
  const { statements, close } = explainStatements(facts)
  const lists = statements(facts.operations.find(({ operation }) => operation.name === 'GET /entries')!).filter(
    ({ what }) => /by -day, -id/.test(what) && !what.includes('cursor'),
  )
  close()
  assert.deepEqual(
    lists.map(({ what, plan }) => [what, plan]),
    [
      ['list Entry, by -day, -id, where caller.manager', ['SCAN t0 USING INDEX Entry by -day, -id']],
      ['list Entry, by -day, -id, where not caller.manager', ['SEARCH t0 USING INDEX Entry by person, -day, -id (person=?)']],
    ],
  )
})

test('`explain --sql` prints the statements of one operation or of all', async () => {
  const one = await ninefold('explain', 'examples/orders.md', '--sql', 'GET /customers/{id}')
  assert.equal(one.status, 0)
  assert.match(
    one.out,
    /^GET \/customers\/\{id\}\n\n {2}read Customer by id\n {6}SELECT concat\(.* FROM "Customer" AS t0 WHERE t0\."id" = \?\n {8}SEARCH t0 USING PRIMARY KEY \(id=\?\)\n/,
  )
  const all = JSON.parse((await ninefold('explain', 'examples/orders.md', '--sql', '--format', 'json')).out) as {
    operation: string
    statements: { what: string; sql: string; plan: string[] }[]
  }[]
  assert.ok(
    all.some(
      ({ operation, statements }) =>
        operation === 'GET /orders' && statements.length > 3 && statements.every(({ sql, plan }) => sql !== '' && plan.length > 0),
    ),
  )
  const none = await ninefold('explain', 'examples/orders.md', '--sql', 'GET /order')
  assert.equal(none.status, 2)
  assert.match(none.error, /did you mean `GET \/orders`/)
})
