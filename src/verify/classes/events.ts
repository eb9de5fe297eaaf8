// The class of events: plays sequences and compares streams, webhooks and callbacks with the document, also when a receiver fails.

import { makeCallbackPlans, makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import type { Compiled } from '../../compile/compile.ts'
import { findKeyHeader } from '../../model/model.ts'
import { Instance, tagOf } from '../drive/instance.ts'
import type { Case } from '../explore/case.ts'
import { findOutputMember } from '../explore/listing.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, joinSequences, withHeader } from '../step.ts'
import { Subscribers } from './subscribers.ts'

/** The number of sequences before failing receivers, which need few requests. */
const sequencesBeforeRetries = 12

/** The most sequences of this phase. */
const maxEvents = 70

/** True if the document has streams, webhooks or callbacks that a run can receive. */
export function hasEvents({ facts, model }: Compiled): boolean {
  return (
    facts.operations.some(({ operation, complete }) => complete && operation.action === 'stream') ||
    makeWebhooksPlan(model) !== undefined ||
    makeCallbackPlans(facts).length > 0
  )
}

export async function* playEvents(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { session } = run
  if (!hasEvents(session.compiled)) return
  const subscribers = session.receiver === undefined ? undefined : new Subscribers(session.compiled, plan)
  const subscribed = (steps: readonly RequestStep[], excludedTypes: readonly string[]): readonly RequestStep[] =>
    joinSequences(subscribers?.creation(excludedTypes, steps) ?? [], steps)
  const sequences = chooseCases(plan).map(({ steps, eventNames }, index) =>
    // Every second sequence subscribes to all types except those that it should cause.
    subscribed(steps, index % 2 === 0 ? [] : eventNames),
  )
  yield* playSequences(run, sequences.slice(0, sequencesBeforeRetries), true)
  if (session.receiver !== undefined && session.options.hooks.advance !== undefined)
    yield* playRetry(run, plan, (steps) => subscribed(steps, []))
  const causes = listShortestCausing(plan)
  // Subscriptions in other versions and changed ones are few, and no other class has them.
  yield* playSequences(run, [
    ...(subscribers?.changes(causes) ?? []),
    ...(subscribers?.inOlderVersions(causes) ?? []),
    ...sequences.slice(sequencesBeforeRetries),
    ...buildSequencesAroundLists(plan),
    ...buildSequencesWithReplay(run, plan),
  ])
}

async function* playSequences(run: VerifyRun, sequences: readonly (readonly RequestStep[])[], isFirst = false): ClassWork {
  for (const [index, steps] of sequences.entries()) {
    if (run.isFull) return
    await playWithEvents(run, steps, isFirst && index === 0)
    yield
  }
}

/** The most lists that are read between events. */
const maxLists = 2

/** Reads a list that gives a position of the stream, between equal events. */
function buildSequencesAroundLists(plan: VerifyPlan): readonly (readonly RequestStep[])[] {
  const [cause] = listShortestCausing(plan)
  const lists = plan.bases.filter(
    ({ operation, steps }) => steps.length === 1 && findOutputMember(operation, 'page.position') !== undefined,
  )
  return cause === undefined ? [] : lists.slice(0, maxLists).map(({ steps }) => joinSequences(cause.steps, steps, cause.steps))
}

/** A request that is repeated with its idempotency key: what it caused is not told again. */
function buildSequencesWithReplay({ session }: VerifyRun, plan: VerifyPlan): readonly (readonly RequestStep[])[] {
  return plan.bases.flatMap(({ operation, steps }) => {
    const name = findKeyHeader(operation)
    if (name === undefined || !session.compiled.facts.operations.some((each) => each.operation === operation && each.emits.length > 0))
      return []
    const keyed = withHeader(steps.at(-1)!, name, `${tagOf(session.options.seed)}-told-${session.count}`)
    return [[...steps.slice(0, -1), keyed, keyed]]
  })
}

/** For each event or callback the shortest sequence of the newest version that causes it without waiting; the shortest first. */
function listShortestCausing({ cases }: VerifyPlan): readonly Case[] {
  const shortest = new Map<string, Case>()
  for (const each of cases) {
    if (each.steps.some(({ version, wait }) => version !== undefined || wait !== undefined)) continue
    for (const name of each.eventNames) {
      const previous = shortest.get(name)
      if (previous === undefined || previous.steps.length > each.steps.length) shortest.set(name, each)
    }
  }
  return [...shortest.values()].toSorted((a, b) => a.steps.length - b.steps.length)
}

/** Chooses one case for each event or callback and operation that causes it, and one for each refusal that must not cause any. */
function chooseCases({ cases }: VerifyPlan): readonly Case[] {
  const causingCases = cases.filter(
    ({ operation, expected, steps }) =>
      (operation.method !== 'GET' || steps.at(-1)!.wait !== undefined) &&
      !expected.trace.condition?.startsWith('invalid') &&
      steps.at(-1)!.version === undefined,
  )
  const atBounds = listCasesAtBoundsOfEvents(causingCases)
  const distinct = new Map<string, Case>()
  for (const each of causingCases) {
    const isOfItsOwn = each.variant?.startsWith('again') === true || atBounds.has(each)
    const name = [each.operation.id, each.outcome, ...each.eventNames, isOfItsOwn ? each.variant : ''].join(' ')
    const previous = distinct.get(name)
    if (previous === undefined || previous.steps.length > each.steps.length) distinct.set(name, each)
  }
  const rankOf = (each: Case): number => (atBounds.has(each) ? 1 : rankOfCase(each))
  return [...distinct.values()].toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, maxEvents)
}

/** Both sides of a number at which the events change and the outcome does not: the bound of an event's condition. */
function listCasesAtBoundsOfEvents(cases: readonly Case[]): ReadonlySet<Case> {
  const byBound = Map.groupBy(
    cases.filter(({ variant }) => variant?.startsWith('at the') === true),
    ({ operation, outcome, variant }) => `${operation.id} ${outcome} ${variant}`,
  )
  const sides = [...byBound.values()].filter((each) => new Set(each.map(({ eventNames }) => eventNames.join(' '))).size > 1)
  return new Set(sides.flat())
}

/** Refusals that come last: a server has done most of the work before them, and may already have told it. */
const lateRefusal = /^(guard|require|invariant|duplicate|in-use|illegal-transition|precondition|idempotency)/

function rankOfCase({ eventNames, outcome }: Case): number {
  if (eventNames.length > 0) return 0
  return lateRefusal.test(outcome) ? 2 : 3
}

async function playWithEvents(run: VerifyRun, steps: readonly RequestStep[], isForeign = false): Promise<void> {
  await run.ready()
  const instance = await Instance.openListening(run.session)
  try {
    for (const step of steps) if (!(await run.step(instance, step, true))) return
    if (await run.compareEvents(instance, await instance.finish())) await run.compareEvents(instance, await instance.resume(isForeign))
  } finally {
    instance.close()
  }
}

/** Fails the first delivery: the server must repeat it with the same id, after the wait and not before. */
async function* playRetry(
  run: VerifyRun,
  plan: VerifyPlan,
  subscribed: (steps: readonly RequestStep[]) => readonly RequestStep[],
): ClassWork {
  const { session } = run
  for (const shortest of listShortestCausing(plan)) {
    if (run.isFull) return
    await run.ready()
    const instance = await Instance.openListening(session, 'again')
    try {
      let isComplete = true
      for (const step of subscribed(shortest.steps)) isComplete &&= await run.step(instance, step, true)
      if (isComplete) await run.compareEvents(instance, await instance.finish())
    } finally {
      instance.close()
    }
    yield
  }
}
