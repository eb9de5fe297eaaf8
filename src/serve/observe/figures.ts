// The metrics of a running service: requests, queues, stored data, and the process.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type OperatorLimits, limits } from '../operator-limits.ts'
import type { Meters } from './meters.ts'
import {
  type Histogram,
  type Labels,
  type ReadMetric,
  type ReadableMetric,
  makeCounter,
  makeGauge,
  makeHistogram,
  printMetrics,
} from './metric.ts'
import type { ObservedRequest } from './observed.ts'

/** The backend's own metrics. */
export type BackendHealth = {
  /** The number of pending writes. */
  readonly queue: number
  /** True if the store cannot write. */
  readonly failing: boolean
  /** Bytes of the store, by purpose; empty in memory. */
  readonly bytes: ReadonlyMap<string, number>
  /** Metrics that only this kind of backend has. */
  readonly ownMetrics: readonly ReadMetric[]
  /** Undefined if the store does not answer. */
  readonly counts: StoreCounts | undefined
}

/** The store's timers and deliveries, and how late due work is. */
export type StoreCounts = {
  /** The number of timers by state: waiting, due, dead. */
  readonly timers: { readonly [state: string]: number }
  /** The number of stored deliveries by state: waiting, delivered, dead. */
  readonly deliveries: { readonly [state: string]: number }
  /** Milliseconds by which the earliest due work is late, by the kind of work. */
  readonly overdue: { readonly [work: string]: number }
}

export type Figures = {
  observe(observed: ObservedRequest): void
  /** `works`: the pieces of work in the same commit. */
  readonly recordCommit: (works: number, milliseconds: number) => void
  /** All metrics in Prometheus' format. */
  text(): Promise<string>
  stop(): void
}

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]

const none: Labels = []

/** The functions that the metrics of a running service read. */
export type Probes = {
  readonly checkHealth: () => Promise<BackendHealth>
  /** The number of requests in progress. */
  readonly countRequests: () => number
  readonly isReady: () => Promise<boolean>
  readonly countStreams: () => number
  readonly countHeld: () => number
}

/** The last result of the probes. */
type ProbedState = { readonly ready: boolean; readonly health: BackendHealth }

export function collectFigures(probes: Probes, operatorLimits: OperatorLimits, meters?: Meters): Figures {
  const turns = monitorEventLoopDelay({ resolution: 20 })
  turns.enable()
  const events = makeEventMetrics(meters)
  let probed: ProbedState | undefined
  const gauges = [
    ...makeProcessGauges(probes, operatorLimits, turns, () => probed?.ready === true),
    ...makeStoreGauges(() => probed?.health),
    ...makePlatformGauges(),
  ]
  const probe = async (): Promise<BackendHealth> => {
    const [ready, health] = await Promise.all([probes.isReady(), probes.checkHealth()])
    probed = { ready, health }
    return health
  }
  const { requests, durations, refusals, leftOut, commits, commitSeconds } = events
  const readable = [requests, refusals, leftOut, ...gauges]
  meters?.observe(async () => {
    const { ownMetrics } = await probe()
    return [...readable.map(({ name, help, kind, values }) => ({ name, help, kind, values: [...values()] })), ...ownMetrics]
  }, readable)
  return {
    observe(observed) {
      meters?.request(observed, seconds)
      countRequest(events, observed)
    },
    recordCommit(works, milliseconds) {
      commits.observe(none, works)
      commitSeconds.observe(none, milliseconds / 1000)
    },
    async text() {
      const { ownMetrics } = await probe()
      return printMetrics([
        requests,
        durations,
        refusals,
        leftOut,
        commits,
        commitSeconds,
        ...gauges,
        ...ownMetrics.map(({ name, help, kind, values }) => makeGauge(name, help, () => values, kind)),
      ])
    },
    stop: () => void turns.disable(),
  }
}

type EventMetrics = ReturnType<typeof makeEventMetrics>

/** Counters and histograms, which requests and commits increase. */
function makeEventMetrics(meters: Meters | undefined) {
  const addHistogram = (name: string, help: string, bounds: readonly number[]): Histogram =>
    makeHistogram(name, help, bounds, meters?.histogram(name, help, bounds))
  return {
    requests: makeCounter(
      'ninefold_requests_total',
      'Requests, by operation and status; the operation is empty if no path and method match.',
    ),
    durations: addHistogram('ninefold_request_duration_seconds', 'Seconds from a request to its answer, by operation.', seconds),
    refusals: makeCounter(
      'ninefold_refusals_total',
      'Refusals, by operation and condition of part 7; those of limits are rate-limited and quota-exceeded.',
    ),
    leftOut: makeCounter(
      'ninefold_records_left_out_total',
      'Records that a list left out because an expression failed for them, by operation.',
    ),
    commits: addHistogram('ninefold_commit_works', 'Requests and timers that shared a durable commit.', sizes),
    commitSeconds: addHistogram(
      'ninefold_commit_duration_seconds',
      'Seconds from the beginning of a group to its durable commit.',
      seconds,
    ),
  }
}

