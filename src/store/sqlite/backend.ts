// Opens the store of a file and assembles its backend: reads at once from committed data, writes in groups that share a durable commit.

import { statSync } from 'node:fs'
import { type RewindableRandomness, makeRewindable } from '../../base/clock.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Access } from '../../meaning/access.ts'
import { openDeliveries } from '../../meaning/delivery/fan-out.ts'
import { JobWorker } from '../../meaning/jobs/worker.ts'
import { buildInterpreter } from '../../meaning/meaning.ts'
import { makeRecordKeys } from '../../meaning/record/keys.ts'
import { assemble } from '../../meaning/runtime.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { recompute } from '../../meaning/start/recompute.ts'
import { InvalidRecords, insertRecords } from '../../meaning/start/records.ts'
import type { FiredTimer } from '../../meaning/timers/timers.ts'
import type { RefusedStore, RuntimeOptions, StoreRuntime } from '../kind.ts'
import { type Layout, makeLayout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { makeNumberedEvents } from '../sql/events.ts'
import { makeShared } from '../sql/shared.ts'
import { makeCursorSecret, keepRows, keepTry, makeFormerRows, makeVersions } from '../sql/store-values.ts'
import { sqlite } from './dialect.ts'
import { DueTimers } from './due-timers.ts'
import { FileAnswers } from './file-answers.ts'
import { StoreHealth, makeHealthChecks } from './health.ts'
import { type LockedStore, openLocked } from './locked-store.ts'
import { explainFailure } from './open.ts'
import { forgetPending, listPending } from './pending.ts'
import { openLimitCounts } from './quota-counts.ts'
import { Savepoint } from './savepoint.ts'
import { CountedNumbers } from './sequence-numbers.ts'
import { SharedRead } from './shared-read.ts'
import { type SqliteStore, makeReadingStore, makeWritingStore } from './store.ts'
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
  const layout = makeLayout(facts.typing.domain, sqlite, (text) => facts.typing.expression(text))
  const lockedStore = await openLocked(path, layout, options)
  if ('problem' in lockedStore) return lockedStore
  try {
    return await startRuntime(facts, layout, lockedStore, options)
  } catch (error) {
    lockedStore.close()
    if (error instanceof DatabaseFailure) return { problem: `${path}: ${explainFailure(error)}` }
    if (error instanceof InvalidRecords) return { problem: `${path}: ${error.message}` }
    throw error
  }
}

async function startRuntime(facts: Facts, layout: Layout, lockedStore: LockedStore, options: SqliteOptions): Promise<SqliteBackend> {
  const parts = createParts(facts, layout, lockedStore, options)
  const { service, writing, writer, moment, health, timers } = parts
  const { clock } = options
  const { file, writer: database } = lockedStore
  const storeAccess: Access = { read: (work) => work(parts.reading), write: (work) => writer.write(() => work(writing)) }
  const access = options.access?.(storeAccess) ?? storeAccess
  const jobs = new JobWorker(service, access, (worked) => options.onWorked?.(worked))
  await writer.write(() => storeFirstRecords(parts, layout, lockedStore, options))
  health.begin(clock.now())
  const answers = makeFileAnswers(parts, lockedStore, options)
  return assemble(service, access, jobs, {
    answer: (exchange) => answers.answer(exchange),
    ...makeHealthChecks(
      health,
      () => clock.now(),
      (size) => writer.write(() => keepTry(database, clock.now(), size)),
      options.onFailing,
    ),
    bytes: () =>
      new Map([
        ['main', measureFile(file)],
        ['wal', measureFile(`${file}-wal`)],
      ]),
    figures: () => [],
    countWaiting: () => writer.waiting,
    fire: () => timers.fire(),
    fireSome: async () => {
      await timers.fire()
      return false as const
    },
    stopFiring: () => timers.stop(),
    nextDue: () => (Number.isFinite(timers.nextDue()) ? timers.nextDue() : undefined),
    async close() {
      await Promise.all([jobs.stop(), timers.end()])
      await writer.waitUntilIdle()
      moment.pass()
      lockedStore.close()
    },
  })
}

