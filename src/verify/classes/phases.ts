// Classes of checks: repeated requests, random sequences.

import { createRandomSource } from '../../base/random-source.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Span } from '../../base/text.ts'
import { type Operation, findKeyHeader, resourceNameOf } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { Instance, tagOf } from '../drive/instance.ts'
import { Candidates } from '../explore/candidates.ts'
import { buildBodyForms } from '../explore/forms.ts'
import { computeCaseSignature, printStatesBefore } from '../explore/outcome.ts'
import type { VerifyPlan } from '../plan.ts'
import { findHeader } from '../oracle/request.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, joinSequences, joinSharing, withHeader } from '../step.ts'

/** Plays repeated requests (idempotency) and conditional requests. */
export async function* playRepeats(run: VerifyRun, plan: VerifyPlan): ClassWork {
  for (const base of plan.bases) {
    await playRepeatsOf(run, plan, base)
    yield
  }
}

async function playRepeatsOf(run: VerifyRun, plan: VerifyPlan, { operation, steps }: VerifyPlan['bases'][number]): Promise<void> {
  const prefix = steps.slice(0, -1)
  const last = steps.at(-1)!
  const number = steps.length
  const idempotency = slotValueOf(operation.slots.idempotency)
  const key = findKeyHeader(operation)
  if (key !== undefined) {
    const withKey = (name: string, step: RequestStep): RequestStep =>
      withHeader(step, key, `${tagOf(run.session.options.seed)}-${name}-${run.session.count}`)
    const first = withKey('a', last)
    const other =
      plan.otherRequests(operation).find(({ body }) => body !== undefined && body !== last.body) ?? replaceBody(run, operation, last)
    const about = operation.slots.idempotency.state === 'shown' ? [operation.slots.idempotency.at.span] : []
    await run.case([...prefix, first, first], undefined, about)
    await run.case([...prefix, first, withKey('b', last)], undefined, about)
    if (other !== undefined) await run.case([...prefix, first, withSender(other, first)], 'idempotency-mismatch', about)
    // Keys are separate for each caller, and an operation does not repeat the answer of another.
    for (const caller of await listOtherCallers(run, prefix, last)) {
      await run.case([...prefix, first, { ...first, caller }], undefined, about)
      if (other !== undefined) await run.case([...prefix, first, { ...withSender(other, first), caller }], undefined, about)
    }
    const next = findNextKeyed(plan, operation)
    if (next !== undefined) {
      const keyed = withHeader(next.last, next.key, findHeader(first.headers, key)!)
      await run.case(joinSequences([...prefix, first], [...next.prefix, keyed]), undefined, about)
    }
    for (const { wait, spans } of listRetentionBounds(run))
      await run.case([...prefix, first, { ...first, wait }], undefined, [...spans, ...about])
  }
  // A record that is created after a deletion shares nothing with the deleted one.
  const creation = plan.bases.find((each) => listCreated(run, each.operation).includes(resourceNameOf(operation)!))
  if (operation.action === 'delete' && creation !== undefined) await run.case(joinSequences(creation.steps, steps, creation.steps))
  for (const sequence of listCreationsAfterCascade(run, plan, operation)) await run.case(sequence)
  if (operation.action === 'delete' || operation.method === 'PUT' || idempotency?.kind === 'natural') await run.case([...steps, last])
  if (operation.method === 'GET' && slotValueOf(operation.slots.conditional) !== undefined)
    for (const tags of [`{{${number}:header:ETag}}`, `"another", {{${number}:header:ETag}}`, '"another"'])
      await run.case([...steps, withHeader(last, 'If-None-Match', tags)])
  if (operation.action === 'put' && slotValueOf(operation.slots.conditional) !== undefined)
    await run.case([...steps, { ...last, headers: [...last.headers.filter(([name]) => !/^if-/i.test(name)), ['If-None-Match', '*']] }])
  const match = operation.method === 'GET' ? undefined : findHeader(last.headers, 'If-Match')
  if (match !== undefined && match !== '*') await run.case([...prefix, withHeader(last, 'If-Match', `"another", ${match}`)])
}

/** The most other callers that repeat a request. */
const maxOtherCallers = 2

/** Callers by whom the request would succeed, too. */
async function listOtherCallers(run: VerifyRun, prefix: readonly RequestStep[], last: RequestStep): Promise<readonly string[]> {
  const names = last.caller === undefined ? [] : run.session.names.filter((name) => name !== last.caller)
  const instance = names.length === 0 ? undefined : await run.instanceBefore(prefix, last)
  const isPermitted = (caller: string): boolean => {
    const expected = instance?.predict({ ...last, caller })
    return expected !== undefined && expected.trace.condition === undefined
  }
  return names.filter(isPermitted).slice(0, maxOtherCallers)
}

