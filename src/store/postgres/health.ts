// Tracks whether the database accepts writes, and since when it does not.

import type { StoreFailing, RuntimeOptions } from '../kind.ts'
import type { DatabaseFailure } from '../sql/database.ts'
import { explainFailure } from './open.ts'

/** Milliseconds for which an answer proves that the database works. */
const maxAge = 5000

export class DatabaseHealth {
  readonly #clock: RuntimeOptions['clock']
  readonly #onFailing: RuntimeOptions['onFailing']
  #failing: StoreFailing | undefined
  #reported: StoreFailing | undefined
  #workedAt = Number.NEGATIVE_INFINITY

  constructor({ clock, onFailing }: Pick<RuntimeOptions, 'clock' | 'onFailing'>) {
    this.#clock = clock
    this.#onFailing = onFailing
  }

  get failing(): StoreFailing | undefined {
    return this.#failing
  }

  note(failure: DatabaseFailure): void {
    if (failure.isOutage) this.#failing = { since: this.#failing?.since ?? this.#clock.now(), cause: explainFailure(failure) }
  }

  works(): void {
    this.#failing = undefined
    this.#workedAt = performance.now()
  }

  /** Checks whether a database that failed works again, and reports the change. */
  async keepFresh(ask: () => Promise<unknown>): Promise<void> {
    if (this.#failing !== undefined) await this.#try(ask)
    if ((this.#reported === undefined) !== (this.#failing === undefined)) this.#onFailing?.(this.#failing)
    this.#reported = this.#failing
  }

  /** The same check, if the database has not answered for a while. */
  async probe(query: () => Promise<unknown>): Promise<void> {
    if (this.#failing === undefined && performance.now() - this.#workedAt > maxAge) await this.#try(query)
  }

  async #try(query: () => Promise<unknown>): Promise<void> {
    try {
      await query()
      this.works()
    } catch (error) {
      this.note(error as DatabaseFailure)
    }
  }
}
