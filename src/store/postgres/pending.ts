// What a migration left to be computed: resources whose stored computed properties follow another expression now. The first process that serves
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
  await connection.send(`INSERT INTO "$ninefold" (name, value) VALUES ('recompute', ?) ON CONFLICT (name) DO UPDATE SET value = ("$ninefold".value::jsonb || excluded.value::jsonb)::text`, [JSON.stringify(resources)])
}

/** A process that ends meanwhile leaves it to the next. */
export function computePending(service: Interpreter, store: Store, database: Database): void {
  const stored = database.get(`SELECT value FROM "$ninefold" WHERE name = 'recompute'`, [])?.['value']
  if (stored === undefined) return
  for (const resource of new Set(JSON.parse(String(stored)) as string[])) if (service.facts.typing.domain.resources.has(resource)) recompute(service, store, resource)
  database.run(`DELETE FROM "$ninefold" WHERE name = 'recompute'`, [])
}
