// What the interpreter asks of whatever keeps records: rows that are never changed but replaced, in transactions that
// leave nothing unless they are committed.

import type { Json } from '../base/json.ts'
import type { Expression } from '../cel/expression.ts'
import type { Bindings, Host, Value } from '../cel/value.ts'
import type { Comparison, Sorting } from '../exchange/list-request.ts'
import type { EventLog, EventRow } from '../exchange/event.ts'
import type { Answer } from '../exchange/exchange.ts'
import type { Template } from '../model/slot.ts'
import type { Forgetting } from './forgetting.ts'
import type { DeliveryReading, DeliveryWriting } from './delivery/deliveries.ts'
import type { ReadRules } from './caller/read-rules.ts'
import type { Row } from './record/row.ts'

export type { ReadRules } from './caller/read-rules.ts'
export type { Row } from './record/row.ts'

/** A timed transition that waits: it belongs to one entry into a state and does nothing once the record has moved on. */
export type Timer = {
  readonly id: number
  readonly resource: string
  readonly key: string
  /** The field that the machine owns, the state that was entered, and the key of `after`, or of `every`. */
  readonly field: string
  readonly state: string
  readonly duration: string
  /** It comes again and again, as long as the record stays in the state. */
  readonly every?: true
  readonly due: number
  /** How often it was tried and refused. */
  readonly attempts: number
  /** Why it is not tried any more. */
  readonly dead?: string
}

/** Those that wait, those of them that are due, and those that are not tried any more. */
export type TimerCounts = { readonly waiting: number; readonly due: number; readonly dead: number }
/** Code that runs after the commit that queued it. */
export type Job = {
  readonly id: number
  readonly behaviour: string
  readonly input: Json
  /** Of which tenants it is, by the expressions that say them. */
  readonly tenants?: { readonly [from: string]: Json }
  readonly due: number
  /** How often it was tried and did not end as declared. */
  readonly attempts: number
  /** Why it is not tried any more. */
  readonly dead?: string
}

/** An answer that is kept for a repetition of its request. */
export type Kept = { readonly fingerprint: string; readonly answer: Answer; readonly at: number }

/** Records of a resource, by conditions over `this`, in an order, a piece of them. */
export type Selection = {
  readonly resource: string
  readonly where: readonly Expression[]
  readonly filters: readonly Comparison[]
  readonly order: readonly Sorting[]
  /** Only what stands after the record with these values of the ordering properties. */
  readonly after?: readonly Value[]
  readonly offset?: number
  readonly limit?: number
}

/** What expressions in a question see, and who lends them records. */
export type Asker = {
  readonly variables: Bindings
  readonly host: Host
  /** The values of the tenant that it is confined to, where it asks a store without a transaction. */
  readonly tenantOf?: Transaction['tenant']
  /** With what is evaluated that is shown, where rules may hide some of it from whoever is answered. */
  readonly shown?: () => ShownTo
}

/** The eyes of whoever is answered. */
export type ShownTo = Pick<Asker, 'variables' | 'host'> & {
  /** The keys of records of a resource that may be read whatever their rule says. */
  ownKeys(resource: string): readonly string[]
  /** Lends records to what is said of a record itself, by a view where there is one. */
  within(view: string | undefined, record: Value): Host
}

