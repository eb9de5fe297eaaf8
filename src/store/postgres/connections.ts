// Connections to PostgreSQL: a pool for transactions, shared ones for single statements, and one for notifications.

import type pg from 'pg'
import type { StatementSpans } from '../../base/statement-spans.ts'
import { DatabaseFailure, type SqlValue } from '../sql/database.ts'
import { type Address, readAddress } from './address.ts'
import { type SentTogether, type SqlRows, type Statement, type StatementForm, rowsExactly } from './call.ts'
import { Channels } from './channels.ts'
import { makeClientConfig, openClient, waitForConnection } from './client.ts'
import { toFlightFailure, toStoreFailure } from './failures.ts'
import { Flight } from './flight.ts'
import { GatheredReads } from './gathered-reads.ts'
import { Pool } from './pool.ts'
import { SharedClients } from './shared-clients.ts'

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

export function connect(connecting: PostgresConnecting): Connections {
  try {
    return connectTo(readAddress(connecting.address), connecting)
  } catch (error) {
    if (error instanceof DatabaseFailure) return makeUnreachableConnections(error, connecting.size)
    throw error
  }
}

/** Connections to an unreachable database, which fail with its problem. */
function makeUnreachableConnections(failure: DatabaseFailure, size: number): Connections {
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

function connectTo(address: Address, connecting: PostgresConnecting): Connections {
  const { size, patience, avoidsScans, onLost } = connecting
  const config = makeClientConfig(address, patience)
  const poolConfig = avoidsScans === true ? { ...config, options: `-c enable_seqscan=off ${config.options}` } : config
  const pool = new Pool({
    max: size,
    patience: waitForConnection,
    open: (onEnd) => openClient(poolConfig, onEnd),
    onLost: (error) => onLost?.(toStoreFailure(error) as DatabaseFailure),
  })
  const sharedClients = new SharedClients(config)
  const channels = new Channels(config)
  const sendBy = makeSender(connecting)
  const reads = new GatheredReads((statements) => {
    const client = sharedClients.next()
    return client instanceof Promise ? client.then((opened) => sendBy(opened, statements)) : sendBy(client, statements)
  })
  const sendOneBy = async (client: pg.Client, statement: Statement): Promise<SqlRows> => {
    const { rows, failure } = await sendBy(client, [statement])
    if (failure !== undefined) throw failure
    return rows[0]!
  }
  const eras = new WeakMap<pg.Client, Promise<string | undefined>>()
  return {
    async acquire() {
      try {
        const client = await pool.acquire()
        return {
          era: eras.getOrInsertComputed(client, readEra),
          sendAll: (statements) => sendBy(client, statements),
          send: (sql, values, form = rowsExactly) => sendOneBy(client, { sql, values, form }),
          release: (isBroken = false) => pool.release(client, isBroken),
        }
      } catch (error) {
        throw toStoreFailure(error)
      }
    },
    read: (statements) => reads.read(statements),
    send: async (sql, values, form = rowsExactly) => sendOneBy(await sharedClients.next(), { sql, values, form }),
    listen: (channel, heard) => void channels.listen(channel, heard),
    figures: () => pool.figures,
    async end() {
      await Promise.all([pool.end(), channels.end(), sharedClients.end()])
    },
  }
}

/** Sends statements together on one connection. */
function makeSender({
  onStatement,
  spans,
}: PostgresConnecting): (client: pg.Client, statements: readonly Statement[]) => Promise<SentTogether> {
  return (client, statements) => {
    const ends = statements.map(({ sql }) => {
      onStatement?.(sql)
      return spans?.begin('postgresql', sql)
    })
    return new Promise((resolve) => {
      void client.query(
        new Flight(statements, ({ rows, error }) => {
          for (const end of ends) end?.()
          resolve(error === undefined ? { rows } : { rows, failure: toFlightFailure(error, statements.slice(rows.length)) })
        }) as unknown as pg.QueryConfig,
      )
    })
  }
}

function readEra(client: pg.Client): Promise<string | undefined> {
  return client.query<{ era: string }>(`SELECT ${eraSql} AS era`).then(
    ({ rows }) => rows[0]?.era,
    () => undefined,
  )
}
