// Handles a request from the wire: first what HTTP alone decides.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerStatus } from './answer-status.ts'
import { type Call, readTraceContext, failCall, respond } from './call.ts'
import { RequestFields } from './fields.ts'
import { findFlaw } from './message.ts'
import { routeRequest, routeVersion } from './route.ts'
import type { RequestEnded } from './server.ts'
import type { HttpService } from './service.ts'
import { parseTarget } from './target.ts'

/** Handles a request, synchronously if possible: most responses are sent in the turn of their request. */
export function handle(service: HttpService, request: IncomingMessage, response: ServerResponse, onEnd: RequestEnded): void {
  const call: Call = {
    service,
    request,
    response,
    method: request.method ?? 'GET',
    client: service.client(request),
    id: service.id(request.headers['x-request-id']),
    trace: service.trace?.(request.method ?? 'GET', readTraceContext(request)),
    startTime: service.observe === undefined ? 0 : performance.now(),
    onEnd,
    reservedBytes: 0,
  }
  service.underWay.count++
  service.responses.isArrival = true
  try {
    beginCall(call)
  } catch (error) {
    failCall(call, error)
  } finally {
    service.responses.isArrival = false
  }
}

function beginCall(call: Call): void {
  const {
    service: { underWay, operatorLimits, versions, router },
    request,
    method,
  } = call
  if (underWay.count > operatorLimits.requests)
    return respond(call, {
      answer: answerStatus(503, 'RFC 9110, section 15.6.4', [
        ['Retry-After', '1'],
        ['Connection', 'close'],
      ]),
    })
  const flaw = findFlaw(request)
  if (flaw !== undefined) return respond(call, { answer: flaw })
  const raw = request.url ?? '/'
  if (raw.length > operatorLimits.target) return respond(call, { answer: answerStatus(414, 'RFC 9110, section 15.5.15') })
  if (method === 'OPTIONS' && raw === '*') return respond(call, { answer: answerStatus(204, 'RFC 9110, section 9.3.7') })
  const target = parseTarget(raw)
  if (target === undefined) return respond(call, { answer: answerStatus(400, 'RFC 9110, section 15.5.1') })
  const head = { path: target.path, query: target.query, headers: new RequestFields(request, target.host) }
  if (versions === undefined) routeRequest(call, router, head)
  else routeVersion(call, versions, head)
}
