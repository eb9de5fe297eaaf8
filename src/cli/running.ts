// Puts a compiled document, a store and the wire together, and takes them apart again when told to stop.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Clock, VirtualClock, pooled } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Json } from '../base/json.ts'
import type { Answer, Backend } from '../exchange/exchange.ts'
import { settingsJson } from '../exchange/names.ts'
import { refuseService } from '../exchange/refuse.ts'
import { explainFacts } from '../explain/facts.ts'
import type { Desk } from '../meaning/desk.ts'
import type { CleanUp } from '../meaning/clean-up.ts'
import type { TimerDesk } from '../meaning/timer-desk.ts'
import { type Options as Lent, type Look, type Working, createMeaning } from '../meaning/meaning.ts'
import { RecordsNotKept } from '../meaning/records.ts'
import type { Plan } from '../store/migration/step.ts'
import { type SqliteOptions, createSqliteBackend } from '../store/sqlite/backend.ts'
import { handleOperator } from '../serve/admin.ts'
import { operatorGuard } from '../serve/operator-guard.ts'
import type { Page } from '../serve/page/page.ts'
import { type Callers, openCallers } from '../serve/caller/callers.ts'
import { type Delivering, deliver } from '../serve/delivery/deliver.ts'
import type { SecretWorld } from '../serve/caller/secrets.ts'
import { type Task, background, inPieces } from '../serve/background.ts'
import { ceilings } from '../serve/ceilings.ts'
import { codeOf } from '../serve/code.ts'
import { corsOf } from '../serve/cors.ts'
import { type Door, openDoor } from '../serve/door.ts'
import { explainHeaders } from '../serve/explain.ts'
import { clientsBehind } from '../serve/forwarded.ts'
import { shown } from '../model/slot.ts'
import { requestIds } from '../serve/observe/request-id.ts'
import { pressureOf } from '../serve/pressure.ts'
import { router } from '../serve/router.ts'
import { handle } from '../serve/handle.ts'
import type { Service } from '../serve/service.ts'
import { Streams } from '../serve/streams.ts'
import { unserved } from '../serve/unserved.ts'
import { type Versions, usesOf, versionsOf } from '../serve/versions.ts'
import { loadBehaviours } from './behaviours.ts'
import { Misuse } from './command.ts'
import { type Logging, observing, standingOf } from './observing.ts'
import { readSettings, withSettings } from './settings.ts'

export type Options = {
  readonly port: number
  readonly host: string
  readonly store: string
  readonly admin?: number
  /** Where the operator's listener listens, and what it must then be told; 127.0.0.1 where it is not said. */
  readonly adminHost?: string
  readonly adminToken?: string
  /** The folder of the built page, where the operator asks for it. */
  readonly page?: string
  /** Addresses and networks of proxies that are believed whose request it is. */
  readonly trusted?: readonly string[]
  readonly virtual: boolean
  readonly explain: boolean
  readonly settings: ReadonlyMap<string, string>
  /** Whether `fixtures` of part 2 exist: in scenarios only. */
  readonly fixtures?: boolean
  /** Where secrets come from, if not from this process's environment and files. */
  readonly secrets?: SecretWorld
  /** Told of what was done to a store that another document made. */
  readonly migrated?: (plan: Plan) => void
  /** Where deliveries may go, and what sends them if not HTTP. */
  readonly deliveries?: Pick<Delivering, 'allowPrivate' | 'send'>
  /** Told of every statement that a database is asked. */
  readonly statement?: SqliteOptions['onStatement']
  /** Told of each answer: what it was, and why. */
  readonly answered?: NonNullable<Service['answered']>
  /** What is written while it runs, and where; warnings to standard error, unless said. */
  readonly log?: Logging
  readonly doors?: Doors
  /** The one that was there before goes on, where there is one. */
  readonly clock?: Clock
}

/** Listeners that are there already; they serve, once there is something behind them. */
export type Doors = { readonly service: Door; readonly operator: Door | undefined }

export type Running = {
  readonly url: string
  /** Those of the document; without a setting that one needs it is not complete. */
  readonly operations: Compiled['operations']
  readonly admin?: string
  /** Where the page is, if the operator asked for it. */
  readonly page?: string
  now(): number
  /** Moves the virtual clock on; what is then due is fired when somebody looks. */
  tick(ms: number): void
  /** Moves the virtual clock on, and fires what is then due. */
  advance(ms: number): Promise<void>
  /** The position of the newest event, as listeners have it. */
  place(): string
  /** Resolves once everything that is due by now has been sent, and nothing is under way. */
  delivered(): Promise<void>
  stop(): Promise<void>
  /** Ends, but for its listeners: what they are sent waits for whoever is given them as `doors`. */
  leave(): Promise<Doors>
  /** Resolves once it has stopped, for whatever reason. */
  readonly ended: Promise<void>
}

