// The phase of events: plays sequences and compares streams, webhooks and callbacks with the document, also when a receiver fails.

import { isJsonArray, isJsonObject, jsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { callbackPlans, webhooksPlan } from '../../meaning/delivery/plan.ts'
import { resourceNameOf } from '../../model/model.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Compiled } from '../../compile/compile.ts'
import { Instance } from '../drive/instance.ts'
import type { Case } from '../explore/search.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import { type RequestStep, renumberAfter } from '../step.ts'

/** The share of the request budget for this phase. */
const share = 0.25

/** The most sequences of this phase. */
const maxEvents = 70

/** True if the document has streams, webhooks or callbacks that a run can receive. */
export function isAudible({ facts, model }: Compiled): boolean {
  return (
    facts.operations.some(({ operation, complete }) => complete && operation.action === 'stream') ||
    webhooksPlan(model) !== undefined ||
    callbackPlans(facts).length > 0
  )
}

export async function playEvents(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  if (!isAudible(session.compiled)) return
  const subscribing = (without: readonly string[]): readonly RequestStep[] =>
    session.receiver === undefined ? [] : subscription(session.compiled, plan, without)
  const until = session.count + session.options.budget * share
  for (const [index, { steps, heard }] of chooseCases(plan).entries()) {
    if (run.isFull) return
    if (session.count > until) {
      run.notes.add('the budget did not suffice to listen to all sequences')
      break
    }
    // Every second sequence subscribes to all types except those that it should cause.
    await playHeard(run, subscribing(index % 2 === 0 ? [] : heard), steps)
  }
  if (session.receiver !== undefined && session.options.hooks.advance !== undefined) await playAgain(run, plan, subscribing([]))
}

/** Chooses one case for each event or callback and operation that causes it, and one for each refusal that must not cause any. */
function chooseCases({ cases }: VerifyPlan): readonly Case[] {
  const useful = cases.filter(
    ({ operation, expected, steps }) =>
      (operation.method !== 'GET' || steps.at(-1)!.wait !== undefined) &&
      !expected.trace.condition?.startsWith('invalid') &&
      steps.at(-1)!.version === undefined,
  )
  const distinct = new Map<string, Case>()
  for (const each of useful) {
    const name = [each.operation.id, each.outcome, ...each.heard, each.variant?.startsWith('again') === true ? each.variant : ''].join(' ')
    const known = distinct.get(name)
    if (known === undefined || known.steps.length > each.steps.length) distinct.set(name, each)
  }
  return [...distinct.values()].toSorted((a, b) => Number(b.heard.length > 0) - Number(a.heard.length > 0)).slice(0, maxEvents)
}

async function playHeard(run: VerifyRun, subscribing: readonly RequestStep[], steps: readonly RequestStep[]): Promise<void> {
  await run.ready()
  const instance = await Instance.openListening(run.session)
  try {
    for (const step of subscribing) if (!(await run.step(instance, step, true))) return
    for (const step of renumberAfter(steps, instance.steps.length, 1000 * instance.steps.length))
      if (!(await run.step(instance, step, true))) return
    if (await run.compareEvents(instance, await instance.finish())) await run.compareEvents(instance, await instance.resume())
  } finally {
    instance.close()
  }
}

/** Fails the first delivery: the server must repeat it with the same id, after the wait and not before. */
async function playAgain(run: VerifyRun, plan: VerifyPlan, subscribing: readonly RequestStep[]): Promise<void> {
  const { session } = run
  const named = [...new Set(plan.cases.flatMap(({ heard }) => heard))]
  for (const name of named) {
    if (run.isFull) return
    const found = plan.cases
      .filter(({ heard, steps }) => heard.includes(name) && steps.every(({ version, wait }) => version === undefined && wait === undefined))
      .toSorted((a, b) => a.steps.length - b.steps.length)[0]
    if (found === undefined) continue
    await run.ready()
    const instance = await Instance.openListening(session, 'again')
    try {
      let isWhole = true
      for (const step of subscribing) isWhole &&= await run.step(instance, step, true)
      for (const step of renumberAfter(found.steps, instance.steps.length, 1000 * instance.steps.length))
        isWhole &&= await run.step(instance, step, true)
      if (isWhole) await run.compareEvents(instance, await instance.finish())
    } finally {
      instance.close()
    }
  }
}

/** A secret in the form of Standard Webhooks. */
const secret = 'whsec_dmVyaWZ5IHNpZ25zIHdpdGggdGhpcyB0ZXh0'

/** The request that subscribes the receiver to webhooks, for all event types. */
function subscription({ facts, model }: Compiled, plan: VerifyPlan, without: readonly string[]): readonly RequestStep[] {
  const to = webhooksPlan(model)
  const text = to === undefined ? '' : (slotValue(to.destination.to)?.text ?? '')
  const names = [...facts.typing.domain.resources.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  const base = plan.bases.find(
    ({ operation, steps }) =>
      operation.action === 'create' && names.includes(resourceNameOf(operation) ?? '') && steps.every(({ wait }) => wait === undefined),
  )
  if (base === undefined) return []
  const last = base.steps.at(-1)!
  const parsed = parseJsonText(last.body ?? '', { depth: 100 })
  if (!('value' in parsed) || !isJsonObject(parsed.value)) return base.steps
  const all = specifiedEntries(model.events.value.types).map(({ name }) => name)
  const others = all.filter((name) => !without.includes(name))
  const types = others.length > 0 ? others : all
  // A list of texts in the body selects the event types.
  const secrets = new Set(
    [...(to === undefined ? '' : (slotValue(to.destination.secret)?.text ?? '')).matchAll(/\.\??(\w+)/g)].map(([, name]) => name!),
  )
  const body = jsonObject(
    Object.entries(parsed.value).map(
      ([name, value]) =>
        [name, isJsonArray(value) && value.every((item) => typeof item === 'string') ? types : secrets.has(name) ? secret : value] as const,
    ),
  )
  return [...base.steps.slice(0, -1), { ...last, body: printJson(body) }]
}
