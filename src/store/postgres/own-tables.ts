// The store's own tables in this version, and the differences to a database of an earlier version.

import type { SqlRow } from '../sql/database.ts'
import { quote } from '../sql/names.ts'
import type { Connection } from './connections.ts'
import { bookkeeping } from './schema.ts'

type OwnTable = { readonly name: string; readonly create: string; readonly columns: ReadonlyMap<string, string> }

/** The columns of each statement, with their definitions. */
const ownTables: readonly OwnTable[] = bookkeeping.flatMap((create) => {
  const [, name, body] = /^CREATE TABLE IF NOT EXISTS "([^"]+)" \(([^]*)\)$/.exec(create) ?? []
  if (name === undefined) return []
  const lines = body!.split(/,(?![^(]*\))/).map((line) => line.trim())
  return [
    {
      name,
      create,
      columns: new Map(
        lines.filter((line) => !line.startsWith('PRIMARY KEY')).map((line) => [line.replace(/^"?([^" ]+)"? .*$/s, '$1'), line]),
      ),
    },
  ]
})

/** The names of missing tables (`$process`) and columns (`$job.owner`). */
export async function listMissingParts(connection: Pick<Connection, 'send'>): Promise<readonly string[]> {
  const rows = (await connection.send(
    `SELECT c.relname::text AS "table", a.attname::text AS "column" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname LIKE '$%' AND a.attnum > 0 AND NOT a.attisdropped`,
    [],
  )) as readonly SqlRow[]
  const existing = new Set(rows.map((row) => `${String(row['table'])}.${String(row['column'])}`))
  const tables = new Set(rows.map((row) => row['table']))
  return ownTables.flatMap(({ name, columns }) => {
    if (!tables.has(name)) return [name]
    return Array.from(columns.keys(), (column) => `${name}.${column}`).filter((column) => !existing.has(column))
  })
}

/** Statements that update the store's own tables to this version. A complete table stays unchanged. */
export function makeCompletionSql(missing: readonly string[]): readonly string[] {
  const columns = ownTables.flatMap(({ name, columns: own }) =>
    [...own]
      .filter(([column]) => missing.includes(`${name}.${column}`))
      .map(([, text]) => `ALTER TABLE ${quote(name)} ADD COLUMN IF NOT EXISTS ${text}`),
  )
  return [
    ...ownTables.map(({ create }) => create),
    ...columns,
    ...bookkeeping.filter((sql) => !ownTables.some(({ create }) => create === sql)),
  ]
}
