// Migrates a file from one document to another, in one transaction on the only connection of the
// file.

import type { MigrationResult as Outcome, MigrationOptions as Wanted } from '../kind.ts'
import type { Layout } from '../layout.ts'
import type { Outline } from '../migration/outline.ts'
import { pairOutlines } from '../migration/pairing.ts'
import { planMigration } from '../migration/plan.ts'
import { readRenames } from '../migration/renames.ts'
import { planOutcome } from '../migration/step.ts'
import { backUp } from './backup.ts'
import { createCopying, defineFunctions } from './copying.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { type Connecting, SqliteDatabase } from './database.ts'
import { isSameOutline, keepOutline, readStoredOutline, describeSqliteLayout } from './stored-layout.ts'
import { makeCountQueries } from './migration-counts.ts'
import { explainFailure } from './open.ts'
import { keepPending } from './pending.ts'
import { rebuild } from './rebuild.ts'

export type SqliteMigrationOptions = Omit<Wanted, 'contracts'> & { readonly onStatement?: Connecting['onStatement'] }

export type SqliteMigrationResult =
  | Outcome
  /** A message for the operator, which follows the name of the file. */
  | { readonly kind: 'problem'; readonly problem: string; readonly failure?: DatabaseFailure }

export function printMigrationProblem(path: string, { problem, failure }: Extract<SqliteMigrationResult, { kind: 'problem' }>): string {
  return `${path} cannot be migrated: ${failure === undefined ? problem : explainFailure(failure)}`
}

/** Migrates an existing file. */
export function migrate(path: string, layout: Layout, migrating: SqliteMigrationOptions): SqliteMigrationResult {
  let database: SqliteDatabase | undefined
  try {
    database = new SqliteDatabase(path, { readOnly: false, onStatement: migrating.onStatement })
    // Without other processes, the plan's counts are still correct during the migration.
    database.execute('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; BEGIN EXCLUSIVE; COMMIT')
    if (database.get("SELECT 1 FROM sqlite_schema WHERE name = '$ninefold'", []) === undefined)
      return { kind: 'problem', problem: 'it is not the store of any document' }
    const last = readStoredOutline(database)
    if (last === undefined) return { kind: 'problem', problem: 'it does not record the document that created it' }
    return migrateFrom(last, database, path, layout, migrating)
  } catch (error) {
    if (error instanceof DatabaseFailure) return { kind: 'problem', problem: error.message, failure: error }
    throw error
  } finally {
    database?.close()
  }
}

function migrateFrom(
  last: Outline,
  database: SqliteDatabase,
  path: string,
  layout: Layout,
  { allow, now, randomness }: SqliteMigrationOptions,
): SqliteMigrationResult {
  const next = describeSqliteLayout(layout)
  if (isSameOutline(last, next)) return { kind: 'same' }
  defineFunctions(database, now, randomness)
  const pairing = pairOutlines(last, next, layout, readRenames(layout.domain.model))
  const copy = createCopying(layout, now)
  const plan = planMigration(pairing, makeCountQueries(database, pairing, copy))
  const outcome = planOutcome(plan)
  if (allow === 'look') return { kind: 'planned', plan }
  if (outcome === 'needs' || (outcome === 'loses' && allow !== 'losing')) return { kind: 'stopped', plan }
  const backup = outcome === 'loses' ? backUp(database, path, now) : undefined
  const dangling = carryOut(
    database,
    () => {
      rebuild(database, pairing, copy, layout)
      keepPending(database, plan)
    },
    next,
  )
  if (dangling !== undefined) return { kind: 'problem', problem: dangling }
  return { kind: 'done', plan, ...(backup === undefined ? {} : { backup }) }
}

/** Undefined after success; a failure changes nothing. */
function carryOut(database: SqliteDatabase, work: () => void, next: Outline): string | undefined {
  database.execute('BEGIN IMMEDIATE')
  try {
    work()
    const broken = database.get('SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2 LIMIT 1', [])
    if (broken !== undefined) {
      database.execute('ROLLBACK')
      return `${String(broken['n'])} records of ${String(broken['table'])} would refer to records of ${String(broken['parent'])} that no longer exist`
    }
    keepOutline(database, next)
    database.execute('COMMIT')
    return undefined
  } catch (error) {
    if (database.inTransaction) database.execute('ROLLBACK')
    throw error
  }
}
