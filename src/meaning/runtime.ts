// Assembles the runtime of a document over any store: responses, timers, jobs, and the operator's views.

import type { Awaitable } from '../base/awaitable.ts'
import type { Backend } from '../exchange/exchange.ts'
import { encodePosition } from '../exchange/position.ts'
import { retryLater } from '../exchange/refusal.ts'
import type { Access } from './access.ts'
import { answerFailure, answerOverload } from './answer-refusal.ts'
import { answerHead } from './answer-head.ts'
import { findPinnedVersion } from './caller/pinned.ts'
import { type CleanUp, cleanUpOf } from './clean-up.ts'
import { type DeliveryQueue, makeDeliveryQueue } from './delivery/queue.ts'
import { react } from './jobs/reaction.ts'
import { admitStream } from './events/admission.ts'
import { logOf } from './events/log.ts'
import { showEvents } from './events/stream.ts'
import type { JobWorker } from './jobs/worker.ts'
import { type OperatorView, createOperatorView } from './reading/operator-view.ts'
import type { Interpreter } from './service.ts'
import type { Job } from './store.ts'
import { type AsyncTimers, createOperatorTimers } from './timers/operator-timers.ts'
import { createToucher } from './touch/touch.ts'

/** Runs queued code. */
export type JobRunner = {
  /** Runs all due work; resolves when it has finished. */
  work(): Promise<void>
  /** When the next job is due, in milliseconds since 1970; undefined if none waits. */
  nextJob(): Awaitable<number | undefined>
  /** Registers a listener for new work. */
  onQueued(listener: () => void): void
  /** Jobs that used all their attempts without a declared outcome. */
  deadJobs(): Awaitable<readonly Job[]>
}

export type Runtime = Backend &
  JobRunner & {
    /** Fires due timers, some or all of them; true if more may be due. */
    fireSome(): Awaitable<boolean>
    /** When the next timer is due, in milliseconds since 1970; undefined if none waits. */
    nextDue(): Awaitable<number | undefined>
    /** Stops automatic timers. */
    stopFiring(): void
    /** The operator's view of committed data. */
    readonly operatorView: OperatorView
    readonly timers: AsyncTimers
    readonly deliveryQueue: DeliveryQueue
    readonly cleanUp: CleanUp
  }

/** The functions that a store implements itself. */
export type Engine = Pick<Runtime, 'answer' | 'countWaiting' | 'fireSome' | 'nextDue' | 'stopFiring' | 'close'>

export function assemble<E extends Engine>(service: Interpreter, access: Access, jobs: JobWorker, engine: E): Runtime & E {
  const { clock, cursors } = service.environment
  const toucher = createToucher(service, access, (exchange) => engine.answer(exchange))
  return {
    unavailable: (exchange, report) => answerFailure(service, exchange, { condition: 'unavailable', report, ...retryLater }),
    answerHead: (exchange) => answerHead(service, access, exchange),
    answerOverloaded: (exchange) => answerOverload(service, exchange),
    pinnedVersion: (exchange) => findPinnedVersion(service, access, exchange),
    work: () => jobs.work(),
    nextJob: () => access.read((store) => store.nextJob()),
    onQueued: (listener) => service.queue.onReady(listener),
    deadJobs: () => access.read((store) => store.deadJobs()),
    log: logOf(access),
    show: (stream, events) => showEvents(service, access, stream, events),
    admission: (stream, changed) => admitStream(service, access, stream, changed),
    positionText: (event) => encodePosition(event, cursors),
    listen: (listener) => service.commits.listen(listener),
    operatorView: createOperatorView(service, access),
    timers: createOperatorTimers(access, () => clock.now()),
    deliveryQueue: makeDeliveryQueue(service, access, react),
    cleanUp: cleanUpOf(service, access),
    ...engine,
    answer: toucher.answer,
    async close() {
      await toucher.waitUntilSettled()
      await engine.close()
    },
  }
}
