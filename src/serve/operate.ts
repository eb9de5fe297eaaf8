// Has the operation of a request answered, once its content is there and who sends it is known.

import type { Filling } from '../base/filling.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { isSafe } from '../model/methods.ts'
import { bare } from './bare.ts'
import { type Call, fail, told } from './call.ts'
import { type Received, isWorthAsking, receive } from './receive.ts'
import { then } from './soon.ts'

/** An exchange whose content, and who presents it, is still to come. */
export type Coming = Filling<Exchange>

export const noBytes = new Uint8Array(0)

/** What is refused by the head of a request alone is refused before its content is received. */
export function operate(call: Call, coming: Coming): void {
  const { service, request } = call
  const { operation, headers } = coming
  if (service.incomplete.has(operation)) {
    const none = bare(501, 'the third rule: an incomplete operation is not served', [['Cache-Control', 'no-store']])
    return told(call, { operation, answer: { ...none, trace: { ...none.trace, operation: operation.id } } })
  }
  const coding = headers.get('content-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return told(call, { operation, answer: bare(415, 'RFC 9110, section 15.5.16', [['Accept-Encoding', 'identity']]) })
  }
  if (service.underWay.count > service.concurrency || service.isBehind()) return told(call, { exchange: coming, answer: service.backend.shed(coming) })
  if (service.audit !== undefined && !isSafe(call.method) && !service.audit.takes()) {
    return told(call, { exchange: coming, answer: service.backend.unavailable(coming, service.audit.failing?.cause ?? '') })
  }
  if (!isWorthAsking(request)) return take(call, coming)
  // Whoever is refused anyway is, before what they send takes room.
  then(service.callers.present(operation, coming), (presented) => {
    if (presented !== undefined) coming.presented = presented
    const answer = service.backend.answerHead(coming)
    if (answer === undefined) take(call, coming)
    else told(call, { exchange: coming, answer })
  }, (error) => fail(call, error))
}

function take(call: Call, coming: Coming): void {
  const { service: { ceilings, bodies }, request, response } = call
  receive(request, response, ceilings.body, (size) => bodies.hold(call, size), (content) => {
    try {
      received(call, coming, content)
    } catch (error) {
      fail(call, error)
    }
  })
}

function received(call: Call, coming: Coming, content: Received): void {
  const { callers, backend } = call.service
  const { operation } = coming
  if (content.kind === 'gone') return told(call, { operation })
  if (content.kind === 'too-large') return told(call, { operation, answer: bare(413, "the operator's ceiling (RFC 9110, section 15.5.14)", [['Connection', 'close']]) })
  if (content.kind === 'no-room') return told(call, { exchange: coming, answer: backend.shed(coming) })
  coming.body = content.bytes
  coming.hasBody = content.present
  const failed = (error: unknown): void => fail(call, error)
  // Anew where it was asked by its head: a credential may have ended while its content came.
  then(callers.present(operation, coming), (presented) => {
    if (presented !== undefined) coming.presented = presented
    then(backend.answer(coming), (answer) => told(call, { exchange: coming, answer }), failed)
  }, failed)
}
