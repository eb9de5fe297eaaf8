// The interface of a kind of store; commands and services use every kind through it, without its name.

import type { StatementSpans } from '../base/statement-spans.ts'
import type { Awaitable } from '../base/awaitable.ts'
import type { Randomness } from '../base/clock.ts'
import type { EventRow, EventPosition } from '../exchange/event.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import type { Delivery, DeliveryReading } from '../meaning/delivery/deliveries.ts'
import type { Json } from '../base/json.ts'
import type { DatabaseSchema, DatabaseTable } from '../import/database/schema.ts'
import type { InterpreterOptions, Runtime } from '../meaning/meaning.ts'
import type { Timer, TimerCounts } from '../meaning/store.ts'
import type { CopiedTable, StoreContents } from './contents.ts'
import type { MigrationPlan } from './migration/step.ts'

/** `problem`: the reason for the failure, in words for the operator. */
export type StoreProblem = { readonly problem: string }

/** `plan`: a migration that needs approval first. */
export type RefusedStore = StoreProblem & { readonly plan?: MigrationPlan }

export type RuntimeOptions = InterpreterOptions & {
  /** The text of the document: two documents with the same text are the same edition. Without it, two with the same tables are. */
  readonly document?: string | undefined
  /** Called with the migration of a store from another document. */
  readonly onMigrated?: ((plan: MigrationPlan) => void) | undefined
  /** Called after a durable commit, with the number of requests in it and its duration in milliseconds. */
  readonly onCommitted?: ((works: number, milliseconds: number) => void) | undefined
  /** Receives every SQL statement. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** Without it, statements are not timed. */
  readonly spans?: StatementSpans | undefined
  /** Called when the store begins to fail, and without an argument when it works again. */
  readonly onFailing?: ((failure: StoreFailing | undefined) => void) | undefined
  /** Called with a message about something that the operator should fix. */
  readonly onWarning?: ((words: string) => void) | undefined
  /** The service's address, if known in advance: shown to other processes that want the store. */
  readonly address?: string | undefined
  readonly handover?: Handover | undefined
  /** The shared counter of requests for all processes; without it the store counts them. */
  readonly limits?: { readonly address: string; readonly now: 'redis' | 'process' } | undefined
}

/** How a new process takes over the store from the serving process. */
export type Handover = {
  /** The maximum duration of closing, in milliseconds. */
  readonly patience: number
  /** Called once if another process serves the store; receives that process. */
  readonly onWaiting?: (holder: string) => void
}

/** A runtime over a store, with the operator's view of the store. */
export type StoreRuntime = Runtime & {
  /** The store's size in bytes, by category; empty in memory. */
  bytes(): ReadonlyMap<string, number>
  /** Metrics that only this kind of store has. */
  figures(): readonly StoreFigure[]
  /** Metrics that only the store itself knows, and must be asked for. */
  askFigures?(): Promise<readonly StoreFigure[]>
  /** Why writes fail at present; undefined while they succeed. */
  findFailure(): StoreFailing | undefined
  /** Checks that the store still exists, and that it works again after a failure. Called several times a second. */
  tend(): Promise<void>
  /** Resolves once the state of the last seconds is known. */
  probe(): Promise<void>
}

/** One metric of a store, under its full name; each value with its labels. */
export type StoreFigure = {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  readonly values: readonly (readonly [labels: readonly (readonly [name: string, value: string])[], value: number])[]
}

/** Why writes to a store fail, and since when, in milliseconds since 1970. */
export type StoreFailing = { readonly since: number; readonly cause: string }

/** One store, under the name that the operator gave. */
export type OpenedStore = {
  /** True if only one process may serve it, so that a handover must wait. */
  readonly isExclusive: boolean
  /** True if several processes serve it together, so that limits may be counted elsewhere. */
  readonly isShared?: true
  /** Opens the store for a document, and migrates it if that loses nothing. Refuses another document's store with a plan. */
  serve(facts: Facts, options: RuntimeOptions): Promise<StoreRuntime | RefusedStore>
  /** Undefined for a store that ends with the process. */
  readonly durable?: InspectableStore
}

/** A role of the database, and what it is for. */
export type StoreRole = { readonly role: string; readonly may: 'serve' | 'migrate' }

/** A verified copy. */
export type StoreCopy = { readonly bytes: number; readonly tables: number; readonly rows: number }

