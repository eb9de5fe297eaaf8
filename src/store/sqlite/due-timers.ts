// The timers of a file: when the next one is due, and firing those that are due.

import type { Clock } from '../../base/clock.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { type FiredTimer, fireDue } from '../../meaning/timers/timers.ts'
import type { SqliteDatabase } from './database.ts'
import { Drain } from './drain.ts'
import type { SqliteStore } from './store.ts'
import type { Writer } from './writer.ts'

type DueTimersOptions = {
  readonly service: Interpreter
  readonly writing: SqliteStore
  readonly database: SqliteDatabase
  readonly writer: Writer
  readonly clock: Clock
  readonly onFired: ((fired: FiredTimer) => void) | undefined
}

export class DueTimers {
  readonly #options: DueTimersOptions
  readonly #drain: Drain
  /** Undefined if another timer may be due first. */
  #next: number | undefined
  #foreignCommits: number

  constructor(options: DueTimersOptions) {
    const { service, writing, database } = options
    this.#options = options
    this.#drain = new Drain((now, most) => this.run(() => fireDue(service, writing, now, most), true))
    this.#foreignCommits = readDataVersion(database)
  }

  /** When the next timer is due, in milliseconds since 1970; infinite if none waits. */
  nextDue(): number {
    return (this.#next ??= this.#options.writing.nextTimer(Number.POSITIVE_INFINITY)?.due ?? Number.POSITIVE_INFINITY)
  }

  /** Called when another timer may be due first. */
  forgetNext(): void {
    this.#next = undefined
  }

  /** Fires timers in the writer, and reports them. `behind`: no client waits for them. */
  async run(fire: () => readonly FiredTimer[], behind = false): Promise<readonly FiredTimer[]> {
    const fired = await this.#options.writer.write(fire, behind)
    for (const each of fired) this.#options.onFired?.(each)
    return fired
  }

  /** Fires every timer that is due now. */
  async fire(): Promise<readonly FiredTimer[]> {
    const now = this.#options.clock.now()
    this.#checkForeignCommits()
    return this.nextDue() > now ? [] : this.#drain.fireAll(now)
  }

  /** Fires one batch; true if none remains. */
  fireBatch(now: number): Promise<boolean> {
    return this.#drain.fireBatch(now)
  }

  fireAll(now: number): Promise<readonly FiredTimer[]> {
    return this.#drain.fireAll(now)
  }

  /** Fires timers only for requests from now on. */
  stop(): void {
    this.#drain.stop()
  }

  /** Fires no more timers; resolves when none is running. */
  end(): Promise<void> {
    return this.#drain.end()
  }

  /** Forgets the next due time if another process wrote to the file, as `ninefold timers --retry` does. */
  #checkForeignCommits(): void {
    const now = readDataVersion(this.#options.database)
    if (now !== this.#foreignCommits) this.forgetNext()
    this.#foreignCommits = now
  }
}

/** Changes when another connection has committed. */
function readDataVersion(database: SqliteDatabase): number {
  return Number(database.get('PRAGMA data_version', [])!['data_version'])
}
