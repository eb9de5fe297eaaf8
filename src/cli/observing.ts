// Reports a running service to its operator: log lines, and metrics if a listener serves them.

import { StoreFailure } from '../exchange/store-failure.ts'
import type { JobResult } from '../meaning/jobs/jobs.ts'
import type { Delivery } from '../meaning/delivery/deliveries.ts'
import type { RecordedOutcome } from '../meaning/delivery/queue.ts'
import type { FiredTimer } from '../meaning/meaning.ts'
import { printTimerMachine } from '../meaning/timers/operator-timers.ts'
import type { OperatorLimits } from '../serve/operator-limits.ts'
import { type Due, computeLateness } from '../serve/readiness.ts'
import { minSecretBytes } from '../serve/delivery/signature.ts'
import { type Figures, type Probes, type StoreCounts, type BackendHealth, collectFigures } from '../serve/observe/figures.ts'
import { type Level, type Log, type Sink, describeCause, openLog } from '../serve/observe/log.ts'
import type { Meters } from '../serve/observe/meters.ts'
import type { ObservedRequest } from '../serve/observe/observed.ts'
import { logRequest } from '../serve/observe/request-line.ts'
import type { StoreFailing, StoreFigure, StoreRuntime } from '../store/kind.ts'

/** By default, warnings to standard error. */
export type Logging = { readonly level: Level; readonly sink: Sink }

export type ServiceObserver = {
  readonly log: Log
  readonly figures: Figures | undefined
  readonly observe: (observed: ObservedRequest) => void
  /** Reports an uncaught error. */
  readonly onError: (error: unknown) => void
  /** Reports an error that is retried automatically; during a store outage only the outage is reported. */
  readonly onRetry: (error: unknown) => void
  /** Reports when an audit log starts or stops failing; `lost` is the number of lost lines. */
  readonly onAuditFailing: (failing: StoreFailing | undefined, lost: number) => void
  /** Reports data that a stream could not send, in words. */
  readonly onStreamError: (cause: string) => void
  /** Reports a timer. */
  readonly onFired: (fired: FiredTimer) => void
  /** Reports a delivery after each attempt. */
  readonly onAttempt: (delivery: Delivery, recorded: RecordedOutcome) => void
  /** Reports a weak secret of a record. */
  readonly onWeakSecret: (delivery: Delivery, bytes: number) => void
  /** Reports a store that begins to fail, or works again. */
  readonly onFailing: (failing: StoreFailing | undefined) => void
  /** Reports a problem that the operator should fix, in words. */
  readonly onWarning: (message: string) => void
  /** Reports a job: code that runs after its commit. */
  readonly onJob: (result: JobResult) => void
  close(): Promise<void>
}

/** The source of the metrics. */
type MeasuredService = { readonly probes: Probes; readonly operatorLimits: OperatorLimits; readonly meters: Meters | undefined }

export function openObserver(logging: Logging = { level: 'warn', sink: 2 }, measured: MeasuredService | undefined): ServiceObserver {
  const log = openLog(logging.level, logging.sink, () => Date.now())
  const figures = measured && collectFigures(measured.probes, measured.operatorLimits, measured.meters)
  const onError = (error: unknown): void => log.error('an unexpected failure', describeCause(error))
  return {
    log,
    figures,
    onError,
    onRetry(error) {
      if (!(error instanceof StoreFailure && error.isOutage)) onError(error)
    },
    observe(observed) {
      logRequest(log, observed)
      figures?.observe(observed)
    },
    onFired({ timer, outcome, reason }) {
      if (outcome === 'missed')
        log.warn('a repeated timer was refused, and waits for its next time', { timer: timer.id, of: printTimerMachine(timer), reason })
      if (outcome === 'dead')
        log.warn('a timer is dead; `ninefold timers` can retry it', { timer: timer.id, of: printTimerMachine(timer), reason })
    },
    // The reason and the address may contain client input; `ninefold deliveries` shows them.
    onAttempt({ state, id, name, tries, attempts }, { refused }) {
      const status = attempts.at(-1)?.status
      if (state === 'dead')
        log.warn('a delivery is dead; `ninefold deliveries` shows the reason, and can resend it', {
          delivery: id,
          name,
          tries,
          ...(status === undefined ? {} : { status }),
        })
      if (refused !== undefined)
        log.warn('the reaction of the document to a delivery attempt was refused', { delivery: id, name, reason: refused })
    },
    onWeakSecret({ id, name }, bytes) {
      log.warn(`a delivery is signed with a secret that is soon guessed: Standard Webhooks has ${minSecretBytes} bytes at least`, {
        delivery: id,
        name,
        bytes,
      })
    },
    onJob({ job: { id, behaviour }, outcome, reason }) {
      if (outcome !== 'done')
        log.warn(outcome === 'again' ? 'code did not end as declared, and is retried' : 'code is dead: all its attempts failed', {
          job: id,
          behaviour,
          reason,
        })
    },
    onAuditFailing(failing, lost) {
      if (failing === undefined) log.warn('the audit log can be written again', { lost })
      else log.error('the audit log cannot be written', { cause: failing.cause })
    },
    onStreamError: (cause) => log.error('a stream omitted an event that it could not send', { cause }),
    onFailing(failing) {
      if (failing === undefined) log.warn('the store works again')
      else log.error('the store cannot be written', { cause: failing.cause })
    },
    onWarning: (message) => log.warn(message),
    async close() {
      figures?.stop()
      await log.close()
    },
  }
}

/** Milliseconds that readiness and figures wait for the store. */
export const healthTimeout = 500

/** The due time of the first timer, job and delivery; undefined if the store fails or answers too late. */
export function findDueWithinTimeout(runtime: StoreRuntime): Promise<Due | undefined> {
  return withTimeout(findNextDueTimes(runtime))
}

async function findNextDueTimes(runtime: StoreRuntime): Promise<Due> {
  const [timers, jobs, deliveries] = await Promise.all([
    runtime.nextDue(),
    runtime.nextJob(),
    runtime.deliveryQueue.delivers ? runtime.deliveryQueue.next(0) : undefined,
  ])
  return { timers, jobs, deliveries }
}

const none: Promise<readonly StoreFigure[]> = Promise.resolve([])

export async function checkHealth(runtime: StoreRuntime, now: number): Promise<BackendHealth> {
  const [counts, asked] = await Promise.all([withTimeout(storeCounts(runtime, now)), withTimeout(runtime.askFigures?.() ?? none)])
  return {
    failing: runtime.findFailure() !== undefined,
    queue: runtime.countWaiting(),
    bytes: runtime.bytes(),
    ownMetrics: [...runtime.figures(), ...(asked ?? [])],
    counts,
  }
}

async function storeCounts(runtime: StoreRuntime, now: number): Promise<StoreCounts> {
  const [due, timers, deliveries] = await Promise.all([findNextDueTimes(runtime), runtime.timers.counts(), runtime.deliveryQueue.count()])
  return { overdue: computeLateness(due, now), timers, deliveries }
}

/** Undefined if the store fails or takes longer. */
async function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  const settled = promise.catch((error: unknown) => {
    if (error instanceof StoreFailure) return undefined
    throw error
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      settled,
      new Promise<undefined>((resolve) => (timer = setTimeout(resolve, healthTimeout, undefined).unref())),
    ])
  } finally {
    clearTimeout(timer)
  }
}
