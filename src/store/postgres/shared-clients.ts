// The connections that single statements share, opened on first use and again after a loss.

import type pg from 'pg'
import { type ClientConfig, openClient } from './client.ts'

/** The number of connections that share single statements. */
const count = 2

export class SharedClients {
  readonly #config: ClientConfig
  readonly #clients: (pg.Client | Promise<pg.Client> | undefined)[] = []
  #turn = 0

  constructor(config: ClientConfig) {
    this.#config = config
  }

  /** The connections take turns. */
  next(): pg.Client | Promise<pg.Client> {
    const index = this.#turn++ % count
    if (this.#clients[index] !== undefined) return this.#clients[index]
    const opening = openClient(this.#config, () => (this.#clients[index] = undefined))
    this.#clients[index] = opening
    opening.then(
      (client) => {
        if (this.#clients[index] === opening) this.#clients[index] = client
      },
      () => undefined,
    )
    return opening
  }

  async end(): Promise<void> {
    await Promise.all(this.#clients.map(async (each) => (await Promise.resolve(each).catch(() => undefined))?.end()))
  }
}
