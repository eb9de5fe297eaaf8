// A file of one document becomes the store of another: the plan, the losses that need approval, and the resulting tables. Each case is two
// documents and the existing rows.

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { SeededRandomness } from '../../src/base/clock.ts'
import { compile } from '../../src/compile/compile.ts'
import { type Layout, makeLayout } from '../../src/store/layout.ts'
import { planOutcome } from '../../src/store/migration/step.ts'
import { printMigrationPlan } from '../../src/store/migration/words.ts'
import { type SqliteMigrationResult, type SqliteMigrationOptions, migrate } from '../../src/store/sqlite/migrate.ts'
import { openDatabases } from '../../src/store/sqlite/open.ts'
import { temporaryFolder } from '../folder.ts'
import { golden } from '../golden.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'

const folder = new URL('migration/', import.meta.url)
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
const read = (name: string, file: string): string => readFileSync(new URL(`${name}/${file}`, folder), 'utf8')

function layoutIn(text: string): Layout {
  const { facts, diagnostics } = compile([{ name: 'service.yaml', text: `ninefold: 1\n${text}` }], { convention: () => undefined })
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  )
  return makeLayout(facts.typing.domain, sqlite)
}

function make(path: string, layout: Layout, data = ''): void {
  const opened = openDatabases(path, layout, {})
  assert.ok('writer' in opened, JSON.stringify(opened))
  opened.writer.execute(data)
  opened.reader.close()
  opened.writer.close()
}

const now = Date.parse('2026-01-01T00:00:00.000Z')

function migrated(path: string, layout: Layout, allow: SqliteMigrationOptions['allow']): SqliteMigrationResult {
  return migrate(path, layout, { allow, now, randomness: new SeededRandomness('migration') })
}

function query(path: string, sql: string): Record<string, unknown>[] {
  const file = new DatabaseSync(path)
  try {
    return file.prepare(sql).all()
  } finally {
    file.close()
  }
}

const schema = (path: string): unknown[] =>
  query(path, 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2').map((row) => ({ ...row }))

/** Every row of every resource, of its timers and its sequences. */
function contents(path: string): string {
  return query(
    path,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND (name NOT LIKE '$%' OR name IN ('$sequence', '$timer')) ORDER BY 1",
  )
    .map(({ name }) => {
      const rows = query(path, `SELECT * FROM "${String(name)}"`)
      return [String(name), ...rows.map((row) => `  ${JSON.stringify(row)}`)].join('\n')
    })
    .join('\n')
}

for (const name of cases) {
  test(`a migration: ${name}`, () => {
    const path = join(temporaryFolder(), 'store.db')
    const [last, next] = [layoutIn(read(name, 'old.yaml')), layoutIn(read(name, 'new.yaml'))]
    make(path, last, read(name, 'data.sql'))
    const [before, shape] = [contents(path), schema(path)]

    const looked = migrated(path, next, 'look')
    assert.equal(looked.kind, 'planned')
    assert.deepEqual([contents(path), schema(path)], [before, shape], 'looking changes nothing')
    const outcome = looked.kind === 'planned' ? planOutcome(looked.plan) : undefined

    const safely = migrated(path, next, 'safe')
    assert.equal(safely.kind, outcome === 'safe' ? 'done' : 'stopped')
    if (outcome !== 'safe') assert.deepEqual([contents(path), schema(path)], [before, shape], 'what nobody approved is not done')
    const approved = outcome === 'safe' ? safely : migrated(path, next, 'losing')
    assert.equal(approved.kind, outcome === 'needs' ? 'stopped' : 'done')

    if (approved.kind === 'done') {
      const fresh = join(dirname(path), 'fresh.db')
      make(fresh, next)
      assert.deepEqual(schema(path), schema(fresh), 'the file is as if the new document had made it')
      assert.deepEqual(
        query(path, 'PRAGMA integrity_check').map((row) => row['integrity_check']),
        ['ok'],
      )
      assert.deepEqual(query(path, 'PRAGMA foreign_key_check'), [])
      assert.deepEqual(migrated(path, next, 'losing'), { kind: 'same' })
      assert.equal(approved.backup !== undefined, outcome === 'loses')
      if (approved.backup !== undefined)
        assert.deepEqual([contents(approved.backup), schema(approved.backup)], [before, shape], 'the backup is the file as it was')
    }
    const plan = 'plan' in looked ? printMigrationPlan(looked.plan) : ''
    golden(new URL(`${name}/migrated.golden.txt`, folder), `${plan}\n\n${outcome}\n\n${contents(path)}\n`)
  })
}

test('refuses to migrate a file that another process has open', (context) => {
  const path = join(temporaryFolder(), 'store.db')
  make(path, layoutIn(read('fields', 'old.yaml')))
  const other = new DatabaseSync(path)
  context.after(() => other.close())
  other.prepare('SELECT 1 FROM Customer').all()
  const found = migrated(path, layoutIn(read('fields', 'new.yaml')), 'safe')
  assert.deepEqual([found.kind, 'failure' in found && found.failure?.kind], ['problem', 'locked'])
})

test('converts the items of a list, or reports its loss', () => {
  const path = join(temporaryFolder(), 'store.db')
  const layout = (items: string): Layout =>
    layoutIn(
      `resources: { Note: { key: id, properties: { id: { type: integer }, marks: { type: [array, 'null'], maxItems: 9, items: { ${items} } } } } }`,
    )
  make(
    path,
    layout('type: string, maxLength: 9'),
    `INSERT INTO "Note" (id, marks, "$version") VALUES (1, '["1","22"]', 1), (2, '["x"]', 2), (3, NULL, 3)`,
  )
  const found = migrated(path, layout('type: integer'), 'safe')
  assert.equal(found.kind, 'stopped')
  assert.match('plan' in found ? printMigrationPlan(found.plan) : '', /change Note\.marks from a list of texts to a list of integers/)
  assert.equal(migrated(path, layout('type: integer'), 'losing').kind, 'done')
  assert.deepEqual(
    query(path, 'SELECT marks FROM "Note" ORDER BY id').map(({ marks }) => marks),
    ['[1,22]', null, null],
  )
  assert.equal(migrated(path, layout('type: number'), 'safe').kind, 'done', 'each integer is a number')
  assert.equal(migrated(path, layout('type: string, maxLength: 9'), 'safe').kind, 'done')
  assert.deepEqual(
    query(path, 'SELECT marks FROM "Note" ORDER BY id').map(({ marks }) => marks),
    ['["1","22"]', null, null],
  )
})

test('migrates between two documents and back without losing data', () => {
  const path = join(temporaryFolder(), 'store.db')
  const [last, next] = [
    layoutIn(read('states', 'old.yaml')),
    layoutIn(
      read('states', 'old.yaml').replace(
        'id: { type: string, maxLength: 20 }',
        'id: { type: string, maxLength: 20 }, note: { type: string, maxLength: 9 }',
      ),
    ),
  ]
  make(path, last, read('states', 'data.sql'))
  const original = join(dirname(path), 'original.db')
  copyFileSync(path, original)
  assert.equal(migrated(path, next, 'safe').kind, 'done')
  assert.equal(migrated(path, last, 'safe').kind, 'done', 'a field that nobody has filled is nothing to lose')
  assert.deepEqual(schema(path), schema(original))
  assert.equal(existsSync(`${path}-journal`), false)
})
