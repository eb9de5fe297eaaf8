// One request to one operation, and its answer: what the server and whoever computes answers say to each other.

import type { Origin } from '../model/slot.ts'
import type { Audited } from './audited.ts'
import type { EventLog, Listen } from './event.ts'
import type { Exchange } from './received.ts'
import type { Shows, Stream } from './stream.ts'

export type { Exchange, Fields } from './received.ts'

/** An answer. A body is JSON text already printed, or bytes; undefined is no content. */
export type Answer = {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  /** What follows the headers, where the operation is a `stream`: events, as long as the listener stays. */
  readonly stream?: Stream
  /** What happened, for logs, coverage of scenarios and `--explain`; never sent as it is. */
  readonly trace: Trace
}

export type Trace = {
  readonly operation?: string
  /** The refusal: condition, subject and name as part 7 writes them. */
  readonly condition?: string
  /** The declaration that makes the refusal possible: a guard, a rate, the fields of a body. */
  readonly because?: Origin
  /** The catalogue entry that answered. */
  readonly entry?: string
  readonly transitions: readonly string[]
  /** Where each part of the answer comes from: `status`, `body`, header names. */
  readonly origins: readonly (readonly [part: string, origin: Origin])[]
  /** What is to be reported to the operator, where the answer is `internal`. */
  readonly report?: string
  /** For the operator's audit log, where one is kept. */
  readonly audited?: Audited
  /** How many records a list lacks because an expression failed for them, and the kind of the last failure. */
  readonly leftOut?: { readonly count: number; readonly why: string }
}

/**
 * Whatever answers requests: the interpreter, over records in memory or over a database, there with plans where it has them.
 * All take the same exchanges and must agree on every answer.
 */
export type Backend = Shows & {
  answer(exchange: Exchange): Answer | Promise<Answer>
  /** What refuses an exchange by its head alone, before its content is there; undefined where more has to be asked. */
  answerHead(exchange: Exchange): Answer | undefined
  /** `overloaded`: the answer where a request is not worked on, because too many are. */
  shed(exchange: Exchange): Answer
  /** `unavailable`: the answer where nothing may be changed now; `report` is why. */
  unavailable(exchange: Exchange, report: string): Answer
  /** The name of the version that whoever sent it is pinned to, where it names none; undefined where that is none. */
  pinned(exchange: Exchange): string | undefined
  /** How many requests wait for others to be written. */
  waiting(): number
  readonly log: EventLog
  readonly listen: Listen
  /** Lets go of everything; what is due stays due. Resolves when nothing is under way. */
  close(): Promise<void>
}
