// Listens to channels of notifications, each on its own connection, and listens again after a failure.

import pg from 'pg'
import { type ClientConfig, openClient } from './client.ts'

/** Milliseconds before listening is retried. */
const pause = 500

export class Channels {
  readonly #config: ClientConfig
  #listening: pg.Client | undefined
  #hasEnded = false

  constructor(config: ClientConfig) {
    this.#config = config
  }

  /**
   * `heard` is called for each message, and once when listening begins again after a failure. Opens one connection after the other,
   * because each failed attempt would be followed by another.
   */
  async listen(channel: string, heard: () => void): Promise<void> {
    while (!this.#hasEnded) {
      const lost = Promise.withResolvers<void>()
      let client: pg.Client | undefined
      try {
        client = await openClient(this.#config, () => lost.resolve())
        this.#listening = client
        client.on('notification', heard)
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
        heard()
        if (!this.#hasEnded) await lost.promise
      } catch {
        // It is retried.
      }
      client?.end().catch(() => undefined)
      if (!this.#hasEnded) await new Promise((resolve) => setTimeout(resolve, pause).unref())
    }
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#listening?.end()
  }
}
