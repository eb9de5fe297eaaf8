// Plays rates and quotas up to the request that they refuse, and the requests after it: one operation of each first.

import type { Span } from '../../base/text.ts'
import { printCondition } from '../../exchange/refusal.ts'
import type { Operation } from '../../model/model.ts'
import { Instance } from '../drive/instance.ts'
import { buildBodyForms } from '../explore/forms.ts'
import type { Expected } from '../oracle/request.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, renumberAfter } from '../step.ts'

/** The most requests for one rate or quota. */
const maxOfRate = 60

/** Plays rates and quotas, last: up to the refused request, which must come at the right count, and the requests after it. */
export async function* playLimits(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { firsts, others } = divideByLimits(listLimited(run, plan))
  for (const group of [firsts, others]) {
    for (const { steps, about } of group) {
      if (run.isFull) return
      await playUpToLimit(run, steps, about)
      yield
    }
    // Refused requests may count, too.
    for (const { operation, steps, about } of group) {
      if (run.isFull) return
      const refused = findRefusedForm(run, operation, steps.at(-1)!)
      if (refused === undefined) continue
      await playUpToLimit(run, steps, about, refused)
      yield
    }
  }
}

/** An operation under rates or quotas, with their names. */
type Limited = {
  readonly operation: Operation
  readonly steps: readonly RequestStep[]
  readonly limits: readonly string[]
  readonly about: readonly Span[]
}

function listLimited({ session }: VerifyRun, { bases }: VerifyPlan): readonly Limited[] {
  return bases.flatMap(({ operation, steps }): readonly Limited[] => {
    const facts = session.compiled.facts.operations.find((each) => each.operation === operation)
    const points = facts?.points.filter(({ condition }) => condition === 'rate-limited' || condition === 'quota-exceeded') ?? []
    const about = points.flatMap(({ because: [origin] }) =>
      origin?.kind === 'document' || origin?.kind === 'convention' ? [origin.span] : [],
    )
    return points.length === 0 ? [] : [{ operation, steps, limits: points.map(printCondition), about }]
  })
}

/** The first operation of each rate and quota, and the others. */
function divideByLimits(limited: readonly Limited[]): { readonly firsts: readonly Limited[]; readonly others: readonly Limited[] } {
  const known = new Set<string>()
  const firsts = limited.filter(({ limits }) => {
    const isFirst = limits.some((name) => !known.has(name))
    for (const name of limits) known.add(name)
    return isFirst
  })
  return { firsts, others: limited.filter((each) => !firsts.includes(each)) }
}

function findRefusedForm(run: VerifyRun, operation: Operation, step: RequestStep): RequestStep | undefined {
  const { session } = run
  const forms = buildBodyForms(
    operation,
    step,
    session.compiled,
    makeCandidates(run, 'limits'),
    session.randomness(`limits ${operation.id}`),
  )
  return forms.find(({ name }) => name.startsWith('refused:'))?.step
}

/** Repeats the last step until a rate or a quota refuses it; every second time `refused` in its place, if given. */
async function playUpToLimit(run: VerifyRun, steps: readonly RequestStep[], about: readonly Span[], refused?: RequestStep): Promise<void> {
  await run.ready()
  const instance = new Instance(run.session)
  if (!(await playAll(run, instance, steps.slice(0, -1)))) return
  for (let count = 0; count < maxOfRate; count++) {
    const step = refused !== undefined && count % 2 === 0 ? refused : limitStep(instance, steps, count)
    const expected = instance.predict(step)
    if (expected === undefined || !(await run.playAtLimit(instance, step, about))) return
    const { condition } = expected.trace
    if (condition === undefined || step === refused) continue
    if (condition.startsWith('rate-limited'))
      await playAfterRate(run, instance, expected, (more) => limitStep(instance, steps, count + more), about)
    return
  }
}

/** The same request with new values. */
function limitStep(instance: Instance, steps: readonly RequestStep[], count: number): RequestStep {
  const [step] = renumberAfter([steps.at(-1)!], 0, 1000 * (count + 1)) as [RequestStep]
  const key = step.headers.find(([name]) => /^idempotency-key$/i.test(name))
  return key === undefined
    ? step
    : {
        ...step,
        headers: step.headers.map(([name, value]) => (name === key[0] ? [name, `${value}-${instance.requests.length}`] : [name, value])),
      }
}

async function playAll(run: VerifyRun, instance: Instance, steps: readonly RequestStep[]): Promise<boolean> {
  for (const step of steps) if (!(await run.step(instance, step, true))) return false
  return true
}

/** After a refusal: other callers may continue if the rate is per caller; the same caller only after the time in `Retry-After`. */
async function playAfterRate(
  run: VerifyRun,
  instance: Instance,
  { headers }: Expected,
  step: (more: number) => RequestStep,
  about: readonly Span[],
): Promise<void> {
  const { session } = run
  for (const caller of session.names) {
    const nextStep = step(1)
    if (nextStep.caller === undefined || nextStep.caller === caller) continue
    if (!(await run.playAtLimit(instance, { ...nextStep, caller }, about))) return
  }
  const seconds = Number(headers.find(([name]) => name === 'Retry-After')?.[1] ?? Number.NaN)
  if (session.options.hooks.advance === undefined || !(seconds < 7 * 86_400)) return
  if (seconds > 8 && !(await run.playAtLimit(instance, { ...step(20), wait: (seconds - 5) * 1000 }, about))) return
  await run.playAtLimit(instance, { ...step(21), wait: (seconds > 8 ? 7 : seconds + 2) * 1000 }, about)
}
