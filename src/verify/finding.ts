// A deviation of a server from its document, as reports print it.

import type { Clause } from './clauses.ts'
import type { Difference } from './oracle/comparison.ts'
import type { Expected, ObservedAnswer, ServerRequest } from './oracle/request.ts'
import type { RequestStep } from './step.ts'

export type Finding = {
  readonly bucket: string
  /** The operation's name, as in `POST /orders`; the request line if it has none. */
  readonly operation: string
  /** The lines of the document, the nearest first. */
  readonly clauses: readonly Clause[]
  readonly expected: Expected
  readonly observed: ObservedAnswer
  readonly differences: readonly Difference[]
  /** The shortest sequence that was found: as it is repeated, and as it was sent last. */
  readonly steps: readonly RequestStep[]
  readonly requests: readonly ServerRequest[]
  /** How often it came again of so many tries. */
  readonly repeated: number
  readonly tries: number
  /** How many requests the run had sent when it was seen first. */
  readonly after: number
  /** How often the same was seen. */
  seen: number
}
