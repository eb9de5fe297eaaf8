// The work that a migration left: resources whose stored computed properties have another expression now. The first process that serves
// the document computes them.

import type { Interpreter } from '../../meaning/service.ts'
import { recompute } from '../../meaning/start/recompute.ts'
import type { Store } from '../../meaning/store.ts'
import type { MigrationPlan } from '../migration/step.ts'
import type { Database } from '../sql/database.ts'
import type { Connection } from './connections.ts'

export async function keepPending(connection: Connection, { steps }: MigrationPlan): Promise<void> {
  const resources = [...new Set(steps.flatMap(({ kind, table }) => (kind === 'recompute-column' ? [table] : [])))]
  if (resources.length === 0) return
  await connection.send(
    `INSERT INTO "$ninefold" (name, value) VALUES ('recompute', ?) ON CONFLICT (name) DO UPDATE SET value = ("$ninefold".value::jsonb || excluded.value::jsonb)::text`,
    [JSON.stringify(resources)],
  )
}

/** Computes one resource. False if nothing is pending. If a process ends meanwhile, the next one continues. */
export function computePending(service: Interpreter, store: Store, database: Database): boolean {
  const stored = database.get(`SELECT value FROM "$ninefold" WHERE name = 'recompute'`, [])?.['value']
  if (stored === undefined) return false
  const [resource, ...others] = new Set(JSON.parse(String(stored)) as string[])
  if (resource !== undefined && service.facts.typing.domain.resources.has(resource)) recompute(service, store, resource)
  // A migration may have added resources meanwhile.
  if (others.length > 0)
    database.run(`UPDATE "$ninefold" SET value = ? WHERE name = 'recompute' AND value = ?`, [JSON.stringify(others), stored])
  else database.run(`DELETE FROM "$ninefold" WHERE name = 'recompute' AND value = ?`, [stored])
  return true
}
