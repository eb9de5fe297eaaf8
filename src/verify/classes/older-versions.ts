// The class for older versions: requests in their form, with several values, because a conversion may be right for some values only.

import { createJsonObject, printJson } from '../../base/json.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Instance } from '../drive/instance.ts'
import { findReader, printRowLabel, readRows } from '../server/reading.ts'
import { convertToVersion } from '../explore/older.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { type RequestStep, parseMembers, renumberAfter } from '../step.ts'

/** The number of requests for an operation and a version that converts its body. */
const maxRequests = 16

/** Plays each operation in every older version that converts its body. */
export async function* playOlderVersions(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { session } = run
  for (const version of session.compiled.facts.versions) {
    if (version.isNewest) continue
    await playNewerValues(run, plan, version)
    yield
    yield* playNewerRefusals(run, plan, version)
  }
  for (const { operation, steps } of plan.bases) {
    for (const version of session.compiled.facts.versions) {
      if (run.isFull) return
      if (version.isNewest || version.conversions.get(operation)?.body === undefined) continue
      const instance = await run.openInstance(steps.slice(0, -1))
      if (instance === undefined) continue
      const candidates = makeCandidates(run, `older ${operation.id} ${version.name}`)
      for (let tries = 2 * maxRequests, left = maxRequests; tries > 0 && left > 0; tries--) {
        const candidate = candidates.request(operation, instance, true)
        const request = candidate && convertToVersion(candidate.request, operation, version)
        if (request === undefined || session.predict(request).trace.condition !== undefined) continue
        instance.registerFresh(candidate!.fresh)
        left--
        if (!(await run.step(instance, instance.withPlaceholders(request)))) break
      }
      await playUnknownMembers(run, operation, version, instance, steps.at(-1)!)
      yield
    }
  }
}

/** Plays the refusals that the version answers with another entry of part 7. */
async function* playNewerRefusals(run: VerifyRun, { cases }: VerifyPlan, version: VersionFacts): ClassWork {
  const names = new Set(listNewerEntries(run.session.compiled, version))
  const refusals = cases
    .filter(({ expected, steps }) => names.has(expected.trace.entry ?? '') && steps.every(({ version: own }) => own === undefined))
    .toSorted((a, b) => a.steps.length - b.steps.length)
  const distinct = new Map(refusals.toReversed().map((each) => [`${each.operation.id} ${each.outcome}`, each]))
  for (const { operation, steps } of distinct.values()) {
    const last = convertToVersion(steps.at(-1)!, operation, version)
    if (run.isFull) return
    if (last !== undefined) await run.case([...steps.slice(0, -1), last])
    yield
  }
}

/** Entries of part 7 that later versions add, or give another name. */
function listNewerEntries({ model, facts }: Compiled, version: VersionFacts): readonly string[] {
  const later = facts.versions.slice(facts.versions.findIndex(({ name }) => name === version.name) + 1).map(({ name }) => name)
  return listSpecifiedEntries(model.versioning.value.changes)
    .filter(({ name }) => later.includes(name))
    .flatMap(({ value }) => value)
    .flatMap(({ add, rename }) => [
      ...(slotValueOf(add) ?? []).map(({ name }) => name),
      ...(slotValueOf(rename) ?? []).flatMap(({ slot }) => slotValueOf(slot)?.text ?? []),
    ])
}

/** Creates records with the values that are newer than the version, and reads each in it, also in its list. */
async function playNewerValues(run: VerifyRun, plan: VerifyPlan, version: VersionFacts): Promise<void> {
  const { compiled } = run.session
  for (const { operation, steps } of plan.bases.filter(({ operation: { action } }) => action === 'create')) {
    for (const [name, value] of listNewerValues(compiled, version, resourceNameOf(operation))) {
      const last = steps.at(-1)!
      const member = compiled.facts.typing
        .input(operation)
        .body?.writes.find(({ property, path }) => property === name && path.length === 1)?.path[0]
      if (member === undefined || last.body === undefined || run.isFull) continue
      const instance = await run.openInstance(steps.slice(0, -1))
      const body = printJson(createJsonObject(Object.entries({ ...parseMembers(last.body), [member]: value })))
      if (instance === undefined || instance.predict({ ...last, body })?.trace.condition !== undefined) continue
      if (!(await run.step(instance, { ...last, body }))) continue
      const readers = plan.bases.filter(
        (each) =>
          (each.operation.action === 'read' || each.operation.action === 'list') &&
          resourceNameOf(each.operation) === resourceNameOf(operation),
      )
      const { caller } = last
      const created = [...readRows(run.session).values()].filter((row) => instance.changed.has(printRowLabel(row)))
      const reader = created.map((row) => findReader(run.session, row)).find((each) => each !== undefined)
      const lists = readers.filter(({ operation: { action }, steps: { length } }) => action === 'list' && length === 1)
      const requests = [
        ...(reader === undefined ? [] : [[readers.find(({ operation: { action } }) => action === 'read')?.operation, reader] as const]),
        ...lists.map((list) => [list.operation, { ...list.steps[0]!, ...(caller === undefined ? {} : { caller }) }] as const),
      ]
      for (const [read, request] of requests) {
        const older = read && convertToVersion(request, read, version)
        if (older !== undefined && !(await run.step(instance, instance.withPlaceholders(older)))) break
      }
    }
  }
}

/** Values of the resource's properties that later versions add. */
function listNewerValues(
  { model, facts }: Compiled,
  version: VersionFacts,
  resource: string | undefined,
): readonly (readonly [string, string])[] {
  const later = facts.versions.slice(facts.versions.findIndex(({ name }) => name === version.name) + 1).map(({ name }) => name)
  return listSpecifiedEntries(model.versioning.value.changes)
    .filter(({ name }) => later.includes(name))
    .flatMap(({ value }) => value.flatMap(({ add }) => (slotValueOf(add) ?? []).map(({ name }) => name.split('.'))))
    .flatMap(([owner, name, value]) => (owner === resource && name !== undefined && value !== undefined ? [[name, value] as const] : []))
}

/** Sends members that the older version has no more or not yet, with a value of any type: they are dropped. */
async function playUnknownMembers(
  run: VerifyRun,
  operation: Operation,
  version: VersionFacts,
  instance: Instance,
  usual: RequestStep,
): Promise<void> {
  const step = convertToVersion(usual, operation, version)
  if (step?.body === undefined || run.isFull) return
  for (const name of listMembersOutside(run.session.compiled, version, resourceNameOf(operation)))
    for (const value of [7, 'verify']) {
      const other = { ...step, body: printJson(createJsonObject(Object.entries({ ...parseMembers(step.body), [name]: value }))) }
      if (!(await run.step(instance, renumberAfter([other], 0, 1000 * (instance.steps.length + 1))[0]!))) return
    }
}

/** Properties of a resource that changes after a version add or remove. */
function listMembersOutside({ model, facts }: Compiled, version: VersionFacts, resource: string | undefined): readonly string[] {
  const later = facts.versions.slice(facts.versions.findIndex(({ name }) => name === version.name) + 1).map(({ name }) => name)
  const changes = listSpecifiedEntries(model.versioning.value.changes).filter(({ name }) => later.includes(name))
  const names = changes.flatMap(({ value }) =>
    value.flatMap(({ add, remove }) => [...(slotValueOf(add) ?? []), ...(slotValueOf(remove) ?? [])].map(({ name }) => name.split('.'))),
  )
  return names.flatMap(([owner, name, more]) => (owner === resource && name !== undefined && more === undefined ? [name] : []))
}
