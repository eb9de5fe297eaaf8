// Claims work for this process: jobs, deliveries and idempotency keys by a lease, timers by the lock of their row.

import type { ClaimedWork } from '../../meaning/access.ts'
import type { BackgroundWork, Store } from '../../meaning/store.ts'
import type { SqlRow } from '../sql/database.ts'
import { printCursor } from '../sql/delivery-rows.ts'
import { decodeTimer } from '../sql/timers.ts'
import type { Connections } from './connections.ts'
import { TransactionConflict } from './failures.ts'
import { type Enlisted, isNewest, makeRenewal } from './editions.ts'
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
   * True if the open transaction may do the work. The claim ends with its commit, that of a key with `releaseKey`. `waitsForLock`: waits for a
   * timer that another process fires.
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

/** `random` returns numbers from 0 to 1. */
export function beginClaims(connections: Connections, database: RecordedDatabase, random: () => number, enlisted: Enlisted): Claims {
  const { id } = enlisted
  const sql = makeClaimSql(enlisted)
  let hasEnded = false
  const renewing = setInterval(() => {
    // A lease that cannot be renewed ends; the next renewal begins it again.
    connections.send(...makeRenewal(enlisted)).catch(() => undefined)
  }, pause).unref()
  const keys = new HeldKeys(connections, database, id)

  return {
    free: sql.free,
    async claim(work) {
      if (hasEnded) return false
      if (work.kind === 'job') return (await connections.send(sql.claimJob, [BigInt(work.job.id), BigInt(work.job.attempts)])).length > 0
      const {
        delivery: { id: number, due, destination },
        maxConcurrent,
      } = work
      const values = [BigInt(number), BigInt(Math.floor(due ?? 0)), destination, BigInt(number), BigInt(maxConcurrent)]
      // Processes take turns to count the concurrent deliveries of a destination.
      const { value } = await performWork(connections, database, () => database.all(sql.claimDelivery, values), {
        opening: ['BEGIN'],
        random,
        locks: [`delivers ${destination}`],
      })
      return value.length > 0
    },
    claimInTransaction(work, waitsForLock) {
      switch (work.kind) {
        case 'job':
        case 'delivery':
          return database.get(sql.end[work.kind], [BigInt(work.id)]) !== undefined
        case 'timer': {
          const { id: timerId, due, attempts } = work.timer
          const lock = waitsForLock ? 'FOR UPDATE' : 'FOR UPDATE SKIP LOCKED'
          return database.get(`${sql.timer} ${lock}`, [BigInt(timerId), BigInt(due), BigInt(attempts)]) !== undefined
        }
        case 'key':
          return keys.hold(work.name)
        case 'cursor': {
          const row = database.get(sql.cursor, [])
          return work.cursor !== undefined && row?.['value'] === printCursor(work.cursor)
        }
      }
    },
    releaseKey: (name) => keys.release(name),
    nextTimer(now) {
      const row = database.get(sql.nextTimer, [BigInt(Math.floor(now))])
      return row && decodeTimer(row)
    },
    yields: async () => ((await connections.send(`SELECT 1 AS one WHERE ${isNewest(enlisted)}`, [])) as readonly SqlRow[]).length === 0,
    async end() {
      hasEnded = true
      clearInterval(renewing)
      await connections
        .send('WITH held AS (DELETE FROM "$working" WHERE owner = ?) DELETE FROM "$process" WHERE id = ?', [id, id])
        .catch(() => undefined)
    },
  }
}

type ClaimSql = {
  readonly free: string
  readonly claimJob: string
  readonly claimDelivery: string
  readonly end: { readonly [kind in 'job' | 'delivery']: string }
  readonly timer: string
  readonly nextTimer: string
  readonly cursor: string
}

/** Only a process with a valid lease may claim work, and only work that has not changed since it was read. */
function makeClaimSql(enlisted: Enlisted): ClaimSql {
  const { id } = enlisted
  const isOwn = isNewest(enlisted)
  const free = ` AND (owner IS NULL OR owner = ${id} OR NOT ${isAlive('owner')}) AND ${isOwn}`
  const claimIn = (table: string, asRead: string, further = ''): string =>
    `UPDATE "${table}" SET owner = ${id} WHERE id = (SELECT id FROM "${table}" WHERE id = ? AND ${asRead}${free} FOR UPDATE SKIP LOCKED)${further} AND ${isAlive(String(id))} RETURNING id`
  const endIn = (table: string): string => `UPDATE "${table}" SET owner = NULL WHERE id = ? AND owner = ${id} RETURNING id`
  const underWay = `(SELECT count(*) FROM "$delivery" AS other WHERE other.destination = ? AND other.owner IS NOT NULL AND other.id <> ? AND ${isAlive('other.owner')})`
  const firstOfRecord =
    'NOT EXISTS (SELECT 1 FROM "$timer" AS e WHERE e.resource = t.resource AND e.key = t.key AND e.dead IS NULL AND (e.due, e.id) < (t.due, t.id))'
  return {
    free,
    claimJob: claimIn('$job', 'attempts = ? AND dead IS NULL'),
    claimDelivery: claimIn('$delivery', 'due = ?', ` AND ${underWay} < ?`),
    end: { job: endIn('$job'), delivery: endIn('$delivery') },
    timer: 'SELECT id FROM "$timer" WHERE id = ? AND due = ? AND attempts = ? AND dead IS NULL',
    nextTimer: `SELECT * FROM "$timer" AS t WHERE dead IS NULL AND due <= ? AND ${firstOfRecord} AND ${isOwn} ORDER BY due, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    cursor: `SELECT value FROM "$ninefold" WHERE name = 'deliveries' AND ${isOwn} FOR UPDATE SKIP LOCKED`,
  }
}

const holdKeySql = `INSERT INTO "$working" AS w (name, owner, token) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = excluded.token WHERE w.owner = excluded.owner OR NOT ${isAlive('w.owner')} RETURNING owner`
const storedAnswerSql = 'SELECT * FROM "$kept" WHERE name = ?'

/** The idempotency keys that this process holds. */
class HeldKeys {
  readonly #connections: Connections
  readonly #database: RecordedDatabase
  readonly #owner: bigint
  /** Numbers the holds, so that a late release does not end a later hold. */
  #count = 0n
  readonly #tokens = new Map<string, bigint>()

  constructor(connections: Connections, database: RecordedDatabase, owner: bigint) {
    this.#connections = connections
    this.#database = database
    this.#owner = owner
  }

  hold(name: string): boolean {
    const token = this.#database.recording.draw('hold of a key', () => ++this.#count)
    this.#tokens.set(name, token)
    if (this.#database.getAlone(holdKeySql, [name, this.#owner, token]) === undefined) return false
    // The former holder may have committed after this transaction's snapshot: then the work runs again and finds the answer.
    const [now, snapshot] = [this.#database.getAlone(storedAnswerSql, [name]), this.#database.get(storedAnswerSql, [name])]
    if (now?.['at'] !== snapshot?.['at']) throw new TransactionConflict('the key was answered meanwhile')
    return true
  }

  release(name: string): void {
    const token = this.#tokens.get(name)
    this.#tokens.delete(name)
    if (token !== undefined)
      this.#connections
        .send('DELETE FROM "$working" WHERE name = ? AND owner = ? AND token = ?', [name, this.#owner, token])
        .catch(() => undefined)
  }
}
