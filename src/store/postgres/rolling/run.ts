// Runs the actions of a migration while others read and write: never blocks them for long, and continues after an interruption.

import { DatabaseFailure, type SqlRow } from '../../sql/database.ts'
import { quote } from '../../sql/names.ts'
import type { Connection } from '../connections.ts'
import { LockTimeout, TransactionConflict } from '../failures.ts'
import type { RollingAction } from './actions.ts'
import { type Migration, keepMigration } from './state.ts'

/** Milliseconds for which an action waits for a lock; later users of the table wait as long. */
const lockPatience = 250
/** Milliseconds for which the build of an index waits for older transactions; other statements do not wait for it. */
const buildPatience = 10_000
/** Milliseconds between attempts of an action that did not get its lock, and the total time for them. */
const pause = 200
const maxWait = 60_000

/** The table was in use for too long. */
export class TableInUse extends Error {
  readonly table: string
  constructor(table: string) {
    super(`${table} is in use by a transaction that does not end`)
    this.table = table
  }
}

/** Returns the migration with all actions done. */
export async function runActions(connection: Connection, actions: readonly RollingAction[], migration: Migration): Promise<Migration> {
  let current = migration
  for (const action of actions) {
    if (current.done.includes(action.key)) continue
    const next: Migration = { ...current, done: [...current.done, action.key] }
    await runAction(connection, action, next)
    current = next
  }
  return current
}

/** Stores `next` with the last part of the action. */
async function runAction(connection: Connection, action: RollingAction, next: Migration): Promise<void> {
  const { table } = action
  switch (action.kind) {
    case 'statements':
      return runInTransaction(connection, table, action.statements, next)
    case 'batches':
      while ((await retryPatiently(connection, table, () => runTogether(connection, [action.statement]))).length > 0);
      return runInTransaction(connection, table, [], next)
    case 'drop-index':
      await runAlone(connection, table, () => connection.send(`DROP INDEX CONCURRENTLY IF EXISTS ${quote(action.name)}`, []))
      return runInTransaction(connection, table, [], next)
    case 'index': {
      const name = action.instead ? `$next ${action.name}`.slice(0, 50) : action.name
      await runAlone(connection, table, () => buildIndex(connection, name, action.create(name)))
      return runInTransaction(
        connection,
        table,
        action.instead ? [`DROP INDEX IF EXISTS ${quote(action.name)}`, `ALTER INDEX ${quote(name)} RENAME TO ${quote(action.name)}`] : [],
        next,
      )
    }
  }
}

async function runInTransaction(connection: Connection, table: string, statements: readonly string[], next: Migration): Promise<void> {
  await retryPatiently(connection, table, () => runTogether(connection, statements, () => keepMigration(connection, next)))
}

/** The rows of the last statement. */
async function runTogether(connection: Connection, statements: readonly string[], last?: () => Promise<void>): Promise<readonly unknown[]> {
  await connection.send('BEGIN', [])
  await connection.send(`SET LOCAL lock_timeout = ${lockPatience}`, [])
  let rows: readonly unknown[] = []
  for (const sql of statements) rows = await connection.send(sql, [])
  await last?.()
  await connection.send('COMMIT', [])
  return rows
}

async function runAlone(connection: Connection, table: string, work: () => Promise<unknown>): Promise<void> {
  await connection.send(`SET lock_timeout = ${buildPatience}`, [])
  await retryPatiently(connection, table, work)
  await connection.send('SET lock_timeout = 0', [])
}

/** Builds an index. Drops the remains of a failed build first: queries ignore them, but every write updates them. */
async function buildIndex(connection: Connection, name: string, create: string): Promise<void> {
  const sql =
    'SELECT i.indisvalid AS valid FROM pg_class AS c JOIN pg_index AS i ON i.indexrelid = c.oid WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ?'
  const [existing] = (await connection.send(sql, [name])) as readonly SqlRow[]
  if (existing?.['valid'] === 1n) return
  if (existing !== undefined) await connection.send(`DROP INDEX CONCURRENTLY IF EXISTS ${quote(name)}`, [])
  await connection.send(create, [])
}

async function retryPatiently<T>(connection: Connection, table: string, work: () => Promise<T>): Promise<T> {
  const end = performance.now() + maxWait
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseFailure && error.isOutage)) await connection.send('ROLLBACK', [])
      if (!(error instanceof LockTimeout || error instanceof TransactionConflict)) throw error
      if (performance.now() > end) throw new TableInUse(table)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
