// The operator's listener: health, readiness, figures, facts and the page, separate from the service's port.

import type { Clock } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import { explainFacts } from '../explain/facts.ts'
import { handleOperator } from '../serve/admin.ts'
import type { Audit } from '../serve/audit.ts'
import type { OperatorLimits } from '../serve/operator-limits.ts'
import { type Listener, openListener } from '../serve/listener.ts'
import { makeOperatorGuard } from '../serve/operator-guard.ts'
import type { Readiness } from '../serve/readiness.ts'
import type { OperatorPage } from '../serve/page/page.ts'
import { type Versions, listVersionUses } from '../serve/versions.ts'
import type { StoreRuntime } from '../store/kind.ts'
import { listenAt } from './opening.ts'
import type { ServeOptions } from './options.ts'

type OperatedService = {
  readonly compiled: Compiled
  readonly options: ServeOptions
  readonly page: OperatorPage | undefined
  readonly versions: Versions | undefined
  readonly backend: StoreRuntime
  readonly clock: Clock
  readonly operatorLimits: OperatorLimits
  readonly checkReadiness: () => Promise<Readiness>
  readonly figures: () => Promise<string>
  /** Moves the virtual clock; undefined with real time. */
  readonly advance: ((ms: number) => Promise<void>) | undefined
  readonly onError: (error: unknown) => void
  readonly audit: Audit | undefined
}

export async function openOperator({
  compiled,
  options,
  page,
  versions,
  backend: { timers, deliveryQueue },
  clock,
  checkReadiness: readiness,
  figures,
  advance,
  onError,
  operatorLimits,
  audit,
}: OperatedService): Promise<Listener> {
  const host = options.adminHost ?? '127.0.0.1'
  const operator = {
    facts: () => explainFacts(compiled.facts, { origins: true }),
    readiness,
    incomplete: compiled.operations.filter((each) => !each.complete).map(({ operation, gaps }) => ({ operation: operation.name, gaps })),
    advance,
    figures,
    timers,
    deliveryQueue,
    now: () => clock.now(),
    guard: makeOperatorGuard({ host, ...(options.adminToken === undefined ? {} : { token: options.adminToken }) }),
    ...(audit === undefined ? {} : { onCommand: (command: string, done: string) => audit.operator('listener', command, [done]) }),
    ...(page === undefined ? {} : { page: page.handle }),
    ...(versions === undefined ? {} : { versions: () => listVersionUses(compiled.facts, versions, clock.now()) }),
  }
  const listener =
    options.listeners?.operator ??
    (await listenAt('admin', { host, port: options.admin! }, (port) => openListener({ port, host, operatorLimits }, onError)))
  listener.open(
    (request, response, ended) => void handleOperator(operator, request, response).then(ended, ended),
    operatorLimits.connections,
  )
  return listener
}
