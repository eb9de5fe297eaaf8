// The interface of a store: immutable rows in transactions; only a commit makes writes durable.

import type { Json } from '../base/json.ts'
import type { Expression } from '../cel/expression.ts'
import type { Bindings, Host, RecordValue, Value } from '../cel/value.ts'
import type { FilterComparison, Sorting } from '../exchange/list-request.ts'
import type { EventLog, EventRow } from '../exchange/event.ts'
import type { Answer } from '../exchange/exchange.ts'
import type { Template } from '../model/slot.ts'
import type { TimedKind } from '../model/timed.ts'
import type { Retention } from './retention.ts'
import type { DeliveryCursor, DeliveryReading, DeliveryWriting } from './delivery/deliveries.ts'
import type { ReadRules } from './caller/read-rules.ts'
import type { Row } from './record/row.ts'

export type { ReadRules } from './caller/read-rules.ts'
export type { Row } from './record/row.ts'

/** A timed transition that waits: it belongs to one entry into a state and does nothing once the record has moved on. */
export type Timer = {
  readonly id: number
  readonly resource: string
  readonly key: string
  /** The field that the machine owns, and the state that was entered. */
  readonly field: string
  readonly state: string
  readonly kind: TimedKind
  /** The duration under `after` or `every`, or the name under `at`. */
  readonly name: string
  /** In milliseconds since 1970. */
  readonly due: number
  /** The number of refused attempts. */
  readonly attempts: number
  /** Why the timer is not retried any more. */
  readonly dead?: string
}

/** The numbers of waiting timers, of due ones among them, and of dead ones. */
export type TimerCounts = { readonly waiting: number; readonly due: number; readonly dead: number }
/** Code that runs after the commit that queued it. */
export type Job = {
  readonly id: number
  readonly behaviour: string
  readonly input: Json
  /** Its tenants, by the expressions that determine them. */
  readonly tenants?: { readonly [from: string]: Json }
  /** In milliseconds since 1970. */
  readonly due: number
  /** The number of attempts that did not end as declared. */
  readonly attempts: number
  /** Why the job is not retried any more. */
  readonly dead?: string
}

/**
 * Work that several processes of one store may find at the same time; one of them does it. `cursor`: creating the deliveries of events
 * after a position. `key`: a request that runs code before its transaction, by the name of its idempotency key.
 */
export type BackgroundWork =
  | { readonly kind: 'timer'; readonly timer: Timer }
  | { readonly kind: 'job'; readonly id: number }
  | { readonly kind: 'delivery'; readonly id: number }
  | { readonly kind: 'cursor'; readonly cursor: DeliveryCursor | undefined }
  | { readonly kind: 'key'; readonly name: string }

/**
 * An answer that is stored for a repetition of its request. `fingerprint` identifies the request's content; `at` is the time of the answer,
 * in milliseconds since 1970.
 */
export type StoredAnswer = { readonly fingerprint: string; readonly answer: Answer; readonly at: number }

/** Selects records of a resource by conditions over `this`: their order, and a range of them. */
export type Selection = {
  readonly resource: string
  readonly where: readonly Expression[]
  /** Conditions from the caller's query: false for records in which these rules hide a compared value. */
  readonly visible?: { readonly where: readonly Expression[]; readonly rules: ReadRules }
  readonly filters: readonly FilterComparison[]
  readonly order: readonly Sorting[]
  /** Selects only records after these values of the ordering properties. */
  readonly after?: readonly Value[]
  readonly offset?: number
  readonly limit?: number
}

/** The variables of a query's expressions, and the host that reads their records. */
export type QueryContext = {
  readonly variables: Bindings
  readonly host: Host
  /** The values of its tenant, for queries without a transaction. */
  readonly tenantOf?: Transaction['tenantValues']
  /** The evaluation context of response expressions, if rules may hide some of their data. */
  readonly callerContext?: () => CallerContext
}

/** The permissions of the caller. */
export type CallerContext = Pick<QueryContext, 'variables' | 'host'> & {
  /** The keys of records that are readable regardless of their rule. */
  ownKeys(resource: string): readonly string[]
  /** A host for a record's own expressions; with `view`, for those of that view. */
  hostWithin(view: string | undefined, record: Value): Host
}

/** A part of a transaction: its writes stay with the transaction, or are rolled back alone. */
export type Savepoint = { release(): void; rollBack(): void }

