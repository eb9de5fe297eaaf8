// Spans of requests and deliveries, as a provider of OpenTelemetry's API gets them, with W3C trace context in and out.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, after, before, test } from 'node:test'
import {
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanStatus,
  propagation,
  trace,
} from '@opentelemetry/api'
import { listen } from '../listener.ts'
import { freshSchema, noPostgres } from '../../postgres.ts'
import { kinds, opening, storeOf } from '../stores.ts'
import { runService } from '../../../src/cli/running.ts'
import { compile } from '../../../src/compile/compile.ts'
import { conventions } from '../../conventions.ts'

type Ended = {
  readonly name: string
  readonly kind: SpanKind | undefined
  readonly attributes: Attributes
  readonly status: SpanStatus | undefined
  readonly parent: SpanContext | undefined
  readonly own: SpanContext
  readonly milliseconds: number
}

const ended: Ended[] = []
let count = 0

/** A minimal SDK that records spans. */
function startSpan(
  name: string,
  { kind, startTime, attributes = {} }: { kind?: SpanKind; startTime?: unknown; attributes?: Attributes } = {},
  context?: Context,
): Span {
  const parent = context && trace.getSpanContext(context)
  const own: SpanContext = {
    traceId: parent?.traceId ?? (++count).toString(16).padStart(32, '0'),
    spanId: (++count).toString(16).padStart(16, '0'),
    traceFlags: 1,
  }
  const all = { ...attributes }
  let status: SpanStatus | undefined
  let title = name
  const span = {
    spanContext: () => own,
    updateName: (given: string) => ((title = given), span),
    setAttributes: (given: Attributes) => (Object.assign(all, given), span),
    setAttribute: (key: string, value: string) => ((all[key] = value), span),
    setStatus: (given: SpanStatus) => ((status = given), span),
    end: (at?: unknown) =>
      void ended.push({ name: title, kind, attributes: all, status, parent, own, milliseconds: Number(at) - Number(startTime) }),
  }
  return span as unknown as Span
}

before(() => {
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan: () => undefined as never }) })
  propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    inject(context, carrier, setter) {
      const { traceId, spanId } = trace.getSpanContext(context)!
      setter.set(carrier, 'traceparent', `00-${traceId}-${spanId}-01`)
    },
    extract(context, carrier, getter) {
      const [, traceId, spanId] = /^00-([\da-f]{32})-([\da-f]{16})-01$/.exec(String(getter.get(carrier, 'traceparent'))) ?? []
      return traceId === undefined ? context : trace.setSpanContext(context, { traceId, spanId: spanId!, traceFlags: 1, isRemote: true })
    },
  })
})

after(() => {
  trace.disable()
  propagation.disable()
})

const document = (hook: string): string => `ninefold: 1
use: [http@1, problem-details@1, cloudevents@1]
service: { name: x }
resources: { Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string, maxLength: 20 } }, required: [text] } }
states: none
endpoints:
  POST /notes: { create: Note, body: [text], output: Note(this), operationId: addNote }
  GET /notes/{id}: { read: Note, output: Note(this) }
  GET /events: { stream: note.added }
authentication: none
events:
  types: { note.added: { on: Note.created, partitionkey: this.id, data: { id: this.id } } }
  delivery: { stream: { media: text/event-stream, retain: P1D } }
  callbacks: { added: { on: Note.created, url: '${hook}/hook', method: POST, body: Note(this), attempts: 1, backoff: exponential, timeout: PT5S, deadLetter: P1D } }
errors: {}
limits: none
versioning: none
`

async function schemaOf(context: TestContext): Promise<string> {
  const schema = await freshSchema()
  context.after(() => schema.drop())
  return schema.url
}

