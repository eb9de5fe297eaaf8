// What a service is made of, of what its document says and its operator allows.

import type { Clock } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Answer, Backend } from '../exchange/exchange.ts'
import { refuseService } from '../exchange/refuse.ts'
import { shown } from '../model/slot.ts'
import { Bodies } from '../serve/bodies.ts'
import type { Callers } from '../serve/caller/callers.ts'
import { ceilings } from '../serve/ceilings.ts'
import { corsOf } from '../serve/cors.ts'
import { explainHeaders } from '../serve/explain.ts'
import { clientsBehind } from '../serve/forwarded.ts'
import { requestIds } from '../serve/observe/request-id.ts'
import type { Page } from '../serve/page/page.ts'
import { router } from '../serve/router.ts'
import type { Service } from '../serve/service.ts'
import { versionsOf } from '../serve/versions.ts'
import type { StoreRuntime } from '../store/kind.ts'
import { Misuse } from './command.ts'
import type { Options } from './options.ts'

export function serviceOf({ facts, model, operations }: Compiled, backend: Backend, callers: Callers, options: Options, clock: Clock, settings: ReadonlyMap<string, Json>): Omit<Service, 'isBehind' | 'streams'> {
  const incomplete = new Set(operations.filter((each) => !each.complete).map(({ operation }) => operation))
  const versions = versionsOf(facts, () => clock.now())
  const cors = corsOf(model.authentication.value)
  return {
    router: router(facts.routes.map(({ operation }) => ({ operation, method: operation.method, segments: operation.segments }))),
    ...(versions === undefined ? {} : { versions }),
    backend,
    callers,
    ...(cors === undefined ? {} : { cors }),
    incomplete,
    refuse: (condition, request): Answer => refuseService(facts, condition, request, { now: clock.now(), settings }),
    ceilings,
    bodies: new Bodies(ceilings.bodies),
    client: clientsBehind(options.trusted ?? []),
    id: requestIds(),
    ...(options.explain ? { explain: explainHeaders } : {}),
    underWay: { count: 0 },
    concurrency: shown(model.limits.value.concurrency) ?? Number.POSITIVE_INFINITY,
    now: () => clock.now(),
  }
}

/** Where the service will answer, if that is known before it listens. */
export function addressOf({ doors, host, port }: Options): string | undefined {
  if (doors !== undefined) return doors.service.url
  return port === 0 ? undefined : `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** As part 8 says, but no more than the operator allows. */
export function mostConnections({ model }: Compiled): number {
  return Math.min(ceilings.connections, shown(model.limits.value.connections) ?? ceilings.connections)
}

/** As the document says, or the operator. */
export function heartbeatOf({ model }: Compiled): number {
  const stream = shown(model.events.value.delivery)?.stream
  return (stream?.state === 'shown' ? shown(stream.value.heartbeat) : undefined) ?? ceilings.heartbeat
}

/** The page sees each answer too, to say why it is the one it is. */
export function answeredOf({ page, answered }: Options, watching: { readonly page?: Page }): Pick<Service, 'answered'> {
  if (page === undefined) return answered === undefined ? {} : { answered }
  return {
    answered(exchange, request, answer) {
      watching.page?.answered(request, answer)
      answered?.(exchange, request, answer)
    },
  }
}

/** Loaded only where it is asked for. */
export async function pageOf(compiled: Compiled, folder: string, { look, log }: StoreRuntime, url: () => string, clock: Clock): Promise<Page> {
  const { openPage } = await import('../serve/page/page.ts')
  const page = openPage({ folder, compiled, look, log, url, now: () => clock.now() })
  if ('problem' in page) throw new Misuse(page.problem)
  return page
}
