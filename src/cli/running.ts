// Assembles a compiled document, a store and a server, and stops them in order.

import { randomBytes } from 'node:crypto'
import { type Clock, VirtualClock, poolRandomness } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { settingsJson } from '../exchange/names.ts'
import { background } from '../serve/background.ts'
import { openCallers } from '../serve/caller/callers.ts'
import { renewable } from '../serve/caller/renewable.ts'
import { operatorLimits as usual } from '../serve/operator-limits.ts'
import { codeOf } from '../serve/code.ts'
import { deliver } from '../serve/delivery/deliver.ts'
import { weakSecrets } from '../serve/delivery/weak-secrets.ts'
import { openMeters } from '../serve/observe/meters.ts'
import { openTraces } from '../serve/observe/traces.ts'
import { type Listener, openListener } from '../serve/listener.ts'
import { handle } from '../serve/handle.ts'
import type { OperatorPage } from '../serve/page/page.ts'
import { pressureOf } from '../serve/overload.ts'
import { type Readiness, readinessOf } from '../serve/readiness.ts'
import type { HttpService } from '../serve/service.ts'
import { Streams } from '../serve/streams.ts'
import { turnLimit } from '../serve/turn-limit.ts'
import { reportUnserved } from '../serve/report-unserved.ts'
import { loadBehaviours } from './behaviours.ts'
import { Misuse } from './command.ts'
import { documentText } from './document-text.ts'
import { runtimeOver } from './keeping.ts'
import { auditTo } from './auditing.ts'
import { dueIn, observing, patience, standingOf } from './observing.ts'
import { listenAt, openEarly } from './opening.ts'
import { openOperator } from './operator.ts'
import type { ServeOptions, Running } from './options.ts'
import { processSecrets, withRights } from './secrets.ts'
import { serviceAddress, answerObservers, checkMcpPath, heartbeatOf, mcpOf, maxConnections, loadPage, httpServiceOf } from './serving.ts'
import { readTls, renewAll } from './renewing.ts'
import { readSettings, withSettings } from './settings.ts'
import { tasksOf } from './tasks.ts'
import { version } from './version.ts'

