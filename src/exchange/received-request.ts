// A received request to one operation.

import type { Operation } from '../model/model.ts'
import type { ExpressionText } from '../model/slot.ts'
import type { Credential } from './credential.ts'
import type { TraceContext } from './event.ts'
import type { RequestedVersion } from './version/requested-version.ts'

/** Header fields by lower-case name. */
export type Fields = { get(name: string): string | undefined; entries(): Iterable<readonly [name: string, value: string]> }

/** A request with its operation. Only the segments of the path are decoded. */
export type Exchange = {
  readonly operation: Operation
  readonly method: string
  /** Path parameters, percent-decoded. */
  readonly path: ReadonlyMap<string, string>
  /** Decoded query parameters in order; a name may repeat. */
  readonly query: readonly (readonly [name: string, value: string])[]
  /** The path with its query, encoded as the client sent it. */
  readonly target?: string
  /** Values of repeated fields are joined (RFC 9110, section 5.3). */
  readonly headers: Fields
  readonly body: Uint8Array
  /** True if the request had content (RFC 9110, section 6.4), even empty content. */
  readonly hasBody: boolean
  /** The client's address, from sources that the operator trusts. */
  readonly address: string
  /** The scheme and host that the client requested, from a trusted proxy. */
  readonly url?: string
  /** The time of arrival, in milliseconds since 1970; absent if it is answered at once. */
  readonly receivedAt?: number
  /** The request's id, for logs and `request.id`. */
  readonly id: string
  /** By scheme; absent if the operation requires none. */
  readonly credentials?: ReadonlyMap<string, Credential>
  /** The request's version; absent without part 9. Path and query are already converted to the newest version, the body is not. */
  readonly requestedVersion?: RequestedVersion
  /**
   * The condition of a wait: the exchange then only looks whether it is true for the record that this read finds. It counts against no limit
   * of part 8.
   */
  readonly until?: ExpressionText
  /** Its span, if the operator traces requests. */
  readonly trace?: TraceContext
}
