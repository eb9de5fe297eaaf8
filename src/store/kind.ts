// The interface of a kind of store: commands and services work over any of them and know none by name.

import type { StatementSpans } from '../base/statement-spans.ts'
import type { Awaitable } from '../base/awaitable.ts'
import type { Randomness } from '../base/clock.ts'
import type { EventRow, EventPosition } from '../exchange/event.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import type { Delivery, DeliveryReading } from '../meaning/delivery/deliveries.ts'
import type { DatabaseSchema } from '../import/database/schema.ts'
import type { InterpreterOptions, Runtime } from '../meaning/meaning.ts'
import type { Timer, TimerCounts } from '../meaning/store.ts'
import type { CopiedTable, StoreContents } from './contents.ts'
import type { MigrationPlan } from './migration/step.ts'

/** `problem`: why it cannot be done, in words for the operator. */
export type StoreProblem = { readonly problem: string }

/** `plan`: a migration that someone must approve first. */
export type RefusedStore = StoreProblem & { readonly plan?: MigrationPlan }

export type RuntimeOptions = InterpreterOptions & {
  /** The document as written: two with the same text are the same edition. Without it, documents with the same tables are. */
  readonly document?: string | undefined
  /** Called with the migration of a store from another document. */
  readonly onMigrated?: ((plan: MigrationPlan) => void) | undefined
  /** Called after a durable commit: of how many pieces of work, and how many milliseconds it took. */
  readonly onCommitted?: ((works: number, milliseconds: number) => void) | undefined
  /** Receives every SQL statement. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** Without it, statements are not timed. */
  readonly spans?: StatementSpans | undefined
  /** Called when the store begins to fail, and with nothing when it works again. */
  readonly onFailing?: ((failing: StoreFailing | undefined) => void) | undefined
  /** Called with a sentence about what the operator should fix. */
  readonly onWarning?: ((words: string) => void) | undefined
  /** The service's address, if known in advance: shown to other processes that want the store. */
  readonly address?: string | undefined
  readonly handover?: Handover | undefined
  /** The shared counter of requests for all processes; without it the store counts them. */
  readonly limits?: { readonly address: string; readonly now: 'redis' | 'process' } | undefined
}

/** How a store is taken over from the process that serves it. */
export type Handover = {
  /** The most milliseconds that closing may take. */
  readonly wait: number
  /** Called once if another process holds the store, with that process. */
  readonly onWaiting?: (holder: string) => void
}

/** A runtime over a store, with what its operator sees of the store. */
export type StoreRuntime = Runtime & {
  /** Bytes that the store takes, by what they are; empty in memory. */
  bytes(): ReadonlyMap<string, number>
  /** Metrics that only this kind of store has. */
  figures(): readonly StoreFigure[]
  /** Why writes fail at present; undefined while they succeed. */
  failing(): StoreFailing | undefined
  /** Looks whether the store is still there, and whether it works again where it failed. To be called several times a second. */
  tend(): Promise<void>
  /** Resolves once it is known to work, or not to: as of the last seconds. */
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

/** One store, as its operator named it. */
export type OpenedStore = {
  /** True if only one process may serve it, so that a handover must wait. */
  readonly isExclusive: boolean
  /** True if several processes serve it together, so that limits may be counted elsewhere. */
  readonly isShared?: true
  serve(facts: Facts, options: RuntimeOptions): Promise<StoreRuntime | RefusedStore>
  /** Undefined for a store that does not outlive the process. */
  readonly durable?: KeptStore
}

/** A copy that was verified. */
export type StoreCopy = { readonly bytes: number; readonly tables: number; readonly rows: number }

/** A store that other processes can inspect while one serves it. */
export type KeptStore = {
  /** As messages call it. */
  readonly name: string
  /** True if several processes may serve the store, so that a migration has phases. */
  readonly isShared: boolean
  migrate(facts: Facts, migrating: MigrationOptions): Awaitable<MigrationResult | StoreProblem>
  /** Statements that grant a role the privileges to serve the store, and no others. */
  grants(role: string): Awaitable<readonly string[] | StoreProblem>
  /** Copies a consistent snapshot of the store to a new file, also while it is served. */
  backUp(file: string): Awaitable<StoreCopy | StoreProblem>
  /** Makes the store of such a file; there must be none yet. */
  restore(file: string, randomness: Randomness): Awaitable<StoreCopy | StoreProblem>
  /** All that it keeps; refused while a process serves it. No process can until the contents are closed. */
  contents(now: number): Awaitable<StoreContents | StoreProblem>
  /** Makes the store of what another keeps, verified, or not at all; it must be empty. */
  fill(contents: StoreContents, randomness: Randomness): Awaitable<readonly CopiedTable[] | StoreProblem>
  events(facts: Facts): Awaitable<EventStore | StoreProblem>
  timers(facts: Facts, now: () => number): Awaitable<TimerStore | StoreProblem>
  deliveries(facts: Facts, now: () => number): Awaitable<DeliveryStore | StoreProblem>
}

export type MigrationOptions = {
  /** `look` changes nothing; `safe` does what loses nothing; `losing` also what loses something, after a backup. */
  readonly allow: 'look' | 'safe' | 'losing'
  /**
   * For a store that several processes serve: also removes what only the earlier document needs. No process may serve that document any
   * more.
   */
  readonly contracts: boolean
  readonly now: number
  readonly randomness: InterpreterOptions['randomness']
}

/** `stopped`: the plan loses data without approval, or needs more information. */
/** `left`: processes of the former document may serve it too, until what only they need is removed. */
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
  deadTimers(): Awaitable<readonly Timer[]>
  /** In the order in which they are due. */
  waitingTimers(limit: number): Awaitable<readonly Timer[]>
  /** Retries a dead timer: due at once, with all attempts. False if it does not exist. */
  retry(id: number): Awaitable<boolean>
  close(): Awaitable<void>
}

export type DeliveryStore = {
  list(...args: Parameters<DeliveryReading['list']>): Awaitable<readonly Delivery[]>
  count(): Awaitable<ReturnType<DeliveryReading['count']>>
  /** Resends the dead ones among `ids`; returns them. */
  sendAgain(ids: readonly Delivery['id'][]): Awaitable<readonly Delivery['id'][]>
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
 * The transaction of an operation, where the database has a choice: its isolation, in the database's words, with the reason; and how often
 * the service waits for the database, where each statement is sent once.
 */
export type ExplainedTransaction = { readonly how: string; readonly why: string; readonly roundTrips: number }

/** How an operation asks its database. */
export type ExplainedStatements = {
  readonly statements: (operationFacts: OperationFacts) => Awaitable<readonly ExplainedStatement[]>
  readonly transaction?: (operationFacts: OperationFacts) => ExplainedTransaction
  readonly close: () => Awaitable<void>
}

export type StoreKind = {
  /** `address` is what follows the kind's name and a colon in `--store`. */
  storeAt(address: string): OpenedStore
  /** Reads the schema of a database of this kind, including tables that others created. */
  describe?(address: string): Awaitable<DatabaseSchema | StoreProblem>
  /** How the kind keeps a document's records; undefined if no database does. */
  readonly database?: {
    /** Statements that create an empty store. */
    tables(facts: Facts): readonly string[]
    /**
     * Explains the statements of each operation, over an empty store. `address` names a store whose query planner is used; nothing there
     * is changed.
     */
    explain(facts: Facts, address: string | undefined): Awaitable<ExplainedStatements | StoreProblem>
  }
}
