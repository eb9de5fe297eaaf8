// Answers exchanges over PostgreSQL: a read by one statement or over one snapshot, a write in a transaction that is repeated if necessary.
// Both run after the timers that were due.

import type { Clock, RewindableRandomness } from '../../base/clock.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { retryLater } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { Unready } from '../../exchange/unready.ts'
import { changedByTime } from '../../fact/timed.ts'
import { type AnswerMode, createPrefetchedAnswering } from '../../meaning/answer-exchange.ts'
import { answerContention, answerFailure } from '../../meaning/answer-refusal.ts'
import { qualifyKey } from '../../meaning/caller/tenancy.ts'
import { type Prepared, answerWaiting } from '../../meaning/prepare.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { Overdue, maxTimersPerTurn } from '../../meaning/timers/overdue.ts'
import { type FiredTimer, fireDue, fireOf } from '../../meaning/timers/timers.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { type OverdueWatch, watchOf } from '../sql/overdue.ts'
import { nextOfSequence } from '../sql/transaction.ts'
import type { StatementCall } from './call.ts'
import type { Connections } from './connections.ts'
import { Contention } from './contention.ts'
import { Unannounced } from './events.ts'
import { explainFailure } from './open.ts'
import { writesNothing } from '../reads-only.ts'
import { type RecordedDatabase, RecordedPrepared } from './recorded-database.ts'
import { Recording } from './recording.ts'
import type { DatabaseHealth } from './health.ts'
import type { PostgresStore } from './store.ts'
import type { WorkCounters } from './counters.ts'
import { Contended, NeedsMoment, type Performed, type Performing, RefusedLate, performWork } from './work.ts'

/** The number of attempts of a write that a constraint refuses, before it counts as a fault of the store. */
const maxRefused = 3

/** The number of checks, and the wait before each in milliseconds, for a timer that another process fires. */
const maxLooks = 25
const lookPause = 20

export type AnswersOptions = {
  readonly service: Interpreter
  readonly database: RecordedDatabase
  readonly connections: Connections
  readonly health: DatabaseHealth
  readonly counters: WorkCounters
  readonly reading: PostgresStore
  readonly writing: PostgresStore
  readonly randomness: RewindableRandomness
  readonly clock: Clock
  /** True if the document has timers. */
  readonly hasTimers: boolean
  /** How each kind of work runs: as one statement, over one snapshot, or as a read-write transaction. */
  readonly single: Performing
  readonly oneMoment: Performing
  readonly deciding: Performing
  /** The statements that begin the transactions of an operation. `announces`: they announce a writer of events. */
  readonly openingOf: (operation: Operation, announces: boolean) => readonly string[]
  /** Notifies listeners about committed work. */
  readonly notifyCommitted: <T>(performed: Performed<T>) => T
  /** Fires one timer. False if there is none to fire. */
  readonly fireTimer: (fire: () => readonly FiredTimer[]) => Promise<boolean>
  /** True if timers are left to a process of a newer edition. */
  readonly leavesTimers: () => Promise<boolean>
}

