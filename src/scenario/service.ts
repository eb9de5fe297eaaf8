// The environment of a scenario: one fresh service with its own clock.

import type { Awaitable } from '../base/awaitable.ts'
import type { SentHeader } from './send.ts'

/**
 * Starts a separate service for each scenario; `observe` receives every response of the service, and `onOwnWork` what it did without a
 * request. `start`: where its clock begins, in milliseconds since 1970.
 */
export type OpenService = (
  observe: (seen: Observation) => void,
  start?: number,
  onOwnWork?: (work: OwnWork) => void,
) => Promise<ScenarioService>

export type ScenarioService = {
  /** The service's address without a slash at its end: `http://127.0.0.1:41235`. */
  readonly url: string
  /** The service's clock, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** The address of a receiver, which gets all deliveries, whatever their address. */
  readonly receiver: string
  /** Advances the clock; resolves when all work that is then due is done. */
  advance(ms: number): Promise<void>
  /** The address that answers name, if the document declares one: requests to it go to the service. */
  readonly publicUrl?: string
  /** The test callers that the document declares. */
  readonly callers: readonly string[]
  /** Makes the credential for `caller`, one of `callers`. */
  credential(caller: string): Promise<CallerCredential>
  /** The form of a version in a request, as the document defines it; undefined without versions. */
  version(text: string): VersionFields | undefined
  /** True if the stream has sent all events so far. */
  isStreamComplete?(text: string): Awaitable<boolean>
  /** The deliveries since the last call; resolves when all pending deliveries have been attempted. */
  deliveries(): Promise<readonly ReceivedDelivery[]>
  close(): Promise<void>
}

/** Headers and query parameters; those of the request itself take precedence. */
export type CallerCredential = {
  readonly headers: readonly SentHeader[]
  readonly query: readonly SentHeader[]
  /** Headers that sign the body. */
  readonly sign?: (body: Uint8Array) => readonly SentHeader[]
}

/** `prefix` is before the paths of the service's addresses, except those that have a version already (`hasVersion`). */
export type VersionFields = CallerCredential & { readonly prefix?: string; readonly hasVersion?: (path: string) => boolean }

/** A sent event, callback or message. `name`: its name for `# receive:`. */
export type ReceivedDelivery = {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: readonly SentHeader[]
  readonly body: string
}

/** The service's report about one answer, in the document's names. */
/** Work without a request: of a timer, of code after its commit, or of a reaction to a delivery. */
export type OwnWork = {
  /** The timed transition that was made: `Order.status placed after PT24H`. */
  readonly timer?: string
  /** `Order.place` */
  readonly transitions: readonly string[]
}

export type Observation = {
  /** `POST /orders` */
  readonly operation?: string
  /** The entry of the catalogue that answered. */
  readonly entry?: string
  readonly condition?: string
  /** The version of part 9 that the request spoke. */
  readonly version?: string
  /** `Order.place` */
  readonly transitions: readonly string[]
}
