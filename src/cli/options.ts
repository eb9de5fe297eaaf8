// What a service is run with, and what running it gives.

import type { Clock, Randomness } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { AuditOptions } from '../serve/audit.ts'
import type { SecretWorld } from '../serve/caller/secrets.ts'
import type { Delivering } from '../serve/delivery/deliver.ts'
import type { Door } from '../serve/door.ts'
import type { Service } from '../serve/service.ts'
import type { RuntimeOptions } from '../store/kind.ts'
import type { Plan } from '../store/migration/step.ts'
import type { Logging } from './observing.ts'

export type Options = {
  readonly port: number
  readonly host: string
  readonly store: string
  readonly admin?: number
  /** Where the operator's listener listens, and what it must then be told; 127.0.0.1 where it is not said. */
  readonly adminHost?: string
  readonly adminToken?: string
  /** The folder of the built page, where the operator asks for it. */
  readonly page?: string
  /** Addresses and networks of proxies that are believed whose request it is. */
  readonly trusted?: readonly string[]
  /** Milliseconds that one request may hold the event loop; Infinity where nothing limits it, and the usual ceiling where it is not said. */
  readonly turn?: number
  readonly virtual: boolean
  readonly explain: boolean
  readonly settings: ReadonlyMap<string, string>
  /** Whether `fixtures` of part 2 exist: in scenarios only. */
  readonly fixtures?: boolean
  /** Where secrets come from, if not from this process's environment and files. */
  readonly secrets?: SecretWorld
  /** Told of what was done to a store that another document made. */
  readonly migrated?: (plan: Plan) => void
  /** Where deliveries may go, and what sends them if not HTTP. */
  readonly deliveries?: Pick<Delivering, 'allowPrivate' | 'send'>
  /** Where another process may still serve the store, and listen where this one is to. */
  readonly handover?: RuntimeOptions['handover']
  /** Milliseconds by which timers, jobs and deliveries may be late before the service is not ready. */
  readonly overdue?: number
  /** Told of every statement that a database is asked. */
  readonly statement?: RuntimeOptions['onStatement']
  /** Told of each answer: what it was, and why. */
  readonly answered?: NonNullable<Service['answered']>
  /** What is written while it runs, and where; warnings to standard error, unless said. */
  readonly log?: Logging
  readonly doors?: Doors
  /** Where it is kept who changed what. */
  readonly audit?: AuditOptions
  /** The one that was there before goes on, where there is one. */
  readonly clock?: Clock
  /** Whether requests are refused while the process is behind; they are, unless it is said. */
  readonly sheds?: boolean
  /** Without it, the machine's. */
  readonly randomness?: Randomness
}

/** Listeners that are there already; they serve, once there is something behind them. */
export type Doors = { readonly service: Door; readonly operator: Door | undefined }

export type Running = {
  readonly url: string
  /** Those of the document; without a setting that one needs it is not complete. */
  readonly operations: Compiled['operations']
  readonly admin?: string
  /** Where the page is, if the operator asked for it. */
  readonly page?: string
  now(): number
  /** Moves the virtual clock on; what is then due is fired when somebody looks. */
  tick(ms: number): void
  /** Moves the virtual clock on, and fires what is then due. */
  advance(ms: number): Promise<void>
  /** The position of the newest event, as listeners have it. */
  place(): string
  /** Resolves once everything that is due by now has been sent, and nothing is under way. */
  delivered(): Promise<void>
  stop(): Promise<void>
  /** Ends, but for its listeners: what they are sent waits for whoever is given them as `doors`. */
  leave(): Promise<Doors>
  /** Resolves once it has stopped, for whatever reason. */
  readonly ended: Promise<void>
}
