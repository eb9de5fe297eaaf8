// The options of a running service, and its handle.

import type { Clock, Randomness } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Secrets } from '../meaning/record/secrets.ts'
import type { AuditOptions } from '../serve/audit.ts'
import type { SecretSources } from '../serve/caller/secrets.ts'
import type { OperatorLimits } from '../serve/operator-limits.ts'
import type { Delivering } from '../serve/delivery/deliver.ts'
import type { Listener } from '../serve/listener.ts'
import type { HttpService } from '../serve/service.ts'
import type { RuntimeOptions } from '../store/kind.ts'
import type { MigrationPlan } from '../store/migration/step.ts'
import type { Logging } from './observing.ts'

export type TlsFiles = { readonly cert: string; readonly key: string }

export type ServeOptions = {
  readonly port: number
  readonly host: string
  /** PEM files for TLS on the service's port. */
  readonly tls?: TlsFiles | undefined
  readonly store: string
  readonly admin?: number
  /** The operator's listener: its port, its address (127.0.0.1 by default), and its access control. */
  readonly adminHost?: string
  readonly adminToken?: string
  /** The folder of the built page, if the operator enabled it. */
  readonly page?: string
  /** Addresses and networks of trusted proxies. */
  readonly trusted?: readonly string[]
  readonly virtual: boolean
  readonly explain: boolean
  readonly settings: ReadonlyMap<string, string>
  /** True if `fixtures` of part 2 exist: in scenarios only. */
  readonly fixtures?: boolean
  /** The source of secrets, if not the process's environment and files. */
  readonly secrets?: SecretSources
  /** Called with the migration of a store from another document. */
  readonly onMigrated?: (plan: MigrationPlan) => void
  /** The allowed addresses of deliveries, and their sender if it is not HTTP. */
  readonly deliveries?: Pick<Delivering, 'allowPrivate' | 'send'>
  /** Present if another process may still serve the store and listen on the same port. */
  readonly handover?: RuntimeOptions['handover']
  /** The counter of requests, if the store does not count them. */
  readonly limits?: RuntimeOptions['limits']
  /** The operator's limits for requests, connections and work; missing ones have their defaults. */
  readonly operatorLimits?: Partial<OperatorLimits>
  /** Receives every database statement. */
  readonly onStatement?: RuntimeOptions['onStatement']
  /** Wraps the store's access for everything outside of an exchange. */
  readonly access?: RuntimeOptions['access']
  /** Called with each timer that was due, and its outcome. */
  readonly onFired?: RuntimeOptions['onFired']
  /** Called with each job after its code, and with what it did. */
  readonly onWorked?: RuntimeOptions['onWorked']
  /** Called with each delivery after an attempt, and with what the document's reaction did. */
  readonly onAttempt?: Delivering['onAttempt']
  /** Called with each answer and its explanation. */
  readonly onAnswer?: NonNullable<HttpService['onAnswer']>
  /** The log and its destination; by default warnings to standard error. */
  readonly log?: Logging
  /** Spans of requests and deliveries, through the API of OpenTelemetry. */
  readonly traces?: boolean
  /** Metrics through the API of OpenTelemetry. */
  readonly metrics?: boolean
  /** The path at which agents find the operations as tools. */
  readonly mcp?: string
  readonly listeners?: Listeners
  /** The audit log. */
  readonly audit?: AuditOptions
  /** The clock of the former service, if one was running. */
  readonly clock?: Clock
  /** Receives the end of each wait of a held answer, in milliseconds since 1970. */
  readonly onHeld?: (end: number) => void
  /** True if requests are refused under overload; the default. */
  readonly sheds?: boolean
  /** The source of randomness; by default the machine's. */
  readonly randomness?: Randomness
  /** The hash function for secrets; by default a slow one. */
  readonly hashes?: Secrets
}

/** Existing listeners; they serve once a service is attached. */
export type Listeners = { readonly service: Listener; readonly operator: Listener | undefined }

export type Running = {
  readonly url: string
  /** The document's operations; a missing required setting makes one incomplete. */
  readonly operations: Compiled['operations']
  readonly admin?: string
  /** The page's address, if the operator enabled it. */
  readonly page?: string
  /** Where agents find the operations as tools, if the operator enabled it. */
  readonly mcp?: string
  now(): number
  /** Advances the virtual clock; due timers are fired on the next access. */
  tick(ms: number): void
  /** Advances the virtual clock, and fires due timers. */
  advance(ms: number): Promise<void>
  /** The position of the newest event, in the form for listeners. */
  newestEvent(): Promise<string>
  /** The number of answers that are held for an outcome. */
  countHeld(): number
  /** Resolves when all deliveries that are due now have been sent and none is running. */
  waitUntilDelivered(): Promise<void>
  /** Reloads certificates and secrets from files. An unreadable file is logged, and the former value stays. */
  renew(): Promise<void>
  stop(): Promise<void>
  /** Ends the service but keeps its listeners: their connections wait for the next service, which receives them as `listeners`. */
  detach(): Promise<Listeners>
  /** Resolves when it has stopped, for any reason. */
  readonly ended: Promise<void>
}
