// The interpreter over records in memory: the reference for all other stores. It answers synchronously, with the clock as a parameter.

import type { Value } from '../cel/value.ts'
import { type EventPosition, type EventRow, beginning } from '../exchange/event.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { VisibleEvent, Stream } from '../exchange/stream.ts'
import type { Facts } from '../fact/fact.ts'
import { findChangesByTime } from '../fact/timed.ts'
import type { Access } from './access.ts'
import { createAnswering } from './answer-exchange.ts'
import { answerContention } from './answer-refusal.ts'
import { type RecordKeys, compareKeys } from './record/keys.ts'
import { type Prepared, answerPrepared } from './prepare.ts'
import type { Delivery } from './delivery/deliveries.ts'
import { fanOutNow, openDeliveries } from './delivery/fan-out.ts'
import { type PreparedDelivery, makeDeliveryQueue } from './delivery/queue.ts'
import { react } from './jobs/reaction.ts'
import { showEvents } from './events/stream.ts'
import { JobWorker } from './jobs/worker.ts'
import type { JobResult } from './jobs/jobs.ts'
import { Overdue, maxTimersPerTurn } from './timers/overdue.ts'
import { insertRecords } from './start/records.ts'
import { MemoryLimiter } from './limits/limiter.ts'
import { MemoryStore } from './memory/store.ts'
import { makeArgon2id } from './record/secrets.ts'
import { type Runtime, assemble } from './runtime.ts'
import { type Environment, type Interpreter, createInterpreter } from './service.ts'
import type { Row, Transaction } from './store.ts'
import { printTenant } from './caller/tenancy.ts'
import { touchNow } from './touch/touch.ts'
import { type FiredTimer, fireDue, fireOf } from './timers/timers.ts'

export type { Secrets } from './record/secrets.ts'
export type { OperatorView } from './reading/operator-view.ts'
export type { Runtime, JobRunner } from './runtime.ts'
export type { Environment } from './service.ts'
export type { FiredTimer } from './timers/timers.ts'

export type MemoryRuntime = Omit<Runtime, 'fireSome' | 'nextDue'> & {
  /** Synchronous: hashes are computed at once, code is not run, and times of use are written at once. */
  answerNow(exchange: Exchange): Answer
  /** Fires all due timers; returns the outcome of each. */
  fire(): readonly FiredTimer[]
  /** Fires a few due timers; true if there may be more. */
  fireSome(): boolean
  nextDue(): number | undefined
  /** Saves the records; the returned function restores them, any number of times. */
  snapshot(): () => void
  /** The committed records of a resource, without deleted ones. */
  rows(resource: string): readonly Row[]
  readonly keys: RecordKeys
  /** The events after a position as a stream shows them; synchronous. */
  eventsAfter(position: EventPosition): readonly EventRow[]
  showNow(stream: Stream, events: readonly EventRow[]): readonly VisibleEvent[]
  newestPosition(): EventPosition
  /** Removes the deliveries since the last call and returns each as the request to send; synchronous. */
  takeDeliveries(): readonly DeliveryToSend[]
  /** Moves the due time of all timers by this number of milliseconds. */
  delayTimers(ms: number): void
  /** Stores a record with the values of another server, without checks or effects. */
  adopt(row: Omit<Row, 'version'>): void
  /** Removes a record that another server does not have. */
  abandon(resource: string, key: string): void
}

/** A delivery with its request, or the reason why no request exists. */
export type DeliveryToSend = { readonly delivery: Delivery; readonly prepared: PreparedDelivery }

type DefaultedOption = 'cursors' | 'secrets' | 'tokens' | 'limiter' | 'code' | 'audits'

export type InterpreterOptions = Omit<Environment, DefaultedOption> &
  Partial<Pick<Environment, DefaultedOption>> & {
    /** True if the records under `fixtures` exist: in scenarios only. */
    readonly fixtures: boolean
    /** Called after each timer that fired, with its outcome. */
    readonly onFired?: (fired: FiredTimer) => void
    /** Called after each job, with its outcome. */
    readonly onWorked?: (worked: JobResult) => void
    /** Wraps the store's access for everything outside of an exchange. */
    readonly access?: ((own: Access) => Access) | undefined
  }

/** Builds the interpreter's service, with defaults for missing options. */
export function buildInterpreter(facts: Facts, options: InterpreterOptions): Interpreter {
  const { randomness } = options
  return createInterpreter(facts, {
    // Data in memory ends with the process, so the key for cursors need not be stored.
    cursors: { key: randomness.bytes(32), epoch: randomness.bytes(8).toHex() },
    secrets: makeArgon2id(randomness),
    tokens: {
      issue(scheme) {
        throw new Error(`no token of ${scheme} can be issued here`)
      },
    },
    limiter: new MemoryLimiter(),
    audits: false,
    code: { run: async (name) => ({ kind: 'broken', report: `the code of \`${name}\` does not exist` }) },
    ...options,
  })
}

