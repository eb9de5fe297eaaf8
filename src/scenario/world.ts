// What a scenario runs against: one fresh service with its own clock, opened for it and closed after it.

import type { Header } from './send.ts'

/** A world of its own for each scenario; `observe` is told of every answer that the service gave. */
export type OpenWorld = (observe: (seen: Observation) => void) => Promise<World>

export type World = {
  /** The service's address without a slash at its end: `http://127.0.0.1:41235`. */
  readonly url: string
  /** The service's clock, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** The address of a receiver of deliveries, which takes all of them, wherever else they would have gone. */
  readonly receiver: string
  /** Moves the clock on; resolves once all that is then due has happened. */
  advance(ms: number): Promise<void>
  /** The test callers that the document declares. */
  readonly callers: readonly string[]
  /** What makes a request one of `caller`, who is one of `callers`. */
  credential(caller: string): Promise<Credential>
  /** How a request says a version, as the document places it; undefined where it has no versions. */
  version(text: string): Speaking | undefined
  /** Whether a stream that has sent this has sent all that has happened so far. */
  isWhole?(text: string): boolean
  /** What the service has sent to others since this was last asked; resolves once nothing is under way. */
  deliveries(): Promise<readonly Delivery[]>
  close(): Promise<void>
}

/** Headers and parameters of the query; a request's own go before them. */
export type Credential = { readonly headers: readonly Header[]; readonly query: readonly Header[] }

/** `prefix` stands before the paths of the service's addresses. */
export type Speaking = Credential & { readonly prefix?: string }

/** An event, callback or message that the service sent. `name` is what `# receive:` calls it. */
export type Delivery = { readonly name: string; readonly method: string; readonly url: string; readonly headers: readonly Header[]; readonly body: string }

/** What the service says of one answer, in the document's own names. */
export type Observation = {
  /** `POST /orders` */
  readonly operation?: string
  /** The entry of the catalogue that answered. */
  readonly entry?: string
  readonly condition?: string
  /** `Order.place` */
  readonly transitions: readonly string[]
}