/** Starts the service, or returns the reasons why the document cannot be served. The caller handles signals. */
export async function runService(compiledDocument: Compiled, options: ServeOptions): Promise<Running | { readonly problems: readonly Diagnostic[] }> {
  const problems = reportUnserved(compiledDocument.model)
  if (problems.length > 0) return { problems }

  const operatorLimits = { ...usual, ...options.operatorLimits }
  const settings = readSettings(compiledDocument.facts, options.settings)
  const compiled = withSettings(compiledDocument, settings)
  const clock: Clock | VirtualClock = options.clock ?? (options.virtual ? new VirtualClock(Date.now()) : { now: () => Date.now() })
  const meters = options.metrics === true ? await openMeters(version()) : undefined
  const observer = observing(options.log, options.admin === undefined && meters === undefined ? undefined : [() => standingOf(backend, clock.now()), () => service.underWay.count, async () => (await readiness()).ready, () => streams.size, operatorLimits, meters])
  const { onError: failed } = observer
  const traces = options.traces === true ? await openTraces(version()) : undefined
  for (const [name, opened] of [['traces', traces], ['metrics', meters]] as const) {
    if (options[name] === true && opened === undefined) throw new Misuse(`--${name} needs the package @opentelemetry/api beside ninefold; \`npm install @opentelemetry/api\` brings it`)
  }
  checkMcpPath(compiled, options.mcp)
  const randomness = options.randomness ?? poolRandomness(randomBytes)
  const openAgain = (): ReturnType<typeof openCallers> => openCallers(compiled.model, options.secrets ?? withRights(processSecrets, observer.onWarning), () => clock.now())
  const opened = await openAgain()
  if ('problems' in opened) throw new Misuse(opened.problems.join('; '))
  const { callers, exchange } = renewable(opened)
  for (const doubt of [...callers.doubts, ...weakSecrets(compiled.facts, settings)]) observer.log.warn(doubt)
  const code = codeOf(await loadBehaviours(compiled.model), settingsJson(compiled.facts, settings), operatorLimits.code)
  const audit = options.audit && auditTo(options.audit, () => clock.now(), observer.auditFailing)
  const tls = options.tls && readTls(options.tls)
  const start = (port: number): Promise<Listener> => openListener({ port, host: options.host, operatorLimits, tls }, failed)
  const early = options.handover === undefined || options.listeners !== undefined ? undefined : openEarly(options.handover.wait, options, start)
  const backend = await runtimeOver(compiled, options.store, {
    clock, randomness, settings, tokens: callers, code, fixtures: options.fixtures === true, depth: operatorLimits.depth, turn: turnLimit(operatorLimits.turn),
    audits: audit !== undefined, document: documentText(compiledDocument), ...(options.hashes === undefined ? {} : { secrets: options.hashes }),
    onFired(fired) {
      audit?.timer(fired)
      observer.onFired(fired)
    },
    onWorked(worked) {
      audit?.job(worked)
      observer.onJob(worked)
    },
    onMigrated: options.onMigrated, onCommitted: observer.figures?.committed, onStatement: options.statement, spans: traces?.statements,
    onWarning: observer.onWarning, access: options.access, onFailing: observer.failing, address: serviceAddress(options), handover: options.handover, limits: options.limits,
  }).catch(async (error: unknown) => {
    await early?.abandon()
    throw error
  })
  const pressure = pressureOf(operatorLimits, () => backend.countWaiting())
  const watching: { page?: OperatorPage } = {}
  const streams = new Streams({ backend, now: () => clock.now(), heartbeat: heartbeatOf(compiled, operatorLimits), patience: operatorLimits.patience, report: observer.reported })
  const service: HttpService = {
    ...httpServiceOf(compiled, backend, callers, options, operatorLimits, clock, settings),
    ...answerObservers(options, watching),
    isBehind: options.sheds === false ? () => false : pressure.isBehind,
    observe: observer.observe,
    ...(traces === undefined ? {} : { trace: traces.request }),
    streams,
    ...(audit === undefined ? {} : { audit }),
  }

  const delivering = deliver({
    backend, clock, randomness, onError: observer.onRetry, weakly: observer.weakly, operatorLimits, around: traces?.wrapSend,
    onAttempt(delivery, recorded) {
      audit?.delivery(delivery, recorded)
      observer.onAttempt(delivery, recorded)
    },
    ...options.deliveries,
  })
  const at: { url: string } = { url: '' }
  if (options.page !== undefined) watching.page = await loadPage(compiled, options.page, backend, () => at.url, clock)
  const listener = options.listeners?.service ?? await (early?.listener ?? listenAt('port', options, start)).catch(async (error: unknown) => {
    await backend.close()
    throw error
  })
  const agents = await mcpOf(options.mcp, compiled, service, failed)
  listener.open((request, response, ended) => {
    if (agents?.take(request, response, ended) !== true) handle(service, request, response, ended)
  }, maxConnections(compiled, operatorLimits))
  at.url = listener.url
  if (watching.page !== undefined) setImmediate(watching.page.prepare)
  const inBackground = background(tasksOf({ backend, delivering, streams, virtual: options.virtual, onError: observer.onRetry }), clock, observer.onRetry)
  const state = { ready: true }
  const readiness = (): Promise<Readiness> => readinessOf({
    now: () => clock.now(), isStopping: () => !state.ready, isBehind: () => pressure.isBehind(),
    failing: () => backend.failing(), ...(audit === undefined ? {} : { auditFailing: () => audit.failing }), due: () => dueIn(backend), maxOverdue: operatorLimits.overdue,
  })
  const operator = options.admin === undefined ? undefined : await openOperator({
    compiled, options, backend, clock, onError: failed, operatorLimits, audit,
    page: watching.page,
    versions: service.versions,
    async readiness() {
      await Promise.race([backend.probe(), new Promise((resolve) => setTimeout(resolve, patience).unref())])
      return readiness()
    },
    figures: async () => (await observer.figures?.text()) ?? '',
    advance: options.virtual ? inBackground.advance : undefined,
  })
  const end = async (): Promise<void> => {
    await delivering.stop()
    await backend.close()
    audit?.close()
    await observer.close()
  }
  let resolveEnded: () => void = () => undefined
  const whenEnded = new Promise<void>((resolve) => (resolveEnded = resolve))
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    state.ready = false
    await inBackground.stop()
    pressure.stop()
    await streams.stop()
    await listener.stop()
    await operator?.stop()
    await end()
    resolveEnded()
  }
  return {
    url: listener.url,
    operations: compiled.operations,
    now: () => clock.now(),
    ...(operator === undefined ? {} : { admin: operator.url }),
    ...(options.mcp === undefined ? {} : { mcp: `${listener.url}${options.mcp}` }),
    ...(operator === undefined || watching.page === undefined ? {} : { page: `${operator.url}/page/` }),
    tick(ms) {
      if (clock instanceof VirtualClock) clock.advance(ms)
    },
    advance: inBackground.advance,
    place: async () => backend.place(await backend.log.newestEvent()),
    delivered: () => delivering.waitUntilSettled(),
    ended: whenEnded,
    stop: () => (stopping ??= stop()),
    renew: () => renewAll({ tls: options.tls, listener, openAgain, exchange, log: observer.log }),
    async detach() {
      await inBackground.stop()
      pressure.stop()
      await streams.stop()
      await Promise.all([listener.pause(), operator?.pause()])
      await end()
      return { service: listener, operator }
    },
  }
}
