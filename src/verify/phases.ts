// The phases of a run: outcomes, malformed and boundary requests, repeated requests, random sequences, limits.

import { randomSource } from '../base/random-source.ts'
import type { OperationFacts } from '../fact/fact.ts'
import type { Span } from '../base/text.ts'
import { type Operation, findKeyHeader } from '../model/model.ts'
import { slotValue } from '../model/slot.ts'
import { Instance, tagOf } from './drive/instance.ts'
import { Candidates } from './explore/candidates.ts'
import { combinedForms, queryForms, refusedTwiceForms, tamperedForms } from './explore/combined.ts'
import { type RequestForm, bodyForms, wireForms } from './explore/forms.ts'
import { foreignVersionForms, neighbourForms, strayForms } from './explore/stray-forms.ts'
import { signatureOf, statesBefore } from './explore/outcome.ts'
import type { Case } from './explore/case.ts'
import { orderCases } from './explore/case-order.ts'
import type { VerifyPlan } from './plan.ts'
import { type Expected, headerOf } from './oracle/request.ts'
import type { VerifyRun } from './run.ts'
import type { PhaseWork } from './schedule.ts'
import { type RequestStep, renumberAfter, withHeader } from './step.ts'

/** Plays a sequence for every outcome that can be reached. */
export async function* playCases(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  // Successes first: they show whether the server has the operation at all.
  for (const { steps } of plan.bases) {
    await run.case(steps)
    yield
  }
  const played = new Set(plan.bases.map(({ steps }) => steps))
  for (const { steps, outcome } of orderCases(plan.cases)) {
    if (played.has(steps)) continue
    await run.case(steps, outcome)
    yield
  }
}

/** The number of forms of one operation that are played before those of the next. */
const formsPerRound = 24

/** Plays malformed requests, boundary values, and rules of HTTP that hold for every operation. */
export async function* playForms(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  const candidates = candidateSource(run, 'forms')
  let open = plan.bases.map((base) => playFormsOf(run, plan, base, candidates))
  // In rounds, so that each operation has some of its forms if the budget does not suffice for all.
  while (open.length > 0) {
    const unfinished: PhaseWork[] = []
    for (const work of open) {
      let isDone = false
      for (let count = 0; !isDone && count < formsPerRound; count++) {
        isDone = (await work.next()).done === true
        yield
      }
      if (!isDone) unfinished.push(work)
    }
    if (open.length === plan.bases.length) await playStrayForms(run)
    open = unfinished
  }
}

async function* playFormsOf(
  run: VerifyRun,
  plan: VerifyPlan,
  { operation, steps }: VerifyPlan['bases'][number],
  candidates: Candidates,
): PhaseWork {
  const { session } = run
  const { compiled } = session
  const last = steps.at(-1)!
  const randomness = session.randomness(`forms ${operation.id}`)
  const forms = [
    ...wireForms(operation, last, compiled),
    ...mixForms([
      [...tamperedForms(operation, last, compiled), ...neighbourForms(operation, last), ...foreignVersionForms(operation, last, compiled)],
      combinedForms(operation, last, compiled, candidates, randomness, session.names),
      queryForms(operation, last, compiled, candidates, randomness),
      bodyForms(operation, last, compiled, candidates, randomness),
    ]),
  ]
  for (const { step } of forms) {
    await run.form(steps.slice(0, -1), last, withOwnKey(run, operation, last, step))
    yield
  }
  for (const refused of refusedCases(plan, operation)) {
    const refusedStep = refused.steps.at(-1)!
    for (const { step } of refusedTwiceForms(operation, refusedStep, compiled, candidates, randomness, session.names)) {
      await run.form(refused.steps.slice(0, -1), refusedStep, step, refused.outcome)
      yield
    }
  }
}

