// Runs queued code: several jobs concurrently, each in one run at a time, and none after a stop.

import type { Access } from '../access.ts'
import type { Interpreter } from '../service.ts'
import type { Job } from '../store.ts'
import { type JobResult, endJob } from './jobs.ts'

const maxAtOnce = 8

export class JobWorker {
  readonly #service: Interpreter
  readonly #access: Access
  readonly #worked: (worked: JobResult) => void
  readonly #running = new Map<number, Promise<void>>()
  /** Resolves when no search for due jobs is running. */
  #looking: Promise<void> = Promise.resolve()
  #rests = false
  #failure: unknown

  /** `worked` is called with the result of each job. */
  constructor(service: Interpreter, access: Access, onResult: (worked: JobResult) => void) {
    this.#service = service
    this.#access = access
    this.#worked = onResult
  }

  /** Starts the due jobs, and resolves when no job runs. Rejects if the store failed; the jobs remain queued. */
  async work(): Promise<void> {
    this.#failure = undefined
    for (;;) {
      if (!this.#rests && this.#failure === undefined) await this.#begin()
      if (this.#running.size === 0) break
      await Promise.race(this.#running.values())
    }
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Starts no more jobs, and resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#rests = true
    await this.#looking
    await Promise.all(this.#running.values())
  }

  /** Searches run one after another, so that no job begins twice. */
  #begin(): Promise<void> {
    const search = this.#looking.then(() => this.#beginDue())
    this.#looking = search.catch(() => undefined)
    return search
  }

  async #beginDue(): Promise<void> {
    // A job that ends during the read may still appear as due.
    const running = new Set(this.#running.keys())
    const due = await this.#access.read((store) => store.dueJobs(this.#service.environment.clock.now()))
    for (const job of due) {
      if (this.#rests || this.#running.size >= maxAtOnce) return
      if (running.has(job.id) || (await this.#access.claim?.({ kind: 'job', job })) === false) continue
      this.#running.set(job.id, this.#run(job).finally(() => this.#running.delete(job.id)))
    }
  }

  async #run(job: Job): Promise<void> {
    try {
      const outcome = await this.#service.environment.code.run(job.behaviour, job.input)
      const result = await this.#access.write((store) => endJob(this.#service, store, job, outcome))
      if (result !== undefined) this.#worked(result)
    } catch (error) {
      this.#failure = error
    }
  }
}
