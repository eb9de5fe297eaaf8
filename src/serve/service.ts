// From a request on the wire to an answer: what HTTP alone decides, then the operation's own.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, Backend, Exchange, Fields } from '../exchange/exchange.ts'
import type { ServiceCondition, Unrouted } from '../exchange/refuse.ts'
import type { Spoken } from '../exchange/version/spoken.ts'
import { inNewest } from '../exchange/version/query.ts'
import type { Operation } from '../model/model.ts'
import type { Callers } from './caller/callers.ts'
import type { Ceilings } from './ceilings.ts'
import type { Cors } from './cors.ts'
import type { ClientOf } from './forwarded.ts'
import type { Observed } from './observe/observed.ts'
import { type Received, receive } from './receive.ts'
import type { Found, Router } from './router.ts'
import type { Asked as VersionAsked, Head as VersionHead, Versions } from './versions.ts'
import { send } from './send.ts'
import type { Streams } from './streams.ts'
import { parseTarget } from './target.ts'
import { type Soon, then } from './soon.ts'

export type Service = {
  readonly router: Router
  /** Where the document has versions: what finds the one that a request speaks, and its router. */
  readonly versions?: Versions
  readonly backend: Backend
  /** Operations that are not complete: they answer 501. */
  readonly incomplete: ReadonlySet<Operation>
  readonly callers: Callers
  readonly cors: Cors
  readonly streams: Pick<Streams, 'open'>
  /** Answers a condition that is met before there is an operation; the catalogue may cover it. */
  refuse(condition: ServiceCondition, request: Unrouted): Answer
  readonly ceilings: Ceilings
  /** Part 8's bound on requests that are worked on at once; beyond it they are `overloaded`. */
  readonly concurrency: number
  /** Whether more is asked than can be done, so that a further request would only wait. */
  isBehind(): boolean
  /** Milliseconds since 1970. */
  now(): number
  /** Whose request it is, as far as the operator trusts what says so. */
  readonly client: ClientOf
  /** Ids of requests, for logs; from the field `X-Request-Id` where it is one. */
  id(said: string | readonly string[] | undefined): string
  /** Told of every request, once it is answered; undefined where nobody wants to know. */
  readonly observe?: (observed: Observed) => void
  /** Headers that say where an answer comes from, where the operator asked for them. */
  explain(answer: Answer): readonly (readonly [string, string])[]
  /** Told of every answer, once it is sent. */
  answered(exchange: Exchange | undefined, request: IncomingMessage, answer: Answer): void
  /** How many requests are under way; shared with whoever stops the server. */
  readonly underWay: { count: number }
}

/** An answer of HTTP alone: no content. */
export function bare(status: number, reference: string, headers: Answer['headers'] = []): Answer {
  return { status, headers, trace: { transitions: [], origins: [['status', { kind: 'standard', reference }]] } }
}

/** Waits for nothing where there is nothing to wait for: most answers are sent in the turn that their request came in. */
export function handle(service: Service, request: IncomingMessage, response: ServerResponse): Soon<void> {
  const { underWay, ceilings } = service
  const began: Began = { id: service.id(request.headers['x-request-id']), at: service.observe === undefined ? 0 : performance.now() }
  if (underWay.count >= ceilings.requests) {
    return answered(service, request, response, { answer: bare(503, 'RFC 9110, section 15.6.4', [['Retry-After', '1'], ['Connection', 'close']]) }, began)
  }
  underWay.count++
  let done: Soon<void>
  try {
    done = then(answerTo(service, request, began.id), (outcome) => answered(service, request, response, outcome, began))
  } catch (error) {
    underWay.count--
    throw error
  }
  if (done !== undefined) return done.finally(() => void underWay.count--)
  underWay.count--
}

/** `at` is a moment of `performance.now()`. */
type Began = { readonly id: string; readonly at: number }

