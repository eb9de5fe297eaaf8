// Writes a request's line in the log. The path contains parameter names, not values, which may be secret or personal.

import type { Log, LogFields } from './log.ts'
import { type ObservedRequest, describeCaller } from './observed.ts'

export function logRequest(log: Log, observed: ObservedRequest): void {
  const report = observed.answer?.trace.report
  if (report !== undefined) log.error('an answer reports a failure', { ...listRequestFields(observed), cause: report })
  const leftOut = observed.answer?.trace.leftOut
  if (leftOut !== undefined)
    log.error('records are left out of a list', { ...listRequestFields(observed), records: leftOut.count, cause: leftOut.why })
  if (log.writes('info')) log.info('request', { ...listRequestFields(observed), ...answerFields(observed) })
}

function listRequestFields({ id, method, operation, answer }: ObservedRequest): LogFields {
  return {
    id,
    method,
    ...(operation === undefined ? {} : { route: operation.path, operation: operation.id }),
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(answer?.trace.condition === undefined ? {} : { condition: answer.trace.condition }),
  }
}

function answerFields(observed: ObservedRequest): LogFields {
  const { answer, milliseconds } = observed
  const caller = describeCaller(observed)
  return {
    ms: Math.round(milliseconds * 1000) / 1000,
    ...(caller === undefined ? {} : { caller }),
    ...(answer?.trace.entry === undefined ? {} : { entry: answer.trace.entry }),
    ...(answer === undefined ? { gone: true } : {}),
  }
}
