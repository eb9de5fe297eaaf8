// Leaves out one step of a successful sequence: everything but that step then permits the last request.

import { withoutSteps } from '../step.ts'
import { type Case, makeVariation } from './case.ts'
import type { BaseCase } from './missing.ts'
import { type RehearsalStage, rehearse } from './rehearse.ts'

/** Refusals because of the missing step that say nothing about the state of the records. */
const ofMissing = /^(invalid|malformed|not-found|dangling|unauthenticated)/

/** For each step of each sequence: the sequence without it, if its last request is then refused. */
export function buildCasesWithoutStep(stage: RehearsalStage, bases: readonly BaseCase[]): readonly Case[] {
  return bases.flatMap((base) =>
    base.steps.slice(0, -1).flatMap((_, index) => {
      const steps = withoutSteps(base.steps, new Set([index + 1]))
      const rehearsal = steps && rehearse(stage, steps, base.fresh, 'without')
      if (steps === undefined || rehearsal?.expected.trace.condition === undefined || ofMissing.test(rehearsal.outcome)) return []
      return [makeVariation(base, steps, rehearsal, `without ${base.walk[index]!.id}`)]
    }),
  )
}