function answered(service: Service, request: IncomingMessage, response: ServerResponse, outcome: Outcome, began: Began): Soon<void> {
  const { answer, exchange } = outcome
  if (answer === undefined) return observe(service, request, outcome, began)
  const more = [...service.cors.headers(request, answer.headers), ...service.explain(answer)]
  const sent = answer.stream === undefined ? send(request, response, answer, more) : begin(service, request, response, answer, more)
  return then(sent, () => {
    service.answered(exchange, request, answer)
    observe(service, request, outcome, began)
  })
}

/** A stream has no length, and its connection ends with it. It is under way no longer than any other request: then it only listens. */
function begin({ streams }: Service, request: IncomingMessage, response: ServerResponse, answer: Answer, more: Answer['headers']): void {
  if (response.destroyed) return
  response.writeHead(answer.status, [...answer.headers, ...more, ['Connection', 'close']].flat())
  if (request.method === 'HEAD' || answer.stream === undefined) response.end()
  else streams.open(answer.stream, response)
}

function observe(service: Service, { method = 'GET' }: IncomingMessage, { answer, exchange, operation = exchange?.operation }: Outcome, { id, at }: Began): void {
  service.observe?.({ id, method, operation, exchange, answer, milliseconds: performance.now() - at })
}

type Outcome = { readonly answer?: Answer; readonly exchange?: Exchange; /** That of the exchange, unless said. */ readonly operation?: Operation }

function answerTo(service: Service, request: IncomingMessage, id: string): Soon<Outcome> {
  const { ceilings } = service
  const method = request.method ?? 'GET'
  const raw = request.url ?? '/'
  if (raw.length > ceilings.target) return { answer: bare(414, 'RFC 9110, section 15.5.15') }
  if (method === 'OPTIONS' && raw === '*') return { answer: bare(204, 'RFC 9110, section 9.3.7') }
  const target = parseTarget(raw)
  if (target === undefined) return { answer: bare(400, 'RFC 9110, section 15.5.1') }
  const { expect } = request.headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return { answer: bare(417, 'RFC 9110, section 10.1.1') }

  const asked: Unrouted = { method, path: target.path, id, ...service.client(request), allowed: [] }
  if (service.versions === undefined) return route(service, request, { router: service.router, head: { ...target, headers: fields(request) }, asked })
  return routeVersion(service, service.versions, request, { ...target, headers: fields(request) }, asked)
}

type Routing = { readonly router: Router; readonly head: VersionHead; readonly asked: Unrouted; readonly spoken?: Spoken }

function route(service: Service, request: IncomingMessage, { router, head, asked, spoken }: Routing): Soon<Outcome> {
  const { method, id, address, url } = asked
  const found = router.find(method, head.path)
  if (found.kind === 'undecodable') return { answer: bare(400, 'RFC 9110, section 15.5.1') }
  if (found.kind === 'nothing') return { answer: service.refuse('no-such-path', asked) }
  if (found.kind === 'method') {
    if (method === 'OPTIONS') return { answer: options(service, request, found.allowed) }
    return { answer: service.refuse('method-not-allowed', { ...asked, allowed: found.allowed }) }
  }
  const exchange = { operation: found.operation, method, path: found.path, query: head.query, headers: head.headers, address, ...(url === undefined ? {} : { url }), received: service.now(), id }
  return operate(service, request, spoken === undefined ? exchange : inNewest({ ...exchange, spoken }))
}

