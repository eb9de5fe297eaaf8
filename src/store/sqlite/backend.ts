// Answers over an SQLite file: reads at once from committed data, writes in groups that share a durable commit.

import { statSync } from 'node:fs'
import { rewindable } from '../../base/clock.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { retryLater } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Facts } from '../../fact/fact.ts'
import { changedByTime } from '../../fact/timed.ts'
import type { Access } from '../../meaning/access.ts'
import { type AnswerMode, createAnswering } from '../../meaning/answer-exchange.ts'
import { answerContention, answerFailure } from '../../meaning/answer-refusal.ts'
import { serviceFor } from '../../meaning/meaning.ts'
import { assemble } from '../../meaning/runtime.ts'
import { keysIn } from '../../meaning/record/keys.ts'
import { JobWorker } from '../../meaning/jobs/worker.ts'
import { type Prepared, answerPrepared, answerWaiting } from '../../meaning/prepare.ts'
import { openDeliveries } from '../../meaning/delivery/fan-out.ts'
import { Overdue } from '../../meaning/timers/overdue.ts'
import { recompute } from '../../meaning/start/recompute.ts'
import { InvalidRecords, insertRecords } from '../../meaning/start/records.ts'
import { keyInTenant } from '../../meaning/caller/tenancy.ts'
import { type FiredTimer, fireDue, fireOf } from '../../meaning/timers/timers.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { type Layout, layoutOf } from '../layout.ts'
import type { RefusedStore, RuntimeOptions, StoreRuntime } from '../kind.ts'
import { DatabaseFailure } from '../sql/database.ts'
import type { SqliteDatabase } from './database.ts'
import { numberedEvents } from '../sql/events.ts'
import { sqlite } from './dialect.ts'
import { Drain } from './drain.ts'
import { type LockedStore, openLocked } from './locked-store.ts'
import { limitsIn } from './quota-counts.ts'
import { cursorsIn, keepRows, keepTry, storedRows, versionsIn } from '../sql/store-values.ts'
import { explainFailure } from './open.ts'
import { type OverdueWatch, watchOf } from '../sql/overdue.ts'
import { SharedRead } from './shared-read.ts'
import { forgetPending, pendingIn } from './pending.ts'
import { readingStore, writingStore } from './store.ts'
import { Savepoint, BrokenSavepoint } from './savepoint.ts'
import { sharedOf } from '../sql/shared.ts'
import { CountedNumbers } from './sequence-numbers.ts'
import { StoreHealth, healthChecks } from './health.ts'
import { Writer } from './writer.ts'

export type SqliteBackend = StoreRuntime & {
  /** Fires every due timer, and returns the outcome of each. */
  fire(): Promise<readonly FiredTimer[]>
  /** Like `fire`, for callers that repeat until nothing is due: fires all. */
  fireSome(): Promise<false>
}

export type SqliteOptions = RuntimeOptions & {
  /** `true`: every record is read as a row; SQLite neither prints answers nor accepts drafts. */
  readonly byRows?: boolean
}

/** Opens the store; refused if the file cannot be this document's store. */
export async function createSqliteBackend(facts: Facts, path: string, options: SqliteOptions): Promise<SqliteBackend | RefusedStore> {
  const layout = layoutOf(facts.typing.domain, sqlite, (text) => facts.typing.expression(text))
  const lockedStore = await openLocked(path, layout, options)
  if ('problem' in lockedStore) return lockedStore
  try {
    return await begin(facts, layout, lockedStore, options)
  } catch (error) {
    lockedStore.close()
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    if (error instanceof InvalidRecords) return { problem: `${path}: ${error.message}` }
    throw error
  }
}