/** Throws if the initial records cannot be stored; never while answering an exchange. */
export function createMemoryRuntime(facts: Facts, options: InterpreterOptions): MemoryRuntime {
  const service = buildInterpreter(facts, options)
  const store = makeMemoryStore(service)
  openDeliveries(service, store)
  insertRecords(service, store, options.fixtures, undefined)
  const notifyListeners = createNotifier(service, store)
  const timers = makeTimerFiring(service, store, (fired) => {
    for (const each of fired) options.onFired?.(each)
    notifyListeners()
  })
  const storeAccess: Access = {
    read: (work) => work(store),
    write(work) {
      const result = work(store)
      notifyListeners()
      return result
    },
  }
  const access = options.access?.(storeAccess) ?? storeAccess
  const jobs = new JobWorker(service, access, (worked) => options.onWorked?.(worked))
  const answerFunction = createAnswering(service, store)
  const answerExchange = (exchange: Exchange, prepared?: Prepared): Answer => {
    const answer = answerFunction(exchange, prepared)
    notifyListeners()
    return answer
  }
  return assemble(service, access, jobs, {
    answer(exchange: Exchange) {
      const startTime = options.clock.now()
      return answerPrepared(
        (prepared) => timers.answerAfterDue(startTime, () => answerExchange(exchange, prepared)),
        () => answerContention(service, exchange),
      )
    },
    answerNow(exchange: Exchange) {
      timers.fire()
      const answer = answerExchange(exchange)
      touchNow(service, store, answer)
      return answer
    },
    // Requests never wait: each one is answered before the next begins.
    countWaiting: () => 0,
    fire: timers.fire,
    fireSome: timers.fireSome,
    nextDue: () => store.nextTimer(Number.POSITIVE_INFINITY)?.due,
    // No timer fires automatically.
    stopFiring: () => undefined,
    ...inspectMemory(service, store, storeAccess),
    async close() {
      await jobs.stop()
      timers.fire()
    },
  })
}

function makeMemoryStore(service: Interpreter): MemoryStore {
  const { keys } = service
  const listKeyValues = ({ resource, values }: Row): readonly Value[] => keys.keyValues(service.resource(resource), values)
  return new MemoryStore(
    (a, b) => compareKeys(listKeyValues(a), listKeyValues(b)),
    (tenant) => printTenant(tenant, keys),
  )
}

type TimerFiring = Pick<MemoryRuntime, 'fire' | 'fireSome'> & {
  /** Fires the timers that were due at the start, or, if they are many, those that concern the same records as the answer. */
  answerAfterDue(startTime: number, answer: () => Answer): Answer
}

function makeTimerFiring(service: Interpreter, store: MemoryStore, onFired: (fired: readonly FiredTimer[]) => void): TimerFiring {
  const { clock } = service.environment
  const resourcesOfTimers = new Set(findChangesByTime(service.modelIndex).keys())
  const report = (fired: readonly FiredTimer[]): readonly FiredTimer[] => {
    onFired(fired)
    return fired
  }
  const fireSome = (): boolean => report(fireDue(service, store, clock.now(), maxTimersPerTurn)).length === maxTimersPerTurn
  return {
    fire: () => report(fireDue(service, store, clock.now())),
    fireSome,
    answerAfterDue(startTime, answer) {
      if (!fireSome()) return answer()
      for (;;) {
        try {
          return store.runWatched(startTime, resourcesOfTimers, answer)
        } catch (error) {
          if (!(error instanceof Overdue)) throw error
          const { records } = error
          report(
            records === undefined
              ? fireDue(service, store, startTime)
              : records.flatMap((record) => fireOf(service, store, record, startTime)),
          )
        }
      }
    },
  }
}

type Inspected =
  | 'snapshot'
  | 'rows'
  | 'keys'
  | 'eventsAfter'
  | 'newestPosition'
  | 'showNow'
  | 'takeDeliveries'
  | 'delayTimers'
  | 'adopt'
  | 'abandon'

/** Direct access to the records, events and deliveries, without an exchange. */
function inspectMemory(service: Interpreter, store: MemoryStore, access: Access): Pick<MemoryRuntime, Inspected> {
  const queue = makeDeliveryQueue(service, access, react)
  return {
    snapshot: () => store.snapshot(),
    rows: (resource) => [...store.begin().rows(resource)],
    keys: service.keys,
    eventsAfter: (position) => store.events(position, Number.POSITIVE_INFINITY),
    newestPosition: () => store.newestEvent()?.position ?? beginning,
    // Access in memory never waits.
    showNow: (stream, events) => showEvents(service, access, stream, events) as readonly VisibleEvent[],
    takeDeliveries() {
      fanOutNow(service, store)
      return store.deliveries.takeAll().map((delivery) => ({ delivery, prepared: queue.prepare(delivery) as PreparedDelivery }))
    },
    delayTimers: (ms) => store.delayTimers(ms),
    adopt: (row) => commitWork(store, (tx) => tx.put(row)),
    abandon: (resource, key) => commitWork(store, (tx) => tx.remove(resource, key)),
  }
}

function commitWork(store: MemoryStore, work: (tx: Transaction) => void): void {
  const tx = store.begin()
  work(tx)
  tx.commit()
}

/** Notifies listeners after a commit. */
function createNotifier(service: Interpreter, store: MemoryStore): () => void {
  let [notifiedEvent, notifiedDeliveries] = [store.newestEvent(), store.deliveries.added]
  return () => {
    service.queue.notifyCommitted()
    service.admissions.notifyCommitted()
    const newest = store.newestEvent()
    if (newest === notifiedEvent && notifiedDeliveries === store.deliveries.added) return
    notifiedEvent = newest
    notifiedDeliveries = store.deliveries.added
    service.commits.notifyCommitted()
  }
}
