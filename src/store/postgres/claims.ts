// Claims work for this process: jobs, deliveries and idempotency keys by a lease, timers by the lock of their row.

import type { ClaimedWork } from '../../meaning/access.ts'
import type { BackgroundWork, Store } from '../../meaning/store.ts'
import type { SqlRow } from '../sql/database.ts'
import { cursorText } from '../sql/delivery-rows.ts'
import { decodeTimer } from '../sql/timers.ts'
import { type Connections, TransactionConflict } from './connections.ts'
import { type Enlisted, isNewest, renewal } from './editions.ts'
import type { RecordedDatabase } from './recorded-database.ts'
import { performWork } from './work.ts'

/** Milliseconds between two renewals. */
const pause = 1000

/** Each process has a row while it runs; rows of processes that ended without deleting it are deleted later. */
export const claimTables = [
  'CREATE TABLE IF NOT EXISTS "$process" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, until timestamptz NOT NULL, edition bigint, layout text)',
  'CREATE INDEX IF NOT EXISTS "$delivery owner" ON "$delivery" (destination) WHERE owner IS NOT NULL',
  // Idempotency keys of requests that run code before their transaction.
  'CREATE TABLE IF NOT EXISTS "$working" (name text COLLATE "C" PRIMARY KEY, owner bigint NOT NULL, token bigint NOT NULL)',
]

const isAlive = (id: string): string => `EXISTS (SELECT 1 FROM "$process" AS p WHERE p.id = ${id} AND p.until > clock_timestamp())`

export type Claims = {
  /** SQL to append to a condition, for rows that this process may claim. */
  readonly free: string
  claim(work: ClaimedWork): Promise<boolean>
  /**
   * True if the open transaction may do the work; the claim ends with its commit, that of a key with `releaseKey`. `waitsForLock`: wait for a timer that
   * another process fires.
   */
  claimInTransaction(work: BackgroundWork, waitsForLock: boolean): boolean
  releaseKey(name: string): void
  /** The first due timer that no process is firing; only the first timer of a record, so that they keep their order. */
  readonly nextTimer: Store['nextTimer']
  /** True if this process leaves the work behind requests to processes of a newer edition. */
  yields(): Promise<boolean>
  /** Releases all claims. */
  end(): Promise<void>
}

