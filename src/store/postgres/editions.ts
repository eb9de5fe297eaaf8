// The processes that serve a database, and the editions of the document that they serve: the newest one does the work behind requests.

import { createHash } from 'node:crypto'
import type { SqlRow } from '../sql/database.ts'
import type { Connection } from './connections.ts'

/** `edition`: later editions have higher numbers. */
export type Enlisted = { readonly id: bigint; readonly edition: number; readonly layout: string }

/** A process loses its claims after this many seconds without renewing its lease, by the clock of the database. */
export const lease = "clock_timestamp() + interval '5 seconds'"

/** Editions by the digest of their document, in the order of their first use; the first of them has the number `first`. */
type Editions = { readonly first: number; readonly digests: readonly string[] }

/** The maximum number of remembered editions. */
const maxEditions = 100

export function computeDigestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Enlists this process. Runs in the transaction that checked that the database may be served, so that a concurrent `migrate` sees the
 * process.
 */
export async function enlist(connection: Connection, document: string, outline: string): Promise<Enlisted> {
  const layout = computeDigestOf(outline)
  const [stored] = (await connection.send(`SELECT value FROM "$ninefold" WHERE name = 'editions'`, [])) as readonly SqlRow[]
  const { first, digests } = stored === undefined ? { first: 1, digests: [] } : (JSON.parse(String(stored['value'])) as Editions)
  const position = digests.indexOf(document)
  const edition = first + (position < 0 ? digests.length : position)
  if (position < 0) {
    const all = [...digests, document].slice(-maxEditions)
    await connection.send('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
      'editions',
      JSON.stringify({ first: edition + 1 - all.length, digests: all }),
    ])
  }
  const isOld = `until < clock_timestamp() - interval '1 hour'`
  const sql = `WITH gone AS (DELETE FROM "$process" WHERE ${isOld}),
left_over AS (DELETE FROM "$working" WHERE owner NOT IN (SELECT id FROM "$process" WHERE NOT ${isOld})) INSERT INTO "$process" (until, edition, layout) VALUES (${lease}, ?, ?) RETURNING id`
  const [row] = (await connection.send(sql, [BigInt(edition), layout])) as readonly SqlRow[]
  return { id: row!['id'] as bigint, edition, layout }
}

export function makeRenewal({ id, edition, layout }: Enlisted): readonly [sql: string, values: readonly (bigint | string)[]] {
  return [
    `INSERT INTO "$process" (id, until, edition, layout) OVERRIDING SYSTEM VALUE VALUES (?, ${lease}, ?, ?) ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
    [id, BigInt(edition), layout],
  ]
}

/**
 * A condition: no process of a newer edition serves, or was lost within the last minute, in which it may restart. Only the newest
 * edition does background work, because only it knows the current document.
 */
export function isNewest({ edition }: Pick<Enlisted, 'edition'>): string {
  return `NOT EXISTS (SELECT 1 FROM "$process" AS newer WHERE newer.edition > ${edition} AND newer.until > clock_timestamp() - interval '1 minute')`
}

/** The number of serving processes with another layout. */
export async function countOthersServing(connection: Pick<Connection, 'send'>, outline: string): Promise<number> {
  const [row] = (await connection.send(
    'SELECT count(*) AS n FROM "$process" WHERE until > clock_timestamp() AND layout IS DISTINCT FROM ?',
    [computeDigestOf(outline)],
  )) as readonly SqlRow[]
  return Number(row!['n'])
}