for (const kind of [...kinds, 'postgres'])
  test(
    `${kind}: a request is a span below that of its client, and what it causes goes on its trace`,
    { skip: kind === 'postgres' ? (noPostgres ?? false) : false },
    async (context) => {
      ended.length = 0
      const received: (string | undefined)[] = []
      const hook = createServer((request, response) => {
        received.push(request.headers['traceparent'] as string | undefined)
        request.resume().on('end', () => response.writeHead(503).end())
      })
      await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done))
      const compiled = compile(
        [{ name: 'service.yaml', text: document(`http://127.0.0.1:${(hook.address() as AddressInfo).port}`) }],
        conventions(),
      )
      assert.deepEqual(
        compiled.diagnostics.filter(({ severity }) => severity !== 'warning').map(({ message }) => message),
        [],
      )
      const running = await runService(compiled, {
        port: 0,
        host: '127.0.0.1',
        ...(kind === 'postgres' ? { store: await schemaOf(context) } : opening(storeOf(kind))),
        virtual: false,
        explain: false,
        settings: new Map(),
        traces: true,
        deliveries: { allowPrivate: true },
        log: { level: 'silent', sink: 2 },
      })
      if ('problems' in running) throw new Error(running.problems.map(({ message }) => message).join('; '))
      const heard = await listen(`${running.url}/events`)
      try {
        const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
        await fetch(`${running.url}/notes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', traceparent },
          body: '{"text":"secret words"}',
        })
        await fetch(`${running.url}/notes/018f0000-0000-7000-8000-000000000001?q=secret`)
        await running.waitUntilDelivered()
        await heard.until((all) => all.length > 0)
      } finally {
        heard.close()
        await running.stop()
        hook.closeAllConnections()
        hook.close()
      }
      const [created, missing, tried] = ['POST /notes', 'GET /notes/{id}', 'POST added'].map((name) =>
        ended.find((each) => each.name === name)!,
      )
      const { 'ninefold.request': id, ...attributes } = created!.attributes
      assert.equal(typeof id, 'string')
      assert.deepEqual(attributes, {
        'http.request.method': 'POST',
        'http.route': '/notes',
        'ninefold.operation': 'addNote',
        'http.response.status_code': 201,
      })
      assert.deepEqual(
        [created!.kind, created!.status, created!.parent?.traceId, created!.parent?.spanId],
        [1, undefined, '0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'],
      )
      assert.ok(created!.milliseconds >= 0)
      assert.deepEqual(
        [missing!.parent, missing!.attributes['http.response.status_code'], missing!.attributes['ninefold.condition']],
        [undefined, 404, 'not-found Note'],
      )
      assert.deepEqual(
        [tried!.kind, tried!.status, tried!.attributes['http.response.status_code'], tried!.attributes['ninefold.delivery.name']],
        [2, { code: 2 }, 503, 'added'],
      )
      assert.deepEqual([tried!.parent?.traceId, tried!.parent?.spanId], [created!.own.traceId, created!.own.spanId])
      assert.equal(
        (JSON.parse(heard.heard[0]!.data) as { traceparent: string }).traceparent,
        `00-${created!.own.traceId}-${created!.own.spanId}-01`,
      )
      const below = ended.filter(({ parent }) => parent?.spanId === created!.own.spanId)
      const [statements, stages] = [
        below.filter(({ attributes: all }) => 'db.system.name' in all),
        below.filter(({ attributes: all }) => !('db.system.name' in all)),
      ]
      assert.deepEqual(
        stages.map(({ name }) => name),
        ['receive', 'caller', 'answer', 'send', 'POST added'],
      )
      assert.equal(
        statements.some(({ name, kind: how }) => name === 'INSERT Note' && how === 2),
        kind !== 'memory',
        statements.map(({ name }) => name).join(', '),
      )
      assert.equal(
        ended.some(({ name, parent }) => name === 'SELECT Note' && parent?.spanId === missing!.own.spanId),
        kind !== 'memory',
      )
      assert.deepEqual(
        [...new Set(statements.map(({ attributes: all }) => all['db.system.name']))],
        kind === 'memory' ? [] : [kind === 'sqlite' ? 'sqlite' : 'postgresql'],
      )
      assert.deepEqual(received, [`00-${tried!.own.traceId}-${tried!.own.spanId}-01`])
      assert.doesNotMatch(JSON.stringify(ended), /secret/)
    },
  )
