// The phase of events: plays sequences and compares streams, webhooks and callbacks with the document, also when a receiver fails.

import { isJsonArray, isJsonObject, jsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { makeCallbackPlans, makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import { resourceNameOf } from '../../model/model.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Compiled } from '../../compile/compile.ts'
import { Instance } from '../drive/instance.ts'
import type { Case } from '../explore/case.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import { type RequestStep, renumberAfter } from '../step.ts'

/** The share of the request budget for this phase. */
const share = 0.25

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

export async function playEvents(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  if (!hasEvents(session.compiled)) return
  const subscribeSteps = (excludedTypes: readonly string[]): readonly RequestStep[] =>
    session.receiver === undefined ? [] : subscription(session.compiled, plan, excludedTypes)
  const until = session.count + session.options.budget * share
  for (const [index, { steps, eventNames }] of chooseCases(plan).entries()) {
    if (run.isFull) return
    if (session.count > until) {
      run.notes.add('the budget did not suffice to listen to all sequences')
      break
    }
    // Every second sequence subscribes to all types except those that it should cause.
    await playWithEvents(run, subscribeSteps(index % 2 === 0 ? [] : eventNames), steps)
  }
  if (session.receiver !== undefined && session.options.hooks.advance !== undefined) await playRetry(run, plan, subscribeSteps([]))
}

/** Chooses one case for each event or callback and operation that causes it, and one for each refusal that must not cause any. */
function chooseCases({ cases }: VerifyPlan): readonly Case[] {
  const causingCases = cases.filter(
    ({ operation, expected, steps }) =>
      (operation.method !== 'GET' || steps.at(-1)!.wait !== undefined) &&
      !expected.trace.condition?.startsWith('invalid') &&
      steps.at(-1)!.version === undefined,
  )
  const distinct = new Map<string, Case>()
  for (const each of causingCases) {
    const name = [each.operation.id, each.outcome, ...each.eventNames, each.variant?.startsWith('again') === true ? each.variant : ''].join(
      ' ',
    )
    const previous = distinct.get(name)
    if (previous === undefined || previous.steps.length > each.steps.length) distinct.set(name, each)
  }
  return [...distinct.values()].toSorted((a, b) => Number(b.eventNames.length > 0) - Number(a.eventNames.length > 0)).slice(0, maxEvents)
}

async function playWithEvents(run: VerifyRun, subscribeSteps: readonly RequestStep[], steps: readonly RequestStep[]): Promise<void> {
  await run.ready()
  const instance = await Instance.openListening(run.session)
  try {
    for (const step of subscribeSteps) if (!(await run.step(instance, step, true))) return
    for (const step of renumberAfter(steps, instance.steps.length, 1000 * instance.steps.length))
      if (!(await run.step(instance, step, true))) return
    if (await run.compareEvents(instance, await instance.finish())) await run.compareEvents(instance, await instance.resume())
  } finally {
    instance.close()
  }
}

/** Fails the first delivery: the server must repeat it with the same id, after the wait and not before. */
async function playRetry(run: VerifyRun, plan: VerifyPlan, subscribeSteps: readonly RequestStep[]): Promise<void> {
  const { session } = run
  const causedEvents = [...new Set(plan.cases.flatMap(({ eventNames }) => eventNames))]
  for (const name of causedEvents) {
    if (run.isFull) return
    const shortest = plan.cases
      .filter(
        ({ eventNames, steps }) =>
          eventNames.includes(name) && steps.every(({ version, wait }) => version === undefined && wait === undefined),
      )
      .toSorted((a, b) => a.steps.length - b.steps.length)[0]
    if (shortest === undefined) continue
    await run.ready()
    const instance = await Instance.openListening(session, 'again')
    try {
      let isComplete = true
      for (const step of subscribeSteps) isComplete &&= await run.step(instance, step, true)
      for (const step of renumberAfter(shortest.steps, instance.steps.length, 1000 * instance.steps.length))
        isComplete &&= await run.step(instance, step, true)
      if (isComplete) await run.compareEvents(instance, await instance.finish())
    } finally {
      instance.close()
    }
  }
}

/** A secret in the form of Standard Webhooks. */
const secret = 'whsec_dmVyaWZ5IHNpZ25zIHdpdGggdGhpcyB0ZXh0'

/** The steps that subscribe the receiver to webhooks, for all event types but the excluded ones. */
function subscription({ facts, model }: Compiled, plan: VerifyPlan, excludedTypes: readonly string[]): readonly RequestStep[] {
  const webhooks = makeWebhooksPlan(model)
  const destinationText = webhooks === undefined ? '' : (slotValue(webhooks.destination.to)?.text ?? '')
  const subscribers = [...facts.typing.domain.resources.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(destinationText))
  const creation = plan.bases.find(
    ({ operation, steps }) =>
      operation.action === 'create' &&
      subscribers.includes(resourceNameOf(operation) ?? '') &&
      steps.every(({ wait }) => wait === undefined),
  )
  if (creation === undefined) return []
  const lastStep = creation.steps.at(-1)!
  const parsed = parseJsonText(lastStep.body ?? '', { depth: 100 })
  if (!('value' in parsed) || !isJsonObject(parsed.value)) return creation.steps
  const allTypes = specifiedEntries(model.events.value.types).map(({ name }) => name)
  const otherTypes = allTypes.filter((name) => !excludedTypes.includes(name))
  const types = otherTypes.length > 0 ? otherTypes : allTypes
  const secretMembers = new Set(
    [...(webhooks === undefined ? '' : (slotValue(webhooks.destination.secret)?.text ?? '')).matchAll(/\.\??(\w+)/g)].map(
      ([, name]) => name!,
    ),
  )
  // A list of texts in the body selects the event types.
  const body = jsonObject(
    Object.entries(parsed.value).map(
      ([name, value]) =>
        [
          name,
          isJsonArray(value) && value.every((item) => typeof item === 'string') ? types : secretMembers.has(name) ? secret : value,
        ] as const,
    ),
  )
  return [...creation.steps.slice(0, -1), { ...lastStep, body: printJson(body) }]
}
