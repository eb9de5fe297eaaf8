// An event stream: its operation produces data piece by piece until the listener leaves.

import type { Awaitable } from '../base/awaitable.ts'
import type { Json } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import type { VersionFacts } from '../fact/fact.ts'
import type { Operation } from '../model/model.ts'
import type { EventRow, EventPosition } from './event.ts'
import type { Exchange } from './received-request.ts'

export type Stream = {
  readonly operation: Operation
  /** The request that opened it. */
  readonly exchange: Exchange
  /** The expression variables of the request and its caller. */
  readonly names: ReadonlyMap<string, Value>
  /** The listener's version; absent without part 9. */
  readonly version?: VersionFacts
  /** Streams with equal groups send equal events. */
  readonly group: string
  /** The stream sends events after this position. */
  readonly start: EventPosition
  /** `start` in the form for clients. */
  readonly startText: string
  /** The reason why the requested position was replaced: its events have expired, or it belongs to another store. */
  readonly reset?: 'expired' | 'foreign'
}

/** The admission of an authorised stream. */
export type Admission = {
  /** When the stream must end, in milliseconds since 1970: the caller must then authenticate again. */
  readonly until?: number
  /** Stops the calls of `onChange`. */
  end(): void
}

/** The visible content of an event; undefined if the listener may not see it; a problem for the operator if that cannot be decided. */
export type VisibleEvent = { readonly type: string; readonly data: Json } | { readonly problem: string } | undefined

/** Shows events to streams, and names their positions. */
export type EventPresenter = {
  show(stream: Stream, events: readonly EventRow[]): Awaitable<readonly VisibleEvent[]>
  /** Undefined if the caller is no longer admitted. Calls `onChange` after each later commit that may change this. */
  admission(stream: Stream, onChange: () => void): Promise<Admission | undefined>
  /** The position of an event in the form for clients; without an event, the position before all events. */
  positionText(event: EventRow | undefined): string
}
