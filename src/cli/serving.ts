// Assembles a service from its document and the operator's options.

import type { Clock } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Answer, Backend } from '../exchange/exchange.ts'
import { refuseService } from '../exchange/refuse.ts'
import { slotValueOf } from '../model/slot.ts'
import { Bodies } from '../serve/bodies.ts'
import { ResponseBatch } from '../serve/response-batch.ts'
import type { CallerChecks } from '../serve/caller/callers.ts'
import type { OperatorLimits } from '../serve/operator-limits.ts'
import { createCors } from '../serve/cors.ts'
import { explainHeaders } from '../serve/explain.ts'
import { makeClientFinder } from '../serve/forwarded.ts'
import { makeRequestIds } from '../serve/observe/request-id.ts'
import type { McpEndpoint } from '../mcp/http.ts'
import type { OperatorPage } from '../serve/page/page.ts'
import { makeRouter } from '../serve/router.ts'
import type { HttpService } from '../serve/service.ts'
import { makeVersionRouting } from '../serve/versions.ts'
import type { StoreRuntime } from '../store/kind.ts'
import { Misuse } from './command.ts'
import type { ServeOptions } from './options.ts'

type ServedDocument = {
  readonly compiled: Compiled
  readonly options: ServeOptions
  readonly operatorLimits: OperatorLimits
  readonly clock: Clock
  readonly settings: ReadonlyMap<string, Json>
}

export function createHttpService(
  { compiled: { facts, model, operations }, options, operatorLimits, clock, settings }: ServedDocument,
  backend: Backend,
  callers: CallerChecks,
): Omit<HttpService, 'isBehind' | 'streams' | 'holds'> {
  const incomplete = new Map(operations.filter((each) => !each.complete).map(({ operation, gaps }) => [operation, gaps]))
  const versions = makeVersionRouting(facts, () => clock.now())
  const cors = createCors(model.authentication.value)
  return {
    router: makeRouter(facts.routes.map(({ operation }) => ({ operation, method: operation.method, segments: operation.segments }))),
    ...(versions === undefined ? {} : { versions }),
    backend,
    callers,
    ...(cors === undefined ? {} : { cors }),
    incomplete,
    refuse: (condition, request): Answer => refuseService(facts, condition, request, { now: clock.now(), settings }),
    operatorLimits,
    bodies: new Bodies(operatorLimits.bodies),
    responses: new ResponseBatch(),
    client: makeClientFinder(options.trusted ?? []),
    id: makeRequestIds(),
    ...(options.explain ? { explain: explainHeaders } : {}),
    underWay: { count: 0 },
    concurrency: slotValueOf(model.limits.value.concurrency) ?? Number.POSITIVE_INFINITY,
    now: () => clock.now(),
  }
}

/** The service's address, if known before it listens. */
export function printServiceAddress({ listeners, host, port, tls }: ServeOptions): string | undefined {
  if (listeners !== undefined) return listeners.service.url
  return port === 0 ? undefined : `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The document's limit, but no more than the operator allows. */
export function chooseMaxConnections({ model }: Compiled, operatorLimits: OperatorLimits): number {
  return Math.min(operatorLimits.connections, slotValueOf(model.limits.value.connections) ?? operatorLimits.connections)
}

/** The document's value, or else the operator's. */
export function readHeartbeat({ model }: Compiled, operatorLimits: OperatorLimits): number {
  const stream = slotValueOf(model.events.value.delivery)?.stream
  return (stream?.state === 'shown' ? slotValueOf(stream.value.heartbeat) : undefined) ?? operatorLimits.heartbeat
}

/** The page receives each answer too, to explain it. */
export function answerObservers({ page, onAnswer }: ServeOptions, holder: { readonly page?: OperatorPage }): Pick<HttpService, 'onAnswer'> {
  if (page === undefined) return onAnswer === undefined ? {} : { onAnswer }
  return {
    onAnswer(exchange, request, answer) {
      holder.page?.onAnswer(request, answer)
      onAnswer?.(exchange, request, answer)
    },
  }
}

/** Loaded on use. */
export async function loadPage(
  compiled: Compiled,
  folder: string,
  { operatorView, log }: StoreRuntime,
  url: () => string,
  clock: Clock,
): Promise<OperatorPage> {
  const { openPage } = await import('../serve/page/page.ts')
  const page = openPage({ folder, compiled, operatorView, log, url, now: () => clock.now() })
  if ('problem' in page) throw new Misuse(page.problem)
  return page
}

/** Throws if an endpoint of the document has the path at which agents would find the operations. */
export function checkMcpPath({ facts }: Compiled, path: string | undefined): void {
  if (path === undefined) return
  const match = makeRouter(
    facts.routes.map(({ operation }) => ({ operation, method: operation.method, segments: operation.segments })),
  ).find('POST', path)
  if (match.kind !== 'nothing') throw new Misuse(`the document has the path ${path}; --mcp-path names another one for agents`)
}

/** Loaded on use. */
export async function openMcp(
  path: string | undefined,
  { facts }: Compiled,
  service: HttpService,
  onError: (error: unknown) => void,
): Promise<McpEndpoint | undefined> {
  if (path === undefined) return undefined
  const { mcpEndpoint } = await import('../mcp/http.ts')
  return mcpEndpoint(path, service, facts, onError)
}
