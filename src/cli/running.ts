// Assembles a running service from a compiled document, a store and a server.

import { randomBytes } from 'node:crypto'
import { type Clock, VirtualClock, poolRandomness } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { completeSettings } from '../exchange/names.ts'
import { runInBackground } from '../serve/background.ts'
import { openCallers } from '../serve/caller/callers.ts'
import { makeRenewable } from '../serve/caller/renewable.ts'
import { operatorLimits as usual } from '../serve/operator-limits.ts'
import { makeBehaviourRunner } from '../serve/code.ts'
import { deliver } from '../serve/delivery/deliver.ts'
import { listWeakSecrets } from '../serve/delivery/weak-secrets.ts'
import { openMeters } from '../serve/observe/meters.ts'
import { openTraces } from '../serve/observe/traces.ts'
import { type Listener, openListener } from '../serve/listener.ts'
import { handle } from '../serve/handle.ts'
import type { OperatorPage } from '../serve/page/page.ts'
import { makePressure } from '../serve/overload.ts'
import { type Readiness, probeReadiness } from '../serve/readiness.ts'
import type { HttpService } from '../serve/service.ts'
import { Streams } from '../serve/streams.ts'
import { makeTurnLimit } from '../serve/turn-limit.ts'
import { reportUnserved } from '../serve/report-unserved.ts'
import { loadBehaviours } from './behaviours.ts'
import { Misuse } from './command.ts'
import { joinDocumentText } from './document-text.ts'
import { openRuntime } from './store-runtime.ts'
import { openAudit } from './auditing.ts'
import { findDueWithinTimeout, checkHealth, healthTimeout, openObserver } from './observing.ts'
import { listenAt, openEarly } from './opening.ts'
import { openOperator } from './operator.ts'
import type { ServeOptions, Running } from './options.ts'
import { processSecrets, warnOfReadableFiles } from './secrets.ts'
import {
  printServiceAddress,
  answerObservers,
  checkMcpPath,
  readHeartbeat,
  openMcp,
  chooseMaxConnections,
  loadPage,
  createHttpService,
} from './serving.ts'
import { readTls, renewAll } from './renewing.ts'
import { createShutdown } from './shutdown.ts'
import { readSettings, withSettings } from './settings.ts'
import { createTasks } from './tasks.ts'
import { version } from './version.ts'

