// Opens the parts of a running service: its settings and clock, its callers, its store, and its deliveries.

import { randomBytes } from 'node:crypto'
import { type Clock, type Randomness, VirtualClock, poolRandomness } from '../base/clock.ts'
import type { Json } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { completeSettings } from '../exchange/names.ts'
import { type CallerChecks, openCallers } from '../serve/caller/callers.ts'
import { makeRenewable } from '../serve/caller/renewable.ts'
import { makeBehaviourRunner } from '../serve/code.ts'
import { deliver } from '../serve/delivery/deliver.ts'
import { listWeakSecrets } from '../serve/delivery/weak-secrets.ts'
import type { Audit } from '../serve/audit.ts'
import { openMeters } from '../serve/observe/meters.ts'
import { openTraces } from '../serve/observe/traces.ts'
import { type OperatorLimits, operatorLimits as defaultLimits } from '../serve/operator-limits.ts'
import { makeTurnLimit } from '../serve/turn-limit.ts'
import type { StoreRuntime } from '../store/kind.ts'
import { listNarrowedLimits } from './narrowed-limits.ts'
import { loadBehaviours } from './behaviours.ts'
import { Misuse } from './command.ts'
import { joinDocumentText } from './document-text.ts'
import type { ServiceObserver } from './observing.ts'
import type { ServeOptions } from './options.ts'
import { processSecrets, warnOfReadableFiles } from './secrets.ts'
import { printServiceAddress } from './serving.ts'
import { readSettings, withSettings } from './settings.ts'
import { openRuntime } from './store-runtime.ts'
import { readVersion } from './version.ts'

/** The document and the operator's options, read before anything is opened. */
export type PreparedService = {
  readonly compiledDocument: Compiled
  /** The document with the values of its settings. */
  readonly compiled: Compiled
  readonly options: ServeOptions
  readonly operatorLimits: OperatorLimits
  readonly settings: ReadonlyMap<string, Json>
  readonly clock: Clock | VirtualClock
  readonly randomness: Randomness
}

/** The dependencies that all parts of one service share. */
export type ServiceBasis = PreparedService & {
  readonly exporters: Exporters
  readonly observer: ServiceObserver
  readonly behaviourCode: ReturnType<typeof makeBehaviourRunner>
  readonly audit: Audit | undefined
}

export function prepareService(compiledDocument: Compiled, options: ServeOptions): PreparedService {
  const settings = readSettings(compiledDocument.facts, options.settings)
  return {
    compiledDocument,
    compiled: withSettings(compiledDocument, settings),
    options,
    operatorLimits: { ...defaultLimits, ...options.operatorLimits },
    settings,
    clock: options.clock ?? (options.virtual ? new VirtualClock(Date.now()) : { now: () => Date.now() }),
    randomness: options.randomness ?? poolRandomness(randomBytes),
  }
}

export type Exporters = {
  readonly traces: Awaited<ReturnType<typeof openTraces>>
  readonly metrics: Awaited<ReturnType<typeof openMeters>>
}

/** Opens the exporters of OpenTelemetry that the operator enabled. */
export async function openExporters(options: ServeOptions): Promise<Exporters> {
  const exporters = {
    traces: options.traces === true ? await openTraces(readVersion()) : undefined,
    metrics: options.metrics === true ? await openMeters(readVersion()) : undefined,
  }
  for (const name of ['traces', 'metrics'] as const) {
    if (options[name] === true && exporters[name] === undefined)
      throw new Misuse(`--${name} needs the package @opentelemetry/api beside ninefold; \`npm install @opentelemetry/api\` brings it`)
  }
  return exporters
}

type RenewableCallers = {
  readonly callers: CallerChecks
  /** Reads the secrets again. */
  readonly readCallers: () => ReturnType<typeof openCallers>
  readonly replaceCallers: (next: CallerChecks) => void
}

/** Warns of secrets that are too weak, and of limits of the document that the operator's limits narrow. */
export function warnOperator(
  { compiled: { facts }, settings, operatorLimits }: PreparedService,
  callers: RenewableCallers['callers'],
  { log }: ServiceObserver,
): void {
  for (const doubt of [...callers.doubts, ...listWeakSecrets(facts, settings), ...listNarrowedLimits(facts, operatorLimits)])
    log.warn(doubt)
}

/** Reads the secrets of callers. */
export async function openRenewableCallers(
  { compiled, options, clock }: PreparedService,
  { onWarning }: ServiceObserver,
): Promise<RenewableCallers> {
  const readCallers = (): ReturnType<typeof openCallers> =>
    openCallers(compiled.model, options.secrets ?? warnOfReadableFiles(processSecrets, onWarning), () => clock.now())
  const callersOrProblems = await readCallers()
  if ('problems' in callersOrProblems) throw new Misuse(callersOrProblems.problems.join('; '))
  const { callers, exchange: replaceCallers } = makeRenewable(callersOrProblems)
  return { callers, readCallers, replaceCallers }
}

/** Loads the author's code, which runs with the settings and within the operator's limit. */
export async function loadBehaviourCode({ compiled, settings, operatorLimits }: PreparedService): Promise<ServiceBasis['behaviourCode']> {
  return makeBehaviourRunner(await loadBehaviours(compiled.model), completeSettings(compiled.facts, settings), operatorLimits.code)
}

export function openBackend(
  {
    compiledDocument,
    compiled,
    options,
    operatorLimits,
    settings,
    clock,
    randomness,
    exporters,
    observer,
    behaviourCode,
    audit,
  }: ServiceBasis,
  callers: CallerChecks,
): Promise<StoreRuntime> {
  return openRuntime(compiled, options.store, {
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
      options.onWorked?.(worked)
    },
    onMigrated: options.onMigrated,
    onCommitted: observer.figures?.recordCommit,
    onStatement: options.onStatement,
    spans: exporters.traces?.statements,
    onWarning: observer.onWarning,
    access: options.access,
    onFailing: observer.onFailing,
    address: printServiceAddress(options),
    handover: options.handover,
    limits: options.limits,
  })
}

/** Starts to send deliveries, including those that became due while the process was down. */
export function startDeliveries(
  { options, operatorLimits, clock, randomness, exporters, observer, audit }: ServiceBasis,
  backend: StoreRuntime,
  onOutcome: () => void,
): ReturnType<typeof deliver> {
  return deliver({
    backend,
    clock,
    randomness,
    onError: observer.onRetry,
    onWeakSecret: observer.onWeakSecret,
    operatorLimits,
    wrapSend: exporters.traces?.wrapSend,
    onAttempt(delivery, recorded) {
      audit?.delivery(delivery, recorded)
      observer.onAttempt(delivery, recorded)
      options.onAttempt?.(delivery, recorded)
      onOutcome()
    },
    ...options.deliveries,
  })
}
