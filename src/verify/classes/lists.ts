// The class of lists: filters, orders, and pages up to the last, over records in several states and of several callers.

import { type Json, isJsonNumber, isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { fillSegment } from '../../model/segment.ts'
import { Instance } from '../drive/instance.ts'
import { asCallers, listKeyWords, readRows, listReaders } from '../server/reading.ts'
import type { Session } from '../server/session.ts'
import type { Case } from '../explore/case.ts'
import { buildFullForm } from '../explore/forms.ts'
import { type ListQuery, isFreeText, listQueries } from '../explore/listing.ts'
import { convertToVersion } from '../explore/older.ts'
import { listSelections } from '../explore/selections.ts'
import { interleave } from '../interleave.ts'
import { makeCandidates } from './phases.ts'
import { askList, playOrderedPages, playPages, playShrinkingPages, replaceQuery } from './pages.ts'
import type { VerifyPlan } from '../plan.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, parseMembers, renumberAfter, withMember } from '../step.ts'

/** Plays requests to one list over records in several states: filters, orders, and pages up to the last. */
export async function* playList(run: VerifyRun, plan: VerifyPlan, operation: Operation): ClassWork {
  const { session } = run
  if (run.isFull) return
  await run.ready()
  const instance = await populate(run, plan, operation)
  const request = instance && findReadableRequest(run, operation, instance)
  if (instance === undefined || request === undefined) return
  for (const { about, query } of listQueries(session.interpreter, operation)) {
    if (!(await askList(run, instance, replaceQuery(request, query), operation, about))) break
  }
  for (const selection of listSelections(session.compiled, operation))
    if (!(await askList(run, instance, replaceQuery(request, [selection]), operation, 'fields'))) break
  for (const query of queriesOfOlderVersions(session, operation, request))
    if (!(await askList(run, instance, query.request, operation, query.about))) break
  if (!(await readListed(run, instance, operation))) return
  const create = plan.bases.find(
    (base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resourceNameOf(operation),
  )
  const others = listRequestsShowingOthers(run, request)
  for (const each of [request, ...others])
    await playPages(run, instance, each, operation, create?.steps.length === 1 ? create.steps[0] : undefined)
  for (const each of others)
    for (const { about, query } of listFiltersOfOthers(session, operation))
      if (!(await askList(run, instance, replaceQuery(each, query), operation, about))) break
  await playOrderedPages(run, instance, request, operation)
  await playShrinkingPages(run, plan, instance, request, operation)
  yield
}

/** The most records that are read after the lists that showed them. */
const maxRead = 8

/** Reads the records again: lists change nothing. */
async function readListed(run: VerifyRun, instance: Instance, operation: Operation): Promise<boolean> {
  const { session } = run
  const { text } = instance
  const rows = [...readRows(session).values()].filter(
    (row) =>
      row.resource === resourceNameOf(operation) && listKeyWords(session, row).some((word) => word.length > 1 && text.includes(word)),
  )
  for (const reader of listReaders(session, rows.toReversed(), maxRead))
    if (!(await run.step(instance, instance.withPlaceholders(reader), true))) return false
  return true
}

/** The most filters that another caller sends. */
const maxFiltersOfOthers = 8

/** One plain filter at a time: a server may forget whose records it lists when it filters them. */
function listFiltersOfOthers({ interpreter }: Session, operation: Operation): readonly ListQuery[] {
  const { filters } = interpreter.compiled.facts.typing.input(operation)
  const queries = listQueries(interpreter, operation).filter(({ query }) => query.length === 1)
  return [...filters.values()]
    .flatMap(({ parameters: [plain] }) => queries.findLast(({ query: [first] }) => first![0] === plain?.name) ?? [])
    .slice(0, maxFiltersOfOthers)
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
      const newest = replaceQuery(request, query)
      const older = convertToVersion(newest, operation, version)
      // Queries that the version spells alike show nothing new.
      const isSame = older !== undefined && query.length > 0 && older.target.split('?')[1] === newest.target.split('?')[1]
      return older === undefined || isSame ? [] : [{ about, request: older }]
    }),
  )
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
  const distinct = putOneOfEachFirst([
    ...new Map(creatingCases.map((each) => [`${each.operation.id} ${each.signature.split(' | ')[2] ?? ''}`, each])).values(),
  ]).slice(0, maxChanged)
  const creates = plan.bases.find((base) => base.operation.action === 'create' && resourceNameOf(base.operation) === resource)
  const diverse =
    creates === undefined
      ? []
      : [
          ...buildFullSteps(run, operation, creates),
          ...buildDiverseSteps(run, operation, creates.steps.at(-1)!),
          ...buildStepsWithLongTexts(run, operation, creates.steps.at(-1)!),
        ].map((step) => ({ steps: [...creates.steps.slice(0, -1), step] }))
  const byOthers = creates === undefined ? [] : session.names.flatMap((caller) => buildCreationsBy(creates.steps, caller))
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

/** The most records of a list that were changed after their creation. */
const maxChanged = 8

