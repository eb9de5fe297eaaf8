// Elects one process that cleans up. It is the leader while its connection has a database lock; then another process takes over.

import type { CleanUp } from '../../meaning/clean-up.ts'
import type { SqlRow } from '../sql/database.ts'
import type { Connection, Connections } from './connections.ts'

const leaderLockSql = "SELECT pg_try_advisory_lock(hashtext('ninefold leads ' || current_schema())) AS leads"

/** Milliseconds between two attempts to acquire the lock, and between two checks of an acquired lock. */
const pause = 500

export class Leadership {
  readonly #connections: Connections
  #connection: Connection | undefined
  #leads = false
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  get isLeader(): boolean {
    return this.#leads
  }

  /** Resolves after the first attempt. */
  async begin(): Promise<void> {
    await this.#try()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    this.#leads = false
    clearTimeout(this.#timer)
    this.#connection?.release(true)
    this.#connection = undefined
  }

  async #try(): Promise<void> {
    try {
      this.#connection ??= await this.#connections.acquire()
      const [row] = (await this.#connection.send(this.#leads ? 'SELECT 1 AS leads' : leaderLockSql, [])) as readonly SqlRow[]
      this.#leads = !this.#hasEnded && row?.['leads'] === 1n
    } catch {
      this.#leads = false
      this.#connection?.release(true)
      this.#connection = undefined
    }
    if (!this.#hasEnded) this.#timer = setTimeout(() => void this.#try(), pause).unref()
  }
}

/** The leading process's clean-up; other processes have none. */
export function runByLeader(leadership: Leadership, { next, cleanSome: some }: CleanUp): CleanUp {
  return {
    next: () => (leadership.isLeader ? next() : undefined),
    cleanSome: async () => leadership.isLeader && (await some()),
  }
}
