// Wraps `pg`: connections, statements and results, and the meaning of PostgreSQL's errors.

import { Socket } from 'node:net'
import pg from 'pg'
import type { StatementSpans } from '../../base/statement-spans.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { DatabaseFailure, type SqlValue } from '../sql/database.ts'
import { type Address, readAddress } from './address.ts'
import { type SentTogether, type SqlRows, type Statement, type StatementForm, rowsExactly } from './call.ts'
import { Flight, rolledBack } from './flight.ts'
import { GatheredReads } from './gathered-reads.ts'
import { Pool } from './pool.ts'
import { atTurnEnd } from './turn-end.ts'

/** A conflict between two transactions: this one must be repeated. SQLSTATE 40001 and 40P01. */
export class TransactionConflict extends StoreFailure {}

/** A lock was not acquired within `lock_timeout`. SQLSTATE 55P03. */
export class LockTimeout extends DatabaseFailure {}

/** The connection ended during a commit, so its result must be queried. */
export class CommitUnknown extends StoreFailure {
  override readonly isOutage = true
}

/**
 * Changes when the database recovers from a crash, and not when it is stopped and started: recovery resets these statistics (PostgreSQL
 * documentation, "The Cumulative Statistics System"). A crash also ends all connections, so a connection has one era.
 */
export const eraSql = '(SELECT stats_reset::text FROM pg_stat_wal)'

export type Connection = {
  /** The era from `eraSql`; undefined if the connection was lost before. */
  readonly era: Promise<string | undefined>
  /** Sends statements together, after the earlier ones; a transaction begins and ends only with the first and the last. */
  sendAll(statements: readonly Statement[]): Promise<SentTogether>
  /** Sends one statement. Rejects with a `StoreFailure`. */
  send(sql: string, values: readonly SqlValue[], form?: StatementForm): Promise<SqlRows>
  /** `isBroken`: the connection is closed and not reused. */
  release(isBroken?: boolean): void
}

export type Connections = {
  /** A connection for exclusive use until it is released. */
  acquire(): Promise<Connection>
  /** Sends statements that write nothing together on a shared connection, outside of transactions. */
  read(statements: readonly Statement[]): Promise<SentTogether>
  /** Sends a single statement on a shared connection. */
  send(sql: string, values: readonly SqlValue[], form?: StatementForm): Promise<SqlRows>
  /** Listens to a channel until the connections end; `heard` is called for each message, and once when listening begins again after a failure. */
  listen(channel: string, heard: () => void): void
  /** Connections for transactions: open, idle and maximum numbers, and the amount of waiting work. */
  figures(): { readonly open: number; readonly idle: number; readonly max: number; readonly waiting: number }
  end(): Promise<void>
}

export type PostgresConnecting = {
  readonly address: string
  /** Connections for transactions. */
  readonly size: number
  /** The statement timeout in milliseconds. */
  readonly patience?: number
  /**
   * Transactions read by indexes where they can: a sequential scan locks the whole table for a serializable transaction, which then
   * conflicts with every writer of it.
   */
  readonly avoidsScans?: boolean
  readonly onStatement?: ((sql: string) => void) | undefined
  readonly spans?: StatementSpans | undefined
  readonly onLost?: ((failure: DatabaseFailure) => void) | undefined
}

/**
 * Settings of every connection: UTC, and a time limit for idle transactions of a hanging process, in milliseconds. Compiling a statement to
 * machine code takes longer than a request; the planner would do it for each scan that it should avoid, because it counts it as expensive.
 */
const settings = '-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=30000 -c default_transaction_isolation=read\\ committed'

/** The number of connections that share single statements. */
const shared = 2

/** Milliseconds for which work waits for a connection, new or free. */
const waitForConnection = 5000

/** Milliseconds before listening is retried. */
const pause = 500

export function connect(connecting: PostgresConnecting): Connections {
  try {
    return connectTo(readAddress(connecting.address), connecting)
  } catch (error) {
    if (error instanceof DatabaseFailure) return unreachableConnections(error, connecting.size)
    throw error
  }
}

/** Connections to an unreachable database, which fail with its problem. */
function unreachableConnections(failure: DatabaseFailure, size: number): Connections {
  const fail = (): Promise<never> => Promise.reject(failure)
  return {
    acquire: fail,
    send: fail,
    read: fail,
    listen: () => undefined,
    figures: () => ({ open: 0, idle: 0, max: size, waiting: 0 }),
    end: async () => undefined,
  }
}