/** Reads see what was written in it; nobody else does before `commit`. It ends with `commit` or `rollback`, inner ones first. */
export type Transaction = {
  /**
   * From now on only records of one tenant are there, of each resource that has tenants: `tenancy` gives the values of the properties
   * that keep them apart, and may refuse. Without one, those of all tenants are there, and nothing of them can be written.
   */
  confine(tenancy: ((resource: string) => readonly Value[]) | undefined): void
  /** Does what only reads with the records of all tenants there. */
  ofAll<T>(work: () => T): T
  /** The values of the tenant that it is confined to. */
  tenant(resource: string): readonly Value[]
  /** The row, also one that is deleted and kept. */
  row(resource: string, key: string): Row | undefined
  /** The rows of a resource that are not deleted, in the order of their keys. */
  rows(resource: string): Iterable<Row>
  /** `isNew`: its key was made just now, so that no other record can have it. */
  put(row: Omit<Row, 'version'>, isNew?: boolean): Row
  remove(resource: string, key: string): void
  /** The next number of a sequence; the first is 1. */
  next(sequence: string): bigint
  /** Lets a sequence go on after a number that was written by hand. */
  pass(sequence: string, number: bigint): void
  timersOf(resource: string, key: string): Iterable<Timer>
  start(timer: Omit<Timer, 'id'>): void
  setTimer(timer: Timer): void
  removeTimer(id: number): void
  queue(job: Omit<Job, 'id'>): void
  setJob(job: Job): void
  removeJob(id: number): void
  kept(name: string): Kept | undefined
  keep(name: string, kept: Kept): void
  /** Its position is that of the commit, after the events that were emitted before. */
  emit(event: Omit<EventRow, 'position'>): void
  readonly deliveries: DeliveryWriting
  /** The newest event that this transaction sees. */
  newestEvent(): EventRow | undefined
  commit(): void
  rollback(): void
  /*
   * What a store may answer faster than by going through rows. Undefined is "not this one", and rows are gone through:
   * so these can only be faster, never different.
   */
  /** Rows that are not deleted and have these values, case ignored where the property does; no value is null. In the order of their keys. */
  having?(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined
  select?(selection: Selection, asker: Asker): readonly Row[] | undefined
  count?(selection: Selection, asker: Asker): number | undefined
  /** The rows of a resource that are not deleted, in any order. */
  unordered?(resource: string): Iterable<Row>
  ask?(expression: Expression, asker: Asker): Value | undefined
  /** The JSON text of an expression's value, with the rules that hide some of it where there are any. */
  print?(expression: Expression, asker: Asker, rules?: ReadRules): string | undefined
}

/** A part of what is shown of a record: of a template, of an item of a list, or a property that a view takes. */
export type ShownPart =
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'item'; readonly expression: Expression }
  | { readonly kind: 'take'; readonly name: string }

/** What is shown of one record, which a variable names. */
export type Shown = {
  readonly variable: string
  readonly part: ShownPart
  /** The rules that hide some of it, where there are any. */
  readonly rules?: ReadRules
  /** Prints a part that a store cannot print, of a record that it has read; undefined where it is left out. */
  print(part: ShownPart, variable: string, record: Value, asker: Asker): string | undefined
}

/**
 * What a store can print without making rows of it first. Undefined is "not this one", and rows are read. Each is one statement, and the
 * last that a transaction reads: where it is the only one too, nothing has to hold several of them together.
 */
export type Printing = {
  /** A record that is not deleted, found by values of the properties `by`, of which the conditions hold; with the versions of all that was read. */
  one(resource: string, by: readonly string[], where: readonly Expression[], shown: Shown): PrintOne | undefined
  /** Records that a selection chooses. */
  many(resource: string, shown: Shown): PrintMany
}
export type PrintOne = {
  /** Whether what it prints is the same whoever asks, and reads no other records. */
  readonly isAlone: boolean
  /** Whether something is computed of the record afterwards, which may read others. */
  readonly computes: boolean
  print(values: readonly Value[], asker: Asker): { readonly text: string; readonly versions: readonly number[] } | undefined
}
export type PrintMany = (selection: Selection) => PrintSelected | undefined
export type PrintSelected = {
  /** Whether it depends on who asks, or on anything that an expression reads. */
  readonly asks: boolean
  /** Whether something is computed of the records afterwards, which may read others. */
  readonly computes: boolean
  /** `orderedBy` are the values that a record is ordered by, each as JSON text. */
  print(asker: Asker): { readonly texts: readonly string[]; orderedBy(index: number): readonly string[] } | undefined
}

export type Store = EventLog & Forgetting & {
  readonly printing?: Printing
  /** Whether drafts of new records can be put unasked: what may not be, a `StoreFailure` tells as soon as it is written. */
  takesDrafts?(resource: string): boolean
  /** `trusting`: what is written in it is expected to stay. Where it does not, whatever was done with it may be done again. */
  begin(trusting?: boolean): Transaction
  /** The timer that is due first, by `now`, and not dead. */
  nextTimer(now: number): Timer | undefined
  deadTimers(): readonly Timer[]
  readonly deliveries: DeliveryReading
  /** Jobs that are due by `now` and not dead, in order. */
  dueJobs(now: number): readonly Job[]
  /** When the first that is not dead is due. */
  nextJob(): number | undefined
  deadJobs(): readonly Job[]
  /**
   * Lets go of the oldest events, at most `limit` of them, as long as the one after it is of that time or earlier: so the newest
   * stays, and a position that was the newest one since then can still be resumed from. Gives how many went.
   */
  forgetEvents(before: number, limit: number): number
  /** In the order in which they are due, not more than so many. */
  waitingTimers(limit: number): readonly Timer[]
  countTimers(now: number): TimerCounts
}
