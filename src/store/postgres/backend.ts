// Answers over PostgreSQL, together with any number of other processes.

import type { RewindableRandomness } from '../../base/clock.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Access } from '../../meaning/access.ts'
import { openDeliveries } from '../../meaning/delivery/fan-out.ts'
import { JobWorker } from '../../meaning/jobs/worker.ts'
import { buildInterpreter } from '../../meaning/meaning.ts'
import { assemble } from '../../meaning/runtime.ts'
import type { Interpreter } from '../../meaning/service.ts'
import { InvalidRecords, insertRecords } from '../../meaning/start/records.ts'
import { maxTimersPerTurn } from '../../meaning/timers/overdue.ts'
import { type FiredTimer, fireDue } from '../../meaning/timers/timers.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { RefusedStore, RuntimeOptions, StoreRuntime } from '../kind.ts'
import { type Layout, makeLayout } from '../layout.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { hasRows, keepRows, makeCursorSecret, makeFormerRows } from '../sql/store-values.ts'
import { createAnswers } from './answers.ts'
import { type Claims, beginClaims } from './claims.ts'
import { type CommitNotifier, makeCommitNotifier } from './commit-notifier.ts'
import { type Connections, connect } from './connections.ts'
import { WorkCounters } from './counters.ts'
import { postgres } from './dialect.ts'
import type { Enlisted } from './editions.ts'
import { DatabaseHealth } from './health.ts'
import { Leadership, runByLeader } from './leadership.ts'
import { createSharedLimiter } from './limits.ts'
import { explainFailure, openTables } from './open.ts'
import { computePending } from './pending.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { type OpenedRedisLimits, openRedisLimits } from './redis-limits.ts'
import { measureReplication } from './replication.ts'
import { warnOfConnections, warnOfSettings } from './server-settings.ts'
import type { PostgresStore } from './store.ts'
import { type Stores, makeStores } from './stores.ts'
import { openVersions } from './versions.ts'
import { type WorkKinds, makeWorkKinds } from './work-kinds.ts'
import { performWork } from './work.ts'

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
  const health = new DatabaseHealth(options)
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
    onLost: (failure) => health.note(failure),
  })
  try {
    const enlisted = await openTables(connections, layout, name, options)
    if ('problem' in enlisted) {
      await connections.end()
      return enlisted
    }
    return await openRuntime(facts, { layout, health, connections, counters, enlisted }, options)
  } catch (error) {
    await connections.end().catch(() => undefined)
    if (error instanceof DatabaseFailure) return { problem: `${name}: ${explainFailure(error)}` }
    if (error instanceof StoreFailure || error instanceof InvalidRecords) return { problem: `${name}: ${error.message}` }
    throw error
  }
}

/** The open database of a process. */
type Opened = {
  readonly layout: Layout
  readonly health: DatabaseHealth
  readonly connections: Connections
  readonly counters: WorkCounters
  readonly enlisted: Enlisted
}

/** Processes that start together take turns. */
const starting = { locks: ['start'] }

async function openRuntime(facts: Facts, opened: Opened, options: RuntimeOptions): Promise<StoreRuntime | RefusedStore> {
  const { layout, health, connections, counters } = opened
  const database = new RecordedDatabase()
  const clock = database.clock(options.clock)
  const randomness = database.randomness(options.randomness)
  const random = (): number => options.randomness.bytes(1)[0]! / 255
  const openCursors = { opening: ['BEGIN'], random, ...starting }
  const cursors =
    options.cursors ?? (await performWork(connections, database, () => makeCursorSecret(database, randomness), openCursors)).value
  const serviceName = slotValueOf(facts.model.service.value.name)?.text ?? ''
  const limits = options.limits === undefined ? undefined : await openRedisLimits(options.limits, serviceName, database)
  if (limits !== undefined && 'problem' in limits) {
    await connections.end()
    return limits
  }
  const limiter = limits?.limiter ?? createSharedLimiter(database, connections)
  const service = buildInterpreter(facts, { limiter, ...options, clock, randomness, cursors })
  const version = await openVersions(connections, database)
  const claims = beginClaims(connections, database, random, opened.enlisted)
  const stores = makeStores(database, layout, version, claims)
  const workKinds = makeWorkKinds(service, layout, counters, random)
  const notifier = makeCommitNotifier(service, connections, health)
  const leadership = new Leadership(connections)
  await storeFirstRecords(service, stores.writing, database, options, async (work) => {
    return (await performWork(connections, database, work, { ...workKinds.readWrite, ...starting })).value
  })
  const parts: Parts = { ...opened, service, database, randomness, limits, claims, stores, workKinds, notifier, leadership }
  const runtime = await startRuntime(parts, options)
  return { ...runtime, cleanUp: runByLeader(leadership, runtime.cleanUp) }
}

