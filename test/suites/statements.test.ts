// Every example behaves over SQLite as in memory: its scenarios pass, no operation costs more statements than listed here, and SQLite plans no
// statement again for other values.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync, constants } from 'node:sqlite'
import { test } from 'node:test'
import { compileAt } from '../../src/cli/compiled.ts'
import { makeServiceOpener } from '../../src/cli/test-service.ts'
import { readScenarios } from '../../src/hurl/scenario.ts'
import { runAll } from '../../src/scenario/run.ts'
import type { OpenService } from '../../src/scenario/service.ts'
import { golden } from '../golden.ts'

/** True if the statement belongs to an exchange: work between requests runs at any time. */
function answers(sql: string): boolean {
  if (/^(?:BEGIN|COMMIT|SAVEPOINT|RELEASE|ROLLBACK)/.test(sql)) return false
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error(sql)
  Error.stackTraceLimit = 10
  return /meaning\/(?:answer-exchange|plan\/)/.test(stack)
}

/** The statements that SQLite plans again when other values are bound. SQLite asks its authorizer while it plans. */
function listPlannedAgain(file: string, statements: Iterable<string>): readonly string[] {
  const database = new DatabaseSync(file)
  for (const name of ['turn', 'sorted', 'matches']) database.function(name, { varargs: true }, () => 1)
  let planned = 0
  database.setAuthorizer(() => {
    planned++
    return constants.SQLITE_OK
  })
  const again = [...statements].filter((sql) => {
    const statement = database.prepare(sql)
    const places = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '').split('?').length - 1
    statement.all(...Array.from({ length: places }, () => '1'))
    planned = 0
    statement.all(...Array.from({ length: places }, () => '2'))
    return planned > 0
  })
  database.close()
  return again
}

const examples = resolve(import.meta.dirname, '../../examples')

for (const name of readdirSync(examples).filter((file) => file.endsWith('.md'))) {
  test(`${name} passes over SQLite, for few statements`, async () => {
    const result = compileAt(join(examples, name))
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-statements-'))
    let asked = 0
    let files = 0
    const most = new Map<string, number>()
    const selections = new Set<string>()
    const open = makeServiceOpener(result, () => ({
      store: `sqlite:${join(folder, `${files++}.db`)}`,
      onStatement(sql) {
        asked += answers(sql) ? 1 : 0
        if (sql.startsWith('SELECT') || sql.startsWith('WITH')) selections.add(sql)
      },
    }))
    const counting: OpenService = (observe) =>
      open((seen) => {
        if (seen.operation !== undefined) most.set(seen.operation, Math.max(asked, most.get(seen.operation) ?? 0))
        asked = 0
        observe(seen)
      })
    try {
      const given = { variables: new Map(), uuid: () => randomUUID(), file: () => undefined, patience: 30_000 }
      const results = await runAll(readScenarios(result.document.scenarios, []), counting, given)
      const failures = results.flatMap(({ scenario, entries }) =>
        entries.flatMap((entry) => entry.failures.map(({ diagnostic }) => `${scenario.title}: ${diagnostic.message}`)),
      )
      assert.deepEqual(failures, [])
      const lines = result.operations.flatMap(({ operation }) =>
        most.has(operation.name) ? [`${operation.name}: ${most.get(operation.name)}`] : [],
      )
      assert.deepEqual(listPlannedAgain(join(folder, '0.db'), selections), [])
      golden(join(import.meta.dirname, `statements/${name.replace(/\.md$/, '')}.txt`), lines.join('\n'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}
