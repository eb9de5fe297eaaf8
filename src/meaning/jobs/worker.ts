// Runs the code that waits: a few jobs at once, each by one run, and never more after it was told to stop.

import type { Outcome } from '../code/behaviours.ts'
import type { Service } from '../service.ts'
import type { Job, Store } from '../store.ts'
import type { Worked } from './jobs.ts'

const mostAtOnce = 8

export type Ways = {
  /** Does what a job ended in, in the store's own way to write. */
  end(job: Job, outcome: Outcome): Worked | Promise<Worked>
  /** Told what became of each. */
  told(worked: Worked): void
}

export class JobWorker {
  readonly #service: Service
  readonly #store: Pick<Store, 'dueJobs'>
  readonly #ways: Ways
  readonly #running = new Map<number, Promise<void>>()
  #rests = false
  #failure: unknown

  constructor(service: Service, store: Pick<Store, 'dueJobs'>, ways: Ways) {
    this.#service = service
    this.#store = store
    this.#ways = ways
  }

  /** Begins what is due by now, and resolves when nothing is under way. Rejects where the store failed; the jobs are still there. */
  async work(): Promise<void> {
    this.#failure = undefined
    for (;;) {
      if (!this.#rests && this.#failure === undefined) this.#begin()
      if (this.#running.size === 0) break
      await Promise.race(this.#running.values())
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Begins nothing any more, and resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#rests = true
    await Promise.all(this.#running.values())
  }

  #begin(): void {
    for (const job of this.#store.dueJobs(this.#service.lending.clock.now())) {
      if (this.#running.size >= mostAtOnce) return
      if (!this.#running.has(job.id)) this.#running.set(job.id, this.#run(job).finally(() => this.#running.delete(job.id)))
    }
  }

  async #run(job: Job): Promise<void> {
    try {
      const outcome = await this.#service.lending.code.run(job.behaviour, job.input)
      this.#ways.told(await this.#ways.end(job, outcome))
    } catch (error) {
      this.#failure = error
    }
  }
}