/** A store that other processes can inspect while one serves it. A failure is a `StoreProblem`, with words for the operator. */
export type InspectableStore = {
  /** The store's name in messages. */
  readonly name: string
  /** True if several processes may serve the store, so that a migration has phases. */
  readonly isShared: boolean
  /** Migrates the store to this document, or plans it. */
  migrate(facts: Facts, migrating: MigrationOptions): Awaitable<MigrationResult | StoreProblem>
  /** Statements that grant a role the privileges to serve or to migrate the store, and no others. */
  grants(to: StoreRole): Awaitable<readonly string[] | StoreProblem>
  /** Copies a consistent snapshot of the store to a new file, also while it is served. */
  backUp(file: string): Awaitable<StoreCopy | StoreProblem>
  /** Creates the store from such a file; the store must not exist yet. */
  restore(file: string, randomness: Randomness): Awaitable<StoreCopy | StoreProblem>
  /** The whole content; refused while a process serves the store. No process can serve it until the contents are closed. */
  contents(now: number): Awaitable<StoreContents | StoreProblem>
  /** Creates the store from the contents of another one, verified, or not at all; the store must be empty. */
  fill(contents: StoreContents, randomness: Randomness): Awaitable<readonly CopiedTable[] | StoreProblem>
  events(facts: Facts): Awaitable<EventStore | StoreProblem>
  /** `now`: the time in milliseconds since 1970. */
  timers(facts: Facts, now: () => number): Awaitable<TimerStore | StoreProblem>
  /** `now`: the time in milliseconds since 1970. */
  deliveries(facts: Facts, now: () => number): Awaitable<DeliveryStore | StoreProblem>
}

export type MigrationOptions = {
  /** `look` changes nothing; `safe` applies only steps without loss; `losing` also applies steps that lose data, after a backup. */
  readonly allow: 'look' | 'safe' | 'losing'
  /**
   * For a store that several processes serve: also removes columns and tables that only the earlier document needs. No process may
   * still serve that document.
   */
  readonly contracts: boolean
  /** In milliseconds since 1970. */
  readonly now: number
  readonly randomness: InterpreterOptions['randomness']
}

/**
 * `stopped`: the plan loses data without approval, or needs more information. `left`: processes of the former document may still serve it,
 * until the parts that only they need are removed. `backup`: the path of the copy from before the migration.
 */
export type MigrationResult =
  | { readonly kind: 'same'; readonly left?: 'contract' }
  | { readonly kind: 'planned' | 'stopped'; readonly plan: MigrationPlan }
  | { readonly kind: 'done'; readonly plan: MigrationPlan; readonly backup?: string; readonly left?: 'contract' }

export type EventStore = {
  /** After a position, in order. */
  events(after: EventPosition, limit: number): Awaitable<readonly EventRow[]>
  /** The newest events, at most `count`, in order. */
  last(count: number): Awaitable<readonly EventRow[]>
  close(): Awaitable<void>
}

export type TimerStore = {
  counts(): Awaitable<TimerCounts>
  /** Timers that are not retried any more. */
  deadTimers(): Awaitable<readonly Timer[]>
  /** By due time. */
  waitingTimers(limit: number): Awaitable<readonly Timer[]>
  /** Retries a dead timer: due at once, with all attempts. False if it does not exist. */
  retry(id: number): Awaitable<boolean>
  close(): Awaitable<void>
}

export type DeliveryStore = {
  list(...args: Parameters<DeliveryReading['list']>): Awaitable<readonly Delivery[]>
  count(): Awaitable<ReturnType<DeliveryReading['count']>>
  /** Resends the dead deliveries among `ids`; returns their ids. */
  redeliver(ids: readonly Delivery['id'][]): Awaitable<readonly Delivery['id'][]>
  close(): Awaitable<void>
}

/**
 * Without `sql`, records are iterated. `plan` is the database's own plan, one line per step; `afterwards` lists the values that the service
 * computes from columns, with reasons; `grows` explains why the cost depends on the number of records.
 */
export type ExplainedStatement = {
  readonly what: string
  readonly sql?: string
  readonly plan: readonly string[]
  readonly afterwards: readonly { readonly what: string; readonly why: string }[]
  readonly grows?: string
}

/**
 * The transaction of an operation, if the database has a choice: its isolation, in the database's words, with the reason; and the number
 * of round trips, if each statement is sent once.
 */
export type ExplainedTransaction = { readonly isolation: string; readonly why: string; readonly roundTrips: number }

/** The statements and transactions of an operation. */
export type ExplainedStatements = {
  readonly statements: (operationFacts: OperationFacts) => Awaitable<readonly ExplainedStatement[]>
  readonly transaction?: (operationFacts: OperationFacts) => ExplainedTransaction
  readonly close: () => Awaitable<void>
}

export type StoreKind = {
  /** `address` is the text after the kind's name and a colon in `--store`. */
  storeAt(address: string): OpenedStore
  /** Reads the schema of a database of this kind, including tables that others created. */
  describe?(address: string): Awaitable<DatabaseSchema | StoreProblem>
  /** Reads all rows of these tables, by table, as records of an imported document. */
  readRows?(address: string, tables: readonly DatabaseTable[]): Awaitable<ReadonlyMap<string, readonly Json[]> | StoreProblem>
  /** How this kind stores a document's records; undefined if it uses no database. */
  readonly database?: {
    /** Statements that create an empty store. */
    tables(facts: Facts): readonly string[]
    /**
     * Explains the statements of each operation, over an empty store. `address` names a store whose query planner is used; that store
     * is not changed.
     */
    explain(facts: Facts, address: string | undefined): Awaitable<ExplainedStatements | StoreProblem>
  }
}
