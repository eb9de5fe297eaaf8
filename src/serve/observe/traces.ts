// Spans of requests and deliveries, through the API of OpenTelemetry. The process's own SDK, which the operator loads, decides where they
// go.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Context, Span, TextMapGetter, Tracer } from '@opentelemetry/api'
import type { Delivery } from '../../meaning/delivery/deliveries.ts'
import type { AttemptOutcome, Sending } from '../delivery/sender.ts'
import type { ObservedRequest, RequestTrace, RequestStage } from './observed.ts'
import type { TraceContext } from '../../exchange/event.ts'
import type { StatementSpans } from '../../base/statement-spans.ts'

type Send = (sending: Sending, delivery: Delivery) => Promise<AttemptOutcome>

export type Traces = {
  /** Begins a span of the request, below the client's span if the client sends one. */
  readonly request: (method: string, client: TraceContext) => RequestTrace
  /** Spans of statements, below that of the request that sends them. */
  readonly statements: StatementSpans
  /** Sends within a span of the attempt, below that of the request that caused the delivery, and passes its context to the receiver. */
  readonly wrapSend: (send: Send) => Send
}

/** The API of OpenTelemetry with the tracer of this process. */
type Tracing = { readonly api: typeof import('@opentelemetry/api'); readonly tracer: Tracer }

/** Undefined if the API is not installed. */
export async function openTraces(version: string): Promise<Traces | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (api === undefined) return undefined
  const tracing: Tracing = { api, tracer: api.trace.getTracer('ninefold', version) }
  const activeContext = new AsyncLocalStorage<Context>()
  return {
    request: (method, client) => beginRequest(tracing, activeContext, method, client),
    statements: traceStatements(tracing, activeContext),
    wrapSend: (send) => traceSend(tracing, send),
  }
}

function beginRequest(
  { api, tracer }: Tracing,
  activeContext: AsyncLocalStorage<Context>,
  method: string,
  client: TraceContext,
): RequestTrace {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } = api
  const span = tracer.startSpan(
    method,
    { kind: SpanKind.SERVER, startTime: Date.now(), attributes: { 'http.request.method': method } },
    propagation.extract(ROOT_CONTEXT, client, fields),
  )
  const spanContext = trace.setSpan(ROOT_CONTEXT, span)
  let stage: Span | undefined
  return {
    context: readContext(api, span),
    runWithin: (work) => activeContext.run(spanContext, work),
    stage(name: RequestStage) {
      const now = Date.now()
      stage?.end(now)
      stage = tracer.startSpan(name, { kind: SpanKind.INTERNAL, startTime: now }, spanContext)
    },
    end(observed) {
      const { method: methodName, operation, answer } = observed
      const now = Date.now()
      stage?.end(now)
      if (operation !== undefined) span.updateName(`${methodName} ${operation.path}`)
      span.setAttributes(listAttributes(observed))
      if (answer === undefined || answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(now)
    },
  }
}

/** The headers that name a span. */
function readContext({ ROOT_CONTEXT, propagation, trace }: Tracing['api'], span: Span): TraceContext {
  const carrier: { [name: string]: string } = {}
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier)
  const { traceparent, tracestate } = carrier
  return { ...(traceparent === undefined ? {} : { traceparent }), ...(tracestate === undefined ? {} : { tracestate }) }
}

function traceStatements({ api, tracer }: Tracing, activeContext: AsyncLocalStorage<Context>): StatementSpans {
  return {
    begin(system, sql) {
      const current = activeContext.getStore()
      if (current === undefined) return undefined
      const operation = /^\w+/.exec(sql)?.[0] ?? ''
      const table = /\b(?:FROM|INTO|UPDATE) "([^"]+)"/.exec(sql)?.[1]
      const attributes = {
        'db.system.name': system,
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
        'db.query.text': sql,
      }
      const name = table === undefined ? operation : `${operation} ${table}`
      const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, current)
      return () => span.end()
    },
    keep: (work) => {
      const snapshot = AsyncLocalStorage.snapshot()
      return () => snapshot(work)
    },
  }
}

function traceSend({ api, tracer }: Tracing, send: Send): Send {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, propagation, trace } = api
  return async (sending, delivery) => {
    const span = tracer.startSpan(
      `${sending.method} ${delivery.name}`,
      {
        kind: SpanKind.CLIENT,
        attributes: { 'http.request.method': sending.method, 'ninefold.delivery': delivery.id, 'ninefold.delivery.name': delivery.name },
      },
      propagation.extract(ROOT_CONTEXT, readCause(delivery), fields),
    )
    const headers = addContext(sending.headers, trace.setSpan(ROOT_CONTEXT, span), propagation.inject.bind(propagation))
    const outcome = await send({ ...sending, headers }, delivery)
    if (outcome.status !== undefined) span.setAttribute('http.response.status_code', outcome.status)
    if (outcome.status === undefined || outcome.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
    return outcome
  }
}

/** Attributes by the semantic conventions of HTTP, without data of the client, as in the log. */
function listAttributes({ id, method, operation, answer }: Pick<ObservedRequest, 'id' | 'method' | 'operation' | 'answer'>): Attributes {
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

/** The span of the request that caused the delivery. */
function readCause({ content }: Delivery): TraceContext {
  switch (content.kind) {
    case 'event':
      return content.event.trace ?? {}
    case 'request':
      return content.request.trace ?? {}
    case 'gone':
      return {}
  }
}

type Headers = Sending['headers']

/** Keeps the document's headers with these names. */
function addContext(headers: Headers, context: Context, inject: (context: Context, carrier: { [name: string]: string }) => void): Headers {
  const carrier: { [name: string]: string } = {}
  inject(context, carrier)
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  return [...headers, ...Object.entries(carrier).filter(([name]) => !named.has(name.toLowerCase()))]
}
