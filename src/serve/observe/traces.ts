// Spans of requests and deliveries, through the API of OpenTelemetry. The process's own SDK, which the operator loads, decides where they go.

import type { Attributes, Context, TextMapGetter } from '@opentelemetry/api'
import type { Delivery } from '../../meaning/delivery/deliveries.ts'
import type { AttemptOutcome, Sending } from '../delivery/sender.ts'
import type { ObservedRequest, TraceContext } from './observed.ts'

type Send = (sending: Sending, delivery: Delivery) => Promise<AttemptOutcome>

export type Traces = {
  /** A span of the request, which is over; below that of the client, where it says one (W3C trace context). */
  readonly request: (observed: ObservedRequest) => void
  /** Sends within a span of the try, and says so to the receiver. */
  readonly around: (send: Send) => Send
}

/** Undefined where the API is not installed. */
export async function openTraces(version: string): Promise<Traces | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (api === undefined) return undefined
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } = api
  const tracer = trace.getTracer('ninefold', version)
  return {
    request({ id, method, operation, answer, context, milliseconds }) {
      const parent = propagation.extract(ROOT_CONTEXT, context, fields)
      const end = Date.now()
      const span = tracer.startSpan(operation === undefined ? method : `${method} ${operation.path}`, {
        kind: SpanKind.SERVER, startTime: end - milliseconds, attributes: attributesOf({ id, method, operation, answer }),
      }, parent)
      if (answer === undefined || answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    around: (send) => async (sending, delivery) => {
      const span = tracer.startSpan(`${sending.method} ${delivery.name}`, { kind: SpanKind.CLIENT, attributes: { 'http.request.method': sending.method, 'ninefold.delivery': delivery.id, 'ninefold.delivery.name': delivery.name } })
      const outcome = await send({ ...sending, headers: withContext(sending.headers, trace.setSpan(ROOT_CONTEXT, span), propagation.inject.bind(propagation)) }, delivery)
      if (outcome.status !== undefined) span.setAttribute('http.response.status_code', outcome.status)
      if (outcome.status === undefined || outcome.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      return outcome
    },
  }
}

/** By the semantic conventions of HTTP; nothing that a client sent, as in the log. */
function attributesOf({ id, method, operation, answer }: Pick<ObservedRequest, 'id' | 'method' | 'operation' | 'answer'>): Attributes {
  return {
    'http.request.method': method,
    'ninefold.request': id,
    ...(operation === undefined ? {} : { 'http.route': operation.path, 'ninefold.operation': operation.id }),
    ...(answer === undefined ? {} : { 'http.response.status_code': answer.status }),
    ...(answer?.trace.condition === undefined ? {} : { 'ninefold.condition': answer.trace.condition }),
  }
}

const fields: TextMapGetter<TraceContext> = {
  keys: (context) => Object.keys(context),
  get: (context, key) => (key === 'traceparent' || key === 'tracestate' ? context[key] : undefined),
}

type Headers = Sending['headers']

/** What the document sends by these names stays. */
function withContext(headers: Headers, context: Context, inject: (context: Context, carrier: { [name: string]: string }) => void): Headers {
  const more: { [name: string]: string } = {}
  inject(context, more)
  const said = new Set(headers.map(([name]) => name.toLowerCase()))
  return [...headers, ...Object.entries(more).filter(([name]) => !said.has(name.toLowerCase()))]
}
