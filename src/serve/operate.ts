// Runs the operation of a request after its body has arrived and its credentials are verified.

import { continueWith } from '../base/awaitable.ts'
import type { Mutable } from '../base/mutable.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { isSafe } from '../model/methods.ts'
import { answerStatus } from './answer-status.ts'
import { type Call, failCall, respond } from './call.ts'
import { respondOrHold } from './hold.ts'
import { type ReceivedBody, mayBeLarge, receive } from './receive.ts'

/** An exchange before its content and its credentials have arrived. */
export type IncomingExchange = Mutable<Exchange>

/** A request that its head alone refuses is refused before its body is received. */
export function runOperation(call: Call, incoming: IncomingExchange): void {
  const { service, request } = call
  const { operation, headers } = incoming
  const gaps = service.incomplete.get(operation)
  if (gaps !== undefined) {
    const rule = `an incomplete operation is not served (${gaps.join(', ')})`
    const notServed = answerStatus(501, rule, [['Cache-Control', 'no-store']])
    return respond(call, { operation, answer: { ...notServed, trace: { ...notServed.trace, operation: operation.id } } })
  }
  const coding = headers.get('content-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return respond(call, { operation, answer: answerStatus(415, 'RFC 9110, section 15.5.16', [['Accept-Encoding', 'identity']]) })
  }
  if (service.underWay.count > service.concurrency || service.isBehind())
    return respond(call, { exchange: incoming, answer: service.backend.answerOverloaded(incoming) })
  if (service.audit !== undefined && !isSafe(call.method) && !service.audit.acceptsChanges()) {
    return respond(call, { exchange: incoming, answer: service.backend.unavailable(incoming, service.audit.failing?.cause ?? '') })
  }
  if (!mayBeLarge(request) || service.callers.readsBody(operation)) return receiveBody(call, incoming)
  call.trace?.stage('caller')
  // Refused requests must not occupy memory with their body.
  continueWith(
    service.callers.present(operation, incoming),
    (credentials) => {
      if (credentials !== undefined) incoming.credentials = credentials
      const answer = service.backend.answerHead(incoming)
      if (!(answer instanceof Promise)) return receiveUnlessAnswered(call, incoming, answer)
      continueWith(
        answer,
        (later) => receiveUnlessAnswered(call, incoming, later),
        (error) => failCall(call, error),
      )
    },
    (error) => failCall(call, error),
  )
}

/** `answer`: the answer to the head alone. */
function receiveUnlessAnswered(call: Call, incoming: IncomingExchange, answer: Answer | undefined): void {
  if (answer === undefined) receiveBody(call, incoming)
  else respond(call, { exchange: incoming, answer })
}

function receiveBody(call: Call, incoming: IncomingExchange): void {
  const {
    service: { operatorLimits, bodies },
    request,
    response,
  } = call
  call.trace?.stage('receive')
  receive(
    request,
    response,
    operatorLimits.body,
    (size) => bodies.reserve(call, size),
    (content) => {
      try {
        receiveContent(call, incoming, content)
      } catch (error) {
        failCall(call, error)
      }
    },
  )
}

function receiveContent(call: Call, incoming: IncomingExchange, content: ReceivedBody): void {
  const { callers, backend } = call.service
  const { operation } = incoming
  if (content.kind === 'gone') return respond(call, { operation })
  if (content.kind === 'too-large')
    return respond(call, {
      operation,
      answer: answerStatus(413, "the operator's ceiling (RFC 9110, section 15.5.14)", [['Connection', 'close']]),
    })
  if (content.kind === 'no-room') return respond(call, { exchange: incoming, answer: backend.answerOverloaded(incoming) })
  incoming.body = content.bytes
  incoming.hasBody = content.present
  call.trace?.stage('caller')
  const onError = (error: unknown): void => failCall(call, error)
  // Verifies again after an early check of the head, because a credential may expire while the body arrives.
  continueWith(
    callers.present(operation, incoming),
    (credentials) => {
      if (credentials !== undefined) incoming.credentials = credentials
      call.trace?.stage('answer')
      continueWith(
        call.trace === undefined ? backend.answer(incoming) : call.trace.runWithin(() => backend.answer(incoming)),
        (answer) => respondOrHold(call, incoming, answer),
        onError,
      )
    },
    onError,
  )
}
