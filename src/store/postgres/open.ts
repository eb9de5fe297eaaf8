// Creates the tables of a document in an empty database, and refuses a database of another document.

import { describeForeignDatabase } from '../foreign.ts'
import type { Layout } from '../layout.ts'
import { describeLayout } from '../migration/outline.ts'
import { pairOutlines } from '../migration/pairing.ts'
import { readRenames } from '../migration/renames.ts'
import type { DatabaseFailure, SqlRow } from '../sql/database.ts'
import { listIndexes } from '../sql/indexes.ts'
import type { RuntimeOptions, StoreProblem } from '../kind.ts'
import type { Connection, Connections } from './connections.ts'
import { type Enlisted, computeDigestOf, enlist } from './editions.ts'
import { settle } from './epoch.ts'
import { computeFills } from './rolling/actions.ts'
import { type StoreState, keepLayout, readState } from './rolling/state.ts'
import { bookkeeping, listCreateStatements } from './schema.ts'

/** One process at a time creates tables. */
export const createLockSql = "SELECT pg_advisory_xact_lock(hashtext('ninefold tables ' || current_schema()))"

/** Creates missing tables, and enlists this process among those that serve them. */
export async function openTables(
  connections: Connections,
  layout: Layout,
  name: string,
  { randomness, document }: Pick<RuntimeOptions, 'randomness' | 'document'>,
): Promise<Enlisted | StoreProblem> {
  const connection = await connections.acquire()
  try {
    await connection.send('BEGIN', [])
    await connection.send(createLockSql, [])
    const outline = outlineText(layout)
    const problem = await openIn(connection, layout, outline, name)
    if (problem !== undefined) {
      await connection.send('ROLLBACK', [])
      connection.release()
      return problem
    }
    await settle(connection, randomness)
    await keepFills(connection, layout, outline)
    const enlisted = await enlist(connection, computeDigestOf(document ?? outline), outline)
    await connection.send('COMMIT', [])
    connection.release()
    return enlisted
  } catch (error) {
    connection.release(true)
    throw error
  }
}

async function openIn(connection: Connection, layout: Layout, outline: string, name: string): Promise<StoreProblem | undefined> {
  const state = await readState(connection)
  switch (state.kind) {
    case 'store':
      return explainRefusal(state, outline, name)
    case 'foreign':
      return { problem: describeForeignDatabase(name, 'postgres://…', state.tables) }
    case 'empty':
  }
  const hasRights = "SELECT current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS creates"
  const [{ schema, creates }] = (await connection.send(hasRights, [])) as unknown as readonly [SqlRow]
  if (schema === null) return { problem: `${name}: the search path names no schema that its role may use` }
  if (creates !== 1n)
    return {
      problem: `${name} is empty, and its role may create no tables there: \`ninefold migrate DOC --store postgres://…\` as the owner of the schema creates them`,
    }
  for (const sql of listTableStatements(layout)) await connection.send(sql, [])
  await keepLayout(connection, outline)
  return undefined
}

/** The reason why a process of a document with this outline may not serve the database; undefined if it may. */
function explainRefusal(
  { layout, migration, missing }: Extract<StoreState, { kind: 'store' }>,
  outline: string,
  name: string,
): StoreProblem | undefined {
  const run = `\`ninefold migrate DOC --store ${name}\``
  const isFormer = migration?.former === outline && migration.phase !== 'contract'
  if (layout !== outline && !isFormer) {
    if (migration?.next === outline)
      return { problem: `${name} is not ready for this document: its migration is incomplete. ${run} continues it` }
    if (migration?.former === outline)
      return {
        problem: `${name} no longer fits this document: the parts that only it needed are removed. Serve the document that followed it`,
      }
    return { problem: `${name} was made by another document: ${run} turns it into this one's` }
  }
  if (missing.length > 0)
    return {
      problem: `${name} was made by an earlier version of Ninefold, and lacks ${missing.map((part) => `\`${part}\``).join(', ')}: ${run} adds ${missing.length === 1 ? 'it' : 'them'}`,
    }
  return undefined
}

/** For the next document: this one's defaults for columns that the next may not know. */
async function keepFills(connection: Connection, layout: Layout, outline: string): Promise<void> {
  const fills = computeFills(
    pairOutlines({ tables: [] }, describeLayout(layout, listIndexes), layout, readRenames(layout.domain.model)),
    layout,
  )
  const value = JSON.stringify({ layout: outline, fills })
  await connection.send(
    `INSERT INTO "$ninefold" AS kept (name, value) VALUES ('fills', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE kept.value <> excluded.value AND ? = (SELECT value FROM "$ninefold" WHERE name = 'layout')`,
    [value, outline],
  )
}

/** Statements that create an empty store, except for the row with its layout. */
export function listTableStatements(layout: Layout): readonly string[] {
  return [...bookkeeping, ...listCreateStatements(layout)]
}

export function outlineText(layout: Layout): string {
  return JSON.stringify(describeLayout(layout, listIndexes))
}

/** The reason why the database is not the store of a document with this layout; undefined if it is. */
export async function explainOther(connections: Connections, layout: Layout, name: string): Promise<StoreProblem | undefined> {
  const state = await readState(connections)
  return state.kind === 'store' ? explainRefusal(state, outlineText(layout), name) : { problem: `${name} is not the store of any document` }
}

const reasons: { readonly [kind in DatabaseFailure['kind']]?: string } = {
  full: "the database's disk is full",
  failing: 'the database has no room for more, or fails',
  'read-only': 'the database cannot be written: it is a standby, or set to be read only',
  corrupt: 'the content of the database is damaged',
  constraint: 'the content of the database breaks its own constraints',
  'cannot-open': 'the database refuses the connection',
  gone: 'the database cannot be reached',
}

export function explainFailure(failure: DatabaseFailure): string {
  const reason = reasons[failure.kind]
  return reason === undefined ? `PostgreSQL refuses it: ${failure.message}` : `${reason} (${failure.message})`
}
