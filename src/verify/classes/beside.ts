// The class of changes to one record beside another of its kind.

import { isOnRecord } from '../../model/endpoints.ts'
import { convertToVersion } from '../explore/older.ts'
import { fillCreation } from './full-creation.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import { joinSequences } from '../step.ts'

/**
 * Plays each change of a record beside another record of its kind, which it must not change, and in each older version. The record has
 * all members, so that a lost one shows.
 */
export async function* playBeside(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { session } = run
  for (const base of plan.bases) {
    const { operation } = base
    if (run.isFull) return
    if (!isOnRecord(operation.action) || operation.method === 'GET') continue
    const sequence = fillCreation(run, plan, base)
    if (sequence === undefined) continue
    const { creation, steps } = sequence
    await run.case(joinSequences(creation, steps))
    for (const version of session.compiled.facts.versions) {
      const last = version.isNewest ? undefined : convertToVersion(steps.at(-1)!, operation, version)
      if (last !== undefined) await run.case(steps.with(-1, last))
    }
    yield
  }
}
