// Groups waiting work into one durable commit. Each piece of work has a savepoint; every answer, even a refusal,
// is sent after the commit, because it may depend on writes of other work in the group.

import { describeThrown } from '../../base/thrown.ts'
import { DatabaseFailure } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { type Savepoint, BrokenSavepoint } from './savepoint.ts'

/** Computes an answer inside the transaction; synchronous. */
export type WriterJob<T> = () => T

/** `outcome` is the result of the work in the open transaction, passed on after its commit. */
type QueuedJob = {
  readonly work: WriterJob<unknown>
  readonly onDone: (answer: unknown) => void
  readonly onError: (error: unknown) => void
  outcome: unknown
  hasFailed: boolean
}

/** Called after a durable commit, with the number of pieces of work and the duration in milliseconds. */
export type Committed = (works: number, milliseconds: number) => void

export type WriterOptions = {
  /** Called before each group, outside of any transaction. */
  readonly onGroup?: () => void
  /** Called after work that left its transactions open. */
  readonly onAbandon?: () => void
  readonly onCommitted?: Committed
  readonly guard?: WriterGuard
  /** A group that takes more milliseconds than these is cut. */
  readonly longest?: number | undefined
}

/** Checks the files in the meantime. */
export type WriterGuard = {
  /** The reason why a commit now would be lost; `isAfter`: the commit that just ended. */
  lossOf(isAfter: boolean): DatabaseFailure | undefined
  /** Called in the transaction of each group, before its commit. */
  beforeCommit(): void
  /** Called with the error if nothing was stored. */
  onError(failure: DatabaseFailure): void
}

/** The maximum number of pieces of work in a group, so that the first one does not wait long. */
const largest = 256

/** The milliseconds to wait for another process's lock, and the interval between attempts. */
const patience = 2000
const pause = 10

export class Writer {
  readonly #database: SqliteDatabase
  readonly #savepoint: Savepoint
  readonly #options: WriterOptions
  readonly #longest: number
  #waiting: QueuedJob[] = []
  /** Work without a waiting client. */
  #behind: QueuedJob[] = []
  /** True if it had to wait for the previous group. */
  #gaveWay = false
  #scheduled = false
  /** The time at which another writer was first noticed, by `performance.now()`. */
  #lockedSince: number | undefined
  readonly #heldBack = new Set<() => void>()

  constructor(database: SqliteDatabase, savepoint: Savepoint, options: WriterOptions = {}) {
    this.#database = database
    this.#savepoint = savepoint
    this.#options = options
    this.#longest = options.longest ?? Number.POSITIVE_INFINITY
  }

  /** The result of `work`; `held` as soon as another process has locked the file, because the work may then take long. */
  unlessHeld<T>(work: Promise<T>): Promise<T | 'held'> {
    return new Promise((resolve, reject) => {
      const resolveHeld = (): void => resolve('held')
      if (this.#lockedSince !== undefined) resolveHeld()
      this.#heldBack.add(resolveHeld)
      void work.then(resolve, reject).finally(() => this.#heldBack.delete(resolveHeld))
    })
  }

  /** The number of waiting pieces of work. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Calls `onDone` after the commit, or `onError` with a `DatabaseFailure` if nothing was committed. `behind`: no client waits for the
   * work.
   */
  queue<T>(work: WriterJob<T>, onDone: (answer: T) => void, onError: (error: unknown) => void, behind = false): void {
    const queue = behind ? this.#behind : this.#waiting
    queue.push({ work, onDone: onDone as (answer: unknown) => void, onError, outcome: undefined, hasFailed: false })
    this.#schedule()
  }

  /** Like `queue`, as a promise. */
  write<T>(work: WriterJob<T>, behind = false): Promise<T> {
    return new Promise((resolve, reject) => this.queue(work, resolve, reject, behind))
  }

  /** Resolves when no work waits. */
  async waitUntilIdle(): Promise<void> {
    while (this.#waiting.length + this.#behind.length > 0) await this.write(() => undefined)
  }

  /** Work that arrives in one turn of the event loop shares a commit; an idle writer starts the first piece at once. */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      const group = this.#takeNext()
      if (this.#waiting.length + this.#behind.length > 0) this.#schedule()
      this.#commit(group)
    })
  }

  /** Background work waits for one group of requests, and joins the next group. */
  #takeNext(): readonly QueuedJob[] {
    this.#gaveWay = !this.#gaveWay && this.#waiting.length > 0 && this.#behind.length > 0
    const first = this.#waiting.splice(0, largest)
    return this.#gaveWay ? first : [...first, ...this.#behind.splice(0, largest)]
  }

