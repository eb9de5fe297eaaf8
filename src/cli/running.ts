// Assembles a running service from a compiled document, a store and a server.

import type { Compiled } from '../compile/compile.ts'
import { VirtualClock } from '../base/clock.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { runInBackground } from '../serve/background.ts'
import { handle } from '../serve/handle.ts'
import { Holds } from '../serve/holds.ts'
import { type Listener, openListener } from '../serve/listener.ts'
import type { OperatorPage } from '../serve/page/page.ts'
import type { Probes } from '../serve/observe/figures.ts'
import { makePressure } from '../serve/overload.ts'
import { type Readiness, probeReadiness } from '../serve/readiness.ts'
import { reportUnserved } from '../serve/report-unserved.ts'
import type { HttpService } from '../serve/service.ts'
import { Streams } from '../serve/streams.ts'
import type { StoreRuntime } from '../store/kind.ts'
import { openAudit } from './auditing.ts'
import { type ServiceObserver, findDueWithinTimeout, checkHealth, healthTimeout, openObserver } from './observing.ts'
import { type EarlyListener, listenAt, openEarly } from './opening.ts'
import { openOperator } from './operator.ts'
import type { ServeOptions, Running } from './options.ts'
import { renewAll, readTls } from './renewing.ts'
import {
  type Exporters,
  type PreparedService,
  type ServiceBasis,
  loadBehaviourCode,
  openBackend,
  openExporters,
  openRenewableCallers,
  warnOperator,
  prepareService,
  startDeliveries,
} from './service-parts.ts'
import { answerObservers, checkMcpPath, readHeartbeat, openMcp, chooseMaxConnections, loadPage, createHttpService } from './serving.ts'
import { createShutdown } from './shutdown.ts'
import { createTasks } from './tasks.ts'

/** Starts the service, or returns the reasons why the document cannot be served. The caller handles signals. */
export async function runService(
  compiledDocument: Compiled,
  options: ServeOptions,
): Promise<Running | { readonly problems: readonly Diagnostic[] }> {
  const problems = reportUnserved(compiledDocument.model)
  if (problems.length > 0) return { problems }

  const prepared = prepareService(compiledDocument, options)
  const { compiled, clock, operatorLimits } = prepared
  const exporters = await openExporters(options)
  // The probes run only after everything has been opened.
  const observer = openServiceObserver(prepared, exporters, {
    checkHealth: () => checkHealth(backend, clock.now()),
    countRequests: () => service.underWay.count,
    isReady: async () => (await checkReadiness()).ready,
    countStreams: () => streams.size,
    countHeld: () => holds.size,
  })
  checkMcpPath(compiled, options.mcp)
  const { callers, readCallers, replaceCallers } = await openRenewableCallers(prepared, observer)
  warnOperator(prepared, callers, observer)
  const behaviourCode = await loadBehaviourCode(prepared)
  const audit = options.audit && openAudit(options.audit, () => clock.now(), observer.onAuditFailing)
  const basis: ServiceBasis = { ...prepared, exporters, observer, behaviourCode, audit }
  const tls = options.tls && readTls(options.tls)
  const start = (port: number): Promise<Listener> => openListener({ port, host: options.host, operatorLimits, tls }, observer.onError)
  const earlyListener =
    options.handover === undefined || options.listeners !== undefined ? undefined : openEarly(options.handover.patience, options, start)
  const backend = await openBackend(basis, callers).catch(async (error: unknown) => {
    await earlyListener?.abandon()
    throw error
  })

  const pressure = makePressure(operatorLimits, () => backend.countWaiting())
  const pageHolder: { page?: OperatorPage } = {}
  const streams = openStreams(basis, backend)
  const holds = openHolds(basis, backend)
  const service: HttpService = {
    ...createHttpService(basis, backend, callers),
    ...answerObservers(options, pageHolder),
    ...observe(basis),
    isBehind: options.sheds === false ? () => false : pressure.isBehind,
    streams,
    holds,
  }
  const deliveries = startDeliveries(basis, backend, () => holds.wake())
  const listening: { url: string } = { url: '' }
  if (options.page !== undefined) pageHolder.page = await loadPage(compiled, options.page, backend, () => listening.url, clock)
  const listener = await takeListener(options, earlyListener, start, backend)
  await serveRequests(listener, service, basis)
  listening.url = listener.url
  if (pageHolder.page !== undefined) setImmediate(pageHolder.page.prepare)

  const backgroundTasks = runInBackground(
    createTasks({ backend, delivering: deliveries, streams, holds, virtual: options.virtual, onError: observer.onRetry }),
    clock,
    observer.onRetry,
  )
  const readinessState = { ready: true }
  const checkReadiness = makeReadinessCheck(basis, backend, pressure, readinessState)
  const parts = { backgroundTasks, pressure, streams, holds, listener, delivering: deliveries, backend, audit, observer }
  const onStop = (): void => void (readinessState.ready = false)
  const operator = await openOperatorIfConfigured(basis, backend, {
    page: pageHolder.page,
    versions: service.versions,
    checkReadiness,
    advance: options.virtual ? backgroundTasks.advance : undefined,
  }).catch(async (error: unknown) => {
    await createShutdown({ ...parts, operator: undefined }, onStop).stop()
    throw error
  })
  const shutdown = createShutdown({ ...parts, operator }, onStop)
  return {
    ...listAddresses(basis, listener, operator),
    ...makeControls(basis, backend, { backgroundTasks, holds, deliveries }),
    renew: () => renewAll({ tls: options.tls, listener, readCallers, replaceCallers, log: observer.log }),
    ...shutdown,
  }
}

