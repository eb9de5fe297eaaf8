// The phase of lists: filters, orders, and pages up to the last, over records in several states and of several callers.

import { type Json, isJsonNumber, isJsonObject, parseJsonText, printJson } from '../base/json.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { Instance } from './drive/instance.ts'
import { asCallers, readRows } from './drive/reading.ts'
import type { Session } from './drive/session.ts'
import { type ListQuery, listQueries, outputMember, pageNames } from './explore/listing.ts'
import { convertToVersion } from './explore/older.ts'
import type { VerifyPlan } from './plan.ts'
import type { ServerRequest } from './oracle/request.ts'
import type { VerifyRun } from './run.ts'
import { type RequestStep, renumberAfter, withMember } from './step.ts'

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
    for (const query of queriesOfOlderVersions(session, operation, request))
      if (!(await askList(run, instance, query.request, operation, query.about))) break
    const create = plan.bases.find(
      (base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resourceNameOf(operation),
    )
    for (const each of [request, ...requestsShowingOthers(run, request)])
      await playPages(run, instance, each, operation, create?.steps.length === 1 ? create.steps[0] : undefined)
  }
}

/** The same queries as clients of each older version send them, if it converts the list. */
function queriesOfOlderVersions(
  { interpreter, compiled }: Session,
  operation: Operation,
  request: ServerRequest,
): readonly { readonly about: ListQuery['about']; readonly request: ServerRequest }[] {
  const versions = compiled.facts.versions.filter(({ isNewest, conversions }) => !isNewest && conversions.has(operation))
  return versions.flatMap((version) =>
    listQueries(interpreter, operation).flatMap(({ about, query }) => {
      const older = convertToVersion(replaceQuery(request, query), operation, version)
      return older === undefined ? [] : [{ about, request: older }]
    }),
  )
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
  const { session } = run
  const instance = new Instance(session)
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
  const byOthers = creates === undefined ? [] : session.names.flatMap((caller) => creationsBy(creates.steps, caller))
  for (const { steps } of [...(creates === undefined ? [] : [creates, creates]), ...byOthers, ...diverse, ...distinct]) {
    for (const step of renumberAfter(steps, instance.steps.length, 1000 * (instance.steps.length + 1))) {
      if (!(await run.step(instance, step, true))) {
        if (run.isFull) return undefined
        break
      }
    }
  }
  return instance
}

/** The same creation by another caller, twice: lists show some records to one caller only. */
function creationsBy(steps: readonly RequestStep[], caller: string): readonly { readonly steps: readonly RequestStep[] }[] {
  const last = steps.at(-1)!
  if (last.caller === undefined || last.caller === caller) return []
  const sequence = { steps: [...steps.slice(0, -1), { ...last, caller }] }
  return [sequence, sequence]
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

/** The most callers whose pages are read, besides the first one. */
const maxOtherReaders = 2

/** The request from other callers, if the answer shows them other records. */
function requestsShowingOthers({ session }: VerifyRun, request: ServerRequest): readonly ServerRequest[] {
  if (request.caller === undefined) return []
  const bodies = new Set([String(session.predict(request).body)])
  const others = session.names.map((caller) => ({ ...request, caller }))
  const distinct = others.filter((each) => {
    const { status, body } = session.predict(each)
    const isOther = status === 200 && !bodies.has(String(body))
    bodies.add(String(body))
    return isOther
  })
  return distinct.slice(0, maxOtherReaders)
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
  const name = outputMember(operation, 'page.next')
  if (name === undefined) return undefined
  try {
    const value = (JSON.parse(instance.answers.at(-1)?.body ?? '') as { readonly [member: string]: unknown })[name]
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
