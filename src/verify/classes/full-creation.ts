// Gives the record of a sequence all members, so that a lost one shows.

import { resourceNameOf } from '../../model/model.ts'
import { buildFullForm } from '../explore/forms.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { RequestStep } from '../step.ts'

type Base = VerifyPlan['bases'][number]

export type FullSequence = {
  /** The steps up to the creation of the record. */
  readonly creation: readonly RequestStep[]
  readonly steps: readonly RequestStep[]
}

/** The sequence with all members in the creation of its record; undefined if the sequence does not create it. */
export function fillCreation(run: VerifyRun, { bases }: VerifyPlan, { operation, steps }: Base): FullSequence | undefined {
  const { session } = run
  const creation = bases.find(
    (each) =>
      each.operation.action === 'create' &&
      resourceNameOf(each.operation) === resourceNameOf(operation) &&
      each.steps.length < steps.length &&
      each.steps.every(({ method, target }, index) => method === steps[index]!.method && target === steps[index]!.target),
  )
  if (creation === undefined) return undefined
  const at = creation.steps.length - 1
  const randomness = session.randomness(`full ${operation.id}`)
  const full = buildFullForm(creation.operation, steps[at]!, session.compiled, makeCandidates(run, 'full'), randomness)
  return { creation: steps.slice(0, at + 1), steps: full === undefined ? steps : steps.with(at, full) }
}
