// A deviation of a server from its document, as reports print it.

import type { Clause } from './clauses/clauses.ts'
import type { Difference } from './oracle/comparison.ts'
import type { Expected, ObservedAnswer, ServerRequest } from './oracle/request.ts'
import type { RequestStep } from './step.ts'

export type Finding = {
  readonly bucket: string
  /** True if the server seems to lack the operation. */
  readonly isAbsent: boolean
  /** The operation's name, as in `POST /orders`; the request line if it has none. */
  readonly operation: string
  /** The violated lines of the document, the most specific first. */
  readonly clauses: readonly Clause[]
  readonly expected: Expected
  readonly observed: ObservedAnswer
  readonly differences: readonly Difference[]
  /** The shortest failing sequence: with placeholders, and as it was last sent. */
  readonly steps: readonly RequestStep[]
  readonly requests: readonly ServerRequest[]
  /** Repetitions that failed again, and attempts. */
  readonly repeated: number
  readonly tries: number
  /** The number of requests that the run had sent before the first occurrence. */
  readonly after: number
  /** The number of occurrences. */
  seen: number
}
