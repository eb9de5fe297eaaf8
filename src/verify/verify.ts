// Compares a running server with a document: makes a plan, plays its phases and reports the findings.

import type { Compiled } from '../compile/compile.ts'
import { playBeside } from './beside.ts'
import { type VerifyCoverage, coverageOf } from './coverage.ts'
import { cleanUp } from './drive/clean-up.ts'
import { tagOf } from './drive/instance.ts'
import { SessionEnded, Session } from './drive/session.ts'
import { playEvents } from './events/phase.ts'
import type { Finding } from './finding.ts'
import { playCallers } from './matrix.ts'
import type { OracleCallers } from './oracle/callers.ts'
import type { VerifyOptions } from './options.ts'
import { playLists } from './lists.ts'
import { playLongLists } from './long-lists.ts'
import { playOlderVersions } from './older-versions.ts'
import { playCases, playForms, playLimits, playRandom, playRepeats } from './phases.ts'
import { type VerifyPlan, planRun, verifiable } from './plan.ts'
import { playTimes } from './times.ts'
import { playTogether } from './together.ts'
import { VerifyRun } from './run.ts'

export type VerifyReport = {
  readonly compiled: Compiled
  readonly url: string
  readonly seed: string
  readonly requests: number
  readonly findings: readonly Finding[]
  readonly coverage: VerifyCoverage
  /** Sentences about unchecked facts. */
  readonly notes: readonly string[]
  /** The number of records of each resource that the run could not delete. */
  readonly residue: ReadonlyMap<string, number>
  /** Why the run ended early. */
  readonly ended?: SessionEnded
}

/** Runs `planned`, or a new plan. */
export async function verify(
  compiled: Compiled,
  callers: OracleCallers,
  options: VerifyOptions,
  planned?: VerifyPlan,
): Promise<VerifyReport> {
  const session = new Session(compiled, callers, options)
  const run = new VerifyRun(session)
  const plan =
    planned ??
    planRun(compiled, callers, {
      seed: options.seed,
      tag: tagOf(options.seed),
      callers: session.names,
      settings: options.settings,
      fixtures: options.fixtures,
      effort: options.effort,
      canWait: options.hooks.advance !== undefined,
      host: new URL(options.url).host,
      now: options.now(),
    })
  const reportPhase = (text: string): void => options.progress?.(`${text} (after ${session.count} requests)`)
  let ended: SessionEnded | undefined
  let residue: ReadonlyMap<string, number> = new Map()
  try {
    await run.begin()
    reportPhase('outcomes')
    await playCases(run, plan)
    reportPhase('lists')
    await playLists(run, plan)
    reportPhase('records beside others')
    await playBeside(run, plan)
    reportPhase('repetition and conditions')
    await playRepeats(run, plan)
    reportPhase('older versions')
    await playOlderVersions(run, plan)
    reportPhase('callers')
    await playCallers(run, plan)
    reportPhase('timers')
    await playTimes(run, plan)
    reportPhase('events')
    await playEvents(run, plan)
    reportPhase('requests at the same time')
    await playTogether(run, plan)
    reportPhase('long lists')
    await playLongLists(run, plan)
    reportPhase('bounds and forms')
    await playForms(run, plan)
    reportPhase('sequences by chance')
    await playRandom(run, verifiable(compiled), Math.max(0, Math.min(options.budget * 0.85 - session.count, options.budget * 0.4)))
    reportPhase('limits')
    await playLimits(run, plan)
    residue = await cleanUp(run)
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error
    ended = error
  }
  const missing = new Set(callers.names.filter((name) => !options.credentials.has(name)))
  for (const name of missing) run.notes.add(`there is no credential of the caller ${name}`)
  const coverage = coverageOf(compiled, run.outcomes, { clock: options.hooks.advance === undefined, events: false })
  return {
    compiled,
    url: options.url,
    seed: options.seed,
    requests: session.count,
    findings: run.findings,
    coverage,
    notes: [...run.notes],
    residue,
    ...(ended === undefined ? {} : { ended }),
  }
}
