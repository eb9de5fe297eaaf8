// Fires due timers in order and in batches: between batches other work writes, so that many timers block no request.

import { maxTimersPerTurn } from '../../meaning/timers/overdue.ts'
import type { FiredTimer } from '../../meaning/timers/timers.ts'

export class Drain {
  readonly #fire: (now: number, limit: number) => Promise<readonly FiredTimer[]>
  #underWay: Promise<readonly FiredTimer[]> | undefined
  #stopped = false
  #ended = false

  /** `fire` fires at most `most` timers that are due by `now`, the earliest first, in one turn of the writer. */
  constructor(fire: (now: number, most: number) => Promise<readonly FiredTimer[]>) {
    this.#fire = fire
  }

  /** Fires one batch; true if none remains. Otherwise the next batch is scheduled. */
  async fireBatch(now: number): Promise<boolean> {
    if (this.#underWay !== undefined || this.#ended) return this.#ended
    const fired = await this.#fire(now, maxTimersPerTurn)
    if (fired.length < maxTimersPerTurn) return true
    // The next run repeats failed timers and reports failures.
    this.fireAll(now).catch(() => undefined)
    return false
  }

  /** Resolves once everything that is due by `now` has fired. */
  async fireAll(now: number): Promise<readonly FiredTimer[]> {
    // A running batch may have an earlier time.
    while (this.#underWay !== undefined) await this.#underWay
    if (this.#ended) return []
    this.#underWay = this.#run(now)
    try {
      return await this.#underWay
    } finally {
      this.#underWay = undefined
    }
  }

  /** After the running batch, fires timers only for requests: due timers stay due until the store is opened again. */
  stop(): void {
    this.#stopped = true
  }

  /** Fires no more timers at all; resolves when none is running. */
  async end(): Promise<void> {
    this.stop()
    this.#ended = true
    await this.#underWay
  }

  async #run(now: number): Promise<readonly FiredTimer[]> {
    const all: FiredTimer[] = []
    for (;;) {
      const fired = await this.#fire(now, maxTimersPerTurn)
      all.push(...fired)
      if (fired.length < maxTimersPerTurn || this.#stopped) return all
    }
  }
}