/** The answers of one service over one database. */
export function createAnswers(options: AnswersOptions): (exchange: Exchange) => Promise<Answer> {
  const {
    service,
    database,
    connections,
    health,
    counters,
    reading,
    writing,
    randomness,
    clock,
    hasTimers,
    single,
    oneMoment,
    deciding,
    notifyCommitted: notifyListeners,
    fireTimer,
  } = options
  const changedByTimers = changedByTime(service.modelIndex)

  const failure = (exchange: Exchange, error: unknown): Answer => {
    if (error instanceof Contended) return answerContention(service, exchange)
    if (!(error instanceof StoreFailure) || error instanceof Overdue) throw error
    if (error instanceof DatabaseFailure) health.note(error)
    const report = error instanceof DatabaseFailure ? explainFailure(error) : error.message
    return answerFailure(
      service,
      exchange,
      error instanceof RefusedLate ? { condition: 'internal', report } : { condition: 'unavailable', report, ...retryLater },
    )
  }

  const answersReading = createPrefetchedAnswering(service, reading)
  const answersWriting = createPrefetchedAnswering(service, writing, randomness)
  const watch = (overdueBy: number | undefined): OverdueWatch | undefined =>
    overdueBy === undefined ? undefined : watchOf(database, changedByTimers, overdueBy, (row) => qualifyKey(service, row))
  /** Due timers change the data, so overdue reads must be observed. */
  const overdueMode = (overdueBy: number | undefined): AnswerMode | undefined => (overdueBy === undefined ? undefined : 'byRows')

  /** Refuses as soon as a due timer is found; the query for it is sent with the first statement of the work. */
  const inTime = (startTime: number | undefined, work: () => Answer): (() => Answer) =>
    startTime === undefined
      ? work
      : () => {
          const due = database.recording.queryDue('SELECT 1 AS one FROM "$timer" WHERE dead IS NULL AND due <= ? LIMIT 1', [
            BigInt(Math.floor(startTime)),
          ])
          if (due.rows !== undefined && due.rows.length > 0) throw new Overdue()
          const answer = work()
          database.recording.demand(due)
          return answer
        }

  /** Operations with several reads in an earlier run. */
  const hasSeveralReads = new WeakSet<Operation>()

  async function answerRead(
    exchange: Exchange,
    prepared: Prepared,
    startTime: number | undefined,
    overdueBy: number | undefined,
  ): Promise<Answer> {
    const work = inTime(startTime, () =>
      reading.runWatched(watch(overdueBy), () => answersReading.answer(exchange, prepared, overdueMode(overdueBy))),
    )
    const readBy = async (performing: Performing): Promise<Answer> => {
      const recording = new Recording()
      try {
        return (await performWork(connections, database, work, performing, recording)).value
      } catch (error) {
        if (error instanceof Overdue) await giveBack(recording.unusedCalls)
        throw error
      }
    }
    if (!hasSeveralReads.has(exchange.operation)) {
      try {
        return await readBy(single)
      } catch (error) {
        if (!(error instanceof NeedsMoment)) throw error
        hasSeveralReads.add(exchange.operation)
      }
    }
    return readBy({ ...oneMoment, foresee: () => answersReading.prefetch(exchange, prepared, overdueBy !== undefined) })
  }

  const contentions = new WeakMap<Operation, Contention>()

  /** Operations that wrote an event which their facts do not list. */
  const emitsUnlisted = new WeakSet<Operation>()

  async function answerWrite(
    exchange: Exchange,
    prepared: Prepared,
    startTime: number | undefined,
    overdueBy: number | undefined,
  ): Promise<Answer> {
    const { operation } = exchange
    const recording = new Recording()
    for (let refusals = 0; ;) {
      recording.announcesEvents = emitsUnlisted.has(operation) || service.operation(operation).emits.length > 0
      const performing: Performing = {
        ...deciding,
        opening: options.openingOf(operation, recording.announcesEvents),
        onConflict: () => counters.countConflict(operation.id),
        contention: contentions.getOrInsertComputed(operation, () => new Contention()),
        foresee: () => answersWriting.prefetch(exchange, prepared, refusals > 0 || overdueBy !== undefined),
      }
      try {
        // After a late constraint violation, the checks run before the write.
        const work = inTime(startTime, () =>
          writing.runWatched(watch(overdueBy), () =>
            answersWriting.answer(exchange, prepared, refusals > 0 ? 'byRows' : overdueMode(overdueBy)),
          ),
        )
        const performed = await performWork(connections, database, work, performing, recording)
        database.returnBytes(recording)
        await giveBack(performed.unused)
        return notifyListeners(performed)
      } catch (error) {
        if (error instanceof Unready || error instanceof Overdue) await giveBack(recording.unusedCalls)
        if (error instanceof Unannounced) {
          emitsUnlisted.add(operation)
          continue
        }
        if (!(error instanceof RefusedLate)) throw error
        if (refusals++ === maxRefused)
          throw (await isShared()) ? new DatabaseFailure('other', `${error.message}; the other document that is served refuses it`) : error
      }
    }
  }

  /** True while processes of two documents serve: a constraint may then belong to the other document. */
  async function isShared(): Promise<boolean> {
    return (await connections.send(`SELECT 1 AS one FROM "$ninefold" WHERE name = 'migration'`, [])).length > 0
  }

  /**
   * Returns numbers that a refusal or a repeated attempt did not use, unless other transactions have drawn later numbers meanwhile, and takes
   * back the counts of limits that the exchange did not come to.
   */
  async function giveBack(unused: readonly StatementCall[]): Promise<void> {
    for (const { sql, values, rows, undo } of unused.toReversed()) {
      await undo?.(rows!).catch(() => undefined)
      if (sql !== nextOfSequence) continue
      const { last } = rows![0] as SqlRow
      await connections
        .send('UPDATE "$sequence" SET last = last - 1 WHERE name = ? AND last = ?', [values[0]!, last!])
        .catch(() => undefined)
    }
  }

  const readsOnly = new Map<Operation, boolean>()
  const isRead = ({ method, operation }: Exchange): boolean =>
    isSafe(method) && readsOnly.getOrInsertComputed(operation, () => writesNothing(operation))

  /** `startTime`: refused as `Overdue` if a timer was due by then. `overdueBy`: only if the work touches records of such timers. */
  function answerBy(exchange: Exchange, startTime?: number, overdueBy?: number): Promise<Answer> {
    const attempt = isRead(exchange) ? answerRead : answerWrite
    return answerWaiting(
      (prepared, answered, failed) => {
        attempt(exchange, prepared, startTime, overdueBy).then(answered, (error: unknown) => {
          try {
            answered(failure(exchange, error))
          } catch (thrown) {
            failed(thrown)
          }
        })
      },
      () => answerContention(service, exchange),
      new RecordedPrepared(database),
    )
  }

  /** Fires at most `limit` timers, one after the other. True if no due timer is left. */
  async function fireAll(now: number, limit = Number.POSITIVE_INFINITY): Promise<boolean> {
    for (let count = 0; count < limit; count++) if (!(await fireTimer(() => fireDue(service, writing, now, 1)))) return true
    return false
  }

  /** Fires the timers that were due at its start, or, if they are many, those that concern the same records. */
  async function answerAfterTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    try {
      return await answerBy(exchange, startTime)
    } catch (error) {
      if (!(error instanceof Overdue)) throw error
    }
    if (await options.leavesTimers()) return answerAfterNewTimers(exchange, startTime)
    if (await fireAll(startTime, maxTimersPerTurn)) return answerBy(exchange)
    for (;;) {
      try {
        return await answerBy(exchange, undefined, startTime)
      } catch (error) {
        if (!(error instanceof Overdue)) throw error
        const { records } = error
        if (records === undefined) await fireAll(startTime)
        else for (const record of records) while (await fireTimer(() => fireOf(service, writing, record, startTime, 1)));
      }
    }
  }

  /** Leaves due timers to a process of a newer edition, and waits for it; timers that it does not fire in time count as not due. */
  async function answerAfterNewTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    for (let looks = 0; looks < maxLooks; looks++) {
      await new Promise((resolve) => setTimeout(resolve, lookPause))
      try {
        return await answerBy(exchange, startTime)
      } catch (error) {
        if (!(error instanceof Overdue)) throw error
      }
    }
    return answerBy(exchange)
  }

  return (exchange) =>
    (hasTimers ? answerAfterTimers(exchange, clock.now()) : answerBy(exchange)).catch((error: unknown) => failure(exchange, error))
}