/** The form with an idempotency key of its own, because with the key of an earlier request it would be a repetition of that. */
function withOwnKey({ session }: VerifyRun, operation: Operation, usual: RequestStep, form: RequestStep): RequestStep {
  const name = findKeyHeader(operation)
  const key = name === undefined ? undefined : headerOf(usual.headers, name)
  return name === undefined || key === undefined || headerOf(form.headers, name) !== key
    ? form
    : withHeader(form, name, `${tagOf(session.options.seed)}-form-${session.count}`)
}

/** The first form of each kind, then the second of each, and so on. */
function mixForms(kinds: readonly (readonly RequestForm[])[]): readonly RequestForm[] {
  const longest = Math.max(0, ...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((forms) => forms[index] ?? [])).flat()
}

async function playStrayForms(run: VerifyRun): Promise<void> {
  const { session } = run
  await run.ready()
  const instance = new Instance(session)
  for (const { step } of strayForms(session.compiled, (operation) => session.absent.lacks(operation)))
    if (!run.isFull) await run.step(instance, step)
}

/** The most refusals of one operation that are combined with other mistakes. */
const maxRefusals = 4

/** One case for each refusal of an operation that does not depend on the form of the request alone. */
function refusedCases({ cases }: VerifyPlan, operation: Operation): readonly Case[] {
  const distinct = new Map<string, Case>()
  for (const each of cases) {
    const { version, wait } = each.steps.at(-1)!
    const isOther =
      each.operation !== operation || each.expected.trace.condition === undefined || version !== undefined || wait !== undefined
    if (isOther || /^(invalid|malformed|unauthenticated)/.test(each.outcome) || distinct.has(each.outcome)) continue
    distinct.set(each.outcome, each)
  }
  return [...distinct.values()].slice(0, maxRefusals)
}

/** Plays repeated requests (idempotency) and conditional requests. */
export async function* playRepeats(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  for (const base of plan.bases) {
    await playRepeatsOf(run, plan, base)
    yield
  }
}

async function playRepeatsOf(run: VerifyRun, plan: VerifyPlan, { operation, steps }: VerifyPlan['bases'][number]): Promise<void> {
  const prefix = steps.slice(0, -1)
  const last = steps.at(-1)!
  const number = steps.length
  const idempotency = slotValue(operation.slots.idempotency)
  const key = findKeyHeader(operation)
  if (key !== undefined) {
    const withKey = (name: string, step: RequestStep): RequestStep =>
      withHeader(step, key, `${tagOf(run.session.options.seed)}-${name}-${run.session.count}`)
    const first = withKey('a', last)
    const other =
      plan.otherRequests(operation).find(({ body }) => body !== undefined && body !== last.body) ?? otherBody(run, operation, last)
    const about = operation.slots.idempotency.state === 'shown' ? [operation.slots.idempotency.at.span] : []
    await run.case([...prefix, first, first], undefined, about)
    await run.case([...prefix, first, withKey('b', last)], undefined, about)
    if (other !== undefined) await run.case([...prefix, first, { ...other, headers: first.headers }], 'idempotency-mismatch', about)
    for (const { wait, spans } of retentionBounds(run))
      await run.case([...prefix, first, { ...first, wait }], undefined, [...spans, ...about])
  }
  if (operation.action === 'delete' || operation.method === 'PUT' || idempotency?.kind === 'natural') await run.case([...steps, last])
  if (operation.method === 'GET' && slotValue(operation.slots.conditional) !== undefined)
    for (const tags of [`{{${number}:header:ETag}}`, `"another", {{${number}:header:ETag}}`, '"another"'])
      await run.case([...steps, withHeader(last, 'If-None-Match', tags)])
  const match = operation.method === 'GET' ? undefined : headerOf(last.headers, 'If-Match')
  if (match !== undefined && match !== '*') await run.case([...prefix, withHeader(last, 'If-Match', `"another", ${match}`)])
}

/** Shortly before and after the end of the time for which answers are kept for their keys, if the server's clock can be advanced. */
function retentionBounds({ session }: VerifyRun): readonly { readonly wait: number; readonly spans: readonly Span[] }[] {
  const slot = slotValue(session.compiled.model.limits.value.retention)?.idempotency
  const period = slot && slotValue(slot)
  if (slot?.state !== 'shown' || period === undefined || session.options.hooks.advance === undefined) return []
  return [period - minute, period + minute].map((wait) => ({ wait, spans: [slot.at.span] }))
}

