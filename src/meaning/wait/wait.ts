// Adds to an answer why it may be held after its commit, and to a read whether the condition of such a wait is true.

import { printCelValue } from '../../cel/library/conversions-to-text.ts'
import { evaluateExpression, holds } from '../../exchange/context.ts'
import type { Answer } from '../../exchange/exchange.ts'
import type { DeclaredWait } from '../../model/find-wait.ts'
import type { RequestState } from '../request-state.ts'
import { type Names, makeContext } from '../transaction-context.ts'

export function withWait(requestState: RequestState, wait: DeclaredWait | undefined, names: Names, answer: Answer): Answer {
  const {
    transaction,
    exchange: { until },
  } = requestState
  if (until !== undefined) return { ...answer, trace: { ...answer.trace, ended: holds(until, makeContext(transaction, names)) } }
  if (wait === undefined || answer.status >= 400) return answer
  const context = makeContext(transaction, names)
  const path = new Map(wait.path.map(({ name, value }) => [name, printCelValue(evaluateExpression(value, context))]))
  const { read, milliseconds } = wait
  return { ...answer, trace: { ...answer.trace, wait: { read, path, until: wait.until, milliseconds } } }
}

/** A repeated answer is not held: the client of the first request has the wait. */
export function withoutWait(answer: Answer): Answer {
  if (answer.trace.wait === undefined) return answer
  const { wait: _, ...trace } = answer.trace
  return { ...answer, trace }
}
