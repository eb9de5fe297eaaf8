// Classes of sequences to outcomes: each operation's success, and then the other outcomes that can be reached.

import { classifyCases } from '../explore/case-order.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { CheckClass, ClassWork } from './schedule.ts'

export async function* playSuccesses(run: VerifyRun, { bases }: VerifyPlan): ClassWork {
  for (const { steps } of bases) {
    await run.case(steps)
    yield
  }
}

/** One class for each kind of outcome. */
export function listCaseClasses(run: VerifyRun, { bases, cases }: VerifyPlan): readonly CheckClass[] {
  const newest = run.session.compiled.facts.versions.find(({ isNewest }) => isNewest)
  const played = new Set(bases.map(({ steps }) => steps))
  return classifyCases(
    cases.filter(({ steps }) => !played.has(steps)),
    newest?.name,
  ).map(({ name, cases: ofClass }) => ({
    name,
    async *play() {
      for (const { steps, outcome } of ofClass) {
        await run.case(steps, outcome)
        yield
      }
    },
  }))
}
