// Makes the tables of a document in an empty database, and refuses one that is not this document's.

import { type Layout } from '../layout.ts'
import type { Randomness } from '../../base/clock.ts'
import { outlineOf } from '../migration/outline.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { indexesOf } from '../sql/indexes.ts'
import type { StoreProblem } from '../kind.ts'
import type { Connection, Connections } from './connections.ts'
import { settle } from './epoch.ts'
import { bookkeeping, tablesOf } from './schema.ts'

/** One process at a time makes tables. */
export const making = "SELECT pg_advisory_xact_lock(hashtext('ninefold tables ' || current_schema()))"

/** Tables and views of the schema, also those on which this role has no rights. */
export const tableNames = "SELECT relname::text AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')"

/** Undefined if the tables exist. */
export async function openTables(connections: Connections, layout: Layout, name: string, randomness: Randomness): Promise<StoreProblem | undefined> {
  const connection = await connections.take()
  try {
    await connection.send('BEGIN', [])
    await connection.send(making, [])
    const problem = await openIn(connection, layout, name, randomness)
    await connection.send(problem === undefined ? 'COMMIT' : 'ROLLBACK', [])
    connection.release()
    return problem
  } catch (error) {
    connection.release(true)
    throw error
  }
}

async function openIn(connection: Connection, layout: Layout, name: string, randomness: Randomness): Promise<StoreProblem | undefined> {
  const outline = outlineText(layout)
  switch (await foundIn(connection, outline)) {
    case 'same':
      await settle(connection, randomness)
      return undefined
    case 'other':
      return { problem: `${name} was made by another document: \`ninefold migrate DOC --store ${name}\` turns it into this one's` }
    case 'foreign':
      return { problem: `${name} is a database of something else: it has tables, and none of them is ours. Create a database for the service` }
    case 'empty':
  }
  for (const sql of makingTables(layout)) await connection.send(sql, [])
  await connection.send('INSERT INTO "$ninefold" (name, value) VALUES (?, ?)', ['layout', outline])
  await settle(connection, randomness)
  return undefined
}

/** Statements that make an empty store, but for the row that says its layout. */
export function makingTables(layout: Layout): readonly string[] {
  return [...bookkeeping, ...tablesOf(layout)]
}

export function outlineText(layout: Layout): string {
  return JSON.stringify(outlineOf(layout, indexesOf))
}

async function foundIn(connection: Pick<Connection, 'send'>, outline: string): Promise<'same' | 'other' | 'foreign' | 'empty'> {
  const tables = (await connection.send(tableNames, [])) as readonly SqlRow[]
  if (!tables.some((row) => row['name'] === '$ninefold')) return tables.length > 0 ? 'foreign' : 'empty'
  const [kept] = (await connection.send('SELECT value FROM "$ninefold" WHERE name = ?', ['layout'])) as readonly SqlRow[]
  return kept?.['value'] === outline ? 'same' : 'other'
}

/** Why a database is not the store of a document that is laid out so; undefined where it is. */
export async function whyOther(connections: Connections, layout: Layout, name: string): Promise<StoreProblem | undefined> {
  switch (await foundIn(connections, outlineText(layout))) {
    case 'same':
      return undefined
    case 'other':
      return { problem: `${name} was made by another document; \`migrate\` turns it into this one's` }
    case 'foreign':
    case 'empty':
      return { problem: `${name} is not the store of any document` }
  }
}

const words: { readonly [kind in DatabaseFailure['kind']]?: string } = {
  full: "the database's disk is full",
  failing: 'the database has no room for more, or fails',
  'read-only': 'the database cannot be written: it is a standby, or set to be read only',
  corrupt: 'the content of the database is damaged',
  constraint: 'the content of the database breaks its own constraints',
  'cannot-open': 'the database refuses the connection',
  gone: 'the database cannot be reached',
}

export function explainFailure(failure: DatabaseFailure): string {
  const word = words[failure.kind]
  return word === undefined ? `PostgreSQL refuses it: ${failure.message}` : `${word} (${failure.message})`
}
