// The check of queries over records, compared with SQLite: every query that it warns of scans a table, queries with an added index do not,
// and queries without a warning never did.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checks } from '../../src/check/all.ts'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'

const check = checks.find(({ code }) => code === 'expressions/full-scan')!
const fixture = (name: string): string => readFileSync(join(import.meta.dirname, `../check/expressions/full-scan/${name}.yaml`), 'utf8')

/** The warnings, and the growing statements, of a document with one query. */
function both(text: string): { readonly warned: readonly string[]; readonly helps: readonly string[]; readonly grows: readonly string[] } {
  const { facts } = factsOf(completed(text))
  const warned = check.run(facts)
  const { statements, close } = explainStatements(facts)
  const grows = facts.operations.flatMap((found) =>
    statements(found).flatMap(({ what, grows: why }) => (why === undefined ? [] : [`${what}: ${why}`])),
  )
  close()
  return { warned: warned.map(({ message }) => message), helps: warned.map(({ help }) => help ?? ''), grows }
}

/** The fixture's document with one question alone. */
function asking(question: string, index = ''): string {
  return `${fixture('fires').split('\n  views:')[0]!}${index === '' ? '' : `\n    ${index}`}
endpoints:
  GET /authors/{id}: { read: Author, status: 200, output: { found: '${question}' } }
`
}

const mended = [
  'Book.filter(b, b.title == this.name).size()',
  'Book.exists(b, b.lent && b.year > 1999)',
  'Book.exists(b, !b.lent)',
  'Book.exists(b, b.author == this || b.language == "la")',
  'Book.exists_one(b, b.language in ["la", "el"])',
]
const unmended = [
  'size(Book)',
  'Book.filter(b, b.old).size()',
  'Book.filter(b, b.language != "la").size()',
  'Book.map(b, b.year)',
  'Book.all(b, b.author == this)',
  'Book.exists(b, b.title == b.language)',
]
const answered = [
  'Book.exists(b, b.author == this)',
  'Book.filter(b, b.author == this && b.title != this.name).size()',
  'Book.filter(b, b.id == "x").size()',
]

for (const question of mended) {
  test(`${question} scans all records without the suggested index`, () => {
    const before = both(asking(question))
    assert.equal(before.warned.length, 1)
    assert.equal(before.grows.length, 1)
    const index = /^index: .*$/m.exec(before.helps[0]!)![0]
    assert.deepEqual(both(asking(question, index)), { warned: [], helps: [], grows: [] })
  })
}

for (const question of unmended) {
  test(`${question} scans all records`, () => {
    const { warned, grows } = both(asking(question))
    assert.equal(warned.length, 1)
    assert.ok(grows.length > 0)
  })
}

for (const question of answered) {
  test(`${question} is answered by an index, without a warning`, () =>
    assert.deepEqual(both(asking(question)), { warned: [], helps: [], grows: [] }))
}

test('a document without a warning scans only where it declares that', () => {
  const { warned, grows } = both(fixture('silent'))
  assert.deepEqual(warned, [])
  assert.deepEqual(grows, [
    'scan all records of Author: reads all records',
    'list Book, by year, id: returns all records, because the list has no pages',
  ])
})