/** Under `path` the version is told first; elsewhere a path that no version has, and what a path takes whatever the version. */
function routeVersion(service: Service, versions: Versions, request: IncomingMessage, head: VersionHead, asked: Unrouted): Soon<Outcome> {
  const anywhere = (): Found | undefined => versions.anywhere?.find(asked.method, head.path)
  if (asked.method === 'OPTIONS' && anywhere()?.kind === 'method') return route(service, request, { router: versions.anywhere!, head, asked })
  const found = versions.find(head)
  if (found.kind === 'spoken') return speak(service, versions, request, found, asked)
  const at = anywhere()
  if (at?.kind === 'nothing' || at?.kind === 'undecodable') return route(service, request, { router: versions.anywhere!, head, asked })
  const { pinned } = versions
  if (found.kind !== 'unknown' || found.asked !== undefined || pinned === undefined || at?.kind !== 'operation') return speak(service, versions, request, found, asked)
  const { operation, path } = at
  return then(service.callers.present(operation, { method: asked.method, ...head }), (presented) => {
    const exchange: Exchange = { ...asked, operation, path, query: head.query, headers: head.headers, body: new Uint8Array(0), hasBody: false, ...(presented === undefined ? {} : { presented }) }
    const name = service.backend.pinned(exchange)
    return speak(service, versions, request, name === undefined ? found : pinned(name, head), asked)
  })
}

function speak(service: Service, versions: Versions, request: IncomingMessage, found: VersionAsked, asked: Unrouted): Soon<Outcome> {
  switch (found.kind) {
    case 'unknown':
      return { answer: service.refuse('unknown-version', { ...asked, ...(found.asked === undefined ? {} : { asked: found.asked }) }) }
    case 'retired':
      return { answer: service.refuse('retired-version', { ...asked, asked: found.asked, ended: found.version }) }
    case 'spoken': {
      const { spoken } = found
      return then(route(service, request, { router: found.router, head: found.head, asked: { ...asked, spoken }, spoken }), (outcome) =>
        (outcome.answer === undefined ? outcome : { ...outcome, answer: versions.told(outcome.answer, spoken) }))
    }
  }
}

type Head = Omit<Exchange, 'body' | 'hasBody' | 'presented'>

/** What is refused by the head of a request alone is refused before its content is received. */
function operate(service: Service, request: IncomingMessage, head: Head): Soon<Outcome> {
  const { operation, headers } = head
  if (service.incomplete.has(operation)) {
    const none = bare(501, 'the third rule: an incomplete operation is not served', [['Cache-Control', 'no-store']])
    return { operation, answer: { ...none, trace: { ...none.trace, operation: operation.id } } }
  }
  const coding = headers.get('content-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    return { operation, answer: bare(415, 'RFC 9110, section 15.5.16', [['Accept-Encoding', 'identity']]) }
  }
  if (service.underWay.count > service.concurrency || service.isBehind()) {
    const exchange: Exchange = { ...head, body: new Uint8Array(0), hasBody: false }
    return { exchange, answer: service.backend.shed(exchange) }
  }
  return then(receive(request, service.ceilings.body), (content) => received(service, head, content))
}

function received({ callers, backend }: Service, head: Head, content: Received): Soon<Outcome> {
  const { operation } = head
  if (content.kind === 'gone') return { operation }
  if (content.kind === 'too-large') return { operation, answer: bare(413, "the operator's ceiling (RFC 9110, section 15.5.14)", [['Connection', 'close']]) }
  return then(callers.present(operation, head), (presented) => {
    const exchange: Exchange = { ...head, body: content.bytes, hasBody: content.present, ...(presented === undefined ? {} : { presented }) }
    return then(backend.answer(exchange), (answer) => ({ exchange, answer }))
  })
}

/** What a path takes (RFC 9110, section 9.3.7); to a preflight, what pages of other origins may send. */
function options({ cors }: Service, request: IncomingMessage, allowed: readonly string[]): Answer {
  return bare(204, 'RFC 9110, section 9.3.7', [['Allow', allowed.join(', ')], ...(cors.preflight(request, allowed) ?? [])])
}

/** Node joins repeated fields as RFC 9110, section 5.3 says; `set-cookie` is a response's. */
function fields({ headers }: IncomingMessage): Fields {
  const get = (name: string): string | undefined => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    return Array.isArray(value) ? value.join(', ') : value
  }
  return { get, entries: () => Object.keys(headers).map((name) => [name, get(name) ?? '']) }
}