function connectTo(
  { connectionString, options, ssl }: Address,
  { size, patience, avoidsScans, onStatement, spans, onLost }: PostgresConnecting,
): Connections {
  const config = {
    connectionString,
    ssl,
    options: `${settings}${patience === undefined ? '' : ` -c statement_timeout=${patience}`}${options}`,
    application_name: 'ninefold',
    connectionTimeoutMillis: waitForConnection,
    keepAlive: true,
    stream: () => new GatheringSocket(),
  }
  const pool = new Pool({
    max: size,
    patience: waitForConnection,
    open: (onEnd) => open({ ...config, options: avoidsScans === true ? `-c enable_seqscan=off ${config.options}` : config.options }, onEnd),
    onLost: (error) => onLost?.(toStoreFailure(error) as DatabaseFailure),
  })
  const readers: (pg.Client | Promise<pg.Client> | undefined)[] = []
  const eras = new WeakMap<pg.Client, Promise<string | undefined>>()
  let [turn, hasEnded] = [0, false]
  let listening: pg.Client | undefined

  function reader(): pg.Client | Promise<pg.Client> {
    const index = turn++ % shared
    if (readers[index] !== undefined) return readers[index]
    const opening = open(config, () => (readers[index] = undefined))
    readers[index] = opening
    opening.then(
      (client) => {
        if (readers[index] === opening) readers[index] = client
      },
      () => undefined,
    )
    return opening
  }

  function sendShared(statements: readonly Statement[]): Promise<SentTogether> {
    const client = reader()
    return client instanceof Promise ? client.then((opened) => sendBy(opened, statements)) : sendBy(client, statements)
  }

  /** `onEnd` is called once or twice when the connection ends, with the error if it is lost. */
  async function open(own: typeof config, onEnd: (error?: Error) => void): Promise<pg.Client> {
    const client = new pg.Client({ ...own, pipeline: true } as pg.ClientConfig)
    client.on('error', onEnd)
    client.on('end', () => onEnd())
    try {
      await client.connect()
    } catch (error) {
      onEnd()
      throw toStoreFailure(error)
    }
    return client
  }

  function readEra(client: pg.Client): Promise<string | undefined> {
    return client.query<{ era: string }>(`SELECT ${eraSql} AS era`).then(
      ({ rows }) => rows[0]?.era,
      () => undefined,
    )
  }

  function sendBy(client: pg.Client, statements: readonly Statement[]): Promise<SentTogether> {
    const ends = statements.map(({ sql }) => {
      onStatement?.(sql)
      return spans?.begin('postgresql', sql)
    })
    return new Promise((resolve) => {
      void client.query(
        new Flight(statements, ({ rows, error }) => {
          for (const end of ends) end?.()
          resolve(error === undefined ? { rows } : { rows, failure: failureOfFlight(error, statements.slice(rows.length)) })
        }) as unknown as pg.QueryConfig,
      )
    })
  }

  async function sendOneBy(client: pg.Client, statement: Statement): Promise<SqlRows> {
    const { rows, failure } = await sendBy(client, [statement])
    if (failure !== undefined) throw failure
    return rows[0]!
  }

  /** Opens one connection after the other, because each failed attempt would be followed by another. */
  async function keepListening(channel: string, heard: () => void): Promise<void> {
    while (!hasEnded) {
      const lost = Promise.withResolvers<void>()
      let client: pg.Client | undefined
      try {
        client = await open(config, () => lost.resolve())
        listening = client
        client.on('notification', heard)
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        heard()
        if (!hasEnded) await lost.promise
      } catch {
        // It is retried.
      }
      client?.end().catch(() => undefined)
      if (!hasEnded) await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
  }

  const reads = new GatheredReads(sendShared)

  function exclusive(client: pg.Client): Connection {
    return {
      era: eras.getOrInsertComputed(client, readEra),
      sendAll: (statements) => sendBy(client, statements),
      send: (sql, values, form = rowsExactly) => sendOneBy(client, { sql, values, form }),
      release: (isBroken = false) => pool.release(client, isBroken),
    }
  }

  return {
    async acquire() {
      try {
        return exclusive(await pool.acquire())
      } catch (error) {
        throw toStoreFailure(error)
      }
    },
    read: (statements) => reads.read(statements),
    send: async (sql, values, form = rowsExactly) => sendOneBy(await reader(), { sql, values, form }),
    listen: (channel, heard) => void keepListening(channel, heard),
    figures: () => pool.figures,
    async end() {
      hasEnded = true
      await Promise.all([
        pool.end(),
        listening?.end(),
        ...readers.map(async (each) => (await Promise.resolve(each).catch(() => undefined))?.end()),
      ])
    },
  }
}

/** Sends all writes of one event loop turn together: the statements of many requests are one packet. */
class GatheringSocket extends Socket {
  #isGathering = false

  override cork(): void {
    this.#gather()
    super.cork()
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    super.cork()
    atTurnEnd(() => {
      this.#isGathering = false
      super.uncork()
    })
  }
}

/** SQLSTATE, by its first characters (PostgreSQL documentation, appendix A). */
const kinds: readonly (readonly [code: string, kind: DatabaseFailure['kind']])[] = [
  ['23', 'constraint'],
  ['53100', 'full'],
  ['53', 'failing'],
  ['57P', 'gone'],
  ['58', 'failing'],
  ['08', 'gone'],
  ['25006', 'read-only'],
  ['28', 'cannot-open'],
  ['3D', 'cannot-open'],
  ['XX001', 'corrupt'],
  ['XX002', 'corrupt'],
]

/** `unanswered`: the statements that the error concerns. If they end a transaction, its outcome is unknown after a lost connection. */
function failureOfFlight(error: unknown, unanswered: readonly Statement[]): unknown {
  const failure = toStoreFailure(error)
  return failure instanceof DatabaseFailure && failure.isOutage && unanswered.some(({ sql }) => sql === 'COMMIT')
    ? new CommitUnknown(failure.message)
    : failure
}

/** Any error without an answer of the database counts as a lost connection. */
function toStoreFailure(error: unknown): unknown {
  if (error instanceof StoreFailure) return error
  if (error === rolledBack) return new TransactionConflict(rolledBack.message)
  const { code, message } = error as { readonly code?: string; readonly message: string }
  if (!(error instanceof pg.DatabaseError) || code === undefined)
    return new DatabaseFailure('gone', message === '' ? (code ?? 'the connection is lost') : message)
  if (code === '40001' || code === '40P01' || code === '25P02') return new TransactionConflict(message)
  if (code === '55P03') return new LockTimeout('other', `${message} (SQLSTATE ${code})`)
  return new DatabaseFailure(kinds.find(([start]) => code.startsWith(start))?.[1] ?? 'other', `${message} (SQLSTATE ${code})`)
}
