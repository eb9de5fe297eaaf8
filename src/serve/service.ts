// What a service consists of, once it is put together.

import type { IncomingMessage } from 'node:http'
import type { Answer, Backend, Exchange } from '../exchange/exchange.ts'
import type { ServiceCondition, Unrouted } from '../exchange/refuse.ts'
import type { Operation } from '../model/model.ts'
import type { Audit } from './audit.ts'
import type { Bodies } from './bodies.ts'
import type { Callers } from './caller/callers.ts'
import type { Ceilings } from './ceilings.ts'
import type { Cors } from './cors.ts'
import type { ClientOf } from './forwarded.ts'
import type { Observed } from './observe/observed.ts'
import type { Router } from './router.ts'
import type { Streams } from './streams.ts'
import type { Versions } from './versions.ts'

export type Service = {
  readonly router: Router
  /** Where the document has versions: what finds the one that a request speaks, and its router. */
  readonly versions?: Versions
  readonly backend: Backend
  /** Operations that are not complete: they answer 501. */
  readonly incomplete: ReadonlySet<Operation>
  readonly callers: Callers
  /** Where pages of other origins may call. */
  readonly cors?: Cors
  readonly streams: Pick<Streams, 'open'>
  /** Answers a condition that is met before there is an operation; the catalogue may cover it. */
  refuse(condition: ServiceCondition, request: Unrouted): Answer
  readonly ceilings: Ceilings
  /** Room for the content of requests. */
  readonly bodies: Bodies
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
  /** Headers that say where an answer comes from; undefined where the operator did not ask for them. */
  readonly explain?: (answer: Answer) => Answer['headers']
  /** Told of every answer, once it is sent; undefined where nobody wants to know. */
  readonly answered?: (exchange: Exchange | undefined, request: IncomingMessage, answer: Answer) => void
  /** Keeps who changed what; undefined where the operator wants no audit log. */
  readonly audit?: Pick<Audit, 'takes' | 'exchange' | 'failing'>
  /** How many requests are under way; shared with whoever stops the server. */
  readonly underWay: { count: number }
}

/** An answer of HTTP alone: no content. */
export function bare(status: number, reference: string, headers: Answer['headers'] = []): Answer {
  return { status, headers, trace: { transitions: [], origins: [['status', { kind: 'standard', reference }]] } }
}
