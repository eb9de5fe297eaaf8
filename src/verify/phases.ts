// The phases of a run: outcomes, malformed and boundary requests, repeated requests, lists, random sequences, limits.

import { type Json, isJsonNumber, isJsonObject, parseJsonText, printJson } from '../base/json.ts'
import { randomSource } from '../base/random-source.ts'
import type { OperationFacts } from '../fact/fact.ts'
import type { Span } from '../base/text.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { slotValue } from '../model/slot.ts'
import { Instance, tagOf } from './drive/instance.ts'
import { asCallers, readRows } from './drive/reading.ts'
import { Candidates } from './explore/candidates.ts'
import { callerForms, combinedForms, queryForms, tamperedForms } from './explore/combined.ts'
import { bodyForms, strayForms, wireForms } from './explore/forms.ts'
import { type ListQuery, listQueries, pageNames } from './explore/listing.ts'
import { signatureOf, statesBefore } from './explore/outcome.ts'
import type { VerifyPlan } from './plan.ts'
import type { Expected, ServerRequest } from './oracle/request.ts'
import type { VerifyRun } from './run.ts'
import { type RequestStep, renumberAfter, withMember } from './step.ts'

/** Plays a sequence for every outcome that can be reached. */
export async function playCases(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  for (const { steps, outcome } of plan.cases) await run.case(steps, outcome)
}

/** The share of the budget after which only limits follow. */
const maxBeforeLimits = 0.93

/** Plays malformed requests, boundary values, and rules of HTTP that hold for every operation. */
export async function playForms(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  const candidates = candidateSource(run, 'forms')
  for (const { operation, steps } of plan.bases) {
    if (session.count > session.options.budget * maxBeforeLimits) {
      run.notes.add(`the budget did not suffice for the bounds and forms of ${operation.name}`)
      continue
    }
    const last = steps.at(-1)!
    const { compiled } = session
    const randomness = session.randomness(`forms ${operation.id}`)
    const forms = [
      ...wireForms(operation, last, compiled),
      ...callerForms(operation, last, compiled, session.names),
      ...tamperedForms(operation, last, compiled),
      ...combinedForms(operation, last, compiled, candidates, randomness),
      ...queryForms(operation, last, compiled, candidates, randomness),
      ...bodyForms(operation, last, compiled, candidates, randomness),
    ]
    for (const { step } of forms) await run.form(steps.slice(0, -1), last, step)
  }
  const instance = new Instance(session)
  for (const { step } of strayForms(session.compiled)) if (!run.isFull) await run.step(instance, step)
}

/** Plays repeated requests (idempotency) and conditional requests. */
export async function playRepeats(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  for (const { operation, steps } of plan.bases) {
    const prefix = steps.slice(0, -1)
    const last = steps.at(-1)!
    const number = steps.length
    const idempotency = slotValue(operation.slots.idempotency)
    const key = idempotency?.kind === 'key' ? slotValue(idempotency.key)?.text : undefined
    if (key !== undefined) {
      const withKey = (name: string, step: RequestStep): RequestStep => ({
        ...step,
        headers: [
          ...step.headers.filter(([each]) => each !== key),
          [key, `${tagOf(run.session.options.seed)}-${name}-${run.session.count}`],
        ],
      })
      const first = withKey('a', last)
      const other =
        plan.otherRequests(operation).find(({ body }) => body !== undefined && body !== last.body) ?? otherBody(run, operation, last)
      const about = operation.slots.idempotency.state === 'shown' ? [operation.slots.idempotency.at.span] : []
      await run.case([...prefix, first, first], undefined, about)
      await run.case([...prefix, first, withKey('b', last)], undefined, about)
      if (other !== undefined) await run.case([...prefix, first, { ...other, headers: first.headers }], 'idempotency-mismatch', about)
    }
    if (operation.action === 'delete' || operation.method === 'PUT' || idempotency?.kind === 'natural') await run.case([...steps, last])
    if (operation.method === 'GET' && slotValue(operation.slots.conditional) !== undefined) {
      await run.case([
        ...steps,
        {
          ...last,
          headers: [...last.headers.filter(([name]) => name !== 'If-None-Match'), ['If-None-Match', `{{${number}:header:ETag}}`]],
        },
      ])
      await run.case([
        ...steps,
        { ...last, headers: [...last.headers.filter(([name]) => name !== 'If-None-Match'), ['If-None-Match', '"another"']] },
      ])
    }
  }
}

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

