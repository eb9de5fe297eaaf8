// Data of an answered request for logs and metrics; contains no secrets.

import type { TraceContext } from '../../exchange/event.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import type { Operation } from '../../model/model.ts'

/** The stages of a request that take time: its body arrives, its credentials are verified, it is answered, and the answer is sent. */
export type RequestStage = 'receive' | 'caller' | 'answer' | 'send'

/** The span of a running request. */
export type RequestTrace = {
  /** The span's context for work that the request causes. */
  readonly context: TraceContext
  /** Runs work of the request: spans of its statements belong to the request's span. */
  readonly runWithin: <T>(work: () => T) => T
  /** Begins a stage, and ends the previous one. */
  readonly stage: (name: RequestStage) => void
  readonly end: (observed: ObservedRequest) => void
}

export type ObservedRequest = {
  readonly id: string
  readonly method: string
  /** Undefined if no operation matched. */
  readonly operation: Operation | undefined
  /** Undefined if the request was refused before it was decoded. */
  readonly exchange: Exchange | undefined
  /** Undefined if the client disconnected before the answer. */
  readonly answer: Answer | undefined
  readonly milliseconds: number
}

/**
 * The schemes whose credentials were accepted, `refused` if all sent credentials failed, else `anonymous`; undefined if
 * authentication did not run.
 */
export function describeCaller({ exchange }: ObservedRequest): string | undefined {
  const credentials = exchange?.credentials
  if (credentials === undefined) return undefined
  const valid = Array.from(credentials)
    .filter(([, { kind }]) => kind === 'valid')
    .map(([scheme]) => scheme)
  if (valid.length > 0) return valid.join(' ')
  return [...credentials.values()].some(({ kind }) => kind !== 'missing') ? 'refused' : 'anonymous'
}
