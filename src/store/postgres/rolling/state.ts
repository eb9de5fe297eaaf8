// The progress of a database's migration, stored in the database so that an interrupted migration continues.

import type { SqlRow } from '../../sql/database.ts'
import type { Connection } from '../connections.ts'
import { listMissingParts } from '../own-tables.ts'

/**
 * `expand`: adds the columns and tables that the next document needs, while only processes of the former document serve. `both`:
 * processes of both serve. `contract`: removes those that only the former document needed, while only processes of the next serve.
 */
export type Phase = 'expand' | 'both' | 'contract'

/** `former` and `next` are outlines, as text. `done`: the keys of the steps of this phase that are done. */
export type Migration = { readonly phase: Phase; readonly former: string; readonly next: string; readonly done: readonly string[] }

export type StoreState =
  | { readonly kind: 'empty' }
  /** The tables of another program. */
  | { readonly kind: 'foreign'; readonly tables: readonly string[] }
  /** `layout`: the outline of the served document, or the newer one of two. `missing`: missing parts of the store's own tables. */
  | { readonly kind: 'store'; readonly layout: string; readonly migration: Migration | undefined; readonly missing: readonly string[] }

/** Tables and views of the schema, also those on which this role has no rights. */
export const tableNames =
  "SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')"

export async function readState(connection: Pick<Connection, 'send'>): Promise<StoreState> {
  const tables = (await connection.send(tableNames, [])) as readonly SqlRow[]
  if (tables.length === 0) return { kind: 'empty' }
  if (!tables.some((row) => row['name'] === '$ninefold')) return { kind: 'foreign', tables: tables.map((row) => String(row['name'])) }
  const values = new Map(
    ((await connection.send(`SELECT name, value FROM "$ninefold" WHERE name IN ('layout', 'migration')`, [])) as readonly SqlRow[]).map(
      (row) => [row['name'], row['value'] as string],
    ),
  )
  const migration = values.get('migration')
  return {
    kind: 'store',
    layout: values.get('layout') ?? '',
    missing: await listMissingParts(connection),
    migration: migration === undefined ? undefined : (JSON.parse(migration) as Migration),
  }
}

const upsert = 'INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'

export async function keepMigration(connection: Pick<Connection, 'send'>, migration: Migration | undefined): Promise<void> {
  if (migration === undefined) await connection.send(`DELETE FROM "$ninefold" WHERE name = 'migration'`, [])
  else await connection.send(upsert, ['migration', JSON.stringify(migration)])
}

export async function keepLayout(connection: Pick<Connection, 'send'>, outline: string): Promise<void> {
  await connection.send(upsert, ['layout', outline])
}
