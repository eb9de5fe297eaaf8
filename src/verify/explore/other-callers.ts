// Plays known sequences by pairs of callers, for refusals that only another caller than the owner of the records meets.

import type { OperationFacts, Point } from '../../fact/fact.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import type { RequestStep } from '../step.ts'
import { type Case, makeVariation } from './case.ts'
import { type Rehearsal, type RehearsalStage, rehearse } from './rehearse.ts'

/** The most pairs of callers for one operation. */
const maxPairs = 30

const dependsOnCaller = ({ condition }: Point): boolean => condition === 'guard' || condition === 'forbidden' || condition === 'require'

/** For each operation with such a refusal that no case has: its base, played by an owner and ended by another caller. */
export function buildCasesOfOtherCallers(
  stage: RehearsalStage,
  operations: readonly OperationFacts[],
  bases: readonly Case[],
  cases: readonly Case[],
  callers: readonly string[],
): readonly Case[] {
  const reached = new Set(cases.map(({ operation, outcome }) => `${operation.id} ${outcome}`))
  const pairs = callers.flatMap((owner) => callers.filter((other) => other !== owner).map((other) => [owner, other] as const))
  return operations.flatMap(({ operation, points }) => {
    const missing = new Set(
      points
        .filter(dependsOnCaller)
        .map(printConditionWords)
        .filter((words) => !reached.has(`${operation.id} ${words}`)),
    )
    const base = bases.find((each) => each.operation === operation)
    const found: Case[] = []
    for (const [owner, other] of base === undefined ? [] : pairs.slice(0, maxPairs)) {
      if (missing.size === 0) break
      const played = playAs(stage, base!, owner, other)
      if (played === undefined || !missing.delete(played.rehearsal.outcome)) continue
      const { steps, rehearsal } = played
      found.push(makeVariation(base!, steps, rehearsal, `by another caller than ${owner}`))
    }
    return found
  })
}

/** Each step by the owner if it may, else by the other one; the last by the other one. Undefined if neither may make a step. */
export function playAs(
  stage: RehearsalStage,
  { steps, fresh }: Case,
  owner: string,
  other: string,
): { readonly steps: readonly RequestStep[]; readonly rehearsal: Rehearsal } | undefined {
  const played: RequestStep[] = []
  for (const step of steps.slice(0, -1)) {
    const accepted = (step.caller === undefined ? [step] : [owner, other].map((caller) => ({ ...step, caller }))).find((each) => {
      const rehearsal = rehearse(stage, [...played, each], fresh, 'callers')
      return rehearsal !== undefined && rehearsal.expected.trace.condition === undefined
    })
    if (accepted === undefined) return undefined
    played.push(accepted)
  }
  played.push({ ...steps.at(-1)!, caller: other })
  const rehearsal = rehearse(stage, played, fresh, 'callers')
  return rehearsal === undefined ? undefined : { steps: played, rehearsal }
}
