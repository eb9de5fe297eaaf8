// A request that is under way, up to its end: what came of it is sent, and told to whoever wants to know.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import type { Spoken } from '../exchange/version/spoken.ts'
import type { Operation } from '../model/model.ts'
import type { Client } from './forwarded.ts'
import { isHeldBack } from './receive.ts'
import { send } from './send.ts'
import type { Ended } from './server.ts'
import type { Service } from './service.ts'
import { then } from './soon.ts'

export type Call = {
  readonly service: Service
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly client: Client
  readonly id: string
  /** A moment of `performance.now()`. */
  readonly began: number
  /** The version that it speaks, once that is known. */
  readonly spoken?: Spoken
  readonly ended: Ended
  /** Bytes of its content for which room was made. */
  held: number
}

/** Without an answer the client has left. */
export type Outcome = { readonly answer?: Answer; readonly exchange?: Exchange; /** That of the exchange, unless said. */ readonly operation?: Operation }

/** The request ends with this. */
export function told(call: Call, outcome: Outcome): void {
  if (outcome.answer === undefined) return over(call, outcome)
  const { service, request, response, spoken } = call
  // Before anybody is told of it.
  if (outcome.exchange !== undefined) service.audit?.exchange(outcome.exchange, outcome.answer)
  const answer = spoken === undefined ? outcome.answer : service.versions!.told(outcome.answer, spoken)
  const whole = answer === outcome.answer ? outcome : { ...outcome, answer }
  const more = extra(service, request, answer)
  const sent = answer.stream === undefined ? send(request, response, answer, more, service.ceilings.patience) : begin(call, answer, more)
  then(sent, () => over(call, whole), (error) => fail(call, error))
}

/** Something is wrong with the service itself. */
export function fail(call: Call, error: unknown): void {
  call.service.underWay.count--
  call.service.bodies.release(call)
  call.ended(error)
}

const nothing: Answer['headers'] = []

/** What any answer says to pages of other origins, to an operator who asks where it comes from, and of content that is held back. */
function extra({ cors, explain }: Service, request: IncomingMessage, answer: Answer): Answer['headers'] {
  const shared = cors?.headers(request, answer.headers) ?? nothing
  const more = explain === undefined ? shared : [...shared, ...explain(answer)]
  return isHeldBack(request) && answer.headers.every(([name]) => name !== 'Connection') ? [...more, ['Connection', 'close']] : more
}

/** A stream has no length, and its connection ends with it. It is under way no longer than any other request: then it only listens. */
function begin({ service, request, response }: Call, answer: Answer, more: Answer['headers']): void {
  if (response.destroyed) return
  response.writeHead(answer.status, [...answer.headers, ...more, ['Connection', 'close']].flat())
  if (request.method === 'HEAD' || answer.stream === undefined) response.end()
  else service.streams.open(answer.stream, response)
}

function over(call: Call, { answer, exchange, operation = exchange?.operation }: Outcome): void {
  const { service, request, method, id, began } = call
  if (answer !== undefined) service.answered?.(exchange, request, answer)
  service.observe?.({ id, method, operation, exchange, answer, milliseconds: performance.now() - began })
  service.underWay.count--
  service.bodies.release(call)
  call.ended()
}