function countRequest(
  { requests, durations, refusals, leftOut }: EventMetrics,
  { operation, answer, milliseconds }: ObservedRequest,
): void {
  if (answer === undefined) return
  const name = ['operation', operation?.id ?? ''] as const
  requests.add([name, ['status', String(answer.status)]])
  durations.observe([name], milliseconds / 1000)
  const { condition } = answer.trace
  if (answer.trace.leftOut !== undefined) leftOut.add([name], answer.trace.leftOut.count)
  if (condition !== undefined) refusals.add([name, ['condition', condition]])
}

type EventLoopDelay = ReturnType<typeof monitorEventLoopDelay>

function makeProcessGauges(
  { countRequests, countStreams, countHeld }: Probes,
  operatorLimits: OperatorLimits,
  turns: EventLoopDelay,
  isReady: () => boolean,
): readonly ReadableMetric[] {
  return [
    makeGauge('ninefold_ready', '1 if requests are accepted, else 0.', () => [[none, isReady() ? 1 : 0]]),
    makeGauge('ninefold_limit', 'Limits of the operator, by the names of their options: bytes, seconds or a number.', () =>
      limits.map(({ name, option, unit }) => [
        [['limit', name]],
        unit === 'duration' ? operatorLimits[option] / 1000 : operatorLimits[option],
      ]),
    ),
    makeGauge('ninefold_requests_under_way', 'Requests in progress.', () => [[none, countRequests()]]),
    makeGauge('ninefold_streams_open', 'Open streams of events.', () => [[none, countStreams()]]),
    makeGauge('ninefold_answers_held', 'Answers that wait for an outcome after their commit.', () => [[none, countHeld()]]),
    makeGauge('ninefold_event_loop_delay_seconds', 'Delays of the turns of the event loop since the last reading.', () =>
      listDelays(turns),
    ),
  ]
}

/** Without values until the probes have run. */
function makeStoreGauges(health: () => BackendHealth | undefined): readonly ReadableMetric[] {
  const byLabel = (label: string, entriesOf: (health: BackendHealth) => Iterable<readonly [string, number]>) => () => {
    const known = health()
    return known === undefined ? [] : labelEntries(label, entriesOf(known))
  }
  const single = (valueOf: (health: BackendHealth) => number) => (): Iterable<readonly [Labels, number]> => {
    const known = health()
    return known === undefined ? [] : [[none, valueOf(known)]]
  }
  return [
    makeGauge(
      'ninefold_writer_queue',
      'Writes that wait for their turn.',
      single(({ queue }) => queue),
    ),
    makeGauge(
      'ninefold_timers',
      'Timers by state: waiting, due, dead.',
      byLabel('state', ({ counts }) => Object.entries(counts?.timers ?? {})),
    ),
    makeGauge(
      'ninefold_deliveries',
      'Stored deliveries by state: waiting, delivered, dead.',
      byLabel('state', ({ counts }) => Object.entries(counts?.deliveries ?? {})),
    ),
    makeGauge(
      'ninefold_overdue_seconds',
      'Seconds by which the earliest due timer, job or delivery is late.',
      byLabel('work', ({ counts }) => Object.entries(counts?.overdue ?? {}).map(([work, ms]) => [work, ms / 1000] as const)),
    ),
    makeGauge(
      'ninefold_store_failing',
      '1 if the store cannot be written, else 0.',
      single(({ failing }) => (failing ? 1 : 0)),
    ),
    makeGauge(
      'ninefold_store_bytes',
      'Bytes of the store, by file.',
      byLabel('file', ({ bytes }) => bytes),
    ),
  ]
}

function labelEntries(label: string, entries: Iterable<readonly [string, number]>): Iterable<readonly [Labels, number]> {
  return Array.from(entries, ([value, number]) => [[[label, value]], number] as const)
}

function listDelays(turns: EventLoopDelay): Iterable<readonly [Labels, number]> {
  const quantiles = [
    ['0.5', turns.percentile(50)],
    ['0.99', turns.percentile(99)],
    ['1', turns.max],
  ] as const
  const hasValues = turns.count > 0
  turns.reset()
  return hasValues
    ? labelEntries(
        'quantile',
        quantiles.map(([quantile, nanoseconds]) => [quantile, nanoseconds / 1e9] as const),
      )
    : []
}

/** Uses the names of Prometheus' own client libraries. */
function makePlatformGauges(): readonly ReadableMetric[] {
  return [
    makeGauge(
      'process_cpu_seconds_total',
      'Seconds of processor time.',
      () => {
        const { user, system } = process.cpuUsage()
        return [[none, (user + system) / 1e6]]
      },
      'counter',
    ),
    makeGauge('process_resident_memory_bytes', 'Bytes of memory that the process holds.', () => [[none, process.memoryUsage.rss()]]),
    makeGauge('nodejs_heap_size_used_bytes', 'Bytes of the heap that are in use.', () => [[none, process.memoryUsage().heapUsed]]),
    makeGauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => [
      [none, Math.round(performance.timeOrigin) / 1000],
    ]),
  ]
}
