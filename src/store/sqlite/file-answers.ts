// Answers exchanges over an SQLite file: a read at once, from committed data, a write in the writer's next group; both after the timers that
// were due.

import type { Clock, RewindableRandomness } from '../../base/clock.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { retryLater } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { findChangesByTime } from '../../fact/timed.ts'
import { type AnswerFunction, type AnswerMode, createAnswering } from '../../meaning/answer-exchange.ts'
import { answerContention, answerFailure } from '../../meaning/answer-refusal.ts'
import { qualifyKey } from '../../meaning/caller/tenancy.ts'
import { type Prepared, answerPrepared, answerWaiting } from '../../meaning/prepare.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { Overdue } from '../../meaning/timers/overdue.ts'
import { fireOf } from '../../meaning/timers/timers.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { writesNothing } from '../reads-only.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { type OverdueWatch, watchOf } from '../sql/overdue.ts'
import type { SqliteDatabase } from './database.ts'
import type { DueTimers } from './due-timers.ts'
import type { StoreHealth } from './health.ts'
import { explainFailure } from './open.ts'
import { BrokenSavepoint } from './savepoint.ts'
import type { SqliteStore } from './store.ts'
import type { Writer } from './writer.ts'

/** A store with the connection that it uses. */
type ConnectedStore = { readonly store: SqliteStore; readonly database: SqliteDatabase }

export type FileAnswersOptions = {
  readonly service: Interpreter
  readonly reading: ConnectedStore
  readonly writing: ConnectedStore
  readonly writer: Writer
  readonly timers: DueTimers
  readonly health: StoreHealth
  readonly clock: Clock
  /** The service's randomness. */
  readonly randomness: RewindableRandomness
  /** Stores the counts of quotas, in the transaction of the group whose answers were counted. */
  readonly storeCounts: () => void
  /** Grouped work runs later; its statements still count for its request. */
  readonly keep: <T>(work: () => T) => () => T
  /** The mode of answers when no timer is overdue. */
  readonly usualMode: AnswerMode | undefined
}

export class FileAnswers {
  readonly #options: FileAnswersOptions
  readonly #answerReading: AnswerFunction
  readonly #answerWriting: AnswerFunction
  readonly #changedByTimers: ReturnType<typeof findChangesByTime>
  readonly #readsOnly = new Map<Operation, boolean>()

  constructor(options: FileAnswersOptions) {
    const { service, reading, writing, randomness } = options
    this.#options = options
    this.#answerReading = createAnswering(service, reading.store)
    this.#answerWriting = createAnswering(service, writing.store, randomness)
    this.#changedByTimers = findChangesByTime(service.modelIndex)
  }

  answer(exchange: Exchange): Answer | Promise<Answer> {
    const { clock, health, timers } = this.#options
    try {
      const startTime = clock.now()
      const gone = health.goneBy(startTime)
      if (gone !== undefined) return this.#answerError(exchange, gone)
      if (timers.nextDue() > startTime) return this.#answerNow(exchange)
      const behind = this.#isRead(exchange) ? this.#readAfterTimers(exchange, startTime) : this.#answerAfterTimers(exchange, startTime)
      return behind.catch((error: unknown) => this.#answerError(exchange, error))
    } catch (error) {
      return this.#answerError(exchange, error)
    }
  }

  /** `overdueBy`: refused as `Overdue` if the exchange touches records of timers that were due by then. */
  #answerNow(exchange: Exchange, overdueBy?: number): Answer | Promise<Answer> {
    return this.#isRead(exchange) ? this.#read(exchange, overdueBy) : this.#write(exchange, overdueBy)
  }

