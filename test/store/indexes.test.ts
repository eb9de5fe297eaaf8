// Which indexes a table is given: what its lists and references ask for, without one that another does for; and that an earlier
// edition's file loses those that are too many.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SeededRandomness } from '../../src/base/clock.ts'
import { type Layout, makeLayout } from '../../src/store/layout.ts'
import { explainStatements } from '../../src/store/sqlite/explaining.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { openDatabases } from '../../src/store/sqlite/open.ts'
import { temporaryFolder } from '../folder.ts'
import { factsOf } from '../meaning/running.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'

type Asked = { readonly index?: string; readonly unique?: string; readonly list?: string }

function document({ index = 'none', unique = 'none', list = 'order: [-at, -id]' }: Asked): string {
  return `ninefold: 1
service: none
resources:
  Person: { key: id, properties: { id: { type: integer } } }
  Task:
    key: id
    properties:
      id: { type: integer }
      owner: { $ref: Person, onDelete: cascade }
      state: { type: string, maxLength: 9 }
      at: { type: string, format: date-time }
    required: [owner, state, at]
    index: ${index}
    unique: ${unique}
states: none
endpoints:
  GET /tasks: { list: Task, ${list}, page: { style: offset, size: 20, max: 100 }, status: 200, output: { items: 'items.map(n, n.id)' } }
authentication: none
events: none
errors: { media: application/json, body: { status: error.status }, precedence: standard, catalogue: { all: { on: [invalid, malformed], status: 400, title: No } } }
limits: none
versioning: none
`
}

function layoutIn(asked: Asked): Layout {
  const { facts, problems } = factsOf(document(asked))
  assert.deepEqual(problems, [])
  return makeLayout(facts.typing.domain, sqlite)
}

function opened(path: string, layout: Layout, data = ''): void {
  const found = openDatabases(path, layout, {})
  assert.ok('writer' in found, JSON.stringify(found))
  found.writer.execute(data)
  found.reader.close()
  found.writer.close()
}

function made(path: string): string[] {
  const file = new DatabaseSync(path)
  const rows = file
    .prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Task' AND sql IS NOT NULL ORDER BY name")
    .all()
  file.close()
  return rows.map(({ sql }) => / ON "Task" \((.*)\)$/.exec(String(sql))![1]!.replaceAll('"', ''))
}

function indexes(asked: Asked): string[] {
  const path = join(temporaryFolder(), 'store.db')
  opened(path, layoutIn(asked))
  return made(path)
}

/** What SQLite does for each statement of the list that compares with one value. */
function plans(asked: Asked): string[] {
  const { facts } = factsOf(document(asked))
  const { statements, close } = explainStatements(facts)
  const all = facts.operations.flatMap((found) =>
    statements(found).flatMap(({ what, plan }) => (/\((?:ne|in|gt|lt|gte|lte|exists)\)|far behind/.test(what) ? [] : plan)),
  )
  close()
  return all
}

const byState = 'filter: [state], sort: [at], order: [-at, -id]'

test('treats an index in reverse order after equalities as the same index', () => {
  const asked = { index: '[[state, at, id]]', list: byState }
  assert.deepEqual(indexes(asked), ['at, id', 'owner', 'state, at DESC, id DESC'])
  assert.deepEqual(
    plans(asked).filter((line) => /TEMP B-TREE|^SCAN t\d+$/.test(line)),
    [],
  )
  assert.ok(plans(asked).includes('SEARCH t0 USING COVERING INDEX Task by state, -at, -id (state=?)'))
})

test('an index of the document that a list also needs keeps its name', () => {
  assert.deepEqual(plans({ index: '{ mine: [state, at, id] }', list: 'filter: [state], order: [at, id]' }), [
    'SCAN t0 USING COVERING INDEX Task by at, id',
    'SEARCH t0 USING COVERING INDEX Task mine (state=?)',
  ])
})

test('treats a partly reversed index as another one', () => {
  assert.deepEqual(indexes({ list: 'filter: [state], sort: [at], order: [-at, id]' }), [
    'at, id DESC',
    'at, id',
    'owner',
    'state, at DESC, id',
  ])
})

test('keeps only the longer of two indexes with one prefix', () => {
  assert.deepEqual(indexes({ index: '[state, [state, at]]', list: byState }), ['at, id', 'owner', 'state, at DESC, id DESC'])
  assert.deepEqual(indexes({ index: '[[owner, at]]' }), ['at, id', 'owner, at'])
  assert.deepEqual(indexes({ index: '[id]' }), ['at, id', 'owner'])
})

test('uses a unique index for its prefixes', () => {
  assert.deepEqual(indexes({ unique: '[state]', index: '[[state, at, id]]', list: byState }), ['at, id', 'owner', 'state'])
  assert.deepEqual(indexes({ unique: '[[state, at]]', list: byState }), ['at, id', 'owner', 'state, at'])
})

test('drops an index of an earlier edition that another index replaces', () => {
  const path = join(temporaryFolder(), 'store.db')
  const layout = layoutIn({ index: '[[state, at, id]]', list: byState })
  opened(
    path,
    layout,
    `INSERT INTO "Person" (id, "$version") VALUES (1, 1); INSERT INTO "Task" (id, owner, state, at, "$version") VALUES (7, 1, 'open', '2026-01-01T00:00:00.000Z', 1)`,
  )
  const file = new DatabaseSync(path)
  file.exec('CREATE INDEX "Task state+at+id" ON "Task" ("state", "at", "id")')
  const kept = JSON.parse(String(file.prepare(`SELECT value FROM "$ninefold" WHERE name = 'layout'`).get()!['value'])) as {
    tables: { name: string; indexes: unknown[] }[]
  }
  const columns = [
    { name: 'state', descending: false },
    { name: 'at', descending: false },
    { name: 'id', descending: false },
  ]
  kept.tables.find(({ name }) => name === 'Task')!.indexes.push({ unique: false, living: false, name: 'state+at+id', columns })
  file.prepare(`UPDATE "$ninefold" SET value = ? WHERE name = 'layout'`).run(JSON.stringify(kept))
  file.close()
  assert.equal(made(path).length, 4)

  const migrated = migrate(path, layout, { allow: 'safe', now: 0, randomness: new SeededRandomness('indexes') })
  assert.equal(migrated.kind, 'done')
  assert.deepEqual(migrated.kind === 'done' && migrated.plan.steps, [
    { kind: 'drop-index', table: 'Task', name: 'state+at+id', safe: true },
  ])
  opened(path, layout)
  assert.deepEqual(made(path), ['at, id', 'owner', 'state, at DESC, id DESC'])
  const after = new DatabaseSync(path)
  assert.deepEqual(
    after
      .prepare('SELECT id, "$version" FROM "Task"')
      .all()
      .map((row) => ({ ...row })),
    [{ id: 7, $version: 1 }],
    'rows stay as they are',
  )
  after.close()
})
