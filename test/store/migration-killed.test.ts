// A killed migration leaves the file unchanged, and the next one completes it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { compile } from '../../src/compile/compile.ts'
import { makeLayout } from '../../src/store/layout.ts'
import { openDatabases } from '../../src/store/sqlite/open.ts'
import { sqlite } from '../../src/store/sqlite/dialect.ts'

const last = `
resources:
  Shop:
    key: id
    properties: { id: { type: string, maxLength: 20 } }
  Thing:
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      price: { type: number, multipleOf: 0.001, minimum: 0, maximum: 1000 }
      shop: { $ref: Shop, onDelete: restrict }
    required: [id, price, shop]
  Gone: { key: id, properties: { id: { type: string, maxLength: 20 } } }
states: none
`
const next = `
resources:
  Shop:
    key: id
    properties: { id: { type: string, maxLength: 20 }, name: { type: string, maxLength: 20, default: unnamed } }
  Item:
    $renamedFrom: Thing
    key: id
    properties:
      id: { type: string, maxLength: 20 }
      price: { type: number, multipleOf: 0.01, minimum: 0, maximum: 1000 }
      shop: { $ref: Shop, onDelete: restrict }
      tag: { type: string, format: uuid, generate: uuidv4 }
    required: [id, price, shop]
    unique: [tag]
states: none
`
const data = `
INSERT INTO Shop VALUES ('s', 1);
INSERT INTO Gone VALUES ('g', 2);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO Thing SELECT 't' || i, i * 5, 's', 3 FROM n;
`

function contents(path: string): unknown {
  const file = new DatabaseSync(path)
  const tables = file.prepare('SELECT name, sql FROM sqlite_schema ORDER BY 1').all()
  const rows = tables
    .filter(({ sql }) => String(sql).startsWith('CREATE TABLE'))
    .map(({ name }) => file.prepare(`SELECT * FROM "${String(name)}"`).all())
  assert.deepEqual(
    file
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => row['integrity_check']),
    ['ok'],
  )
  file.close()
  return JSON.stringify([tables, rows])
}

test('a killed migration leaves the file unchanged, and the next one completes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-dying-'))
  try {
    const [original, document, path] = [join(folder, 'original.db'), join(folder, 'next.yaml'), join(folder, 'store.db')]
    writeFileSync(document, next)
    const { facts } = compile([{ name: 'service.yaml', text: `ninefold: 1\n${last}` }], { convention: () => undefined })
    const opened = openDatabases(original, makeLayout(facts.typing.domain, sqlite), {})
    assert.ok('writer' in opened)
    opened.writer.execute(data)
    opened.reader.close()
    opened.writer.close()
    const before = contents(original)
    const dying = (at: string, count: number) =>
      spawnSync(process.execPath, [resolve(import.meta.dirname, 'dying.ts'), path, document, at, String(count)], { encoding: 'utf8' })

    copyFileSync(original, path)
    const whole = JSON.parse(dying('never', 0).stdout) as { kind: string; statement: number; row: number }
    assert.deepEqual([whole.kind, whole.row], ['done', 200])
    const after = contents(path)
    assert.notEqual(after, before)

    // Before the copy, between its rows, between the tables, and before the commit.
    const moments = [
      ...[0.3, 0.6, 0.75, 0.9, 1].map((part) => ['statement', Math.ceil(whole.statement * part)] as const),
      ['row', 1] as const,
      ['row', 150] as const,
    ]
    for (const [at, count] of moments) {
      for (const name of readdirSync(folder).filter((each) => each.startsWith('store.db'))) rmSync(join(folder, name))
      copyFileSync(original, path)
      assert.equal(dying(at, count).signal, 'SIGKILL', `${at} ${count}`)
      assert.equal(contents(path), before, `killed at ${at} ${count}`)
    }
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.backup'))) {
      assert.equal((JSON.parse(String(contents(join(folder, name)))) as unknown[]).length, 2, 'a backup is whole')
      rmSync(join(folder, name))
    }
    assert.equal((JSON.parse(dying('never', 0).stdout) as { kind: string }).kind, 'done')
    assert.equal(contents(path), after)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
