// Puts a compiled document, a store and the wire together, and takes them apart again when told to stop.

import { randomBytes } from 'node:crypto'
import { type Clock, VirtualClock, pooled } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { settingsJson } from '../exchange/names.ts'
import { background } from '../serve/background.ts'
import { openCallers } from '../serve/caller/callers.ts'
import { ceilings } from '../serve/ceilings.ts'
import { codeOf } from '../serve/code.ts'
import { deliver } from '../serve/delivery/deliver.ts'
import { weakSecrets } from '../serve/delivery/weak-secrets.ts'
import { type Door, openDoor } from '../serve/door.ts'
import { handle } from '../serve/handle.ts'
import type { Page } from '../serve/page/page.ts'
import { pressureOf } from '../serve/pressure.ts'
import { type Readiness, readinessOf } from '../serve/readiness.ts'
import type { Service } from '../serve/service.ts'
import { Streams } from '../serve/streams.ts'
import { turnLimit } from '../serve/turn.ts'
import { unserved } from '../serve/unserved.ts'
import { loadBehaviours } from './behaviours.ts'
import { Misuse } from './command.ts'
import { runtimeOver } from './keeping.ts'
import { auditTo } from './auditing.ts'
import { dueIn, observing, standingOf } from './observing.ts'
import { open, openEarly } from './opening.ts'
import { openOperator } from './operator.ts'
import type { Options, Running } from './options.ts'
import { processSecrets, withRights } from './secrets.ts'
import { addressOf, answeredOf, heartbeatOf, mostConnections, pageOf, serviceOf } from './serving.ts'
import { readSettings, withSettings } from './settings.ts'
import { tasksOf } from './tasks.ts'

/** So many milliseconds whoever asks for readiness waits for the store. */
const mostOfProbe = 500

/** Starts, or says why the document cannot be served. Signals are not looked at here. */
export async function run(given: Compiled, options: Options): Promise<Running | { readonly problems: readonly Diagnostic[] }> {
  const problems = unserved(given.model)
  if (problems.length > 0) return { problems }

  const settings = readSettings(given.facts, options.settings)
  const compiled = withSettings(given, settings)
  const clock: Clock | VirtualClock = options.clock ?? (options.virtual ? new VirtualClock(Date.now()) : { now: () => Date.now() })
  const observer = observing(options.log, options.admin === undefined ? undefined : [() => standingOf(backend, clock.now()), () => service.underWay.count, () => readiness().ready, () => streams.size])
  const { failed } = observer
  const randomness = options.randomness ?? pooled(randomBytes)
  const callers = await openCallers(compiled.model, options.secrets ?? withRights(processSecrets, observer.warned), () => clock.now())
  if ('problems' in callers) throw new Misuse(callers.problems.join('; '))
  for (const doubt of [...callers.doubts, ...weakSecrets(compiled.facts, settings)]) observer.log.warn(doubt)
  const code = codeOf(await loadBehaviours(compiled.model), settingsJson(compiled.facts, settings), ceilings.code)
  const audit = options.audit && auditTo(options.audit, () => clock.now(), observer.auditFailing)
  const start = (port: number): Promise<Door> => openDoor({ port, host: options.host, ceilings }, failed)
  const early = options.handover === undefined || options.doors !== undefined ? undefined : openEarly(options.handover.wait, options, start)
  const backend = await runtimeOver(compiled, options.store, {
    clock, randomness, settings, tokens: callers, code, fixtures: options.fixtures === true, depth: ceilings.depth, turn: turnLimit(options.turn ?? ceilings.turn),
    audits: audit !== undefined,
    onFired(fired) {
      audit?.timer(fired)
      observer.fired(fired)
    },
    onWorked(worked) {
      audit?.job(worked)
      observer.worked(worked)
    },
    onMigrated: options.migrated, onCommitted: observer.figures?.committed, onStatement: options.statement,
    onWarning: observer.warned, onFailing: observer.failing, address: addressOf(options), handover: options.handover,
  }).catch(async (error: unknown) => {
    await early?.abandon()
    throw error
  })
  const pressure = pressureOf(ceilings, () => backend.waiting())
  const watching: { page?: Page } = {}
  const streams = new Streams({ backend, now: () => clock.now(), heartbeat: heartbeatOf(compiled), patience: ceilings.patience, report: observer.reported })
  const service: Service = {
    ...serviceOf(compiled, backend, callers, options, clock, settings),
    ...answeredOf(options, watching),
    isBehind: () => options.sheds !== false && pressure.isBehind(),
    observe: observer.observe,
    streams,
    ...(audit === undefined ? {} : { audit }),
  }

  const delivering = deliver({ backend, clock, randomness, failed: observer.delayed, tried: observer.tried, ...options.deliveries })
  const at: { url: string } = { url: '' }
  if (options.page !== undefined) watching.page = await pageOf(compiled, options.page, backend, () => at.url, clock)
  const door = options.doors?.service ?? await (early?.door ?? open('port', options, start)).catch(async (error: unknown) => {
    await backend.close()
    throw error
  })
  door.open((request, response, ended) => handle(service, request, response, ended), mostConnections(compiled))
  at.url = door.url
  if (watching.page !== undefined) setImmediate(watching.page.prepare)
  const inBackground = background(tasksOf({ backend, delivering, streams, virtual: options.virtual, failed: observer.delayed }), clock, observer.delayed)
  const state = { ready: true }
  const readiness = (): Readiness => readinessOf({
    now: () => clock.now(), isStopping: () => !state.ready, isBehind: () => pressure.isBehind(),
    failing: () => backend.failing(), ...(audit === undefined ? {} : { auditFailing: () => audit.failing }), due: () => dueIn(backend), mostOverdue: options.overdue ?? ceilings.overdue,
  })
  const operator = options.admin === undefined ? undefined : await openOperator({
    compiled, options, backend, clock, failed,
    page: watching.page,
    versions: service.versions,
    async readiness() {
      await Promise.race([backend.probe(), new Promise((resolve) => setTimeout(resolve, mostOfProbe).unref())])
      return readiness()
    },
    figures: () => observer.figures?.text() ?? '',
    advance: options.virtual ? inBackground.advance : undefined,
  })
  const end = async (): Promise<void> => {
    await delivering.stop()
    await backend.close()
    audit?.close()
    await observer.close()
  }
  let ended: () => void = () => undefined
  const whenEnded = new Promise<void>((resolve) => (ended = resolve))
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    state.ready = false
    await inBackground.stop()
    pressure.stop()
    streams.stop()
    await door.stop()
    await operator?.stop()
    await end()
    ended()
  }
  return {
    url: door.url,
    operations: compiled.operations,
    now: () => clock.now(),
    ...(operator === undefined ? {} : { admin: operator.url }),
    ...(operator === undefined || watching.page === undefined ? {} : { page: `${operator.url}/page/` }),
    tick(ms) {
      if (clock instanceof VirtualClock) clock.advance(ms)
    },
    advance: inBackground.advance,
    place: () => backend.place(backend.log.newestEvent()),
    delivered: () => delivering.settled(),
    ended: whenEnded,
    stop: () => (stopping ??= stop()),
    async leave() {
      await inBackground.stop()
      pressure.stop()
      streams.stop()
      await Promise.all([door.shut(), operator?.shut()])
      await end()
      return { service: door, operator }
    },
  }
}