export function beginClaims(connections: Connections, database: RecordedDatabase, random: () => number, enlisted: Enlisted): Claims {
  const { id } = enlisted
  const isOwn = isNewest(enlisted)
  let hasEnded = false
  const renewing = setInterval(() => {
    // A lease that cannot be renewed ends; the next renewal begins it again.
    connections.send(...renewal(enlisted)).catch(() => undefined)
  }, pause).unref()

  const free = ` AND (owner IS NULL OR owner = ${id} OR NOT ${isAlive('owner')}) AND ${isOwn}`
  /** Only a process with a valid lease may claim work, and only work that has not changed since it was read. */
  const claimSql = (table: string, asRead: string, further = ''): string =>
    `UPDATE "${table}" SET owner = ${id} WHERE id = (SELECT id FROM "${table}" WHERE id = ? AND ${asRead}${free} FOR UPDATE SKIP LOCKED)${further} AND ${isAlive(String(id))} RETURNING id`
  const claimJob = claimSql('$job', 'attempts = ? AND dead IS NULL')
  const underWay = `(SELECT count(*) FROM "$delivery" AS other WHERE other.destination = ? AND other.owner IS NOT NULL AND other.id <> ? AND ${isAlive('other.owner')})`
  const claimDelivery = claimSql('$delivery', 'due = ?', ` AND ${underWay} < ?`)
  const endSql = (table: string): string => `UPDATE "${table}" SET owner = NULL WHERE id = ? AND owner = ${id} RETURNING id`
  const deletedSql = { job: endSql('$job'), delivery: endSql('$delivery') }
  const holdKey = `INSERT INTO "$working" AS w (name, owner, token) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = excluded.token WHERE w.owner = excluded.owner OR NOT ${isAlive('w.owner')} RETURNING owner`
  const storedAnswerSql = 'SELECT * FROM "$kept" WHERE name = ?'
  /** Numbers the claims of this process, so that a late release does not end a later claim. */
  let holds = 0n
  const tokens = new Map<string, bigint>()
  const firstOfRecord =
    'NOT EXISTS (SELECT 1 FROM "$timer" AS e WHERE e.resource = t.resource AND e.key = t.key AND e.dead IS NULL AND (e.due, e.id) < (t.due, t.id))'

  return {
    free,
    async claim(work) {
      if (hasEnded) return false
      if (work.kind === 'job') return (await connections.send(claimJob, [BigInt(work.job.id), BigInt(work.job.attempts)])).length > 0
      const {
        delivery: { id: number, due, destination },
        maxConcurrent,
      } = work
      const values = [BigInt(number), BigInt(Math.floor(due ?? 0)), destination, BigInt(number), BigInt(maxConcurrent)]
      // Processes take turns to count the concurrent deliveries of a destination.
      const { value } = await performWork(connections, database, () => database.all(claimDelivery, values), {
        opening: ['BEGIN'],
        random,
        locks: [`delivers ${destination}`],
      })
      return value.length > 0
    },
    claimInTransaction(work, waitsForLock) {
      const isFound = (sql: string, values: Parameters<RecordedDatabase['all']>[1]): boolean => database.get(sql, values) !== undefined
      switch (work.kind) {
        case 'job':
        case 'delivery':
          return isFound(deletedSql[work.kind], [BigInt(work.id)])
        case 'timer': {
          const { timer } = work
          return isFound(
            `SELECT id FROM "$timer" WHERE id = ? AND due = ? AND attempts = ? AND dead IS NULL FOR UPDATE${waitsForLock ? '' : ' SKIP LOCKED'}`,
            [BigInt(timer.id), BigInt(timer.due), BigInt(timer.attempts)],
          )
        }
        case 'key': {
          const token = database.recording.draw('hold of a key', () => ++holds)
          tokens.set(work.name, token)
          if (database.getAlone(holdKey, [work.name, id, token]) === undefined) return false
          // The former holder may have committed after this transaction's snapshot: then the work runs again and finds the answer.
          const [now, snapshot] = [database.getAlone(storedAnswerSql, [work.name]), database.get(storedAnswerSql, [work.name])]
          if (now?.['at'] !== snapshot?.['at']) throw new TransactionConflict('the key was answered meanwhile')
          return true
        }
        case 'cursor': {
          const row = database.get(`SELECT value FROM "$ninefold" WHERE name = 'deliveries' AND ${isOwn} FOR UPDATE SKIP LOCKED`, [])
          return work.cursor !== undefined && row?.['value'] === cursorText(work.cursor)
        }
      }
    },
    releaseKey(name) {
      const token = tokens.get(name)
      tokens.delete(name)
      if (token !== undefined)
        connections.send('DELETE FROM "$working" WHERE name = ? AND owner = ? AND token = ?', [name, id, token]).catch(() => undefined)
    },
    nextTimer(now) {
      const row = database.get(
        `SELECT * FROM "$timer" AS t WHERE dead IS NULL AND due <= ? AND ${firstOfRecord} AND ${isOwn} ORDER BY due, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [BigInt(Math.floor(now))],
      )
      return row && decodeTimer(row)
    },
    yields: async () => ((await connections.send(`SELECT 1 AS one WHERE ${isOwn}`, [])) as readonly SqlRow[]).length === 0,
    async end() {
      hasEnded = true
      clearInterval(renewing)
      await connections
        .send('WITH held AS (DELETE FROM "$working" WHERE owner = ?) DELETE FROM "$process" WHERE id = ?', [id, id])
        .catch(() => undefined)
    },
  }
}
