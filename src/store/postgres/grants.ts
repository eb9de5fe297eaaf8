// The rights of a role that serves a database and does not own its tables, and of one that migrates it.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { StoreProblem, StoreRole } from '../kind.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { quote } from '../sql/names.ts'
import { type Connections, connect } from './connections.ts'
import { explainFailure } from './open.ts'

/** Statements for the role of the address, which owns the schema and its tables. */
export async function grantsFor({ role, may }: StoreRole, address: string, name: string): Promise<readonly string[] | StoreProblem> {
  const connections = connect({ address, size: 1 })
  try {
    const [row] = (await connections.send('SELECT current_schema() AS schema, current_user AS owner', [])) as readonly SqlRow[]
    const { schema, owner } = row as { readonly schema: string | null; readonly owner: string }
    if (schema === null) return { problem: `${name}: the search path names no existing schema` }
    return may === 'serve'
      ? listRightsToServe(quote(role), quote(schema), quote(owner))
      : await listRightsToMigrate(connections, quote(role), schema)
  } catch (error) {
    if (error instanceof StoreFailure)
      return { problem: `${name}: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

/** Access to the existing tables, and to tables that the owner creates later. */
function listRightsToServe(role: string, schema: string, owner: string): readonly string[] {
  const [onTables, onSequences] = ['SELECT, INSERT, UPDATE, DELETE', 'USAGE']
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT ${onTables} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `GRANT ${onSequences} ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT ${onTables} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT ${onSequences} ON SEQUENCES TO ${role}`,
  ]
}

/** Only the owner of a table may alter it. Sequences of columns follow their table. */
const ownedSql = `SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, quote_ident(c.relname) AS name FROM pg_class AS c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relowner = current_user::regrole AND (c.relkind IN ('r', 'p') OR
  c.relkind = 'S' AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i')))
UNION ALL SELECT 'FUNCTION', quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')' FROM pg_proc
WHERE pronamespace = current_schema()::regnamespace AND proowner = current_user::regrole
ORDER BY kind, name`

async function listRightsToMigrate(connections: Connections, role: string, schema: string): Promise<readonly string[]> {
  const owned = (await connections.send(ownedSql, [])) as readonly SqlRow[]
  return [
    `GRANT CREATE ON SCHEMA ${quote(schema)} TO ${role}`,
    // The owner of the tables lets other roles serve them.
    `GRANT USAGE ON SCHEMA ${quote(schema)} TO ${role} WITH GRANT OPTION`,
    ...owned.map(({ kind, name }) => `ALTER ${String(kind)} ${quote(schema)}.${String(name)} OWNER TO ${role}`),
  ]
}