/** Starts, or says why the document cannot be served. Signals are not looked at here. */
export async function run(given: Compiled, options: Options): Promise<Running | { readonly problems: readonly Diagnostic[] }> {
  const problems = unserved(given.model)
  if (problems.length > 0) return { problems }

  const settings = readSettings(given.facts, options.settings)
  const compiled = withSettings(given, settings)
  const clock: Clock | VirtualClock = options.clock ?? (options.virtual ? new VirtualClock(Date.now()) : { now: () => Date.now() })
  const observer = observing(options.log, options.admin === undefined ? undefined : [() => standingOf(backend, options.store), () => service.underWay.count, () => isReady(), () => streams.size])
  const { failed } = observer
  const randomness = pooled(randomBytes)
  const callers = await openCallers(compiled.model, options.secrets ?? processSecrets, () => clock.now())
  if ('problems' in callers) throw new Misuse(callers.problems.join('; '))
  const code = codeOf(await loadBehaviours(compiled.model), settingsJson(compiled.facts, settings), ceilings.code)
  const backend = await backendOf(compiled, options.store, { clock, randomness, settings, tokens: callers, code, fixtures: options.fixtures === true, depth: ceilings.depth, onFired: observer.fired, onWorked: observer.worked }, { onMigrated: options.migrated, onCommitted: observer.figures?.committed, onStatement: options.statement })
  const pressure = pressureOf(ceilings, () => backend.waiting())
  const watching: { page?: Page } = {}
  const streams = new Streams({ backend, now: () => clock.now(), heartbeat: heartbeatOf(compiled), patience: ceilings.patience, report: (problem) => failed(new Error(problem)) })
  const service: Service = {
    ...serviceOf(compiled, backend, callers, options, clock, settings),
    ...answeredOf(options, watching),
    isBehind: () => pressure.isBehind(),
    observe: observer.observe,
    streams,
  }

  const delivering = deliver({ backend, clock, randomness, failed, tried: observer.tried, ...options.deliveries })
  const at: { url: string } = { url: '' }
  if (options.page !== undefined) watching.page = await pageOf(compiled, options.page, backend, () => at.url, clock)
  const door = options.doors?.service ?? await open(options, 'port', (port) => openDoor({ port, host: options.host, ceilings }, failed))
  door.open((request, response, ended) => handle(service, request, response, ended), mostConnections(compiled))
  at.url = door.url
  if (watching.page !== undefined) setImmediate(watching.page.prepare)
  const inBackground = background([timerTask(backend), delivering.task(options.virtual), inPieces(backend.cleanUp), jobTask(backend, options.virtual, failed), { next: () => undefined, run: async () => streams.tick() }], clock, failed)
  const state = { ready: true }
  const isReady = (): boolean => state.ready && !pressure.isBehind()
  const operator = options.admin === undefined ? undefined : await openOperator(watching, compiled, options, service.versions, clock, isReady, backend, () => observer.figures?.text() ?? '', options.virtual ? inBackground.advance : undefined, failed)
  const end = async (): Promise<void> => {
    await delivering.stop()
    await backend.close()
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

function timerTask(backend: Pick<Keeping, 'nextDue' | 'fireSome' | 'stopFiring'>): Task {
  const pieces = inPieces({ next: () => backend.nextDue(), some: async () => backend.fireSome() })
  return {
    ...pieces,
    end() {
      pieces.end?.()
      backend.stopFiring()
    },
  }
}

/** Code that waits to be run. What else is due waits for it only where time stands still until somebody moves it. */
function jobTask(backend: Working, virtual: boolean, failed: (error: unknown) => void): Task {
  const work = (): Promise<void> => backend.work().catch(failed)
  backend.onQueued(() => void work())
  return { next: () => backend.nextJob(), run: () => (virtual ? work() : void work()) }
}

/** As part 8 says, but no more than the operator allows. */
function mostConnections({ model }: Compiled): number {
  return Math.min(ceilings.connections, shown(model.limits.value.connections) ?? ceilings.connections)
}

/** As the document says, or the operator. */
function heartbeatOf({ model }: Compiled): number {
  const stream = shown(model.events.value.delivery)?.stream
  return (stream?.state === 'shown' ? shown(stream.value.heartbeat) : undefined) ?? ceilings.heartbeat
}

/** What this process was given: its environment, and files. */
export const processSecrets: SecretWorld = {
  variable: (name) => process.env[name],
  file(name) {
    try {
      return readFileSync(name, 'utf8')
    } catch {
      return undefined
    }
  },
}

/** The page sees each answer too, to say why it is the one it is. */
function answeredOf({ page, answered }: Options, watching: { readonly page?: Page }): Pick<Service, 'answered'> {
  if (page === undefined) return answered === undefined ? {} : { answered }
  return {
    answered(exchange, request, answer) {
      watching.page?.answered(request, answer)
      answered?.(exchange, request, answer)
    },
  }
}

/** Loaded only where it is asked for. */
async function pageOf(compiled: Compiled, folder: string, { look, log }: Keeping, url: () => string, clock: Clock): Promise<Page> {
  const { openPage } = await import('../serve/page/page.ts')
  const page = openPage({ folder, compiled, look, log, url, now: () => clock.now() })
  if ('problem' in page) throw new Misuse(page.problem)
  return page
}

type Told = { readonly [event in 'onMigrated' | 'onCommitted' | 'onStatement']: SqliteOptions[event] }

type Keeping = Backend & Working & { fireSome(): boolean | Promise<boolean>; nextDue(): number | undefined; stopFiring(): void; readonly look: Look; readonly timers: TimerDesk; readonly cleanUp: CleanUp; readonly desk: Desk }

/** `memory`, or `sqlite:FILE`. */
async function backendOf({ facts }: Compiled, store: string, lent: Lent, told: Told): Promise<Keeping> {
  if (store === 'memory') return inMemory(facts, lent)
  const file = /^sqlite:(.+)$/.exec(store)?.[1]
  if (file === undefined) throw new Misuse(`--store takes memory or sqlite:FILE, not ${store}`)
  const backend = await createSqliteBackend(facts, file, { ...lent, ...told })
  if (!('problem' in backend)) return backend
  throw backend.plan === undefined ? new Misuse(backend.problem) : new Unmigrated(backend.problem, backend.plan)
}

function inMemory(facts: Compiled['facts'], lent: Lent): Keeping {
  try {
    return createMeaning(facts, lent)
  } catch (error) {
    throw error instanceof RecordsNotKept ? new Misuse(error.message) : error
  }
}

/** The store was made by another document, and its plan waits for somebody. */
export class Unmigrated extends Error {
  readonly plan: Plan
  constructor(message: string, plan: Plan) {
    super(message)
    this.plan = plan
  }
}

function serviceOf({ facts, model, operations }: Compiled, backend: Backend, callers: Callers, options: Options, clock: Clock, settings: ReadonlyMap<string, Json>): Omit<Service, 'isBehind' | 'streams'> {
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
    client: clientsBehind(options.trusted ?? []),
    id: requestIds(),
    ...(options.explain ? { explain: explainHeaders } : {}),
    underWay: { count: 0 },
    concurrency: shown(model.limits.value.concurrency) ?? Number.POSITIVE_INFINITY,
    now: () => clock.now(),
  }
}

async function openOperator(watching: { readonly page?: Page }, compiled: Compiled, options: Options, versions: Versions | undefined, clock: Clock, ready: () => boolean, { timers, desk }: Keeping, figures: () => string, advance: ((ms: number) => Promise<void>) | undefined, failed: (error: unknown) => void): Promise<Door> {
  const host = options.adminHost ?? '127.0.0.1'
  const operator = {
    facts: () => explainFacts(compiled.facts, { origins: true }),
    ready,
    incomplete: compiled.operations.filter((each) => !each.complete).map(({ operation, gaps }) => ({ operation: operation.name, gaps })),
    advance,
    figures,
    timers,
    desk,
    now: () => clock.now(),
    guard: operatorGuard({ host, ...(options.adminToken === undefined ? {} : { token: options.adminToken }) }),
    ...(watching.page === undefined ? {} : { page: watching.page.handle }),
    ...(versions === undefined ? {} : { versions: () => usesOf(compiled.facts, versions, clock.now()) }),
  }
  const door = options.doors?.operator ?? await open({ ...options, host, port: options.admin! }, 'admin', (port) => openDoor({ port, host, ceilings }, failed))
  door.open((request, response, ended) => void handleOperator(operator, request, response).then(ended, ended), ceilings.connections)
  return door
}

async function open(options: Options, flag: string, start: (port: number) => Promise<Door>): Promise<Door> {
  try {
    return await start(options.port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Misuse(`port ${options.port} is taken; --${flag} 0 takes any that is free`)
    if (code === 'EACCES') throw new Misuse(`port ${options.port} needs rights that this process does not have`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Misuse(`${options.host} is no address of this machine`)
    throw error
  }
}
