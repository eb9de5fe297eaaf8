// Copies a store to a file, complete and synced to the disk.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseFailure } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { makePrivate } from './file.ts'
import { printSqlLiteral } from '../sql/names.ts'

/** Copies to a file named by the time in milliseconds; returns its path. An interrupted copy never gets that name. */
export function backUp(database: SqliteDatabase, path: string, now: number): string {
  const name = `${path}.${new Date(now).toISOString().replaceAll(':', '-')}.backup`
  if (existsSync(name)) throw new DatabaseFailure('other', `${name} is there already`)
  const unfinished = `${name}.unfinished`
  rmSync(unfinished, { force: true })
  makePrivate(unfinished)
  database.execute(`VACUUM INTO ${printSqlLiteral(unfinished)}`)
  // SQLite does not wait for the disk here.
  const file = openSync(unfinished, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, name)
  return name
}
