// SQLite counts the rows of a statement only where an index does not find exactly them, and once for rows that belong together.

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { dropNeedlessCounts } from '../../src/store/sqlite/needed-counts.ts'
import { factsOf } from '../meaning/running.ts'

/** The counted names of tables in the statements of a list of books with this condition, and of their count. */
function countedOf(where: string, order = '[id]'): { readonly list: readonly string[]; readonly count: readonly string[] } {
  const { facts, problems } = factsOf(`ninefold: 1
use: [http@1, problem-details@1]
service: { name: books }
resources:
  Author: { key: id, unique: [name], index: [town], properties: { id: { type: string, maxLength: 9 }, name: { type: string, maxLength: 9 }, town: { type: string, maxLength: 9 }, age: { type: integer, minimum: 0, maximum: 99 }, nick: { type: [string, 'null'], maxLength: 9 } }, required: [name, town, age] }
  Book: { key: id, properties: { id: { type: string, maxLength: 9 }, author: { $ref: Author, onDelete: cascade }, year: { type: integer, minimum: 0, maximum: 9999 } }, required: [author, year], index: [[author, year]] }
  Mark: { key: [reader, book], properties: { reader: { $ref: Author, onDelete: cascade }, book: { $ref: Book, onDelete: cascade }, stars: { type: integer, minimum: 0, maximum: 5 } }, required: [stars] }
states: none
authentication: none
events: none
errors: { precedence: standard }
limits: none
versioning: none
endpoints:
  GET /books: { list: Book, parameters: &two { query: { text: { type: string, maxLength: 9, default: a }, number: { type: integer, minimum: 0, maximum: 9999, default: 0 } } }, where: '${where}', order: ${order}, page: { style: cursor, size: 3 }, output: { rows: 'items.map(b, b.id)' } }
  GET /count: { answer: {}, parameters: *two, output: { n: 'Book.filter(b, ${where.replaceAll('this', 'b')}).size()' } }
`)
  assert.deepEqual(problems, [])
  const { statements, close } = explainStatements(facts)
  const counted = facts.operations.map((operation) => {
    const sql = statements(operation)[0]!.sql!
    return [...sql.matchAll(/turn\((\w+)\./g)].map(([, alias]) => alias!)
  })
  close()
  return { list: counted[0]!, count: counted[1]! }
}

test('counts no rows that an index finds through references and referring records', () => {
  assert.deepEqual(countedOf('this.author.name == input.query.text', '[-year, -id]'), { list: [], count: [] })
  assert.deepEqual(countedOf('this.author.town == input.query.text').count, [])
  assert.deepEqual(countedOf('Mark.exists(m, m.reader.name == input.query.text && m.book == this)').list, ['t0'], 'only the sorted rows')
})

test('counts rows that are sorted, and rows that a condition rejects', () => {
  assert.deepEqual(countedOf('this.author.town == input.query.text', '[-year, -id]').list, ['t0', 't1'])
  assert.deepEqual(countedOf('this.author.age == input.query.number').count, ['t0', 't1'], 'begins with all authors')
  assert.deepEqual(countedOf('this.author.name == input.query.text && this.year != 3').count, ['t0'])
  assert.deepEqual(countedOf('this.author.nick == null').count, ['t0'])
  assert.deepEqual(
    countedOf('Mark.exists(m, m.stars == input.query.number && m.book == this)').list,
    ['t1'],
    'one book for each counted mark',
  )
})

const database = new DatabaseSync(':memory:')
database.function('turn', { varargs: true }, (key) => key)
database.exec(`
  CREATE TABLE a (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE, nick TEXT UNIQUE) STRICT, WITHOUT ROWID;
  CREATE TABLE b (id TEXT NOT NULL PRIMARY KEY, a TEXT NOT NULL, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX "b a" ON b (a);
  CREATE TABLE m (b TEXT NOT NULL, x TEXT NOT NULL, PRIMARY KEY (x, b)) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX "a name" ON a (name);
  CREATE UNIQUE INDEX "a nick" ON a (nick)`)

const count = (alias: string, column = 'id', exact = ''): string => `(random() & 1023 OR turn(${alias}."${column}"${exact}))`

/** The names whose rows are still counted. */
function left(sql: string): readonly string[] {
  const dropped = dropNeedlessCounts(sql, database)
  database.prepare(dropped)
  return [...dropped.matchAll(/turn\((\w+)\./g)].map(([, alias]) => alias!)
}

test('a row that a key finds for a counted row is not counted', () => {
  const joined = (where: string): string =>
    `SELECT t0."id" FROM "b" AS t0 LEFT JOIN "a" AS t1 ON t1."id" = t0."a" WHERE ${count('t0')} AND ${count('t1')} AND ${where}`
  assert.deepEqual(left(joined(`t1."name" = ?`)), ['t0'], 'begins with one row of a')
  assert.deepEqual(left(joined(`t1."name" <> t0."n"`)), ['t0'], 'reads all rows of b, each with one of a')
  assert.deepEqual(left(joined(`t1."nick" IS ?`)), ['t0'], 'reads all rows of b, because null may be that of no row')
})

test('a unique index with nulls, a range, and a list of keys whose rows are not counted keep their counts', () => {
  assert.deepEqual(left(`SELECT 1 FROM "a" AS t0 WHERE ${count('t0')} AND t0."nick" IS ?`), ['t0'])
  assert.deepEqual(left(`SELECT 1 FROM "a" AS t0 WHERE ${count('t0')} AND t0."id" > ?`), ['t0'])
  assert.deepEqual(left(`SELECT 1 FROM "b" AS t0 WHERE ${count('t0')} AND t0."id" IN (SELECT b FROM "m" WHERE x = ?)`), ['t0'])
  const counted = `SELECT 1 FROM "b" AS t0 WHERE ${count('t0')} AND t0."id" IN (SELECT t1.b FROM "m" AS t1 WHERE ${count('t1', 'b')} AND t1.x = ?)`
  assert.deepEqual(left(counted), ['t1'], 'the list counts the rows')
})

test('rows that an index may find exactly are counted if SQLite finds them in another way', () => {
  const through = (where: string): string =>
    `SELECT 1 FROM "b" AS t0 LEFT JOIN "a" AS t1 ON t1."id" = t0."a" WHERE ${count('t0', 'id', ', 1')} AND ${count('t1', 'id', ', 1')} AND ${where}`
  assert.deepEqual(left(through(`t1."name" = ?`)), [])
  assert.deepEqual(left(through(`t1."name" IS ?`)), ['t0'])
  assert.deepEqual(left(`SELECT 1 FROM "b" AS t0 WHERE ${count('t0', 'id', ', 2')} AND t0."a" = ? AND t0."n" = ?`), ['t0'])
  assert.deepEqual(left(`SELECT 1 FROM "b" AS t0 WHERE ${count('t0', 'id', ', 1')} AND t0."a" IN (SELECT b FROM "m" WHERE x = ?)`), [])
})
