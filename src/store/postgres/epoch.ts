// Starts a new epoch of event positions if a database was restored from a dump or filled from a file.

import type { Randomness } from '../../base/clock.ts'
import { type EventPosition, beginning } from '../../exchange/event.ts'
import type { SqlRow } from '../sql/database.ts'
import { withNewEpoch } from '../sql/store-values.ts'
import type { Connection } from './connections.ts'

/** The commit number of all copied events, in their order. Transactions of PostgreSQL have higher numbers. */
export const fromElsewhere = 1

/** The identity of the tables: a restored dump creates others. Transaction numbers mean nothing in another database. */
const homeSql = `SELECT system_identifier::text || '.' || '"$event"'::regclass::oid::text AS home, (SELECT value FROM "$ninefold" WHERE name = 'home') AS kept FROM pg_control_system()`

/** Begins an epoch if the tables were restored from a dump since they were last served. Runs in a transaction. */
export async function settle(connection: Connection, randomness: Randomness): Promise<void> {
  const { home, kept: epoch } = ((await connection.send(homeSql, [])) as readonly SqlRow[])[0]!
  if (home === epoch) return
  if (epoch !== null) await beginEpoch(connection, randomness)
  await connection.send('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
    'home',
    home!,
  ])
}

async function beginEpoch(connection: Connection, randomness: Randomness): Promise<void> {
  const named = new Map(
    ((await connection.send(`SELECT name, value FROM "$ninefold" WHERE name IN ('cursors', 'deliveries')`, [])) as readonly SqlRow[]).map(
      (row) => [row['name'], row['value'] as string],
    ),
  )
  const set = (name: string, value: string): Promise<unknown> =>
    connection.send('UPDATE "$ninefold" SET value = ? WHERE name = ?', [value, name])
  const [cursors, deliveries] = [named.get('cursors'), named.get('deliveries')]
  if (cursors !== undefined) await set('cursors', withNewEpoch(cursors, randomness))
  if (deliveries !== undefined) {
    const { commit, index } = JSON.parse(deliveries) as EventPosition
    const [row] = (await connection.send('SELECT count(*) AS n FROM "$event" WHERE ("commit", "index") <= (?, ?)', [
      BigInt(commit),
      BigInt(index),
    ])) as readonly SqlRow[]
    await set('deliveries', JSON.stringify(makePosition(Number(row!['n']))))
  }
  // In two steps, so that no row takes the place of a row that has not moved yet.
  await connection.send(
    'UPDATE "$event" AS e SET "commit" = -1, "index" = n.place FROM (SELECT "commit", "index", row_number() OVER (ORDER BY "commit", "index") AS place FROM "$event") AS n WHERE (e."commit", e."index") = (n."commit", n."index")',
    [],
  )
  await connection.send(`UPDATE "$event" SET "commit" = ${fromElsewhere} WHERE "commit" = -1`, [])
}

/** Starts after the copied events. */
export function makePosition(count: number): EventPosition {
  return count === 0 ? beginning : { commit: fromElsewhere, index: count }
}