/** Starts the service, or returns the reasons why the document cannot be served. The caller handles signals. */
export async function runService(
  compiledDocument: Compiled,
  options: ServeOptions,
): Promise<Running | { readonly problems: readonly Diagnostic[] }> {
  const problems = reportUnserved(compiledDocument.model)
  if (problems.length > 0) return { problems }

  const operatorLimits = { ...usual, ...options.operatorLimits }
  const settings = readSettings(compiledDocument.facts, options.settings)
  const compiled = withSettings(compiledDocument, settings)
  const clock: Clock | VirtualClock = options.clock ?? (options.virtual ? new VirtualClock(Date.now()) : { now: () => Date.now() })
  const { traces, metrics: meters } = await openExporters(options)
  const observer = openObserver(
    options.log,
    options.admin === undefined && meters === undefined
      ? undefined
      : [
          () => checkHealth(backend, clock.now()),
          () => service.underWay.count,
          async () => (await checkReadiness()).ready,
          () => streams.size,
          operatorLimits,
          meters,
        ],
  )
  const { onError } = observer
  checkMcpPath(compiled, options.mcp)
  const randomness = options.randomness ?? poolRandomness(randomBytes)
  const readCallers = (): ReturnType<typeof openCallers> =>
    openCallers(compiled.model, options.secrets ?? warnOfReadableFiles(processSecrets, observer.onWarning), () => clock.now())
  const callersOrProblems = await readCallers()
  if ('problems' in callersOrProblems) throw new Misuse(callersOrProblems.problems.join('; '))
  const { callers, exchange } = makeRenewable(callersOrProblems)
  for (const doubt of [...callers.doubts, ...listWeakSecrets(compiled.facts, settings)]) observer.log.warn(doubt)
  const behaviourCode = makeBehaviourRunner(
    await loadBehaviours(compiled.model),
    completeSettings(compiled.facts, settings),
    operatorLimits.code,
  )
  const audit = options.audit && openAudit(options.audit, () => clock.now(), observer.onAuditFailing)
  const tls = options.tls && readTls(options.tls)
  const start = (port: number): Promise<Listener> => openListener({ port, host: options.host, operatorLimits, tls }, onError)
  const earlyListener =
    options.handover === undefined || options.listeners !== undefined ? undefined : openEarly(options.handover.patience, options, start)
  const backend = await openRuntime(compiled, options.store, {
    clock,
    randomness,
    settings,
    tokens: callers,
    code: behaviourCode,
    fixtures: options.fixtures === true,
    depth: operatorLimits.depth,
    turn: makeTurnLimit(operatorLimits.turn),
    audits: audit !== undefined,
    document: joinDocumentText(compiledDocument),
    ...(options.hashes === undefined ? {} : { secrets: options.hashes }),
    onFired(fired) {
      audit?.timer(fired)
      observer.onFired(fired)
      options.onFired?.(fired)
    },
    onWorked(worked) {
      audit?.job(worked)
      observer.onJob(worked)
    },
    onMigrated: options.onMigrated,
    onCommitted: observer.figures?.recordCommit,
    onStatement: options.onStatement,
    spans: traces?.statements,
    onWarning: observer.onWarning,
    access: options.access,
    onFailing: observer.onFailing,
    address: printServiceAddress(options),
    handover: options.handover,
    limits: options.limits,
  }).catch(async (error: unknown) => {
    await earlyListener?.abandon()
    throw error
  })
  const pressure = makePressure(operatorLimits, () => backend.countWaiting())
  const pageHolder: { page?: OperatorPage } = {}
  const streams = new Streams({
    backend,
    now: () => clock.now(),
    heartbeat: readHeartbeat(compiled, operatorLimits),
    patience: operatorLimits.patience,
    report: observer.onStreamError,
  })
  const service: HttpService = {
    ...createHttpService(compiled, backend, callers, options, operatorLimits, clock, settings),
    ...answerObservers(options, pageHolder),
    isBehind: options.sheds === false ? () => false : pressure.isBehind,
    observe: observer.observe,
    ...(traces === undefined ? {} : { trace: traces.request }),
    streams,
    ...(audit === undefined ? {} : { audit }),
  }

  const delivering = deliver({
    backend,
    clock,
    randomness,
    onError: observer.onRetry,
    onWeakSecret: observer.onWeakSecret,
    operatorLimits,
    wrapSend: traces?.wrapSend,
    onAttempt(delivery, recorded) {
      audit?.delivery(delivery, recorded)
      observer.onAttempt(delivery, recorded)
    },
    ...options.deliveries,
  })
  const listening: { url: string } = { url: '' }
  if (options.page !== undefined) pageHolder.page = await loadPage(compiled, options.page, backend, () => listening.url, clock)
  const listener =
    options.listeners?.service ??
    (await (earlyListener?.listener ?? listenAt('port', options, start)).catch(async (error: unknown) => {
      await backend.close()
      throw error
    }))
  const mcpEndpoint = await openMcp(options.mcp, compiled, service, onError)
  listener.open(
    (request, response, ended) => {
      if (mcpEndpoint?.handle(request, response, ended) !== true) handle(service, request, response, ended)
    },
    chooseMaxConnections(compiled, operatorLimits),
  )
  listening.url = listener.url
  if (pageHolder.page !== undefined) setImmediate(pageHolder.page.prepare)
  const backgroundTasks = runInBackground(
    createTasks({ backend, delivering, streams, virtual: options.virtual, onError: observer.onRetry }),
    clock,
    observer.onRetry,
  )
  const readinessState = { ready: true }
  const checkReadiness = (): Promise<Readiness> =>
    probeReadiness({
      now: () => clock.now(),
      isStopping: () => !readinessState.ready,
      isBehind: () => pressure.isBehind(),
      findFailure: () => backend.findFailure(),
      ...(audit === undefined ? {} : { auditFailing: () => audit.failing }),
      due: () => findDueWithinTimeout(backend),
      maxOverdue: operatorLimits.overdue,
    })
  const operator =
    options.admin === undefined
      ? undefined
      : await openOperator({
          compiled,
          options,
          backend,
          clock,
          onError,
          operatorLimits,
          audit,
          page: pageHolder.page,
          versions: service.versions,
          async checkReadiness() {
            await Promise.race([backend.probe(), new Promise((resolve) => setTimeout(resolve, healthTimeout).unref())])
            return checkReadiness()
          },
          figures: async () => (await observer.figures?.text()) ?? '',
          advance: options.virtual ? backgroundTasks.advance : undefined,
        })
  const shutdown = createShutdown({ backgroundTasks, pressure, streams, listener, operator, delivering, backend, audit, observer }, () => {
    readinessState.ready = false
  })
  return {
    url: listener.url,
    operations: compiled.operations,
    now: () => clock.now(),
    ...(operator === undefined ? {} : { admin: operator.url }),
    ...(options.mcp === undefined ? {} : { mcp: `${listener.url}${options.mcp}` }),
    ...(operator === undefined || pageHolder.page === undefined ? {} : { page: `${operator.url}/page/` }),
    tick(ms) {
      if (clock instanceof VirtualClock) clock.advance(ms)
    },
    advance: backgroundTasks.advance,
    newestEvent: async () => backend.positionText(await backend.log.newestEvent()),
    waitUntilDelivered: () => delivering.waitUntilSettled(),
    renew: () => renewAll({ tls: options.tls, listener, readCallers, replaceCallers: exchange, log: observer.log }),
    ...shutdown,
  }
}

type Exporters = { readonly traces: Awaited<ReturnType<typeof openTraces>>; readonly metrics: Awaited<ReturnType<typeof openMeters>> }

/** Opens the exporters of OpenTelemetry that the operator enabled. */
async function openExporters(options: ServeOptions): Promise<Exporters> {
  const exporters = {
    traces: options.traces === true ? await openTraces(version()) : undefined,
    metrics: options.metrics === true ? await openMeters(version()) : undefined,
  }
  for (const name of ['traces', 'metrics'] as const) {
    if (options[name] === true && exporters[name] === undefined)
      throw new Misuse(`--${name} needs the package @opentelemetry/api beside ninefold; \`npm install @opentelemetry/api\` brings it`)
  }
  return exporters
}
