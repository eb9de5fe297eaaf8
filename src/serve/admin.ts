// The operator's listener: health, readiness, figures, the facts, timers, deliveries, the virtual clock, and the page. Never on the
// service's port.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type JsonObject, isJsonObject, parseJson, printData } from '../base/json.ts'
import { parseDuration } from '../base/duration.ts'
import type { DeliveryQueue } from '../meaning/delivery/queue.ts'
import type { AsyncTimers } from '../meaning/timers/operator-timers.ts'
import type { Reply } from './admin-reply.ts'
import { describeDeliveries, answerRedelivery } from './admin-deliveries.ts'
import { retryTimer, describeTimers } from './admin-timers.ts'
import type { Readiness } from './readiness.ts'
import { exposition } from './observe/metric.ts'
import type { AccessGuard, GuardRefusal } from './operator-guard.ts'

export type OperatorOptions = {
  /** The document's facts, as `explain --format json` prints them. */
  facts(): unknown
  /** Current, with a write to the store if it has not written recently. */
  readiness(): Promise<Readiness>
  /** Operations that are not served, with their gaps. */
  readonly incomplete: readonly { readonly operation: string; readonly gaps: readonly string[] }[]
  /** Moves the virtual clock and fires due timers; undefined with a real clock. */
  readonly advance: ((ms: number) => Promise<void>) | undefined
  readonly timers: AsyncTimers
  readonly deliveryQueue: Pick<DeliveryQueue, 'count' | 'list' | 'redeliver'>
  now(): number
  /** In Prometheus text format. */
  figures(): Promise<string>
  readonly guard: AccessGuard
  /** Answers requests for the operator's page, if enabled; true if the request was one. */
  page?(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean>
  /** Called with each change that a request here makes. */
  onCommand?(command: string, done: string): void
  /** The versions with their numbers of requests since the start; undefined if the document has none. */
  versions?(): unknown
}

export async function handleOperator(operator: OperatorOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = parseAddress(request)
  const denial = url === undefined ? noAddress : operator.guard(request, isOpen(url))
  if (denial === undefined && (await operator.page?.(request, response, url!)) === true) return
  const reply: Reply = denial === undefined ? await answerAdmin(operator, request, url!) : { ...denial, body: { error: denial.error } }
  if (request.method === 'POST' && reply.status === 200)
    operator.onCommand?.(`POST ${url!.pathname}`, url!.searchParams.values().next().value ?? '')
  const { status, body, text = body === undefined ? '' : `${printData(body)}\n`, headers } = reply
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Parsed once, so that access control and routing see the same path, without dot segments. */
function parseAddress({ url = '' }: IncomingMessage): URL | undefined {
  return URL.parse(url.startsWith('/') ? `http://operator${url}` : url) ?? undefined
}

const noAddress: GuardRefusal = { status: 400, error: 'This listener serves only its own paths.' }

/** Health probes have no token; the page's own files contain no service data. */
function isOpen({ pathname }: URL): boolean {
  return pathname.startsWith('/health/') || (/^\/page(?:\/|$)/.test(pathname) && !pathname.startsWith('/page/api/'))
}

/** RFC 9110, section 15.5.6. */
const onlyRead: Reply = { status: 405, headers: { Allow: 'GET, HEAD' } }
const readOrPosted: Reply = { status: 405, headers: { Allow: 'GET, HEAD, POST' } }

async function answerAdmin(operator: OperatorOptions, request: IncomingMessage, url: URL): Promise<Reply> {
  const reading = request.method === 'GET' || request.method === 'HEAD'
  switch (url.pathname) {
    case '/health/live':
      return reading ? { status: 200, body: { status: 'pass' } } : onlyRead
    case '/health/ready': {
      if (!reading) return onlyRead
      const { ready, checks } = await operator.readiness()
      return { status: ready ? 200 : 503, body: { status: ready ? 'pass' : 'fail', checks, incomplete: operator.incomplete } }
    }
    case '/metrics':
      return reading ? { status: 200, text: await operator.figures(), headers: { 'Content-Type': exposition } } : onlyRead
    case '/facts':
      return reading ? { status: 200, body: operator.facts() } : onlyRead
    case '/versions':
      if (operator.versions === undefined) return { status: 404 }
      return reading ? { status: 200, body: operator.versions() } : onlyRead
    case '/clock':
      if (reading) return { status: 200, body: { now: new Date(operator.now()).toISOString(), virtual: operator.advance !== undefined } }
      return request.method === 'POST'
        ? advanceClock(operator, url.searchParams.get('advance') ?? (await readPostedDuration(request)))
        : readOrPosted
    case '/timers':
      if (reading) return { status: 200, body: await describeTimers(operator.timers) }
      return request.method === 'POST' ? retryTimer(operator.timers, url.searchParams.get('retry')) : readOrPosted
    case '/deliveries':
      if (reading) return { status: 200, body: await describeDeliveries(operator.deliveryQueue) }
      return request.method === 'POST' ? answerRedelivery(operator.deliveryQueue, url.searchParams.get('redeliver')) : readOrPosted
    default:
      return { status: 404 }
  }
}

/** The most bytes of a body that is read. */
const maxBodyBytes = 1024

/** The member `advance` of a JSON body, as `verify --clock` sends it; null without one. */
async function readPostedDuration(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) return null
    chunks.push(chunk)
  }
  const parsed = parseJson(Buffer.concat(chunks), { depth: 2 })
  const duration = 'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as JsonObject)['advance'] : undefined
  return typeof duration === 'string' ? duration : null
}

/** `POST /clock?advance=PT24H`, or with the body `{"advance":"PT24H"}`. */
async function advanceClock(operator: OperatorOptions, durationText: string | null): Promise<Reply> {
  if (operator.advance === undefined) return { status: 409, body: { error: 'The clock is real; start with --clock virtual to move it.' } }
  const ms = parseDuration(durationText ?? '')
  if (typeof ms !== 'number') return { status: 400, body: { error: ms.problem } }
  if (ms < 0) return { status: 400, body: { error: 'Time only goes on.' } }
  await operator.advance(ms)
  return { status: 200, body: { now: new Date(operator.now()).toISOString() } }
}
