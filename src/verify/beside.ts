// The class of changes to one record beside another of its kind.

import { isOnRecord } from '../model/endpoints.ts'
import { resourceNameOf } from '../model/model.ts'
import { buildFullForm } from './explore/forms.ts'
import { convertToVersion } from './explore/older.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import type { ClassWork } from './schedule.ts'
import { joinSequences } from './step.ts'

/**
 * Plays each change of a record beside another record of its kind, which it must not change, and in each older version. The record has
 * all members, so that a lost one shows.
 */
export async function* playBeside(run: VerifyRun, { bases }: VerifyPlan): ClassWork {
  const { session } = run
  const creations = bases.filter(({ operation }) => operation.action === 'create')
  const candidates = makeCandidates(run, 'full')
  for (const { operation, steps } of bases) {
    if (run.isFull) return
    if (!isOnRecord(operation.action) || operation.method === 'GET') continue
    const creation = creations.find(
      (each) =>
        resourceNameOf(each.operation) === resourceNameOf(operation) &&
        each.steps.length < steps.length &&
        each.steps.every(({ method, target }, index) => method === steps[index]!.method && target === steps[index]!.target),
    )
    if (creation === undefined) continue
    const at = creation.steps.length - 1
    const full = buildFullForm(creation.operation, steps[at]!, session.compiled, candidates, session.randomness(`full ${operation.id}`))
    const sequence = full === undefined ? steps : steps.with(at, full)
    await run.case(joinSequences(steps.slice(0, at + 1), sequence))
    for (const version of session.compiled.facts.versions) {
      const last = version.isNewest ? undefined : convertToVersion(sequence.at(-1)!, operation, version)
      if (last !== undefined) await run.case(sequence.with(-1, last))
    }
    yield
  }
}
