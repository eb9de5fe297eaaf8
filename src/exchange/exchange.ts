// One request to one operation, and its response: the interface between the server and a backend.

import type { Awaitable } from '../base/awaitable.ts'
import type { Value } from '../cel/value.ts'
import type { Operation } from '../model/model.ts'
import type { ExpressionText, Origin } from '../model/slot.ts'
import type { Audited } from './audited.ts'
import type { CommittedLog, Listen } from './event.ts'
import type { Exchange } from './received-request.ts'
import type { EventPresenter, Stream } from './stream.ts'

export type { Exchange, Fields } from './received-request.ts'

/** An answer. A body is JSON text already printed, or bytes; undefined means no content. */
export type Answer = {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
  /** The event stream after the headers, for a `stream` operation; it lasts until the client leaves. */
  readonly stream?: Stream
  /** Diagnostic data for logs, scenario coverage and `--explain`; never sent to clients. */
  readonly trace: Trace
}

/** A time that is written to a record after an answer, at most once in `every` milliseconds; `tenant` are the values of its tenant. */
export type Touch = {
  readonly resource: string
  readonly key: string
  readonly property: string
  readonly every: number
  /** The time to write, in milliseconds since 1970. */
  readonly ms: number
  readonly tenant: readonly Value[]
}

/** Why an answer is held, for at most `milliseconds`: `read` with these path parameters answers once `until` is true. */
export type Wait = {
  readonly read: Operation
  readonly path: ReadonlyMap<string, string>
  readonly until: ExpressionText
  readonly milliseconds: number
}

export type Trace = {
  /** The id of the operation. */
  readonly operation?: string
  /** The refusal: condition, subject and name as part 7 writes them. */
  readonly condition?: string
  /** The declaration that makes the refusal possible: a guard, a rate, the fields of a body. */
  readonly because?: Origin
  /** The catalogue entry that answered. */
  readonly entry?: string
  /** The transitions that the answer made, as `Order.pay`. */
  readonly transitions: readonly string[]
  /** Where each part of the answer comes from: `status`, `body`, header names. */
  readonly origins: readonly (readonly [part: string, origin: Origin])[]
  /** The report to the operator if the response is `internal`. */
  readonly report?: string
  /** The entry for the operator's audit log, if it has one. */
  readonly audited?: Audited
  /** Content that is written after the answer. */
  readonly touch?: Touch
  /** Why the answer may be held. */
  readonly wait?: Wait
  /** True if the condition of `until` was true for the record that the exchange read. */
  readonly ended?: boolean
  /** How many records a list lacks because an expression failed for them, and the last failure, for the operator. */
  readonly leftOut?: { readonly count: number; readonly why: string }
}

/**
 * Answers requests: the interpreter over records in memory or in a database. All backends take the same exchanges and must give
 * equal responses.
 */
export type Backend = EventPresenter & {
  /** Refusals and store failures are answers too; it throws only for a bug of the program. */
  answer(exchange: Exchange): Awaitable<Answer>
  /** Refuses an exchange by its head, before its body arrives; undefined if the decision needs more. */
  answerHead(exchange: Exchange): Awaitable<Answer | undefined>
  /** The answer `overloaded` to a request that is not processed because too many are waiting. */
  answerOverloaded(exchange: Exchange): Answer
  /** The answer `unavailable` while writes are impossible; `report` is the reason. */
  unavailable(exchange: Exchange, report: string): Answer
  /** The version that the caller is pinned to, if the request names none; undefined if not pinned. */
  pinnedVersion(exchange: Exchange): Awaitable<string | undefined>
  /** The number of requests that wait for the writer. */
  countWaiting(): number
  readonly log: CommittedLog
  readonly listen: Listen
  /** Closes all resources; due timers stay due. Resolves when all running work has ended. */
  close(): Promise<void>
}