/** The parts of a backend that depend on each other. */
type Parts = {
  readonly service: Interpreter
  readonly reading: SqliteStore
  readonly writing: SqliteStore
  readonly writer: Writer
  readonly moment: SharedRead
  readonly health: StoreHealth
  readonly timers: DueTimers
  readonly randomness: RewindableRandomness
  readonly storeCounts: () => void
}

function createParts(facts: Facts, layout: Layout, lockedStore: LockedStore, options: SqliteOptions): Parts {
  const { writer: database, reader } = lockedStore
  const { clock } = options
  const limits = openLimitCounts(database, clock.now())
  const randomness = makeRewindable(options.randomness)
  const service = buildInterpreter(facts, {
    limiter: limits.limiter,
    ...options,
    randomness,
    cursors: options.cursors ?? makeCursorSecret(database, options.randomness),
  })
  const versions = makeVersions(database)
  const health = new StoreHealth(lockedStore)
  let emitted = false
  const shared = makeShared({
    layout,
    keys: makeRecordKeys(facts.typing.domain),
    version: () => versions.next(),
    events: makeNumberedEvents(),
    timersChanged: () => timers.forgetNext(),
    onEmitted: () => (emitted = true),
  })
  const numbers = new CountedNumbers(database)
  const savepoint = new Savepoint(database, numbers)
  const writing = makeWritingStore(database, shared, savepoint, numbers)
  const moment = new SharedRead(reader)
  const reading = makeReadingStore(reader, shared, moment)
  // From here on, waiting for the file happens in turns of the event loop.
  database.execute('PRAGMA busy_timeout = 0')
  const writer = new Writer(database, savepoint, {
    onGroup() {
      moment.pass()
      versions.reserve()
      // The former group may have failed; the first event and the first number of a sequence are read again.
      shared.events.rolledBack()
      numbers.forget()
    },
    onAbandon() {
      writing.abandon()
      shared.events.rolledBack()
    },
    onCommitted(works, milliseconds) {
      options.onCommitted?.(works, milliseconds)
      if (emitted) service.commits.notifyCommitted()
      emitted = false
      service.queue.notifyCommitted()
      service.admissions.notifyCommitted()
      health.works()
    },
    guard: {
      lossOf: (isAfter) => (isAfter ? health.lossNow() : health.goneBy(clock.now())),
      beforeCommit: numbers.store,
      onError: (failure) => health.note(failure, clock.now()),
    },
    longest: service.environment.turn?.limit,
  })
  const timers = new DueTimers({ service, writing, database, writer, clock, onFired: options.onFired })
  return { service, reading, writing, writer, moment, health, timers, randomness, storeCounts: () => limits.write() }
}

/** Stores all data that the document requires before the first request, in one transaction. */
function storeFirstRecords(
  { service, writing }: Parts,
  layout: Layout,
  { writer: database, isNew }: LockedStore,
  { fixtures }: SqliteOptions,
): void {
  // Rows may refer to later rows.
  database.execute('PRAGMA defer_foreign_keys = ON')
  openDeliveries(service, writing)
  for (const resource of listPending(database)) if (layout.tables.has(resource)) recompute(service, writing, resource)
  forgetPending(database)
  keepRows(database, insertRecords(service, writing, fixtures, isNew ? undefined : makeFormerRows(database)))
}

function makeFileAnswers(parts: Parts, { writer, reader }: LockedStore, { clock, spans, byRows }: SqliteOptions): FileAnswers {
  return new FileAnswers({
    ...parts,
    clock,
    reading: { store: parts.reading, database: reader },
    writing: { store: parts.writing, database: writer },
    keep: spans?.keep ?? ((work) => work),
    usualMode: byRows === true ? 'byRows' : undefined,
  })
}

function measureFile(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
