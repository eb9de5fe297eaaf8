// The phase for older versions: requests in their form, with several values, because a conversion may be right for some values only.

import { createJsonObject, printJson } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { VersionFacts } from '../fact/fact.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Instance } from './drive/instance.ts'
import { convertToVersion } from './explore/older.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import type { PhaseWork } from './schedule.ts'
import { type RequestStep, parseMembers, renumberAfter } from './step.ts'

/** The number of requests for an operation and a version that converts its body. */
const maxRequests = 16

/** Plays each operation in every older version that converts its body. */
export async function* playOlderVersions(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  const { session } = run
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
