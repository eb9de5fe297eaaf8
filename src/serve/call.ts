// One request until its end: sends its response, and reports it to observers.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Awaitable, continueWith } from '../base/awaitable.ts'
import type { TraceContext } from '../exchange/event.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { RequestedVersion } from '../exchange/version/requested-version.ts'
import type { Operation } from '../model/model.ts'
import type { ForwardedClient } from './forwarded.ts'
import { isHeldBack } from './receive.ts'
import { sendAnswer } from './send.ts'
import type { ObservedRequest, RequestTrace } from './observe/observed.ts'
import type { RequestEnded } from './server.ts'
import type { HttpService } from './service.ts'

export type Call = {
  readonly service: HttpService
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly client: ForwardedClient
  readonly id: string
  /** A time of `performance.now()`. */
  readonly startTime: number
  readonly trace: RequestTrace | undefined
  /** The request's version, once it is known. */
  readonly requestedVersion?: RequestedVersion
  readonly onEnd: RequestEnded
  /** The bytes reserved for its content. */
  reservedBytes: number
}

/** Without `answer`, the client has disconnected. */
export type CallOutcome = {
  readonly answer?: Answer
  readonly exchange?: Exchange
  /** The operation, if not the exchange's. */
  readonly operation?: Operation
  /** True if the audit log has the exchange already. */
  readonly isAudited?: true
}

/** Sends the response and ends the request. */
export function respond(call: Call, outcome: CallOutcome): void {
  if (outcome.answer === undefined) return finish(call, outcome)
  const { service, request, response, requestedVersion } = call
  call.trace?.stage('send')
  // Called before any observer.
  if (outcome.exchange !== undefined && outcome.isAudited !== true) service.audit?.exchange(outcome.exchange, outcome.answer)
  const answer = requestedVersion === undefined ? outcome.answer : service.versions!.addVersionHeaders(outcome.answer, requestedVersion)
  const sentOutcome = answer === outcome.answer ? outcome : { ...outcome, answer }
  const extraHeaders = listAdditionalHeaders(service, request, answer)
  const sending =
    answer.stream === undefined
      ? sendAnswer({ request, response, batch: service.responses, patience: service.operatorLimits.patience }, answer, extraHeaders)
      : beginStream(call, answer, extraHeaders)
  continueWith(
    sending,
    () => finish(call, sentOutcome),
    (error) => failCall(call, error),
  )
}

/** Ends a request that failed because of a bug of the service. */
export function failCall(call: Call, error: unknown): void {
  call.service.underWay.count--
  call.service.bodies.release(call)
  call.trace?.end(describeOutcome(call, {}))
  call.onEnd(error)
}

const nothing: Answer['headers'] = []

/** Additional headers: CORS, origins for the operator, and `Connection: close` for a client that has not sent its body yet. */
function listAdditionalHeaders({ cors, explain }: HttpService, request: IncomingMessage, answer: Answer): Answer['headers'] {
  const shared = cors?.headers(request, answer.headers) ?? nothing
  const more = explain === undefined ? shared : [...shared, ...explain(answer)]
  return isHeldBack(request) && answer.headers.every(([name]) => name !== 'Connection') ? [...more, ['Connection', 'close']] : more
}

/** Begins a stream, which has no length and ends with its connection. An open stream does not count as a request under way. */
function beginStream({ service, request, response }: Call, answer: Answer, extraHeaders: Answer['headers']): Awaitable<void> {
  if (response.destroyed) return
  response.writeHead(answer.status, [...answer.headers, ...extraHeaders, ['Connection', 'close']].flat())
  if (request.method === 'HEAD' || answer.stream === undefined) response.end()
  else return service.streams.open(answer.stream, response)
}

/** The trace context that the client sent (W3C Trace Context). */
export function readTraceContext({ headers: { traceparent, tracestate } }: IncomingMessage): TraceContext {
  // Several lines of a field are one list; `traceparent` must have only one line.
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(tracestate === undefined ? {} : { tracestate: String(tracestate) }),
  }
}

function describeOutcome(
  { id, method, startTime }: Call,
  { answer, exchange, operation = exchange?.operation }: CallOutcome,
): ObservedRequest {
  return { id, method, operation, exchange, answer, milliseconds: performance.now() - startTime }
}

function finish(call: Call, outcome: CallOutcome): void {
  const { service, request, trace } = call
  const { answer, exchange } = outcome
  if (answer !== undefined) service.onAnswer?.(exchange, request, answer)
  if (service.observe !== undefined || trace !== undefined) {
    const observed = describeOutcome(call, outcome)
    service.observe?.(observed)
    trace?.end(observed)
  }
  service.underWay.count--
  service.bodies.release(call)
  call.onEnd()
}
