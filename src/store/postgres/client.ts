// Opens single connections of `pg`, with the settings of every connection.

import { Socket } from 'node:net'
import pg from 'pg'
import type { Address } from './address.ts'
import { toStoreFailure } from './failures.ts'
import { atTurnEnd } from './turn-end.ts'

/**
 * Settings of every connection: UTC, and a time limit for idle transactions of a hanging process, in milliseconds. Compiling a statement to
 * machine code takes longer than a request; the planner would do it for each scan that it should avoid, because it counts it as expensive.
 */
const settings = '-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=30000 -c default_transaction_isolation=read\\ committed'

/** Milliseconds for which work waits for a connection, new or free. */
export const waitForConnection = 5000

export type ClientConfig = pg.ClientConfig & { readonly options: string }

/** `patience`: the statement timeout in milliseconds. */
export function makeClientConfig({ connectionString, options, ssl }: Address, patience: number | undefined): ClientConfig {
  return {
    connectionString,
    ssl,
    options: `${settings}${patience === undefined ? '' : ` -c statement_timeout=${patience}`}${options}`,
    application_name: 'ninefold',
    connectionTimeoutMillis: waitForConnection,
    keepAlive: true,
    stream: () => new GatheringSocket(),
  }
}

/** `onEnd` is called once or twice when the connection ends, with the error if it is lost. Rejects with a `StoreFailure`. */
export async function openClient(config: ClientConfig, onEnd: (error?: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
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
