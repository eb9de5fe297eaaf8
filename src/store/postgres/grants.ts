// The rights of a role that serves a database and does not own its tables.

import { StoreFailure } from '../../exchange/store-failure.ts'
import type { StoreProblem } from '../kind.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { quote } from '../sql/names.ts'
import { connect } from './connections.ts'
import { explainFailure } from './open.ts'

/**
 * Statements for the role of the address, which owns the tables. They grant access to its existing tables and to tables that it creates
 * later.
 */
export async function grantsFor(role: string, address: string, name: string): Promise<readonly string[] | StoreProblem> {
  const connections = connect({ address, size: 1 })
  try {
    const [row] = (await connections.send('SELECT current_schema() AS schema, current_user AS owner', [])) as readonly SqlRow[]
    const { schema, owner } = row as { readonly schema: string | null; readonly owner: string }
    if (schema === null) return { problem: `${name}: the search path names no existing schema` }
    return statementsFor(quote(role), quote(schema), quote(owner))
  } catch (error) {
    if (error instanceof StoreFailure)
      return { problem: `${name}: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

function statementsFor(role: string, schema: string, owner: string): readonly string[] {
  const [onTables, onSequences] = ['SELECT, INSERT, UPDATE, DELETE', 'USAGE']
  return [
    `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    `GRANT ${onTables} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    `GRANT ${onSequences} ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT ${onTables} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ${owner} IN SCHEMA ${schema} GRANT ${onSequences} ON SEQUENCES TO ${role}`,
  ]
}
