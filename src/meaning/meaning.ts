// The interpreter: a filled model, records in memory, a clock and a request give the answer. Slow, obvious, the judge of all the rest.

import type { Value } from '../cel/value.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { Facts } from '../fact/fact.ts'
import { changedByTime } from '../fact/timed.ts'
import { answerContention, createAnswering } from './answer-exchange.ts'
import { type RecordKeys, compareKeys } from './record/keys.ts'
import { type Prepared, answerPrepared } from './prepare.ts'
import { openDeliveries } from './delivery/desk.ts'
import { JobWorker } from './jobs/worker.ts'
import { type Worked, endJob } from './jobs/jobs.ts'
import { Overdue, batch } from './timers/overdue.ts'
import { insertRecords } from './start/records.ts'
import { MemoryLimiter } from './limits/limiter.ts'
import { MemoryStore } from './memory/store.ts'
import { argon2id } from './record/secrets.ts'
import { type Runtime, assemble } from './runtime.ts'
import { type Lending, type Service, serviceOf } from './service.ts'
import type { Row, Transaction } from './store.ts'
import { tenantText } from './caller/tenancy.ts'
import { type Fired, fireDue, fireOf } from './timers/timers.ts'

export type { Secrets } from './record/secrets.ts'
export type { Look } from './reading/look.ts'
export type { Runtime, Working } from './runtime.ts'
export type { Lending } from './service.ts'
export type { Fired } from './timers/timers.ts'

export type Meaning = Runtime & {
  /** Never waits: slow hashes are made in place, and code is not run. */
  answerNow(exchange: Exchange): Answer
  /** Fires every timer that is due by now; gives what became of each. */
  fire(): readonly Fired[]
  /** Fires a few of them; says whether there may be more. */
  fireSome(): boolean
  /** Keeps the records as they are; the function that it gives brings them back, any number of times. */
  snapshot(): () => void
  /** The records of a resource that are not deleted, as they are committed. */
  rows(resource: string): readonly Row[]
  readonly keys: RecordKeys
  /** All timers are due so much later. */
  delayTimers(ms: number): void
  /** Keeps a record as another server is known to have it; nothing is asked, and nothing follows from it. */
  adopt(row: Omit<Row, 'version'>): void
  /** Forgets a record that another server is known not to have. */
  abandon(resource: string, key: string): void
}

type Usual = 'cursors' | 'secrets' | 'tokens' | 'limiter' | 'code' | 'audits'

export type Options = Omit<Lending, Usual> & Partial<Pick<Lending, Usual>> & {
  /** Whether the records under `fixtures` exist: in scenarios only. */
  readonly fixtures: boolean
  /** Told of each timer that was fired, with what became of it. */
  readonly onFired?: (fired: Fired) => void
  /** Told what became of code that runs after. */
  readonly onWorked?: (worked: Worked) => void
}

/** What whoever answers by the interpreter's rules is lent, with what is usual where it is not said. */
export function serviceFor(facts: Facts, options: Options): Service {
  const { randomness } = options
  return serviceOf(facts, {
    // In memory nothing outlives the process, so neither need what cursors are sealed with.
    cursors: { key: randomness.bytes(32), epoch: randomness.bytes(8).toHex() },
    secrets: argon2id(randomness),
    tokens: {
      issue(scheme) {
        throw new Error(`no token of ${scheme} can be issued here`)
      },
    },
    limiter: new MemoryLimiter(),
    audits: false,
    code: { run: async (name) => ({ kind: 'broken', report: `the code of \`${name}\` is not there` }) },
    ...options,
  })
}

/** Throws where the records that the document begins with cannot be kept; never where an exchange is answered. */
export function createMeaning(facts: Facts, options: Options): Meaning {
  const service = serviceFor(facts, options)
  const keyOf = ({ resource, values }: Row): readonly Value[] => service.keys.keyValues(service.resource(resource), values)
  const store = new MemoryStore((a, b) => compareKeys(keyOf(a), keyOf(b)), (tenant) => tenantText(tenant, service.keys))
  openDeliveries(service, store)
  insertRecords(service, store, options.fixtures, undefined)
  const tell = tellerOf(service, store)
  const toldOf = (fired: readonly Fired[]): readonly Fired[] => {
    for (const each of fired) options.onFired?.(each)
    tell()
    return fired
  }
  const fire = (): readonly Fired[] => toldOf(fireDue(service, store, options.clock.now()))
  const fireSome = (): boolean => toldOf(fireDue(service, store, options.clock.now(), batch)).length === batch
  const changed = new Set(changedByTime(service.world).keys())
  /** With everything fired that was due when it began, or, where that is much, as far as it touches those records. */
  const caughtUp = (began: number, answer: () => Answer): Answer => {
    if (!fireSome()) return answer()
    for (;;) {
      try {
        return store.watched(began, changed, answer)
      } catch (error) {
        if (!(error instanceof Overdue)) throw error
        toldOf(error.records === undefined ? fireDue(service, store, began) : error.records.flatMap((record) => fireOf(service, store, record, began)))
      }
    }
  }
  const jobs = new JobWorker(service, store, {
    end(job, outcome) {
      const worked = endJob(service, store, job, outcome)
      tell()
      return worked
    },
    told: (worked) => options.onWorked?.(worked),
  })
  const answers = createAnswering(service, store)
  const answered = (exchange: Exchange, prepared?: Prepared): Answer => {
    const answer = answers(exchange, prepared)
    tell()
    return answer
  }
  const stores = { reading: store, writing: store, write: async <T>(work: () => T): Promise<T> => work() }
  return assemble(service, stores, jobs, {
    answer(exchange: Exchange) {
      const began = options.clock.now()
      return answerPrepared((prepared) => caughtUp(began, () => answered(exchange, prepared)), () => answerContention(service, exchange))
    },
    answerNow(exchange: Exchange) {
      fire()
      return answered(exchange)
    },
    // Each request is answered before the next one is looked at.
    waiting: () => 0,
    fire,
    fireSome,
    snapshot: () => store.snapshot(),
    rows: (resource: string) => [...store.begin().rows(resource)],
    keys: service.keys,
    delayTimers: (ms: number) => store.delayTimers(ms),
    adopt: (row: Omit<Row, 'version'>) => write(store, (tx) => tx.put(row)),
    abandon: (resource: string, key: string) => write(store, (tx) => tx.remove(resource, key)),
    nextDue: () => store.nextTimer(Number.POSITIVE_INFINITY)?.due,
    // Nothing fires by itself.
    stopFiring: () => undefined,
    async close() {
      await jobs.stop()
      fire()
    },
  })
}

function write(store: MemoryStore, work: (tx: Transaction) => void): void {
  const tx = store.begin()
  work(tx)
  tx.commit()
}

/** Tells whoever waits for what is committed that there may be more: in memory that is as durable as it gets. */
function tellerOf(service: Service, store: MemoryStore): () => void {
  let [told, added] = [store.newestEvent(), store.deliveries.added]
  return () => {
    service.queue.committed()
    service.admissions.committed()
    const newest = store.newestEvent()
    if (newest === told && added === store.deliveries.added) return
    told = newest
    added = store.deliveries.added
    service.commits.committed()
  }
}
