// A pool of connections. An idle connection is acquired at once, without a promise or a timer, because each request acquires one.

import type pg from 'pg'

export type PoolOptions = {
  readonly max: number
  /** Opens a connection, and calls `onEnd` when it ends for any reason. */
  readonly open: (onEnd: (error?: Error) => void) => Promise<pg.Client>
  /** Milliseconds for which work may wait for a connection. */
  readonly patience: number
  /** Called when an idle connection is lost. */
  readonly onLost: (error: Error) => void
}

type Waiting = { readonly resolve: (client: pg.Client) => void; readonly reject: (error: Error) => void }

/** Milliseconds after which unused connections are closed. */
const longestIdle = 10_000

export class Pool {
  readonly #options: PoolOptions
  /** The last one was used last. */
  readonly #idle: { readonly client: pg.Client; readonly since: number }[] = []
  readonly #waiting = new Set<Waiting>()
  /** Connections that ended during use. */
  readonly #ended = new WeakSet<pg.Client>()
  /** The number of connections, and of those that are being opened. */
  #open = 0
  #opening = 0
  #isEnding = false
  #onAllClosed: (() => void) | undefined
  readonly #closing: NodeJS.Timeout

  constructor(options: PoolOptions) {
    this.#options = options
    this.#closing = setInterval(() => this.#closeUnused(performance.now() - longestIdle), longestIdle / 2).unref()
  }

  get figures(): { readonly open: number; readonly idle: number; readonly max: number; readonly waiting: number } {
    return { open: this.#open, idle: this.#idle.length, max: this.#options.max, waiting: this.#waiting.size }
  }

  acquire(): pg.Client | Promise<pg.Client> {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle.client
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiting.reject(new Error('no connection became free in time')), this.#options.patience)
      const end = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting: Waiting = {
        resolve(client) {
          end()
          resolve(client)
        },
        reject(error) {
          end()
          reject(error)
        },
      }
      this.#waiting.add(waiting)
      this.#openMissing()
    })
  }

  /** `isBroken`: the connection is closed and not reused. */
  release(client: pg.Client, isBroken: boolean): void {
    if (this.#ended.has(client)) return
    if (isBroken || this.#isEnding) void client.end().catch(() => undefined)
    else this.#pass(client)
  }

  async end(): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#closing)
    for (const waiting of this.#waiting) waiting.reject(new Error('the service stops'))
    this.#closeUnused(Number.POSITIVE_INFINITY)
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#onAllClosed = resolve))
  }

  /** Gives a free connection to the work that waits longest. */
  #pass(client: pg.Client): void {
    const [first] = this.#waiting
    if (first !== undefined) first.resolve(client)
    else this.#idle.push({ client, since: performance.now() })
  }

  #openMissing(): void {
    while (!this.#isEnding && this.#open < this.#options.max && this.#opening < this.#waiting.size) this.#openOne()
  }

  #openOne(): void {
    let client: pg.Client | undefined
    let hasEnded = false
    this.#open++
    this.#opening++
    const onEnd = (error?: Error): void => {
      if (hasEnded) return
      hasEnded = true
      this.#open--
      if (client === undefined) return
      this.#forget(client, error)
      this.#afterEnd()
    }
    this.#options.open(onEnd).then(
      (opened) => {
        client = opened
        this.#opening--
        if (hasEnded) {
          this.#ended.add(opened)
          this.#afterEnd()
        } else if (this.#isEnding) void opened.end().catch(() => undefined)
        else this.#pass(opened)
      },
      (error: Error) => {
        this.#opening--
        onEnd()
        const [first] = this.#waiting
        first?.reject(error)
        this.#afterEnd()
      },
    )
  }

  #afterEnd(): void {
    if (this.#open === 0 && this.#isEnding) this.#onAllClosed?.()
    else this.#openMissing()
  }

  #forget(client: pg.Client, error: Error | undefined): void {
    this.#ended.add(client)
    const place = this.#idle.findIndex((idle) => idle.client === client)
    if (place < 0) return
    this.#idle.splice(place, 1)
    if (error !== undefined) this.#options.onLost(error)
  }

  #closeUnused(usedBefore: number): void {
    while (this.#idle.length > 0 && this.#idle[0]!.since < usedBefore)
      void this.#idle
        .shift()!
        .client.end()
        .catch(() => undefined)
  }
}
