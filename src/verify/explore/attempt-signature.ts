// The key by which a search recognises an attempt that shows nothing new.

import type { Operation } from '../../model/model.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import type { Fresh } from '../step.ts'
import { computeCaseSignature } from './outcome.ts'

export type SearchAttempt = {
  readonly operation: Operation
  readonly request: ServerRequest
  readonly expected: Expected
  /** The states of the record before the request, and after its wait; empty without a wait. */
  readonly before: string
  readonly statesAfterWait: string
  /** The states of the records that refer to the record. */
  readonly referrers: string
  readonly eventNames: readonly string[]
  /** The new values of the request, and those of the requests before it. */
  readonly fresh: readonly Fresh[]
  readonly freshBefore: readonly Fresh[]
  /** True if the operation does something for each item of a list. */
  readonly isOnItems: boolean
}

export function computeAttemptSignature(interpreter: OracleInterpreter, attempt: SearchAttempt): string {
  const { operation, request, expected, before, statesAfterWait, referrers, eventNames, isOnItems } = attempt
  const rounded = request.wait === undefined ? request : { ...request, wait: Math.round(request.wait / 60_000) * 60_000 }
  return [
    computeCaseSignature(interpreter, operation, rounded, before, expected),
    ...(statesAfterWait === '' ? [] : [`then ${statesAfterWait}`]),
    ...(differsInCase(attempt) ? ['in other letters'] : []),
    ...(referrers === '' ? [] : [`with ${referrers}`]),
    ...(eventNames.length === 0 ? [] : [`tells ${eventNames.join(' ')}`]),
    ...(isOnItems ? [`does ${printItemTransitions(expected)}`] : []),
  ].join(' | ')
}

/** Letter case may or may not distinguish values. */
function differsInCase({ fresh, freshBefore }: SearchAttempt): boolean {
  return fresh.some(({ value, property }) =>
    freshBefore.some((each) => each.property === property && each.value !== value && each.value.toLowerCase() === value.toLowerCase()),
  )
}

/** The transitions of the items of a list that were not refused. */
function printItemTransitions({ trace }: Expected): string {
  return [...new Set(trace.transitions)].sort().join(' ') || 'nothing'
}
