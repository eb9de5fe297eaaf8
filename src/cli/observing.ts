// What a running service tells its operator: lines in a log, and figures where there is a listener to read them from.

import { StoreFailure } from '../exchange/store-failure.ts'
import type { Worked } from '../meaning/jobs/jobs.ts'
import type { Delivery } from '../meaning/delivery/deliveries.ts'
import type { Fired } from '../meaning/meaning.ts'
import { machineText } from '../meaning/timers/desk.ts'
import { type Due, lateBy } from '../serve/readiness.ts'
import { type Figures, type Standing, figuresOf } from '../serve/observe/figures.ts'
import { type Level, type Log, type Sink, causeOf, openLog } from '../serve/observe/log.ts'
import type { Observed } from '../serve/observe/observed.ts'
import { logRequest } from '../serve/observe/request-line.ts'
import type { Failing, StoreRuntime } from '../store/kind.ts'

/** Warnings to standard error, unless said. */
export type Logging = { readonly level: Level; readonly sink: Sink }

export type Observing = {
  readonly log: Log
  readonly figures: Figures | undefined
  readonly observe: (observed: Observed) => void
  /** Of what was thrown and nobody caught. */
  readonly failed: (error: unknown) => void
  /** The same of what is tried again by itself: while the store is in trouble, that alone is told. */
  readonly delayed: (error: unknown) => void
  /** Of an audit log that begins to fail, or is written again; `lost`: so many lines. */
  readonly auditFailing: (failing: Failing | undefined, lost: number) => void
  /** Of what a stream could not send, in words. */
  readonly reported: (cause: string) => void
  /** Of a timer. */
  readonly fired: (fired: Fired) => void
  /** Of a delivery, after each try. */
  readonly tried: (delivery: Delivery) => void
  /** Of a store that begins to fail, or works again. */
  readonly failing: (failing: Failing | undefined) => void
  /** Of what the operator should mend, in words. */
  readonly warned: (words: string) => void
  /** Of code that runs after. */
  readonly worked: (worked: Worked) => void
  close(): Promise<void>
}

export function observing(logging: Logging = { level: 'warn', sink: 2 }, asked: Parameters<typeof figuresOf> | undefined): Observing {
  const log = openLog(logging.level, logging.sink, () => Date.now())
  const figures = asked && figuresOf(...asked)
  const failed = (error: unknown): void => log.error('a failure that nothing answers', causeOf(error))
  return {
    log, figures, failed,
    delayed(error) {
      if (!(error instanceof StoreFailure && error.isOutage)) failed(error)
    },
    observe(observed) {
      logRequest(log, observed)
      figures?.observe(observed)
    },
    fired({ timer, outcome, reason }) {
      if (outcome === 'missed') log.warn('what comes again and again was refused, and waits for its next time', { timer: timer.id, of: machineText(timer), reason })
      if (outcome === 'dead') log.warn('a timer is dead; `ninefold timers` can set it going again', { timer: timer.id, of: machineText(timer), reason })
    },
    // Why, and where to, may repeat an address that a client gave: `ninefold deliveries` shows them.
    tried({ state, id, name, tries, attempts }) {
      const status = attempts.at(-1)?.status
      if (state === 'dead') log.warn('a delivery is dead; `ninefold deliveries` says why, and can send it again', { delivery: id, name, tries, ...(status === undefined ? {} : { status }) })
    },
    worked({ job: { id, behaviour }, outcome, reason }) {
      if (outcome !== 'done') log.warn(outcome === 'again' ? 'code did not end as declared, and is tried again' : 'code is not tried any more', { job: id, behaviour, reason })
    },
    auditFailing(failing, lost) {
      if (failing === undefined) log.warn('the audit log is written again', { lost })
      else log.error('the audit log cannot be written', { cause: failing.cause })
    },
    reported: (cause) => log.error('a stream leaves out what it could not send', { cause }),
    failing(failing) {
      if (failing === undefined) log.warn('the store works again')
      else log.error('the store keeps nothing that is written', { cause: failing.cause })
    },
    warned: (words) => log.warn(words),
    async close() {
      figures?.stop()
      await log.close()
    },
  }
}

/** When the first is due of what time brings. */
export function dueIn(runtime: StoreRuntime): Due {
  return { timers: runtime.nextDue(), jobs: runtime.nextJob(), deliveries: runtime.desk.delivers ? runtime.desk.next(0) : undefined }
}

export function standingOf(runtime: StoreRuntime, now: number): Standing {
  return { overdue: lateBy(dueIn(runtime), now), failing: runtime.failing() !== undefined, queue: runtime.waiting(), timers: runtime.timers.counts(), deliveries: runtime.desk.count(), bytes: runtime.bytes() }
}