/** One case of each operation, and then the others. */
function putOneOfEachFirst(cases: readonly Case[]): readonly Case[] {
  const first = new Set(new Map(cases.toReversed().map((each) => [each.operation, each])).values())
  return [...cases.filter((each) => first.has(each)), ...cases.filter((each) => !first.has(each))]
}

/** The same creation by another caller, twice: lists show some records to one caller only. */
function buildCreationsBy(steps: readonly RequestStep[], caller: string): readonly { readonly steps: readonly RequestStep[] }[] {
  const last = steps.at(-1)!
  if (last.caller === undefined || last.caller === caller) return []
  const sequence = { steps: [...steps.slice(0, -1), { ...last, caller }] }
  return [sequence, sequence]
}

/** Values whose order differs when they are compared as numbers, as texts, and without case; and null, which only some comparisons match. */
const distinguishing: readonly Json[] = ['verify b', 'Verify c', null, 9, 100, 10, 'verify a']

/** The most additional records for a list. */
const maxDiverse = 9

/** Requests that create records whose values reveal a wrong order or comparison. */
function buildDiverseSteps({ session }: VerifyRun, operation: Operation, step: RequestStep): readonly RequestStep[] {
  const { sort, filters } = session.compiled.facts.typing.input(operation)
  const parsed = step.body === undefined ? undefined : parseJsonText(step.body, { depth: 100 })
  if (parsed === undefined || !('value' in parsed) || !isJsonObject(parsed.value)) return []
  const body = parsed.value
  const kindOf = (json: Json): string => (isJsonNumber(json) ? 'number' : typeof json)
  const names = [...new Set([...(sort?.properties ?? []), ...[...filters.values()].map(({ property }) => property)])]
  // A value that no record may have twice is a text, too. A member that the request lacks may have any of the values.
  const fitting = names.map((name) => {
    const present = (body as { readonly [member: string]: Json })[name]
    const values = distinguishing.filter((value) => value === null || present === undefined || kindOf(value) === kindOf(present))
    return values
      .map((value): RequestStep => ({ ...step, body: printJson(withMember(body, name, value)) }))
      .filter((each) => isCreation(session, new Instance(session).predict(each), name))
  })
  return interleave(fitting).slice(0, maxDiverse)
}

/** True if the request would create a record, and its operation takes the member. */
function isCreation({ compiled }: Session, expected: Expected | undefined, name: string): boolean {
  if (expected?.of === undefined || expected.status >= 400) return false
  const writes = compiled.facts.typing.input(expected.of).body?.writes ?? []
  return writes.some(({ path }) => path.length === 1 && path[0] === name)
}

/** A request that creates a record with all members. */
function buildFullSteps(run: VerifyRun, list: Operation, { operation, steps }: VerifyPlan['bases'][number]): readonly RequestStep[] {
  const { session } = run
  const randomness = session.randomness(`full ${list.id}`)
  const full = buildFullForm(operation, steps.at(-1)!, session.compiled, makeCandidates(run, 'full'), randomness)
  return full === undefined ? [] : [full]
}

/** The longest text that shows whether a list shortens what it shows. */
const longText = 300

/** A request that creates a record with long texts, which a list may shorten. */
function buildStepsWithLongTexts({ session }: VerifyRun, operation: Operation, step: RequestStep): readonly RequestStep[] {
  const info = session.compiled.facts.typing.domain.resources.get(resourceNameOf(operation) ?? '')
  const members = Object.entries(parseMembers(step.body))
  const long = members.map(([name, value]) => {
    const property = info?.properties.get(name)
    if (typeof value !== 'string' || value.includes('{{') || !isFreeText(property)) return [name, value] as const
    const { maxLength = longText } = property!.schema as { readonly maxLength?: number }
    return [name, value.padEnd(Math.min(Number(maxLength), longText), ' and more')] as const
  })
  return long.some(([name, value]) => value !== parseMembers(step.body)[name]) ? [{ ...step, body: printJson(createJsonObject(long)) }] : []
}

/** A read request by an authorised caller whose path exists. */
export function findReadableRequest(run: VerifyRun, operation: Operation, instance: Instance): ServerRequest | undefined {
  const { session } = run
  const words = [...readRows(session).values()]
    .filter(({ key }) => instance.text.includes(key.replaceAll(/^\["?|"?\]$/g, '')))
    .map(({ key }) => key.replaceAll(/^\["?|"?\]$/g, ''))
  const targets = operation.segments.some(({ kind }) => kind === 'parameter')
    ? words.map((word) => `/${operation.segments.map((segment) => fillSegment(segment, encodeURIComponent(word))).join('/')}`)
    : [operation.path]
  for (const target of targets)
    for (const request of asCallers(session, { method: 'GET', target, headers: [] }))
      if (session.predict(request).status === 200) return request
  return undefined
}

/** The most callers whose pages are read, besides the first one. */
const maxOtherReaders = 2

/** The request from other callers, if the answer shows them other records. */
function listRequestsShowingOthers({ session }: VerifyRun, request: ServerRequest): readonly ServerRequest[] {
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
