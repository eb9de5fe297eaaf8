// The options of a `verify` run.

import type { Json } from '../base/json.ts'
import type { Receiver } from './server/receiver.ts'
import type { RequestHeader, ObservedAnswer, ServerRequest } from './oracle/request.ts'

/** The headers and parameters that authenticate a caller at the server. */
export type ServerCredential = { readonly headers: readonly RequestHeader[]; readonly query: readonly RequestHeader[] }

/** Test hooks that a server may offer. */
export type ServerHooks = {
  /** Resets the server to the document's initial records. */
  readonly reset?: () => Promise<void>
  /** Advances the server's clock by milliseconds. */
  readonly advance?: (ms: number) => Promise<void>
}

export type VerifyOptions = {
  readonly url: string
  readonly seed: string
  /** The most requests to send, including repetitions. */
  readonly budget: number
  /** When the first of the credentials ends, in milliseconds since 1970; undefined if none says so. */
  readonly credentialsEnd?: number
  readonly settings: ReadonlyMap<string, Json>
  /** True if the server has the records under `fixtures`. */
  readonly fixtures: boolean
  readonly credentials: ReadonlyMap<string, ServerCredential>
  readonly hooks: ServerHooks
  /** Receives the server's deliveries; absent if the server cannot reach this machine. */
  readonly receiver?: Receiver
  /** The most interpreter requests that the search for sequences may use. */
  readonly effort: number
  /** The number of findings after which a run stops. */
  readonly most?: number | undefined
  /** Sends a request; returns the answer, or the reason why there is no answer. */
  readonly send: (request: ServerRequest) => Promise<ObservedAnswer | { readonly problem: string }>
  readonly now: () => number
  readonly progress?: (text: string) => void
}
