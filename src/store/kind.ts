// What a kind of store offers: commands and services work over any of them and know none by name.

import type { EventLog, EventRow } from '../exchange/event.ts'
import type { Facts, OperationFacts } from '../fact/fact.ts'
import type { Delivery, DeliveryReading } from '../meaning/delivery/deliveries.ts'
import type { Options, Runtime } from '../meaning/meaning.ts'
import type { Timers } from '../meaning/timers/desk.ts'
import type { Plan } from './migration/step.ts'

/** `problem`: why it cannot be done, in words for the operator. */
export type Problem = { readonly problem: string }

/** `plan`: what somebody must approve first. */
export type Refused = Problem & { readonly plan?: Plan }

export type RuntimeOptions = Options & {
  /** Called with what was done to a store that another document made. */
  readonly onMigrated?: ((plan: Plan) => void) | undefined
  /** Called after a durable commit: of how many pieces of work, and how many milliseconds it took. */
  readonly onCommitted?: ((works: number, milliseconds: number) => void) | undefined
  /** Called with every statement that a database is asked. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** Called when the store begins to fail, and with nothing when it works again. */
  readonly onFailing?: ((failing: Failing | undefined) => void) | undefined
  /** Called with what the operator should mend, in words. */
  readonly onWarning?: ((words: string) => void) | undefined
  /** Where the service answers, if that is known beforehand: told to other processes that want the store. */
  readonly address?: string | undefined
  readonly handover?: Handover | undefined
}

/** How a store is taken over from the process that serves it. */
export type Handover = {
  /** So many milliseconds it may take to end. */
  readonly wait: number
  /** Called once it is known that it must be waited for, with who holds the store. */
  readonly onWaiting?: (holder: string) => void
}

/** A runtime over a store, with what its operator sees of the store. */
export type StoreRuntime = Runtime & {
  /** Bytes that the store takes, by what they are; empty in memory. */
  bytes(): ReadonlyMap<string, number>
  /** Undefined while the store keeps what it is given. */
  failing(): Failing | undefined
  /** Looks whether the store is still there, and whether it works again where it failed. To be called several times a second. */
  tend(): Promise<void>
  /** Resolves once it is known to work, or not to: as of the last seconds. */
  probe(): Promise<void>
}

/** Why a store does not keep what it is given, and since when, in milliseconds since 1970. */
export type Failing = { readonly since: number; readonly cause: string }

/** One store, as its operator named it. */
export type Store = {
  /** Whether it has to be free of other processes before it is served, so that a handover can be waited for. */
  readonly isExclusive: boolean
  serve(facts: Facts, options: RuntimeOptions): Promise<StoreRuntime | Refused>
  /** Undefined if nothing of it outlives the process. */
  readonly kept?: KeptStore
}

/** A store that other processes can look at, whoever serves it. */
export type KeptStore = {
  /** As messages call it. */
  readonly name: string
  migrate(facts: Facts, migrating: Migrating): Migrated | Problem
  events(facts: Facts): EventStore | Problem
  timers(facts: Facts, now: () => number): TimerStore | Problem
  deliveries(facts: Facts, now: () => number): DeliveryStore | Problem
}

export type Migrating = {
  /** `look` changes nothing; `safe` does what loses nothing; `losing` also what loses something, after a backup. */
  readonly allow: 'look' | 'safe' | 'losing'
  readonly now: number
  readonly randomness: Options['randomness']
}

/** `stopped`: the plan loses something that nobody approved, or needs what it has not. */
export type Migrated =
  | { readonly kind: 'same' }
  | { readonly kind: 'planned' | 'stopped'; readonly plan: Plan }
  | { readonly kind: 'done'; readonly plan: Plan; readonly backup?: string }

export type EventStore = Pick<EventLog, 'events'> & {
  /** The newest, at most so many, in their order. */
  last(count: number): readonly EventRow[]
  close(): void
}

export type TimerStore = Timers & { close(): void }

export type DeliveryStore = Pick<DeliveryReading, 'list' | 'count'> & {
  /** Those of `ids` that were dead, and are due now. */
  sendAgain(ids: readonly Delivery['id'][]): readonly Delivery['id'][]
  close(): void
}

/**
 * Without `sql`, records are gone through one by one. `plan` is the database's own words, a line a step; `afterwards` is what the service makes
 * of the columns, and why the database does not; `grows` says why it costs more the more records there are.
 */
export type Statement = {
  readonly what: string
  readonly sql?: string
  readonly plan: readonly string[]
  readonly afterwards: readonly { readonly what: string; readonly why: string }[]
  readonly grows?: string
}

/** How an operation asks its database. */
export type Statements = {
  readonly statements: (found: OperationFacts) => readonly Statement[]
  readonly close: () => void
}

export type StoreKind = {
  /** `address` is what follows the kind's name and a colon in `--store`. */
  at(address: string): Store
  /** How the kind keeps a document's records; undefined if no database does. */
  readonly database?: {
    /** Statements that make an empty store. */
    tables(facts: Facts): readonly string[]
    /** Over an empty store. */
    explain(facts: Facts): Statements
  }
}
