// The phase for older versions: requests in their form, with several values, because a conversion may be right for some values only.

import { convertToVersion } from './explore/older.ts'
import { candidateSource } from './phases.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import type { PhaseWork } from './schedule.ts'

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
      const candidates = candidateSource(run, `older ${operation.id} ${version.name}`)
      for (let tries = 2 * maxRequests, left = maxRequests; tries > 0 && left > 0; tries--) {
        const candidate = candidates.request(operation, instance, true)
        const request = candidate && convertToVersion(candidate.request, operation, version)
        if (request === undefined || session.predict(request).trace.condition !== undefined) continue
        instance.registerFresh(candidate!.fresh)
        left--
        if (!(await run.step(instance, instance.withPlaceholders(request)))) break
      }
      yield
    }
  }
}
