// A stream as its operation gives it: data for whoever sends it, piece by piece, as long as the listener stays.

import type { Json } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import type { VersionFacts } from '../fact/fact.ts'
import type { Operation } from '../model/model.ts'
import type { EventRow, Position } from './event.ts'
import type { Exchange } from './received.ts'

export type Stream = {
  readonly operation: Operation
  /** What opened it. */
  readonly exchange: Exchange
  /** What its expressions see of the request and of whoever sent it. */
  readonly names: ReadonlyMap<string, Value>
  /** The version that the listener speaks; absent where the document has none. */
  readonly version?: VersionFacts
  /** The same for streams that show the same. */
  readonly group: string
  /** What comes after it is sent. */
  readonly start: Position
  /** Why it does not begin where the listener asked: what it asked for is not kept any more, or was never of this store. */
  readonly reset?: 'expired' | 'foreign'
}

/** Of a stream whose caller is let in. */
export type Admission = {
  /** When it ends whatever happens, in milliseconds since 1970: then the caller must show again who it is. */
  readonly until?: number
  /** Calls the listener after each commit that may have changed it; gives what ends that. */
  watch(changed: () => void): () => void
}

/** What is sent of an event; nothing where it is not shown; or what its operator is to know, where that cannot be told. */
export type Shown = { readonly type: string; readonly data: Json } | { readonly problem: string } | undefined

/** Shows events to streams, and names their positions. */
export type Shows = {
  show(stream: Stream, events: readonly EventRow[]): readonly Shown[]
  /** Nothing where its caller would not be let in any more. */
  admission(stream: Stream): Admission | undefined
  /** The position of an event as clients have it; without one, that before all of them. */
  place(event: EventRow | undefined): string
}
