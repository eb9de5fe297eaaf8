// The class of permissions: every caller reads and changes each member of each caller's records.

import { createJsonObject, printJson } from '../../base/json.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { readsCredentials } from '../../model/security.ts'
import { fillSegment } from '../../model/segment.ts'
import { Instance } from '../drive/instance.ts'
import { asCallers, readRows, printRowLabel } from '../server/reading.ts'
import { bringsCredential } from '../explore/credentials.ts'
import { type RequestHeader, type ServerRequest, queryPairsOf } from '../oracle/request.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, joinSequences, withHeader } from '../step.ts'

export async function* playCallers(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { session } = run
  const { operations } = session.compiled.facts
  await playIssued(run, plan)
  yield
  const creations = plan.bases.filter(({ operation }) => operation.action === 'create')
  for (const creator of session.names) {
    for (const base of creations) {
      const resource = resourceNameOf(base.operation)!
      const operationsOfResource = operations
        .filter(({ operation, complete }) => complete && resourceNameOf(operation) === resource && operation !== base.operation)
        .map(({ operation }) => operation)
      if (!operationsOfResource.some((operation) => readsCredentials(session.compiled.model, operation))) continue
      if (run.isFull) return
      await run.ready()
      const instance = new Instance(session)
      await playRecord(
        run,
        instance,
        plan,
        base.steps.map((step, index) => (index === base.steps.length - 1 ? { ...step, caller: creator } : step)),
        operationsOfResource,
        resource,
      )
      yield
    }
  }
}

/** Plays requests with a credential that the service issued: to each operation, and in the query instead of its header. */
async function playIssued(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { model } = run.session.compiled
  const placesByHeader = new Map(
    plan.cases.flatMap(({ steps, expected }) => {
      const last = steps.at(-1)!
      const header = last.headers.find((each) => bringsCredential(model, { ...last, headers: [each] }))
      return header === undefined || expected.trace.condition !== undefined ? [] : [[header[0], { steps, last, header }] as const]
    }),
  )
  for (const { steps, last, header } of placesByHeader.values()) {
    const query = queryPairsOf(header).map(([name, value]) => `${encodeURIComponent(name)}=${value}`)
    const headers = last.headers.filter((each) => each !== header)
    await run.form(steps.slice(0, -1), last, {
      ...last,
      headers,
      target: `${last.target}${last.target.includes('?') ? '&' : '?'}${query.join('&')}`,
    })
    for (const base of plan.bases)
      if (readsCredentials(model, base.operation)) await run.case(buildStepsWithIssued(steps.slice(0, -1), header, base.steps))
  }
}

/** The sequence after the one that issues a credential, by the same caller; the last request has the credential. */
function buildStepsWithIssued(
  issuing: readonly RequestStep[],
  header: RequestHeader,
  steps: readonly RequestStep[],
): readonly RequestStep[] {
  const owner = issuing.findLast(({ caller }) => caller !== undefined)?.caller
  const byOwner = steps.map((step) => (step.caller === undefined || owner === undefined ? step : { ...step, caller: owner }))
  const joined = joinSequences(issuing, byOwner)
  const { caller: _, ...last } = joined.at(-1)!
  return joined.with(-1, withHeader(last, ...header))
}

/** Plays one record: creates it, reads it as every caller, changes each member as every caller, and deletes it. */
async function playRecord(
  run: VerifyRun,
  instance: Instance,
  plan: VerifyPlan,
  creation: VerifyPlan['bases'][number]['steps'],
  operationsOfResource: readonly Operation[],
  resource: string,
): Promise<void> {
  const { session } = run
  const existing = new Set(readRows(session).keys())
  for (const step of creation) {
    const expected = instance.predict(step)
    if (expected === undefined || expected.trace.condition !== undefined || !(await run.step(instance, step, true))) return
  }
  const row = [...readRows(session).values()].find((each) => each.resource === resource && !existing.has(printRowLabel(each)))
  if (row === undefined) return
  const send = (request: ServerRequest): Promise<boolean> => run.step(instance, instance.withPlaceholders(request), true)
  const keyText = encodeURIComponent(row.key.replaceAll(/^\["?|"?\]$/g, ''))
  const target = ({ segments }: Operation): string | undefined => {
    const parameters = segments.filter(({ kind }) => kind === 'parameter').length
    return parameters > 1 ? undefined : `/${segments.map((segment) => fillSegment(segment, keyText)).join('/')}`
  }
  const requests = (operation: Operation, more: Partial<ServerRequest> = {}): readonly ServerRequest[] => {
    const path = target(operation)
    return path === undefined || !readsCredentials(session.compiled.model, operation)
      ? []
      : asCallers(session, { method: operation.method, target: path, headers: [], ...more })
  }
  const readAll = async (): Promise<boolean> => {
    for (const operation of operationsOfResource.filter(({ action }) => action === 'read' || action === 'list')) {
      for (const request of requests(operation)) if (!(await send(request))) return false
    }
    return true
  }
  if (!(await readAll())) return
  const candidates = makeCandidates(run, `callers ${resource}`)
  for (const operation of operationsOfResource.filter(({ action }) => action === 'update')) {
    const { body } = session.compiled.facts.typing.input(operation)
    if (body === undefined || !body.patch) continue
    for (const {
      path: [member, ...nestedPath],
      property,
    } of body.writes) {
      const value = nestedPath.length > 0 || member === undefined ? undefined : candidates.valuesOf(resource, property)[0]
      if (value === undefined) continue
      for (const each of [value, null]) {
        const changes = requests(operation, {
          headers: [
            ['Content-Type', body.media[0]!],
            ...(operation.slots.conditional.state === 'shown' ? [['If-Match', '*'] as const] : []),
          ],
          body: printJson(createJsonObject([[member!, each]])),
        })
        // Who may not write a member may not clear it.
        if (each === null && changes.every((change) => session.predict(change).trace.condition !== undefined)) continue
        for (const request of changes) {
          const isGood = session.predict(request).trace.condition === undefined
          if (!(await send(request)) || (isGood && !(await readAll()))) return
        }
      }
    }
  }
  for (const operation of operationsOfResource.filter(({ action }) => action === 'transition' || action === 'delete')) {
    const baseStep = plan.bases.find((base) => base.operation === operation)?.steps.at(-1)
    const alternatives = requests(
      operation,
      baseStep?.body === undefined || baseStep.body.includes('{{') ? {} : { headers: baseStep.headers, body: baseStep.body },
    )
    // Refused requests first, because a success changes the record.
    for (const request of alternatives.toSorted((a, b) => session.predict(b).status - session.predict(a).status))
      if (!(await send(request))) return
    if (!(await readAll())) return
  }
}