function openServiceObserver({ options, operatorLimits }: PreparedService, { metrics }: Exporters, probes: Probes): ServiceObserver {
  const isMeasured = options.admin !== undefined || metrics !== undefined
  return openObserver(options.log, isMeasured ? { probes, operatorLimits, meters: metrics } : undefined)
}

function observe({ observer, exporters: { traces }, audit }: ServiceBasis): Pick<HttpService, 'observe' | 'trace' | 'audit'> {
  return {
    observe: observer.observe,
    ...(traces === undefined ? {} : { trace: traces.request }),
    ...(audit === undefined ? {} : { audit }),
  }
}

function listAddresses(
  { options }: ServiceBasis,
  { url }: Listener,
  operator: Listener | undefined,
): Pick<Running, 'url' | 'admin' | 'mcp' | 'page'> {
  return {
    url,
    ...(operator === undefined ? {} : { admin: operator.url }),
    ...(options.mcp === undefined ? {} : { mcp: `${url}${options.mcp}` }),
    ...(operator === undefined || options.page === undefined ? {} : { page: `${operator.url}/page/` }),
  }
}

type ControlledParts = {
  readonly backgroundTasks: ReturnType<typeof runInBackground>
  readonly holds: Holds
  readonly deliveries: ReturnType<typeof startDeliveries>
}

/** The control of time, and what scenarios wait for. */
function makeControls(
  { compiled, clock }: ServiceBasis,
  backend: StoreRuntime,
  { backgroundTasks, holds, deliveries }: ControlledParts,
): Pick<Running, 'operations' | 'now' | 'tick' | 'advance' | 'newestEvent' | 'countHeld' | 'waitUntilDelivered'> {
  return {
    operations: compiled.operations,
    now: () => clock.now(),
    tick(ms) {
      if (clock instanceof VirtualClock) clock.advance(ms)
    },
    advance: backgroundTasks.advance,
    newestEvent: async () => backend.positionText(await backend.log.newestEvent()),
    countHeld: () => holds.size,
    waitUntilDelivered: () => deliveries.waitUntilSettled(),
  }
}

function openStreams({ compiled, clock, operatorLimits, observer }: ServiceBasis, backend: StoreRuntime): Streams {
  return new Streams({
    backend,
    now: () => clock.now(),
    heartbeat: readHeartbeat(compiled, operatorLimits),
    patience: operatorLimits.patience,
    report: observer.onStreamError,
  })
}

function openHolds({ options, clock, operatorLimits, observer }: ServiceBasis, backend: StoreRuntime): Holds {
  return new Holds({
    backend,
    now: () => clock.now(),
    maxHeld: operatorLimits.held,
    maxMilliseconds: operatorLimits.wait,
    report: observer.onRetry,
    onHeld: options.onHeld,
  })
}

/** The listener of the process that starts this service, the one that was opened early, or a new one. Closes the store if that fails. */
async function takeListener(
  options: ServeOptions,
  earlyListener: EarlyListener | undefined,
  start: (port: number) => Promise<Listener>,
  backend: StoreRuntime,
): Promise<Listener> {
  if (options.listeners !== undefined) return options.listeners.service
  try {
    return await (earlyListener?.listener ?? listenAt('port', options, start))
  } catch (error) {
    await backend.close()
    throw error
  }
}

/** Answers the requests of agents and all others. */
async function serveRequests(
  listener: Listener,
  service: HttpService,
  { compiled, options, operatorLimits, observer }: ServiceBasis,
): Promise<void> {
  const mcpEndpoint = await openMcp(options.mcp, compiled, service, observer.onError)
  listener.open(
    (request, response, ended) => {
      if (mcpEndpoint?.handle(request, response, ended) !== true) handle(service, request, response, ended)
    },
    chooseMaxConnections(compiled, operatorLimits),
  )
}

function makeReadinessCheck(
  { clock, operatorLimits, audit }: ServiceBasis,
  backend: StoreRuntime,
  pressure: ReturnType<typeof makePressure>,
  state: { readonly ready: boolean },
): () => Promise<Readiness> {
  return () =>
    probeReadiness({
      now: () => clock.now(),
      isStopping: () => !state.ready,
      isBehind: () => pressure.isBehind(),
      findFailure: () => backend.findFailure(),
      ...(audit === undefined ? {} : { auditFailing: () => audit.failing }),
      due: () => findDueWithinTimeout(backend),
      maxOverdue: operatorLimits.overdue,
    })
}

type OperatorView = Pick<Parameters<typeof openOperator>[0], 'page' | 'versions' | 'checkReadiness' | 'advance'>

async function openOperatorIfConfigured(
  { compiled, options, clock, operatorLimits, observer, audit }: ServiceBasis,
  backend: StoreRuntime,
  view: OperatorView,
): Promise<Listener | undefined> {
  if (options.admin === undefined) return undefined
  return openOperator({
    ...view,
    compiled,
    options,
    backend,
    clock,
    onError: observer.onError,
    operatorLimits,
    audit,
    async checkReadiness() {
      await Promise.race([backend.probe(), new Promise((resolve) => setTimeout(resolve, healthTimeout).unref())])
      return view.checkReadiness()
    },
    figures: async () => (await observer.figures?.text()) ?? '',
  })
}
