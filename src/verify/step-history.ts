// What came before a response: the operation whose effects it shows, and the purpose of the request.

import type { Span } from '../base/text.ts'
import type { Operation } from '../model/model.ts'
import type { Expected } from './oracle/request.ts'

/** The history of a response: the operation whose effects are read back, and its record's former state. */
export type StepHistory = {
  readonly operation?: Operation | undefined
  /** The answer to that operation, which matched the document. */
  readonly answer?: Expected | undefined
  readonly states?: string | undefined
  /** True if the clock was advanced before. */
  readonly isLater?: boolean
  /** The purpose of the request: slots of its operation, or transitions by time. */
  readonly about?: readonly Span[] | undefined
  /** The declaration of the value that the request tests. */
  readonly tests?: Span | undefined
}