  /** True if no response writes. A quota's count must be stored before the response. */
  #isRead({ method, operation }: Exchange): boolean {
    if (!isSafe(method)) return false
    const known = this.#readsOnly.get(operation)
    if (known !== undefined) return known
    const { points } = this.#options.service.operation(operation)
    const isReadOnly = writesNothing(operation) && !points.some(({ condition }) => condition === 'quota-exceeded')
    this.#readsOnly.set(operation, isReadOnly)
    return isReadOnly
  }

  #read(exchange: Exchange, overdueBy: number | undefined): Answer | Promise<Answer> {
    const { reading, service, usualMode } = this.#options
    return answerPrepared(
      (prepared) => {
        try {
          if (overdueBy === undefined) return this.#answerReading(exchange, prepared, usualMode)
          return reading.store.runWatched(this.#watch(reading, overdueBy), () => this.#answerReading(exchange, prepared, 'byRows'))
        } catch (error) {
          reading.store.abandon()
          return this.#answerError(exchange, error)
        }
      },
      () => answerContention(service, exchange),
    )
  }

  #write(exchange: Exchange, overdueBy: number | undefined): Promise<Answer> {
    const { writer, keep, service } = this.#options
    return answerWaiting(
      (prepared, resolve, reject) =>
        writer.queue(
          keep(() => this.#writeInGroup(exchange, prepared, overdueBy)),
          resolve,
          (error) => {
            const failureAnswer = this.#answerFailure(exchange, error)
            if (failureAnswer === undefined) reject(error)
            else resolve(failureAnswer)
          },
        ),
      () => answerContention(service, exchange),
    )
  }

  /** If timers are overdue, records are read as rows: the change of a timer must be noticed. */
  #writeInGroup(exchange: Exchange, prepared: Prepared, overdueBy: number | undefined): Answer {
    const { writing, usualMode, storeCounts } = this.#options
    const answer = this.#repeatDraws(() => {
      if (overdueBy === undefined) return this.#answerWriting(exchange, prepared, usualMode)
      return writing.store.runWatched(this.#watch(writing, overdueBy), () => this.#answerWriting(exchange, prepared, 'byRows'))
    })
    storeCounts()
    return answer
  }

  /** A repeated group gets the same random values. */
  #repeatDraws<T>(work: () => T): T {
    const { randomness } = this.#options
    randomness.mark()
    try {
      const result = work()
      randomness.keep()
      return result
    } catch (error) {
      if (error instanceof BrokenSavepoint) randomness.rewind()
      else randomness.keep()
      throw error
    }
  }

  #watch({ database }: ConnectedStore, overdueBy: number): OverdueWatch {
    return watchOf(database, this.#changedByTimers, overdueBy, (row) => qualifyKey(this.#options.service, row))
  }

  /** If nothing can be committed, reads are answered from committed data: the state before the overdue timers. */
  async #readAfterTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    const { health, writer } = this.#options
    if (health.failing === undefined) {
      try {
        const answered = await writer.unlessHeld(this.#answerAfterTimers(exchange, startTime))
        if (answered !== 'held') return answered
      } catch (error) {
        if (!(error instanceof StoreFailure && error.isOutage)) throw error
      }
    }
    return this.#read(exchange, undefined)
  }

  /** Fires the timers that were due at its start, or, if they are many, those that concern the same records. */
  async #answerAfterTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    const { timers, service, writing } = this.#options
    if (await timers.fireBatch(startTime)) return this.#answerNow(exchange)
    for (;;) {
      try {
        return await this.#answerNow(exchange, startTime)
      } catch (error) {
        if (!(error instanceof Overdue)) throw error
        const { records } = error
        if (records === undefined) await timers.fireAll(startTime)
        else await timers.run(() => records.flatMap((record) => fireOf(service, writing.store, record, startTime)))
      }
    }
  }

  /** The response to a store failure; undefined for other errors. */
  #answerFailure(exchange: Exchange, error: unknown): Answer | undefined {
    if (!(error instanceof StoreFailure) || error instanceof Overdue) return undefined
    const { health, clock, service } = this.#options
    health.note(error, clock.now())
    const isOurs = error instanceof DatabaseFailure && error.kind === 'constraint'
    const report = error instanceof DatabaseFailure ? explainFailure(error) : error.message
    return answerFailure(
      service,
      exchange,
      isOurs ? { condition: 'internal', report } : { condition: 'unavailable', report, ...retryLater },
    )
  }

  #answerError(exchange: Exchange, error: unknown): Answer {
    const answered = this.#answerFailure(exchange, error)
    if (answered === undefined) throw error
    return answered
  }
}
