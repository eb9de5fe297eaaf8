// What a running service tells its operator: lines in a log, and figures where there is a listener to read them from.

import type { Worked } from '../meaning/jobs/jobs.ts'
import type { Delivery } from '../meaning/delivery/deliveries.ts'
import type { Fired } from '../meaning/meaning.ts'
import { timerText } from '../meaning/timers/desk.ts'
import { type Figures, type Standing, figuresOf } from '../serve/observe/figures.ts'
import { type Level, type Log, type Sink, causeOf, openLog } from '../serve/observe/log.ts'
import type { Observed } from '../serve/observe/observed.ts'
import { logRequest } from '../serve/observe/request-line.ts'
import type { StoreRuntime } from '../store/kind.ts'

/** Warnings to standard error, unless said. */
export type Logging = { readonly level: Level; readonly sink: Sink }

export type Observing = {
  readonly log: Log
  readonly figures: Figures | undefined
  readonly observe: (observed: Observed) => void
  /** Of what was thrown and nobody caught. */
  readonly failed: (error: unknown) => void
  /** Of a timer. */
  readonly fired: (fired: Fired) => void
  /** Of a delivery, after each try. */
  readonly tried: (delivery: Delivery) => void
  /** Of what the operator should mend, in words. */
  readonly warned: (words: string) => void
  /** Of code that runs after. */
  readonly worked: (worked: Worked) => void
  close(): Promise<void>
}

export function observing(logging: Logging = { level: 'warn', sink: 2 }, asked: Parameters<typeof figuresOf> | undefined): Observing {
  const log = openLog(logging.level, logging.sink, () => Date.now())
  const figures = asked && figuresOf(...asked)
  return {
    log, figures,
    observe(observed) {
      logRequest(log, observed)
      figures?.observe(observed)
    },
    fired({ timer, outcome, reason }) {
      if (outcome === 'missed') log.warn('what comes again and again was refused, and waits for its next time', { timer: timer.id, of: timerText(timer), reason })
      if (outcome === 'dead') log.warn('a timer is dead; `ninefold timers` can set it going again', { timer: timer.id, of: timerText(timer), reason })
    },
    tried({ state, id, name, destination, reason }) {
      if (state === 'dead') log.warn('a delivery is dead; `ninefold deliveries` can send it again', { delivery: id, name, destination, reason })
    },
    worked({ job: { id, behaviour }, outcome, reason }) {
      if (outcome !== 'done') log.warn(outcome === 'again' ? 'code did not end as declared, and is tried again' : 'code is not tried any more', { job: id, behaviour, reason })
    },
    warned: (words) => log.warn(words),
    failed: (error) => log.error('a failure that nothing answers', causeOf(error)),
    async close() {
      figures?.stop()
      await log.close()
    },
  }
}

export function standingOf(runtime: StoreRuntime): Standing {
  return { queue: runtime.waiting(), timers: runtime.timers.counts(), deliveries: runtime.desk.count(), bytes: runtime.bytes() }
}
