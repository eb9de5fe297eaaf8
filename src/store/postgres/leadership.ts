// Elects one process for background work: timers, jobs, deliveries and clean-up. It leads as long as its connection holds a database lock;
// then another process takes over.

import type { Runtime } from '../../meaning/runtime.ts'
import type { SqlRow } from '../sql/database.ts'
import type { Connection, Connections } from './connections.ts'

const lead = "SELECT pg_try_advisory_lock(hashtext('ninefold leads ' || current_schema())) AS leads"

/** Milliseconds between two tries, and between two looks whether the lock is still held. */
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

  get leads(): boolean {
    return this.#leads
  }

  /** Resolves after the first try. */
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
      this.#connection ??= await this.#connections.take()
      const [row] = (await this.#connection.send(this.#leads ? 'SELECT 1 AS leads' : lead, [])) as readonly SqlRow[]
      this.#leads = !this.#hasEnded && row?.['leads'] === 1n
    } catch {
      this.#leads = false
      this.#connection?.release(true)
      this.#connection = undefined
    }
    if (!this.#hasEnded) this.#timer = setTimeout(() => void this.#try(), pause).unref()
  }
}

type Led = Pick<Runtime, 'work' | 'nextJob' | 'desk' | 'cleanUp'>

/** Background work of the leading process; in any other process none of it is due. */
export function ledBy(leadership: Leadership, { work, nextJob, desk, cleanUp }: Led): Led {
  const ifLeading = <T>(ask: () => T): T | undefined => (leadership.leads ? ask() : undefined)
  return {
    work: async () => ifLeading(work),
    nextJob: () => ifLeading(nextJob),
    desk: {
      ...desk,
      spread: async () => ifLeading(() => desk.spread()),
      destinations: (now) => ifLeading(() => desk.destinations(now)) ?? [],
      due: (destination, now, limit) => ifLeading(() => desk.due(destination, now, limit)) ?? [],
      next: (now) => ifLeading(() => desk.next(now)),
    },
    cleanUp: {
      next: () => ifLeading(() => cleanUp.next()),
      some: async () => (await ifLeading(() => cleanUp.some())) ?? false,
    },
  }
}
