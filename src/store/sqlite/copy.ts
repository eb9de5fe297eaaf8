// Copies a consistent snapshot of an SQLite file, even while it is served, and verifies the copy.

import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoreCopy, StoreProblem } from '../kind.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { quote, printSqlLiteral } from '../sql/names.ts'
import { SqliteDatabase } from './database.ts'
import { makePrivate } from './file.ts'
import { explainFailure } from './open.ts'

/** `to` gets its name only when it is complete, verified and synced. `change` first modifies the copy. */
export function copyFile(from: string, to: string, change?: (copy: SqliteDatabase) => void): StoreCopy | StoreProblem {
  if (!existsSync(from)) return { problem: `${from} does not exist` }
  const existing = [to, `${to}-wal`, `${to}-shm`].find((each) => existsSync(each))
  if (existing !== undefined) return { problem: `${existing} is there already and is left as it is; move it away first` }
  const unfinished = `${to}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    makePrivate(unfinished)
    withDatabase(from, (database) => database.execute(`VACUUM INTO ${printSqlLiteral(unfinished)}`))
    if (change !== undefined) withDatabase(unfinished, change, false)
    const copied = verify(unfinished)
    if ('problem' in copied) {
      rmSync(unfinished)
      return copied
    }
    syncFile(unfinished)
    // A link never replaces a file that another process has created in the meantime.
    linkSync(unfinished, to)
    rmSync(unfinished)
    syncFile(dirname(to))
    return copied
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (error instanceof DatabaseFailure) return { problem: describeFailure(error, from, to) }
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { problem: `${to} cannot be written: ${message}` }
  }
}

/** Only the copy is written, so a full or read-only disk is that of the copy; a missing file can only be the copy's folder. */
function describeFailure(failure: DatabaseFailure, from: string, to: string): string {
  const isOfCopy = failure.kind === 'full' || failure.kind === 'read-only' || !existsSync(dirname(to))
  return isOfCopy ? `${to} cannot be written: ${explainFailure(failure)}` : `${from} cannot be copied: ${explainFailure(failure)}`
}

/** Reads every page, index and reference of a file; undefined if all are intact. */
export function findDamage(database: SqliteDatabase): string | undefined {
  const problems = database
    .all('PRAGMA integrity_check', [])
    .map((row) => String(Object.values(row)[0]))
    .filter((each) => each !== 'ok')
  const dangling = database.all('PRAGMA foreign_key_check', [])
  return problems[0] ?? (dangling.length > 0 ? `${dangling.length} rows refer to rows that do not exist` : undefined)
}

function verify(file: string): StoreCopy | StoreProblem {
  return withDatabase(file, (database) => {
    const damage = findDamage(database)
    if (damage !== undefined) return { problem: `the copy is not whole: ${damage}` }
    const tables = database
      .all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", [])
      .map(({ name }) => String(name))
    const rows = tables.reduce((sum, table) => sum + Number(Object.values(database.get(`SELECT count(*) FROM ${quote(table)}`, [])!)[0]), 0)
    return { bytes: statSync(file).size, tables: tables.length, rows }
  })
}

function withDatabase<T>(file: string, work: (database: SqliteDatabase) => T, readOnly = true): T {
  const database = new SqliteDatabase(file, { readOnly })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
