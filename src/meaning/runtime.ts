// The runtime of a document: what answers, fires timers, runs code and shows what is kept, assembled in one place for every store.

import type { Backend } from '../exchange/exchange.ts'
import { sealPosition } from '../exchange/position.ts'
import { soon } from '../exchange/refusal.ts'
import { answerFailure, answerOverload } from './answer-exchange.ts'
import { answerHead } from './answer-head.ts'
import { pinnedVersion } from './caller/pinned.ts'
import { type CleanUp, cleanUpOf } from './clean-up.ts'
import { type Desk, type DeskStores, deskOf } from './delivery/desk.ts'
import { admissionOf } from './events/admission.ts'
import { showEvents } from './events/stream.ts'
import type { JobWorker } from './jobs/worker.ts'
import { type Look, lookAt } from './reading/look.ts'
import type { Service } from './service.ts'
import type { Job } from './store.ts'
import { type TimerDesk, timerDesk } from './timers/desk.ts'

/** What runs code that was queued. */
export type Working = {
  /** Runs what is due by now; resolves when nothing is under way. */
  work(): Promise<void>
  /** When the next one is due, in milliseconds since 1970; undefined where none waits. */
  nextJob(): number | undefined
  /** Told that there is something to run. */
  onQueued(listener: () => void): void
  /** Jobs that did not end as declared too often. */
  deadJobs(): readonly Job[]
}

export type Runtime = Backend & Working & {
  /** Fires timers that are due by now, some or all of them; true if there may be more. */
  fireSome(): boolean | Promise<boolean>
  /** When the next timer is due, in milliseconds since 1970; undefined if none waits. */
  nextDue(): number | undefined
  /** From now on no timer fires by itself. */
  stopFiring(): void
  /** What is committed, for the operator. */
  readonly look: Look
  readonly timers: TimerDesk
  readonly desk: Desk
  readonly cleanUp: CleanUp
}

/** What a store does in its own way. */
export type Engine = Pick<Runtime, 'answer' | 'waiting' | 'fireSome' | 'nextDue' | 'stopFiring' | 'close'>

export function assemble<E extends Engine>(service: Service, stores: DeskStores, jobs: JobWorker, engine: E): Runtime & E {
  const { reading, writing, write } = stores
  const { clock, cursors } = service.lending
  const now = (): number => clock.now()
  return {
    unavailable: (exchange, report) => answerFailure(service, exchange, { condition: 'unavailable', report, ...soon }),
    answerHead: (exchange) => answerHead(service, reading, exchange),
    shed: (exchange) => answerOverload(service, exchange),
    pinned: (exchange) => pinnedVersion(service, reading, exchange),
    work: () => jobs.work(),
    nextJob: () => reading.nextJob(),
    onQueued: (listener) => service.queue.onReady(listener),
    deadJobs: () => reading.deadJobs(),
    log: reading,
    show: (stream, events) => showEvents(service, reading, stream, events),
    admission: (stream) => admissionOf(service, reading, stream),
    place: (event) => sealPosition(event, cursors),
    listen: (listener) => service.commits.listen(listener),
    look: lookAt(service, reading),
    timers: { ...timerDesk(reading, now), retry: (id) => write(() => timerDesk(writing, now).retry(id)) },
    desk: deskOf(service, stores),
    cleanUp: cleanUpOf(service, stores),
    ...engine,
  }
}