const minute = 60_000

/** The same request with another valid body. */
function otherBody(run: VerifyRun, operation: Operation, step: RequestStep): RequestStep | undefined {
  const forms = bodyForms(
    operation,
    step,
    run.session.compiled,
    candidateSource(run, 'other'),
    run.session.randomness(`other ${operation.id}`),
  )
  return forms.find(({ name, step: { body } }) => name.startsWith('at the bound') && body !== step.body)?.step
}

export function candidateSource(run: VerifyRun, name: string): Candidates {
  const { session } = run
  return new Candidates(session.interpreter, session.randomness(name), session.names, tagOf(session.options.seed))
}

/** The share of the budget that random sequences use at most. */
const maxRandom = 0.4

/** Plays random sequences, with more requests for rare outcomes. */
export async function* playRandom(run: VerifyRun, operations: readonly OperationFacts[]): PhaseWork {
  const { session } = run
  if (operations.length === 0) return
  const dice = randomSource(session.randomness('random'))
  const outcomeCounts = new Map<string, number>()
  let left = session.options.budget * maxRandom
  while (left > 0 && !run.isFull) {
    await run.ready()
    const instance = new Instance(session)
    const candidates = candidateSource(run, `random ${session.count}`)
    const countBefore = session.count
    for (let length = dice.between(3, 10); length > 0; length--) {
      const choices = Array.from({ length: 6 }, () => {
        const { operation } = dice.pick(operations)
        const candidate = candidates.request(operation, instance, dice.once(2))
        if (candidate === undefined) return undefined
        const expected = session.predict(candidate.request)
        const name = signatureOf(
          session.interpreter,
          operation,
          candidate.request,
          statesBefore(session.interpreter, operation, candidate.request),
          expected,
        )
        return expected.status >= 500 || expected.stream !== undefined || expected.trace.condition?.startsWith('rate-limited') === true
          ? undefined
          : {
              request: candidate.request,
              name,
              operation,
              fresh: candidate.fresh,
              times: (outcomeCounts.get(name) ?? 0) + (expected.trace.condition === undefined ? 0 : 2),
            }
      }).filter((each) => each !== undefined)
      const rarest = choices.toSorted((a, b) => a.times - b.times)[0]
      if (rarest === undefined) break
      outcomeCounts.set(rarest.name, (outcomeCounts.get(rarest.name) ?? 0) + 1)
      instance.registerFresh(rarest.fresh)
      if (!(await run.step(instance, instance.withPlaceholders(rarest.request)))) break
    }
    if (session.count === countBefore) break
    left -= session.count - countBefore
    yield
  }
}

/** The most requests for one rate or quota. */
const maxOfRate = 60

/** Plays rates and quotas, last: up to the refused request, which must come at the right count, and the requests after it. */
export async function* playLimits(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  const { session } = run
  for (const { operation, steps } of plan.bases) {
    const facts = session.compiled.facts.operations.find((each) => each.operation === operation)
    const limits = facts?.points.filter(({ condition }) => condition === 'rate-limited' || condition === 'quota-exceeded') ?? []
    if (run.isFull || limits.length === 0) continue
    const about = limits.flatMap(({ because: [origin] }) =>
      origin?.kind === 'document' || origin?.kind === 'convention' ? [origin.span] : [],
    )
    await playUpToLimit(run, steps, about)
    yield
    // Refused requests may count, too.
    const refused = bodyForms(
      operation,
      steps.at(-1)!,
      session.compiled,
      candidateSource(run, 'limits'),
      session.randomness(`limits ${operation.id}`),
    ).find(({ name }) => name.startsWith('refused:'))
    if (refused === undefined) continue
    await playUpToLimit(run, steps, about, refused.step)
    yield
  }
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
