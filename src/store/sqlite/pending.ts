// Stores the resources whose stored computed properties must be recomputed after a migration, until that is done.

import type { MigrationPlan } from '../migration/step.ts'
import type { SqliteDatabase } from './database.ts'

export function keepPending(database: SqliteDatabase, plan: MigrationPlan): void {
  const resources = new Set([
    ...listPending(database),
    ...plan.steps.flatMap(({ kind, table }) => (kind === 'recompute-column' ? [table] : [])),
  ])
  if (resources.size > 0)
    database.run('INSERT OR REPLACE INTO "$ninefold" (name, value) VALUES (?, ?)', ['recompute', JSON.stringify([...resources])])
}

export function listPending(database: SqliteDatabase): readonly string[] {
  const stored = database.get('SELECT value FROM "$ninefold" WHERE name = ?', ['recompute'])?.['value']
  return stored === undefined ? [] : (JSON.parse(String(stored)) as string[])
}

export function forgetPending(database: SqliteDatabase): void {
  database.run('DELETE FROM "$ninefold" WHERE name = ?', ['recompute'])
}
