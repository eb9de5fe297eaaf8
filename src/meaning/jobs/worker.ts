// Runs queued code: several jobs concurrently, each in one run at a time, and none after a stop.

import type { Access } from '../access.ts'
import type { Interpreter } from '../service.ts'
import type { Job } from '../store.ts'
import { type JobResult, endJob } from './jobs.ts'

const maxAtOnce = 8

export class JobWorker {
  readonly #service: Interpreter
  readonly #access: Access
  readonly #onResult: (worked: JobResult) => void
  readonly #running = new Map<number, Promise<void>>()
  /** Resolves when no search for due jobs is running. */
  #lastSearch: Promise<void> = Promise.resolve()
  #isStopped = false
  #failure: unknown

  /** `onResult` is called with the result of each job. */
  constructor(service: Interpreter, access: Access, onResult: (worked: JobResult) => void) {
    this.#service = service
    this.#access = access
    this.#onResult = onResult
  }

  /** Starts the due jobs, and resolves when no job runs. Rejects if the store failed; the jobs remain queued. */
  async work(): Promise<void> {
    this.#failure = undefined
    for (;;) {
      if (!this.#isStopped && this.#failure === undefined) await this.#begin()
      if (this.#running.size === 0) break
      await Promise.race(this.#running.values())
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Starts no more jobs, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#lastSearch
    await Promise.all(this.#running.values())
  }

  /** Searches run one after another, so that no job begins twice. */
  #begin(): Promise<void> {
    const search = this.#lastSearch.then(() => this.#beginDue())
    this.#lastSearch = search.catch(() => undefined)
    return search
  }

  async #beginDue(): Promise<void> {
    // A job that ends during the read may still appear as due.
    const running = new Set(this.#running.keys())
    const due = await this.#access.read((store) => store.dueJobs(this.#service.environment.clock.now()))
    for (const job of due) {
      if (this.#isStopped || this.#running.size >= maxAtOnce) return
      if (running.has(job.id) || (await this.#access.claim?.({ kind: 'job', job })) === false) continue
      this.#running.set(
        job.id,
        this.#run(job).finally(() => this.#running.delete(job.id)),
      )
    }
  }

  async #run(job: Job): Promise<void> {
    try {
      const outcome = await this.#service.environment.code.run(job.behaviour, job.input)
      const result = await this.#access.write((store) => endJob(this.#service, store, job, outcome))
      if (result !== undefined) this.#onResult(result)
    } catch (error) {
      this.#failure = error
    }
  }
}