  /** `trusts`: true if the work may run without its own savepoint. */
  #commit(all: readonly QueuedJob[], trusts = true): void {
    let group = all
    const startTime = performance.now()
    let isOpen = false
    try {
      this.#refuseIfGone(false)
      this.#options.onGroup?.()
      this.#database.run('BEGIN IMMEDIATE', [])
      isOpen = true
      for (const [index, waiting] of all.entries()) {
        this.#runOne(waiting, trusts)
        if (performance.now() - startTime < this.#longest) continue
        group = all.slice(0, index + 1)
        this.#waiting.unshift(...all.slice(index + 1))
        if (this.#waiting.length > 0) this.#schedule()
        break
      }
      this.#options.guard?.beforeCommit()
      this.#database.run('COMMIT', [])
      this.#refuseIfGone(true)
      this.#lockedSince = undefined
    } catch (error) {
      if (isOpen || !this.#waitsForLock(error, group)) this.#abandon(group, error)
      return
    }
    for (const { onDone: done, onError: failed, outcome, hasFailed } of group) {
      if (hasFailed) failed(outcome)
      else done(outcome)
    }
    this.#options.onCommitted?.(group.length, performance.now() - startTime)
  }

  /** While another process writes to the file, the group waits; reads continue. False if that takes too long. */
  #waitsForLock(error: unknown, group: readonly QueuedJob[]): boolean {
    if (!(error instanceof DatabaseFailure && error.kind === 'locked')) return false
    this.#lockedSince ??= performance.now()
    for (const resume of this.#heldBack) resume()
    if (performance.now() - this.#lockedSince > patience) {
      this.#lockedSince = undefined
      return false
    }
    this.#waiting.unshift(...group)
    this.#scheduled = true
    setTimeout(() => {
      this.#scheduled = false
      this.#schedule()
    }, pause)
    return true
  }

  /** Throws only if the whole group fails. */
  #runOne(waiting: QueuedJob, trusts: boolean): void {
    this.#savepoint.begin(trusts)
    try {
      waiting.outcome = waiting.work()
      waiting.hasFailed = false
      this.#savepoint.end()
    } catch (error) {
      // After a full disk the savepoint is gone with its transaction: continuing would silently open a new one.
      this.#options.onAbandon?.()
      if (!this.#database.inTransaction || !this.#savepoint.canRollBack) throw error
      this.#savepoint.rollBack()
      this.#savepoint.end()
      waiting.outcome = error
      waiting.hasFailed = true
    }
  }

  /** No part of the group was committed, so all its work fails. Work that may make others fail is retried alone. */
  #abandon(group: readonly QueuedJob[], error: unknown): void {
    if (this.#database.inTransaction) {
      try {
        this.#database.run('ROLLBACK', [])
      } catch {
        // The transaction has already ended by itself.
      }
    }
    if (error instanceof BrokenSavepoint) {
      this.#commit(group, false)
      return
    }
    if (group.length > 1 && error instanceof DatabaseFailure && (error.kind === 'constraint' || error.kind === 'full')) {
      for (const waiting of group) this.#commit([waiting])
      return
    }
    const failure = error instanceof DatabaseFailure ? error : new DatabaseFailure('other', describeThrown(error))
    this.#options.guard?.onError(failure)
    for (const { onError: failed } of group) failed(failure)
  }

  #refuseIfGone(isAfter: boolean): void {
    const loss = this.#options.guard?.lossOf(isAfter)
    if (loss !== undefined) throw loss
  }
}
