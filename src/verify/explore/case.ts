// A sequence of requests that a run plays, with the outcome that its last request must have.

import type { Operation } from '../../model/model.ts'
import type { Expected } from '../oracle/request.ts'
import type { Fresh, RequestStep } from '../step.ts'

/** A sequence whose last request has an outcome that no earlier case has. */
export type Case = {
  readonly operation: Operation
  readonly steps: readonly RequestStep[]
  /** Its values of unique properties. */
  readonly fresh: readonly Fresh[]
  /** The expected outcome and its status. */
  readonly outcome: string
  readonly signature: string
  readonly expected: Expected
  /** Types of the events, and names of the callbacks, that the last request causes. */
  readonly eventNames: readonly string[]
  /** How it varies a known sequence; absent if it is not a variation. */
  readonly variant?: string
}

/** A case that varies `base` by other steps, as the interpreter played them. */
export function makeVariation(
  { operation, fresh }: Pick<Case, 'operation' | 'fresh'>,
  steps: readonly RequestStep[],
  { expected, outcome, eventNames }: Pick<Case, 'expected' | 'outcome' | 'eventNames'>,
  variant: string,
): Case {
  return { operation, steps, fresh, outcome, signature: `${operation.id} | ${outcome} | ${variant}`, expected, eventNames, variant }
}
