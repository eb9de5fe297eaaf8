// Answers over PostgreSQL, together with any number of other processes.

import type { Exchange } from '../../exchange/exchange.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Access } from '../../meaning/access.ts'
import { openDeliveries } from '../../meaning/delivery/fan-out.ts'
import { JobWorker } from '../../meaning/jobs/worker.ts'
import { buildInterpreter } from '../../meaning/meaning.ts'
import { makeRecordKeys } from '../../meaning/record/keys.ts'
import { assemble } from '../../meaning/runtime.ts'
import { InvalidRecords, insertRecords } from '../../meaning/start/records.ts'
import { maxTimersPerTurn } from '../../meaning/timers/overdue.ts'
import { type FiredTimer, fireDue } from '../../meaning/timers/timers.ts'
import { slotValue } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { RefusedStore, RuntimeOptions, StoreRuntime } from '../kind.ts'
import { makeLayout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { makeCursorSecret, hasRows, keepRows, makeFormerRows } from '../sql/store-values.ts'
import { type Shared, makeShared } from '../sql/shared.ts'
import { createAnswers } from './answers.ts'
import { beginClaims } from './claims.ts'
import { type Connections, connect } from './connections.ts'
import { Turns } from './contention.ts'
import { postgres } from './dialect.ts'
import type { Enlisted } from './editions.ts'
import { announcedNumber, emitted, eventSql } from './events.ts'
import { type Isolation, isolations } from './isolation.ts'
import { Leadership, ledBy } from './leadership.ts'
import { sharedLimiter } from './limits.ts'
import { explainFailure, openTables } from './open.ts'
import { nextDelivery } from './schema.ts'
import { computePending } from './pending.ts'
import { Pulse } from './notifications.ts'
import { openRedisLimits } from './redis-limits.ts'
import { replicationFigures } from './replication.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { warnOfConnections, warnOfSettings } from './server-settings.ts'
import { DatabaseHealth } from './health.ts'
import { recordedStore } from './store.ts'
import { WorkCounters } from './counters.ts'
import { openVersions } from './versions.ts'
import { type Performed, type Performing, performWork } from './work.ts'

/** The number of connections for transactions, per process. */
const poolSize = 16

/** All connections of a process: for transactions, two for single statements, one for notifications, and two for snapshots. */
const maxConnections = poolSize + 5

/** The statement timeout in milliseconds. A statement of a document runs this long only if it waits for another program. */
const patience = 30_000

/** The maximum number of items per piece of background work, because the work runs again after each statement. */
const maxAtOnce = 40

export async function createPostgresBackend(
  facts: Facts,
  address: string,
  name: string,
  options: RuntimeOptions,
): Promise<StoreRuntime | RefusedStore> {
  const layout = makeLayout(facts.typing.domain, postgres, (text) => facts.typing.expression(text))
  const standing = new DatabaseHealth(options)
  const counters = new WorkCounters()
  const onStatement = (sql: string): void => {
    counters.noteSent()
    options.onStatement?.(sql)
  }
  const connections = connect({
    address,
    size: poolSize,
    patience,
    avoidsScans: true,
    onStatement,
    spans: options.spans,
    onLost: (failure) => standing.note(failure),
  })
  try {
    const enlisted = await openTables(connections, layout, name, options)
    if ('problem' in enlisted) {
      await connections.end()
      return enlisted
    }
    return await begin(facts, { layout, standing, connections, counters, enlisted }, options)
  } catch (error) {
    await connections.end().catch(() => undefined)
    if (error instanceof DatabaseFailure) return { problem: `${name}: ${explainFailure(error)}` }
    if (error instanceof StoreFailure) return { problem: `${name}: ${error.message}` }
    if (error instanceof InvalidRecords) return { problem: `${name}: ${error.message}` }
    throw error
  }
}

type Opened = {
  readonly layout: ReturnType<typeof makeLayout>
  readonly standing: DatabaseHealth
  readonly connections: Connections
  readonly counters: WorkCounters
  readonly enlisted: Enlisted
}

async function begin(
  facts: Facts,
  { layout, standing: health, connections, counters, enlisted }: Opened,
  options: RuntimeOptions,
): Promise<StoreRuntime | RefusedStore> {
  const database = new RecordedDatabase()
  const clock = database.clock(options.clock)
  const randomness = database.randomness(options.randomness)
  const random = (): number => options.randomness.bytes(1)[0]! / 255
  /** Processes that start together take turns. */
  const starting = { locks: ['start'] }
  const cursors =
    options.cursors ??
    (await performWork(connections, database, () => makeCursorSecret(database, randomness), { opening: ['BEGIN'], random, ...starting }))
      .value
  const limits =
    options.limits === undefined
      ? undefined
      : await openRedisLimits(options.limits, slotValue(facts.model.service.value.name)?.text ?? '', database)
  if (limits !== undefined && 'problem' in limits) {
    await connections.end()
    return limits
  }
  const service = buildInterpreter(facts, {
    limiter: limits?.limiter ?? sharedLimiter(database, connections),
    ...options,
    clock,
    randomness,
    cursors,
  })
  const versions = await openVersions(connections, database)
  const shared: Shared = {
    ...makeShared(
      layout,
      makeRecordKeys(facts.typing.domain),
      versions,
      eventSql(database),
      () => undefined,
      () => database.recording.mark(emitted),
    ),
    deliveryId: () => ({ sql: nextDelivery }),
  }
  const claims = beginClaims(connections, database, random, enlisted)
  const makeLockingShared = (waitsForLock: boolean): Shared => ({
    ...shared,
    claim: (work) => claims.claimInTransaction(work, waitsForLock),
    releaseKey: (name) => claims.releaseKey(name),
  })
  const [reading, writing] = [
    recordedStore(database, shared, true, claims.free),
    recordedStore(database, makeLockingShared(true), false, claims.free),
  ]
  /** Skips timers that other processes are firing. */
  const firing = { ...recordedStore(database, makeLockingShared(false), false, claims.free), nextTimer: claims.nextTimer }
  const hasEvents = service.eventTypes.length > 0 || service.callbacks.length > 0
  const counted = { onWait: () => counters.countWait(), onConflict: () => counters.countConflict('') }
  const openingAt = (level: Isolation['level'], announces = hasEvents): readonly string[] => [
    `BEGIN ISOLATION LEVEL ${level}`,
    announces ? announcedNumber : 'SELECT pg_current_xact_id()::text AS xid',
  ]
  const deciding: Performing = { opening: openingAt('SERIALIZABLE'), turns: new Turns(), random, ...counted }
  const isolationOf = isolations(service, layout)
  const openings = { announced: new Map<Operation, readonly string[]>(), plain: new Map<Operation, readonly string[]>() }
  const oneMoment: Performing = {
    opening: ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', 'SET LOCAL enable_seqscan = on'],
    isReading: true,
    random,
    ...counted,
  }
  const single: Performing = { opening: [], single: true, isReading: true, random, ...counted }
  const hasTimers = shared.timed.size > 0
  const pulse = new Pulse(
    connections,
    () => service.commits.notifyCommitted(),
    () => service.admissions.changedElsewhere(),
  )
  const leadership = new Leadership(connections)

  /** True if streams depend on records that other processes change, with or without events. */
  const rests = service.hasSchemes && facts.operations.some(({ operation }) => operation.action === 'stream')

  /** Notifies listeners about committed work. */
  function notifyCommitted<T>({ value, marks }: Performed<T>): T {
    health.works()
    service.queue.notifyCommitted()
    service.admissions.notifyCommitted()
    if (marks.has(emitted) || rests) pulse.noteCommit()
    return value
  }

  const write = async <T>(work: () => T): Promise<T> => notifyCommitted(await performWork(connections, database, work, deciding))
  const read = async <T>(work: () => T): Promise<T> => (await performWork(connections, database, work, oneMoment)).value

  const writeFirst = async <T>(work: () => T): Promise<T> =>
    (await performWork(connections, database, work, { ...deciding, ...starting })).value
  await writeFirst(() => openDeliveries(service, writing))
  while (await writeFirst(() => computePending(service, writing, database)));
  await writeFirst(() =>
    keepRows(database, insertRecords(service, writing, options.fixtures, hasRows(database) ? makeFormerRows(database) : undefined)),
  )

  async function fireTimer(fire: () => readonly FiredTimer[]): Promise<boolean> {
    const fired = await write(fire)
    for (const each of fired) options.onFired?.(each)
    return fired.length > 0
  }

  const nextTimer = (now: number): Promise<number | undefined> => read(() => reading.nextTimer(now)?.due)

  const answers = createAnswers({
    service,
    database,
    connections,
    health,
    counters,
    reading,
    writing,
    randomness,
    single,
    oneMoment,
    deciding,
    notifyCommitted,
    fireTimer,
    openingOf: (operation, announces) =>
      openings[announces ? 'announced' : 'plain'].getOrInsertComputed(operation, () => openingAt(isolationOf(operation).level, announces)),
    leavesTimers: () => claims.yields(),
    clock: options.clock,
    hasTimers,
  })
  let [isStopped, waiting] = [false, 0]
  const access: Access = {
    maxItems: maxAtOnce,
    read: (work) => read(() => work(reading)),
    write: (work) => write(() => work(writing)),
    claim: (work) => claims.claim(work),
  }
  const jobs = new JobWorker(service, access, (worked) => options.onWorked?.(worked))
  await leadership.begin()
  const isSerializable = facts.operations.some(({ operation }) => isolationOf(operation).level === 'SERIALIZABLE')
  if (options.onWarning !== undefined) {
    await warnOfSettings(connections, isSerializable, options.onWarning)
    await warnOfConnections(connections, maxConnections, options.onWarning)
  }
  const runtime = assemble(service, access, jobs, {
    async answer(exchange: Exchange) {
      waiting++
      try {
        return await answers(exchange)
      } finally {
        waiting--
      }
    },
    countWaiting: () => waiting,
    async fireSome() {
      for (let count = 0; count < maxTimersPerTurn; count++)
        if (isStopped || !(await fireTimer(() => fireDue(service, firing, clock.now(), 1)))) return false
      return true
    },
    stopFiring: () => (isStopped = true),
    nextDue: () => (hasTimers ? nextTimer(Number.POSITIVE_INFINITY) : undefined),
    bytes: () => new Map(),
    figures: () => counters.figures(connections.figures()),
    askFigures: () => replicationFigures(connections),
    findFailure: () => health.failing,
    tend: () => health.keepFresh(() => connections.send('SELECT 1', [])),
    probe: () => health.probe(() => connections.send('SELECT 1', [])),
    async close() {
      isStopped = true
      await jobs.stop()
      await Promise.all([leadership.end(), pulse.end(), claims.end()])
      limits?.close()
      await connections.end()
    },
  })
  return { ...runtime, cleanUp: ledBy(leadership, runtime.cleanUp) }
}
