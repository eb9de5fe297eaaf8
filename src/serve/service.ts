// The parts of an assembled HTTP service.

import type { IncomingMessage } from 'node:http'
import type { Answer, Backend, Exchange } from '../exchange/exchange.ts'
import type { ServiceCondition, Unrouted } from '../exchange/refuse.ts'
import type { Operation } from '../model/model.ts'
import type { Audit } from './audit.ts'
import type { Bodies } from './bodies.ts'
import type { CallerChecks } from './caller/callers.ts'
import type { Holds } from './holds.ts'
import type { OperatorLimits } from './operator-limits.ts'
import type { Cors } from './cors.ts'
import type { ClientOf } from './forwarded.ts'
import type { TraceContext } from '../exchange/event.ts'
import type { ObservedRequest, RequestTrace } from './observe/observed.ts'
import type { ResponseBatch } from './response-batch.ts'
import type { Router } from './router.ts'
import type { Streams } from './streams.ts'
import type { Versions } from './versions.ts'

export type HttpService = {
  readonly router: Router
  /** If the document has versions: the selection of a request's version and router. */
  readonly versions?: Versions
  readonly backend: Backend
  /** Operations that are not complete, with their gaps: they answer 501. */
  readonly incomplete: ReadonlyMap<Operation, readonly string[]>
  readonly callers: CallerChecks
  /** The rules for pages of other origins. */
  readonly cors?: Cors
  readonly streams: Pick<Streams, 'open'>
  /** Answers that wait for an outcome after their commit. */
  readonly holds: Pick<Holds, 'hold'>
  /** Answers a condition that occurs before an operation is known; the catalogue may define the response. */
  refuse(condition: ServiceCondition, request: Unrouted): Answer
  readonly operatorLimits: OperatorLimits
  /** The memory for the content of requests. */
  readonly bodies: Bodies
  readonly responses: ResponseBatch
  /** Part 8's limit of simultaneous requests; further requests are refused as `overloaded`. */
  readonly concurrency: number
  /** True under overload, when a further request would only wait. */
  isBehind(): boolean
  /** Milliseconds since 1970. */
  now(): number
  /** Determines the client, from sources that the operator trusts. */
  readonly client: ClientOf
  /** Ids of requests, for logs; from the field `X-Request-Id` if it is valid. */
  id(text: string | readonly string[] | undefined): string
  /** Receives every answered request; undefined without observers. */
  readonly observe?: (observed: ObservedRequest) => void
  /** Begins the span of a request, below that of its client; undefined without tracing. */
  readonly trace?: (method: string, client: TraceContext) => RequestTrace
  /** Headers with the origins of an answer; undefined unless the operator enabled them. */
  readonly explain?: (answer: Answer) => Answer['headers']
  /** Receives every sent response; undefined without observers. */
  readonly onAnswer?: (exchange: Exchange | undefined, request: IncomingMessage, answer: Answer) => void
  /** The audit log; undefined if the operator wants none. */
  readonly audit?: Pick<Audit, 'acceptsChanges' | 'exchange' | 'failing'>
  /** The number of running requests; shared with the code that stops the server. */
  readonly underWay: { count: number }
}
