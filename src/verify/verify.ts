// Compares a running server with a document: makes a plan, plays its classes of checks and reports the findings.

import type { Compiled } from '../compile/compile.ts'
import { playBeside } from './classes/beside.ts'
import { type VerifyCoverage, measureCoverage } from './coverage.ts'
import { cleanUp } from './drive/clean-up.ts'
import { tagOf } from './drive/instance.ts'
import { SessionEnded, Session } from './server/session.ts'
import { playEvents } from './classes/events.ts'
import type { Finding } from './finding.ts'
import { type FormChecks, openFormChecks } from './classes/form-phase.ts'
import { playCallers } from './classes/matrix.ts'
import type { OracleCallers } from './oracle/callers.ts'
import type { VerifyOptions } from './options.ts'
import { playLimits } from './classes/limits.ts'
import { playList } from './classes/lists.ts'
import { playLongLists } from './classes/long-lists.ts'
import { playOlderVersions } from './classes/older-versions.ts'
import { listCaseClasses, playSuccesses } from './classes/case-phase.ts'
import { playRandom, playRepeats } from './classes/phases.ts'
import { type VerifyPlan, planRun, listVerifiable } from './plan.ts'
import { playSafeMethods } from './classes/safe-methods.ts'
import { playTimes } from './classes/times.ts'
import { playTogether } from './classes/together.ts'
import { VerifyRun } from './run.ts'
import { type CheckClass, type ClassBudget, playClasses } from './classes/schedule.ts'

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

/** The share of the budget after which only limits follow. */
const maxBeforeLimits = 0.93

/** The share of the budget after which the run only deletes its records. */
const maxBeforeCleanUp = 0.98

/** The classes of checks. Each kind of check is a class of its own, so that each has the same share of the budget. */
function listClasses(run: VerifyRun, plan: VerifyPlan, forms: FormChecks): readonly CheckClass[] {
  const { compiled } = run.session
  const lists = compiled.facts.operations.filter(({ operation, complete }) => complete && operation.action === 'list')
  return [
    forms.bounds,
    ...listCaseClasses(run, plan),
    // Each list has its own records, filters and pages.
    ...lists.map(({ operation }) => ({ name: `the list ${operation.id}`, play: () => playList(run, plan, operation) })),
    ...forms.others,
    { name: 'records beside others', play: () => playBeside(run, plan) },
    { name: 'safe methods', play: () => playSafeMethods(run, plan) },
    { name: 'repetition and conditions', play: () => playRepeats(run, plan) },
    { name: 'older versions', play: () => playOlderVersions(run, plan) },
    { name: 'callers', play: () => playCallers(run, plan) },
    { name: 'timers', play: () => playTimes(run, plan) },
    { name: 'events', play: () => playEvents(run, plan) },
    { name: 'requests at the same time', play: () => playTogether(run, plan) },
    { name: 'long lists', play: () => playLongLists(run, plan) },
    { name: 'sequences by chance', play: () => playRandom(run, listVerifiable(compiled)) },
  ]
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
  const reportClass = (text: string): void => options.progress?.(`${text} (after ${session.count} requests)`)
  let ended: SessionEnded | undefined
  let residue: ReadonlyMap<string, number> = new Map()
  try {
    await run.begin()
    const budgetUntil = (share: number): ClassBudget => ({ sent: () => session.count, budget: options.budget * share, report: reportClass })
    // Successes first: they show whether the server has the operation at all.
    const successes = { name: 'successes', play: () => playSuccesses(run, plan) }
    const unfinished = await playClasses([successes], budgetUntil(maxBeforeLimits))
    // Then what is cheap and certain, in its share of all requests.
    const forms = openFormChecks(run, plan)
    const shareOfBounds = forms.boundsCount / (forms.boundsCount + plan.cases.length)
    await playClasses([forms.bounds], budgetUntil(maxBeforeLimits * shareOfBounds))
    unfinished.push(...(await playClasses(listClasses(run, plan, forms), budgetUntil(maxBeforeLimits))))
    // Limits last: a server may count requests although its records were reset.
    const limits = { name: 'limits', play: () => playLimits(run, plan) }
    unfinished.push(...(await playClasses([limits], budgetUntil(maxBeforeCleanUp))))
    for (const name of unfinished) run.notes.add(`the budget did not suffice for everything about ${name}`)
    await run.readUnread()
    residue = await cleanUp(run)
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error
    ended = error
  }
  const missing = new Set(callers.names.filter((name) => !options.credentials.has(name)))
  for (const name of missing)
    run.notes.add(`there is no credential of the caller ${name}, so its requests were not sent: give it by --credentials FILE`)
  const coverage = measureCoverage(compiled, run.outcomes, { clock: options.hooks.advance === undefined, events: false })
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