/** Plays list requests over records in several states: filters, orders, and pages up to the last. */
export async function playLists(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  const lists = session.compiled.facts.operations.filter(({ operation, complete }) => complete && operation.action === 'list')
  for (const { operation } of lists) {
    if (run.isFull) return
    await run.ready()
    const instance = await populate(run, plan, operation)
    if (instance === undefined) continue
    const request = readableRequest(run, operation, instance)
    if (request === undefined) continue
    for (const { about, query } of listQueries(session.interpreter, operation)) {
      if (!(await askList(run, instance, replaceQuery(request, query), operation, about))) break
    }
    const create = plan.bases.find(
      (base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resourceNameOf(operation),
    )
    await playPages(run, instance, request, operation, create?.steps.length === 1 ? create.steps[0] : undefined)
  }
}

async function askList(
  run: VerifyRun,
  instance: Instance,
  request: ServerRequest,
  operation: Operation,
  about: ListQuery['about'],
): Promise<boolean> {
  const slot = about === 'list' ? undefined : operation.slots[about]
  return run.step(instance, instance.withPlaceholders(request), true, slot?.state === 'shown' ? [slot.at.span] : undefined)
}

/** Creates some records of the resource, in several states. */
async function populate(run: VerifyRun, plan: VerifyPlan, operation: Operation): Promise<Instance | undefined> {
  const instance = new Instance(run.session)
  const resource = resourceNameOf(operation)
  const creatingCases = plan.cases.filter(
    ({ operation: each, expected, steps }) =>
      expected.trace.condition === undefined &&
      steps.every(({ wait }) => wait === undefined) &&
      (each.action === 'create' || each.action === 'transition') &&
      resourceNameOf(each) === resource,
  )
  const distinct = [
    ...new Map(creatingCases.map((each) => [`${each.operation.id} ${each.signature.split(' | ')[2] ?? ''}`, each])).values(),
  ].slice(0, 6)
  const creates = plan.bases.find((base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resource)
  const diverse =
    creates === undefined
      ? []
      : diverseSteps(run, operation, creates.steps.at(-1)!).map((step) => ({ steps: [...creates.steps.slice(0, -1), step] }))
  for (const { steps } of [...(creates === undefined ? [] : [creates, creates]), ...diverse, ...distinct]) {
    for (const step of renumberAfter(steps, instance.steps.length, 1000 * (instance.steps.length + 1))) {
      if (!(await run.step(instance, step, true))) {
        if (run.isFull) return undefined
        break
      }
    }
  }
  return instance
}

/** Values whose order differs when they are compared as numbers, as texts, and without case. */
const distinguishing: readonly Json[] = [9, 100, 10, 'verify b', 'Verify c', 'verify a']

/** The most additional records for a list. */
const maxDiverse = 6

/** Requests that create records whose values reveal a wrong order or comparison. */
function diverseSteps({ session }: VerifyRun, operation: Operation, step: RequestStep): readonly RequestStep[] {
  const { sort, filters } = session.compiled.facts.typing.input(operation)
  const parsed = step.body === undefined ? undefined : parseJsonText(step.body, { depth: 100 })
  if (parsed === undefined || !('value' in parsed) || !isJsonObject(parsed.value)) return []
  const body = parsed.value
  const kindOf = (json: Json | undefined): string => (isJsonNumber(json ?? null) ? 'number' : typeof json)
  const names = [...new Set([...(sort?.properties ?? []), ...[...filters.values()].map(({ property }) => property)])]
  const steps = names.flatMap((name) => {
    const memberValue = (body as { readonly [member: string]: Json })[name]
    if (memberValue === undefined || (typeof memberValue === 'string' && memberValue.includes('{{'))) return []
    return distinguishing
      .filter((value) => kindOf(value) === kindOf(memberValue))
      .map((value): RequestStep => ({ ...step, body: printJson(withMember(body, name, value)) }))
  })
  const fitting = steps.filter((each) => new Instance(session).predict(each)?.status !== 422)
  return fitting.slice(0, maxDiverse)
}

/** A read request by an authorised caller whose path exists. */
function readableRequest(run: VerifyRun, operation: Operation, instance: Instance): ServerRequest | undefined {
  const { session } = run
  const words = [...readRows(session).values()]
    .filter(({ key }) => instance.text.includes(key.replaceAll(/^\["?|"?\]$/g, '')))
    .map(({ key }) => key.replaceAll(/^\["?|"?\]$/g, ''))
  const targets = operation.segments.some(({ kind }) => kind === 'parameter')
    ? words.map(
        (word) =>
          `/${operation.segments.map((segment) => (segment.kind === 'literal' ? segment.text : encodeURIComponent(word))).join('/')}`,
      )
    : [operation.path]
  for (const target of targets)
    for (const request of asCallers(session, { method: 'GET', target, headers: [] }))
      if (session.predict(request).status === 200) return request
  return undefined
}

function replaceQuery(request: ServerRequest, query: readonly (readonly [string, string])[]): ServerRequest {
  if (query.length === 0) return request
  return {
    ...request,
    target: `${request.target}?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`,
  }
}

async function playPages(
  run: VerifyRun,
  instance: Instance,
  request: ServerRequest,
  operation: Operation,
  insert: RequestStep | undefined,
): Promise<void> {
  const names = pageNames(run.session.interpreter, operation)
  const { size, next, isOffset } = names
  if (size === undefined || next === undefined) return
  for (const count of [1, 2, 3]) {
    let cursor: string | undefined
    for (let page = 0; page < 8; page++) {
      const query: [string, string][] = [[size, String(count)]]
      if (isOffset && page > 0) query.push([next, String(page * count)])
      if (cursor !== undefined) query.push([next, cursor])
      if (!(await askList(run, instance, replaceQuery(request, query), operation, 'page')) || run.isFull) return
      const nextCursor = cursorIn(operation, instance)
      // A record created between two pages neither hides another record nor repeats one.
      if (
        page === 0 &&
        insert !== undefined &&
        count === 2 &&
        !(await run.step(instance, renumberAfter([insert], 0, 1000 * (instance.steps.length + 1))[0]!, true))
      )
        return
      if (isOffset ? page * count > 12 : nextCursor === undefined) break
      cursor = nextCursor
    }
  }
}

/** The cursor of the next page, in the last answer that was not read back. */
function cursorIn(operation: Operation, instance: Instance): string | undefined {
  const output = slotValue(operation.slots.output)
  const name =
    output?.kind === 'map'
      ? output.entries.find(({ value }) => value.kind === 'expression' && value.text.trim() === 'page.next')?.name
      : undefined
  if (name === undefined) return undefined
  try {
    const value = (JSON.parse(instance.answers.at(-1)?.body ?? '') as { readonly [member: string]: unknown })[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

export function candidateSource(run: VerifyRun, name: string): Candidates {
  const { session } = run
  return new Candidates(session.interpreter, session.randomness(name), session.names, tagOf(session.options.seed))
}

/** Plays random sequences, with more requests for rare outcomes. */
export async function playRandom(run: VerifyRun, operations: readonly OperationFacts[], requests: number): Promise<void> {
  const { session } = run
  const dice = randomSource(session.randomness('random'))
  const outcomeCounts = new Map<string, number>()
  const until = session.count + requests
  while (session.count < until && !run.isFull) {
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
  }
}

/** The most requests for one rate or quota. */
const maxOfRate = 60

/** Plays rates and quotas, last: up to the refused request, which must come at the right count, and the requests after it. */
export async function playLimits(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  for (const { operation, steps } of plan.bases) {
    const facts = session.compiled.facts.operations.find((each) => each.operation === operation)
    const limits = facts?.points.filter(({ condition }) => condition === 'rate-limited' || condition === 'quota-exceeded') ?? []
    if (run.isFull || limits.length === 0) continue
    const about = limits.flatMap(({ because: [origin] }) =>
      origin?.kind === 'document' || origin?.kind === 'convention' ? [origin.span] : [],
    )
    await run.ready()
    const instance = new Instance(session)
    const prefix = steps.slice(0, -1)
    if (!(await playAll(run, instance, prefix))) continue
    for (let count = 0; count < maxOfRate; count++) {
      const step = limitStep(instance, steps, count)
      const expected = instance.predict(step)
      if (expected === undefined) break
      if (!(await run.playAtLimit(instance, step, about))) break
      const { condition } = expected.trace
      if (condition === undefined) continue
      if (condition.startsWith('rate-limited'))
        await playAfterRate(run, instance, expected, (more) => limitStep(instance, steps, count + more), about)
      break
    }
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