/** Reads see its own writes; other transactions see them after `commit`. It ends with `commit` or `rollback`, inner transactions first. */
export type Transaction = {
  /**
   * Restricts the transaction to one tenant, for each resource with tenants: `tenancy` returns the values of the tenant properties, and may
   * refuse. Without `tenancy`, records of all tenants are readable and none can be written.
   */
  setTenancy(tenancy: ((resource: string) => readonly Value[]) | undefined): void
  /** Runs work that only reads, over the records of all tenants. */
  readAllTenants<T>(work: () => T): T
  /** The values of the tenant properties of its tenant. */
  tenantValues(resource: string): readonly Value[]
  /** The row, even if it is soft-deleted. */
  row(resource: string, key: string): Row | undefined
  /** The rows of a resource that are not deleted, in the order of their keys. */
  rows(resource: string): Iterable<Row>
  /** `isNew`: no record may have its key; the store refuses a second one, and never replaces a record by it. */
  put(row: Omit<Row, 'version'>, isNew?: boolean): Row
  /** Removes the row for good; a soft-deleted record is a row that was `put` with `deleted`. */
  remove(resource: string, key: string): void
  /** The next number of a sequence; the first is 1. */
  nextNumber(sequence: string): bigint
  /** Makes a sequence continue after a number that was written explicitly. */
  advanceSequence(sequence: string, number: bigint): void
  /** The timers that wait for a record, also the dead ones. */
  timersOf(resource: string, key: string): Iterable<Timer>
  startTimer(timer: Omit<Timer, 'id'>): void
  /** Changes an existing timer. */
  setTimer(timer: Timer): void
  removeTimer(id: number): void
  queueJob(job: Omit<Job, 'id'>): void
  /** Changes an existing job. */
  setJob(job: Job): void
  removeJob(id: number): void
  /** False if another process does this work, or has done it: then nothing may be written. Called before the first write. */
  claim(work: BackgroundWork): boolean
  /** Releases the claim of an idempotency key, even after the transaction has ended. */
  releaseKey(name: string): void
  /** The answer under the name of an idempotency key. */
  storedAnswer(name: string): StoredAnswer | undefined
  storeAnswer(name: string, answer: StoredAnswer): void
  /** The position of the event is that of the commit, after the events emitted before. */
  emit(event: Omit<EventRow, 'position'>): void
  readonly deliveries: DeliveryWriting
  /** The committed events. */
  readonly log: EventLog
  /** Begins a part of the transaction that can be rolled back by itself. Savepoints end in reverse order. */
  savepoint(): Savepoint
  /** Throws a `StoreFailure` if nothing was stored. */
  commit(): void
  rollback(): void
  /** Calls `work` if what is written now is rolled back. Only the records in memory know this. */
  whenUndone?(work: () => void): void
  // Queries that a store may answer faster than by iterating rows. Undefined means unsupported; then the rows are iterated, so the
  // results are always equal.
  /**
   * Rows that are not deleted and have these values, ignoring case if the property does; no value is null. In the order of their keys.
   */
  rowsHaving?(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined
  /** The records of `rowsHaving`, read by their keys alone. */
  recordsHaving?(resource: string, values: ReadonlyMap<string, Value>): readonly RecordValue[] | undefined
  select?(selection: Selection, asker: QueryContext): readonly Row[] | undefined
  count?(selection: Selection, asker: QueryContext): number | undefined
  /** The rows of a resource that are not deleted, in any order. */
  rowsUnordered?(resource: string): Iterable<Row>
  query?(expression: Expression, asker: QueryContext): Value | undefined
  /** The JSON text of an expression's value; `rules` hide parts of it. */
  print?(expression: Expression, asker: QueryContext, rules?: ReadRules): string | undefined
}

/** A part of a record's representation: of a template, of a list item, or a property that a view copies. */
export type ShownPart =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'item'; readonly expression: Expression }
  | { readonly kind: 'take'; readonly name: string }

/** The representation of one record, bound to a variable. */
export type RecordView = {
  readonly variable: string
  readonly part: ShownPart
  /** The rules that hide parts of it, if any. */
  readonly rules?: ReadRules
  /** Prints a part that a store cannot print, of a record that it has read; undefined if the part is left out. */
  print(part: ShownPart, variable: string, record: Value, asker: QueryContext): string | undefined
}

/**
 * Printing by the store, without creating rows first. Undefined means that the store cannot print this response; rows are read instead.
 * Each is one statement, and the last read of a transaction, so that a single statement needs no shared snapshot.
 */
export type Printing = {
  /**
   * Prints an undeleted record, found by values of the properties `by`, for which the conditions hold; with the versions of all
   * records read.
   */
  forRecord(resource: string, by: readonly string[], where: readonly Expression[], view: RecordView): PrintOne | undefined
  /** Prints the records that a selection chooses. */
  forSelection(resource: string, view: RecordView): PrintMany
}
export type PrintOne = {
  /** True if the printed text is equal for all callers and reads no other records. */
  readonly isSelfContained: boolean
  /** True if it computes values afterwards, which may read other records. */
  readonly computes: boolean
  print(values: readonly Value[], asker: QueryContext): { readonly text: string; readonly versions: readonly number[] } | undefined
}
export type PrintMany = (selection: Selection) => PrintSelected | undefined
export type PrintSelected = {
  /** True if it depends on the caller, or on any variable that an expression reads. */
  readonly readsContext: boolean
  /** True if it computes values afterwards, which may read other records. */
  readonly computes: boolean
  /** `orderedBy` are the values that a record is ordered by, each as JSON text. */
  print(asker: QueryContext): { readonly texts: readonly string[]; orderedBy(index: number): readonly string[] } | undefined
}

export type Store = EventLog &
  Retention & {
    readonly printing?: Printing
    /** True if new records can be inserted without prior checks: a `StoreFailure` at the write reports a conflict. */
    acceptsDrafts?(resource: string): boolean
    /** `isTrusted`: a rollback is not expected. If the writes fail, all work that was grouped with them may be repeated. */
    begin(isTrusted?: boolean): Transaction
    /** The next timer that is due by `now` (milliseconds since 1970, as everywhere here) and not dead. */
    nextTimer(now: number): Timer | undefined
    deadTimers(): readonly Timer[]
    readonly deliveries: DeliveryReading
    /** Jobs that are due by `now` and not dead, in order. */
    dueJobs(now: number): readonly Job[]
    /** When the next job that is not dead is due. */
    nextJob(): number | undefined
    deadJobs(): readonly Job[]
    /**
     * Deletes at most `limit` of the oldest events, as long as the following one is not newer than `before`. So the newest event stays, and
     * every position that was the newest since then can still be resumed. Returns the number deleted.
     */
    deleteExpiredEvents(before: number, limit: number): number
    /** Waiting timers in the order in which they are due, at most `limit`. */
    waitingTimers(limit: number): readonly Timer[]
    countTimers(now: number): TimerCounts
  }