async function begin(facts: Facts, layout: Layout, lockedStore: LockedStore, options: SqliteOptions): Promise<SqliteBackend> {
  const { file, writer: database, reader } = lockedStore
  const limits = limitsIn(database, options.clock.now())
  const randomness = rewindable(options.randomness)
  const service = serviceFor(facts, {
    limiter: limits.limiter,
    ...options,
    randomness,
    cursors: options.cursors ?? cursorsIn(database, options.randomness),
  })
  const { turn } = service.environment
  /** Grouped work runs later; its statements still count for its request. */
  const keep = options.spans?.keep ?? (<T>(work: () => T): (() => T) => work)
  const versions = versionsIn(database)
  const health = new StoreHealth(lockedStore)
  let next: number | undefined
  let emitted = false
  const shared = sharedOf(
    layout,
    keysIn(facts.typing.domain),
    () => versions.next(),
    numberedEvents(),
    () => (next = undefined),
    () => (emitted = true),
  )
  const numbers = new CountedNumbers(database)
  const savepoint = new Savepoint(database, numbers)
  const writing = writingStore(database, shared, savepoint, numbers)
  const moment = new SharedRead(reader)
  const reading = readingStore(reader, shared, moment)
  // From here on, waiting for the file happens in turns of the event loop.
  database.execute('PRAGMA busy_timeout = 0')
  const writer = new Writer(
    database,
    savepoint,
    () => {
      moment.pass()
      versions.reserve()
      // The former group may have failed; the first event and the first number of a sequence are read again.
      shared.events.rolledBack()
      numbers.forget()
    },
    () => {
      writing.abandon()
      shared.events.rolledBack()
    },
    (works, milliseconds) => {
      options.onCommitted?.(works, milliseconds)
      if (emitted) service.commits.notifyCommitted()
      emitted = false
      service.queue.notifyCommitted()
      service.admissions.notifyCommitted()
      health.works()
    },
    {
      lossOf: (isAfter) => (isAfter ? health.lossNow() : health.goneBy(options.clock.now())),
      beforeCommit: numbers.store,
      onError: (failure) => health.note(failure, options.clock.now()),
    },
    turn?.limit,
  )
  const storeAccess: Access = { read: (work) => work(reading), write: (work) => writer.write(() => work(writing)) }
  const access = options.access?.(storeAccess) ?? storeAccess
  const jobs = new JobWorker(service, access, (worked) => options.onWorked?.(worked))
  const nextDue = (): number => (next ??= writing.nextTimer(Number.POSITIVE_INFINITY)?.due ?? Number.POSITIVE_INFINITY)
  const changed = changedByTime(service.modelIndex)
  let foreign = foreignCommits(database)
  /** Forgets the next due time if another process wrote to the file, as `ninefold timers --retry` does. */
  const noticeForeignCommits = (): void => {
    const now = foreignCommits(database)
    if (now !== foreign) next = undefined
    foreign = now
  }

  await writer.write(() => {
    // Rows may refer to later rows.
    database.execute('PRAGMA defer_foreign_keys = ON')
    openDeliveries(service, writing)
    for (const resource of pendingIn(database)) if (layout.tables.has(resource)) recompute(service, writing, resource)
    forgetPending(database)
    keepRows(database, insertRecords(service, writing, options.fixtures, lockedStore.isNew ? undefined : storedRows(database)))
  })
  health.begin(options.clock.now())

  async function fireTimers(fire: () => readonly FiredTimer[], behind = false): Promise<readonly FiredTimer[]> {
    const fired = await writer.write(fire, behind)
    for (const each of fired) options.onFired?.(each)
    return fired
  }
  const drain = new Drain((now, most) => fireTimers(() => fireDue(service, writing, now, most), true))

  async function fire(): Promise<readonly FiredTimer[]> {
    const now = options.clock.now()
    noticeForeignCommits()
    return nextDue() > now ? [] : drain.fireAll(now)
  }

  /** The response to a store failure; undefined for other errors. */
  const failure = (exchange: Exchange, error: unknown): Answer | undefined => {
    if (!(error instanceof StoreFailure) || error instanceof Overdue) return undefined
    health.note(error, options.clock.now())
    const isOurs = error instanceof DatabaseFailure && error.kind === 'constraint'
    const report = error instanceof DatabaseFailure ? explainFailure(error) : error.message
    return answerFailure(
      service,
      exchange,
      isOurs ? { condition: 'internal', report } : { condition: 'unavailable', report, ...retryLater },
    )
  }
  const answerError = (exchange: Exchange, error: unknown): Answer => {
    const answered = failure(exchange, error)
    if (answered === undefined) throw error
    return answered
  }

  const readsOnly = new Map<Operation, boolean>()
  /** True if no response writes. A quota's count must be stored before the response. */
  const isRead = ({ method, operation }: Exchange): boolean => {
    if (!isSafe(method)) return false
    const isReadOnly =
      readsOnly.get(operation) ??
      (writesNothing(operation) && !service.operation(operation).points.some(({ condition }) => condition === 'quota-exceeded'))
    readsOnly.set(operation, isReadOnly)
    return isReadOnly
  }

  const answer = (exchange: Exchange, overdueBy?: number): Answer | Promise<Answer> =>
    isRead(exchange) ? read(exchange, overdueBy) : write(exchange, overdueBy)

  const watch = (connection: SqliteDatabase, overdueBy: number): OverdueWatch =>
    watchOf(connection, changed, overdueBy, (row) => keyInTenant(service, row))

  const [answerReading, answerWriting] = [createAnswering(service, reading), createAnswering(service, writing, randomness)]
  /** If timers are overdue, records are read as rows: the change of a timer must be noticed. */
  const usualMode: AnswerMode | undefined = options.byRows === true ? 'byRows' : undefined

  function read(exchange: Exchange, overdueBy?: number): Answer | Promise<Answer> {
    return answerPrepared(
      (prepared) => {
        try {
          if (overdueBy === undefined) return answerReading(exchange, prepared, usualMode)
          return reading.runWatched(watch(reader, overdueBy), () => answerReading(exchange, prepared, 'byRows'))
        } catch (error) {
          reading.abandon()
          return answerError(exchange, error)
        }
      },
      () => answerContention(service, exchange),
    )
  }

  /** A repeated group gets the same random values. */
  function repeatDraws<T>(work: () => T): T {
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

  function write(exchange: Exchange, overdueBy?: number): Promise<Answer> {
    const work = (prepared: Prepared): Answer => {
      const answer = repeatDraws(() => {
        if (overdueBy === undefined) return answerWriting(exchange, prepared, usualMode)
        return writing.runWatched(watch(database, overdueBy), () => answerWriting(exchange, prepared, 'byRows'))
      })
      limits.write()
      return answer
    }
    return answerWaiting(
      (prepared, resolve, reject) =>
        writer.queue(
          keep(() => work(prepared)),
          resolve,
          (error) => {
            const failureAnswer = failure(exchange, error)
            if (failureAnswer === undefined) reject(error)
            else resolve(failureAnswer)
          },
        ),
      () => answerContention(service, exchange),
    )
  }

  /** If nothing can be committed, reads are answered from committed data: the state before the overdue timers. */
  async function readAfterTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    if (health.failing === undefined) {
      try {
        const answered = await writer.unlessHeld(answerAfterTimers(exchange, startTime))
        if (answered !== 'held') return answered
      } catch (error) {
        if (!(error instanceof StoreFailure && error.isOutage)) throw error
      }
    }
    return read(exchange)
  }

  /** Fires the timers that were due at its start, or, if they are many, those that concern the same records. */
  async function answerAfterTimers(exchange: Exchange, startTime: number): Promise<Answer> {
    if (await drain.fireBatch(startTime)) return answer(exchange)
    for (;;) {
      try {
        return await answer(exchange, startTime)
      } catch (error) {
        if (!(error instanceof Overdue)) throw error
        const { records } = error
        if (records === undefined) await drain.fireAll(startTime)
        else await fireTimers(() => records.flatMap((record) => fireOf(service, writing, record, startTime)))
      }
    }
  }

  return assemble(service, access, jobs, {
    answer(exchange: Exchange) {
      try {
        const startTime = options.clock.now()
        const gone = health.goneBy(startTime)
        if (gone !== undefined) return answerError(exchange, gone)
        if (nextDue() > startTime) return answer(exchange)
        const behind = isRead(exchange) ? readAfterTimers(exchange, startTime) : answerAfterTimers(exchange, startTime)
        return behind.catch((error: unknown) => answerError(exchange, error))
      } catch (error) {
        return answerError(exchange, error)
      }
    },
    ...healthChecks(
      health,
      () => options.clock.now(),
      () => writer.write(() => keepTry(database, options.clock.now())),
      options.onFailing,
    ),
    bytes: () =>
      new Map([
        ['main', bytesOf(file)],
        ['wal', bytesOf(`${file}-wal`)],
      ]),
    figures: () => [],
    countWaiting: () => writer.waiting,
    fire,
    fireSome: async () => {
      await fire()
      return false as const
    },
    stopFiring: () => drain.stop(),
    nextDue: () => (Number.isFinite(nextDue()) ? nextDue() : undefined),
    async close() {
      await Promise.all([jobs.stop(), drain.end()])
      await writer.waitUntilIdle()
      moment.pass()
      lockedStore.close()
    },
  })
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** Changes when another connection has committed. */
function foreignCommits(database: SqliteDatabase): number {
  return Number(database.get('PRAGMA data_version', [])!['data_version'])
}

/** True if the operation writes neither a record nor a stored response. */
function writesNothing({ action, slots }: Operation): boolean {
  return (
    (action === 'list' || action === 'read' || action === 'answer' || action === 'stream' || action === 'feed') &&
    slots.idempotency.state !== 'shown'
  )
}
