// The committed records in memory.

import type { EventLog } from '../../exchange/event.ts'
import type { Retention } from '../retention.ts'
import type { Job, Store, Timer, TimerCounts, Transaction } from '../store.ts'
import { MemoryDeliveries } from './deliveries.ts'
import { deleteOldest, makeEventLog } from './events.ts'
import { createRetention } from './retention.ts'
import { TimerTable } from './timers.ts'
import { type Compare, type Tables, type TenantText, type WriteWatch, MemoryTransaction } from './transaction.ts'

export class MemoryStore implements Store {
  readonly #tables: Tables = {
    rows: new Map(),
    timers: new TimerTable(),
    jobs: new Map(),
    answers: new Map(),
    deleted: new Map(),
    sequences: new Map(),
    events: [],
    deliveries: new MemoryDeliveries(),
  }
  readonly #compare: Compare
  readonly #tenantText: TenantText
  readonly events: EventLog['events']
  readonly eventAt: EventLog['eventAt']
  readonly lastEvents: EventLog['lastEvents']
  readonly isComplete: EventLog['isComplete']
  readonly oldestEvent: EventLog['oldestEvent']
  readonly newestEvent: EventLog['newestEvent']
  readonly oldestAnswer: Retention['oldestAnswer']
  readonly deleteExpiredAnswers: Retention['deleteExpiredAnswers']
  readonly oldestCount: Retention['oldestCount']
  readonly deleteExpiredCounts: Retention['deleteExpiredCounts']
  readonly oldestDeleted: Retention['oldestDeleted']
  readonly deleteExpiredRecords: Retention['deleteExpiredRecords']
  #counter = 0
  #watch: WriteWatch | undefined

  /** `compare` orders rows of one resource by their keys. */
  constructor(compare: Compare, tenantText: TenantText) {
    this.#compare = compare
    this.#tenantText = tenantText
    const log = makeEventLog(this.#tables.events)
    this.events = (after, limit, types) => log.events(after, limit, types)
    this.eventAt = (position) => log.eventAt(position)
    this.lastEvents = (count) => log.lastEvents(count)
    this.isComplete = () => log.isComplete()
    this.oldestEvent = () => log.oldestEvent()
    this.newestEvent = () => log.newestEvent()
    const { oldestAnswer, deleteExpiredAnswers, oldestCount, deleteExpiredCounts, oldestDeleted, deleteExpiredRecords } = createRetention(
      this.#tables,
    )
    this.oldestAnswer = oldestAnswer
    this.deleteExpiredAnswers = deleteExpiredAnswers
    this.oldestCount = oldestCount
    this.deleteExpiredCounts = deleteExpiredCounts
    this.oldestDeleted = oldestDeleted
    this.deleteExpiredRecords = deleteExpiredRecords
  }

  begin(): Transaction {
    return new MemoryTransaction(this.#tables, () => ++this.#counter, this.#compare, this.#tenantText, this.#watch)
  }

  /** During the work, a transaction that reads records which timers due by `startTime` may change ends with `Overdue`. */
  runWatched<T>(startTime: number, resources: ReadonlySet<string>, work: () => T): T {
    this.#watch = { began: startTime, changed: resources }
    try {
      return work()
    } finally {
      this.#watch = undefined
    }
  }

  /** Saves the committed state; the returned function restores it and may be called repeatedly. */
  snapshot(): () => void {
    const { rows, timers, jobs, answers, deleted, sequences, events, deliveries } = this.#tables
    const counter = this.#counter
    const restoreDeliveries = deliveries.snapshot()
    const before = {
      rows: copyTables(rows),
      timers: timers.all(),
      jobs: new Map(jobs),
      answers: new Map(answers),
      deleted: copyTables(deleted),
      sequences: new Map(sequences),
      newest: events.at(-1),
    }
    return () => {
      replaceAll(rows, copyTables(before.rows))
      timers.reset(before.timers)
      replaceAll(jobs, before.jobs)
      replaceAll(answers, before.answers)
      replaceAll(deleted, copyTables(before.deleted))
      replaceAll(sequences, before.sequences)
      events.length = before.newest === undefined ? 0 : events.lastIndexOf(before.newest) + 1
      restoreDeliveries()
      this.#counter = counter
    }
  }

  /** Moves the due time of all timers by this number of milliseconds. */
  delayTimers(ms: number): void {
    const { timers } = this.#tables
    timers.reset(timers.all().map((timer) => ({ ...timer, due: timer.due + ms })))
  }

  nextTimer(now: number): Timer | undefined {
    const first = this.#tables.timers.first()
    return first === undefined || first.due > now ? undefined : first
  }

  get deliveries(): MemoryDeliveries {
    return this.#tables.deliveries
  }

  deadTimers(): readonly Timer[] {
    return this.#tables.timers.deadTimers()
  }

  waitingTimers(limit: number): readonly Timer[] {
    return this.#tables.timers.waitingTimers().slice(0, limit)
  }

  countTimers(now: number): TimerCounts {
    const waiting = this.#tables.timers.waitingTimers()
    return { waiting: waiting.length, due: waiting.filter(({ due }) => due <= now).length, dead: this.#tables.timers.deadTimers().length }
  }

  dueJobs(now: number): readonly Job[] {
    const due = [...this.#tables.jobs.values()].filter((job) => job.dead === undefined && job.due <= now)
    return due.toSorted((a, b) => a.due - b.due || a.id - b.id)
  }

  nextJob(): number | undefined {
    return this.dueJobs(Number.POSITIVE_INFINITY)[0]?.due
  }

  deadJobs(): readonly Job[] {
    return [...this.#tables.jobs.values()].filter(({ dead }) => dead !== undefined)
  }

  deleteExpiredEvents(before: number, limit: number): number {
    return deleteOldest(this.#tables.events, before, limit)
  }
}

function copyTables<T>(tables: ReadonlyMap<string, ReadonlyMap<string, T>>): Map<string, Map<string, T>> {
  return new Map([...tables].map(([name, table]) => [name, new Map(table)]))
}

function replaceAll<K, V>(map: Map<K, V>, replacement: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of replacement) map.set(key, value)
}
