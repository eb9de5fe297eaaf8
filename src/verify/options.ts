// The options of a `verify` run.

import type { Json } from '../base/json.ts'
import type { Receiver } from './events/receiver.ts'
import type { RequestHeader, ObservedAnswer, ServerRequest } from './oracle/request.ts'

/** What makes a request one of a caller's at the server. */
export type ServerCredential = { readonly headers: readonly RequestHeader[]; readonly query: readonly RequestHeader[] }

/** What a server under test may offer beside its service. */
export type ServerHooks = {
  /** Brings the server back to the records that the document begins with. */
  readonly reset?: () => Promise<void>
  /** Moves the server's clock on by milliseconds. */
  readonly advance?: (ms: number) => Promise<void>
}

export type VerifyOptions = {
  readonly url: string
  readonly seed: string
  /** Requests at most, all of them counted. */
  readonly budget: number
  readonly settings: ReadonlyMap<string, Json>
  /** True if the server has the records under `fixtures`. */
  readonly fixtures: boolean
  readonly credentials: ReadonlyMap<string, ServerCredential>
  readonly hooks: ServerHooks
  /** Takes deliveries of the server; absent where none can reach this machine. */
  readonly receiver?: Receiver
  /** How hard sequences are looked for, in requests to the interpreter. */
  readonly effort: number
  /** After so many findings a run stops. */
  readonly most?: number | undefined
  /** Sends a request; gives why nothing came back. */
  readonly send: (request: ServerRequest) => Promise<ObservedAnswer | { readonly problem: string }>
  readonly now: () => number
  readonly progress?: (text: string) => void
}