/** Stores all data that the document requires before the first request. `write` runs each piece of work in its own transaction. */
async function storeFirstRecords(
  service: Interpreter,
  store: PostgresStore,
  database: RecordedDatabase,
  { fixtures }: RuntimeOptions,
  write: <T>(work: () => T) => Promise<T>,
): Promise<void> {
  await write(() => openDeliveries(service, store))
  while (await write(() => computePending(service, store, database)));
  await write(() => keepRows(database, insertRecords(service, store, fixtures, hasRows(database) ? makeFormerRows(database) : undefined)))
}

/** The parts of a running service over the database. */
type Parts = Opened & {
  readonly service: Interpreter
  readonly database: RecordedDatabase
  readonly randomness: RewindableRandomness
  readonly limits: OpenedRedisLimits | undefined
  readonly claims: Claims
  readonly stores: Stores
  readonly workKinds: WorkKinds
  readonly notifier: CommitNotifier
  readonly leadership: Leadership
}

async function startRuntime(parts: Parts, options: RuntimeOptions): Promise<StoreRuntime> {
  const { service, database, connections, claims, stores, workKinds, leadership } = parts
  const { notifyCommitted } = parts.notifier
  const write = async <T>(work: () => T): Promise<T> => notifyCommitted(await performWork(connections, database, work, workKinds.readWrite))
  const read = async <T>(work: () => T): Promise<T> => (await performWork(connections, database, work, workKinds.snapshotRead)).value
  const fireTimer = async (fire: () => readonly FiredTimer[]): Promise<boolean> => {
    const fired = await write(fire)
    for (const each of fired) options.onFired?.(each)
    return fired.length > 0
  }
  const { clock } = options
  const answer = createAnswers({ ...parts, ...stores, clock, notifyCommitted, fireTimer, leavesTimers: () => claims.yields() })
  const access: Access = {
    maxItems: maxAtOnce,
    read: (work) => read(() => work(stores.reading)),
    write: (work) => write(() => work(stores.writing)),
    claim: (work) => claims.claim(work),
  }
  const jobs = new JobWorker(service, access, (worked) => options.onWorked?.(worked))
  await leadership.begin()
  if (options.onWarning !== undefined) {
    await warnOfSettings(connections, workKinds.isSerializable, options.onWarning)
    await warnOfConnections(connections, maxConnections, options.onWarning)
  }
  let [isStopped, waiting] = [false, 0]
  return assemble(service, access, jobs, {
    async answer(exchange: Exchange) {
      waiting++
      try {
        return await answer(exchange)
      } finally {
        waiting--
      }
    },
    countWaiting: () => waiting,
    async fireSome() {
      for (let count = 0; count < maxTimersPerTurn; count++)
        if (isStopped || !(await fireTimer(() => fireDue(service, stores.firing, service.environment.clock.now(), 1)))) return false
      return true
    },
    stopFiring: () => (isStopped = true),
    nextDue: () => (stores.hasTimers ? read(() => stores.reading.nextTimer(Number.POSITIVE_INFINITY)?.due) : undefined),
    ...observe(parts),
    async close() {
      isStopped = true
      await jobs.stop()
      await Promise.all([leadership.end(), parts.notifier.end(), claims.end()])
      parts.limits?.close()
      await connections.end()
    },
  })
}

/** The operator's view of the store. */
function observe({
  connections,
  counters,
  health,
}: Opened): Pick<StoreRuntime, 'bytes' | 'figures' | 'askFigures' | 'findFailure' | 'tend' | 'probe'> {
  return {
    bytes: () => new Map(),
    figures: () => counters.figures(connections.figures()),
    askFigures: () => measureReplication(connections),
    findFailure: () => health.failing,
    tend: () => health.keepFresh(() => connections.send('SELECT 1', [])),
    probe: () => health.probe(() => connections.send('SELECT 1', [])),
  }
}