/** The success of the next operation with idempotency keys; undefined if there is no other one. */
function findNextKeyed(
  { bases }: VerifyPlan,
  operation: Operation,
): { readonly prefix: readonly RequestStep[]; readonly last: RequestStep; readonly key: string } | undefined {
  const keyed = bases.flatMap((base) => {
    const key = findKeyHeader(base.operation)
    return key === undefined ? [] : [{ operation: base.operation, prefix: base.steps.slice(0, -1), last: base.steps.at(-1)!, key }]
  })
  const at = keyed.findIndex((each) => each.operation === operation)
  return keyed.length < 2 ? undefined : keyed[(at + 1) % keyed.length]
}

/** The request by the caller of another, and with its headers: keys are separate per caller. */
function withSender({ caller: _, ...step }: RequestStep, { caller, headers }: RequestStep): RequestStep {
  return { ...step, headers, ...(caller === undefined ? {} : { caller }) }
}

function listCreated({ session }: VerifyRun, operation: Operation): readonly string[] {
  return session.compiled.facts.operations.find((each) => each.operation === operation)?.creates ?? []
}

/** The deletion of a record, others with it, and then a creation of such a one: it shares nothing with a deleted one, either. */
function listCreationsAfterCascade(run: VerifyRun, plan: VerifyPlan, operation: Operation): readonly (readonly RequestStep[])[] {
  const facts = run.session.compiled.facts.operations.find((each) => each.operation === operation)
  const deletion = plan.bases.find((each) => each.operation === operation)
  if (facts === undefined || deletion === undefined || operation.action !== 'delete') return []
  return plan.bases.flatMap(({ operation: creation, steps, walk }) => {
    const created = listCreated(run, creation)
    if (!created.some((name) => name !== resourceNameOf(operation) && facts.deletes.includes(name))) return []
    const common = new Map(
      deletion.walk.flatMap((each, index) =>
        walk.includes(each) && listCreated(run, each).length > 0 ? [[index, walk.indexOf(each)] as const] : [],
      ),
    )
    return common.size === 0 ? [] : [joinSequences(joinSharing(steps, deletion.steps, common), steps)]
  })
}

/** Shortly before and after the end of the time for which answers are kept for their keys, if the server's clock can be advanced. */
function listRetentionBounds({ session }: VerifyRun): readonly { readonly wait: number; readonly spans: readonly Span[] }[] {
  const slot = slotValueOf(session.compiled.model.limits.value.retention)?.idempotency
  const period = slot && slotValueOf(slot)
  if (slot?.state !== 'shown' || period === undefined || session.options.hooks.advance === undefined) return []
  return [period - minute, period + minute].map((wait) => ({ wait, spans: [slot.at.span] }))
}

const minute = 60_000

/** The same request with another valid body. */
function replaceBody(run: VerifyRun, operation: Operation, step: RequestStep): RequestStep | undefined {
  const forms = buildBodyForms(
    operation,
    step,
    run.session.compiled,
    makeCandidates(run, 'other'),
    run.session.randomness(`other ${operation.id}`),
  )
  return forms.find(({ name, step: { body } }) => name.startsWith('at the bound') && body !== step.body)?.step
}

export function makeCandidates(run: VerifyRun, name: string): Candidates {
  const { session } = run
  return new Candidates(session.interpreter, session.randomness(name), session.names, tagOf(session.options.seed))
}

/** The share of the budget that random sequences use at most. */
const maxRandom = 0.4

/** Plays random sequences, with more requests for rare outcomes. */
export async function* playRandom(run: VerifyRun, operations: readonly OperationFacts[]): ClassWork {
  const { session } = run
  if (operations.length === 0) return
  const dice = createRandomSource(session.randomness('random'))
  const outcomeCounts = new Map<string, number>()
  let left = session.options.budget * maxRandom
  while (left > 0 && !run.isFull) {
    await run.ready()
    const instance = new Instance(session)
    const candidates = makeCandidates(run, `random ${session.count}`)
    const countBefore = session.count
    for (let length = dice.between(3, 10); length > 0; length--) {
      const choices = Array.from({ length: 6 }, () => {
        const { operation } = dice.pick(operations)
        const candidate = candidates.request(operation, instance, dice.once(2))
        if (candidate === undefined) return undefined
        const expected = session.predict(candidate.request)
        const name = computeCaseSignature(
          session.interpreter,
          operation,
          candidate.request,
          printStatesBefore(session.interpreter, operation, candidate.request),
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
