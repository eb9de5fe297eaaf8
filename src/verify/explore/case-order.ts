// Orders the cases of a plan, so that each outcome is played once before others are played again by other callers.

import type { Case } from './case.ts'

/** The cases of one kind that are played before those after them of any kind. */
const casesPerRound: readonly number[] = [1, 3, 8]

/** In each round the cases with the same first steps follow each other, because these are played once. */
export function orderCases(cases: readonly Case[], newest?: string): readonly Case[] {
  const counts = new Map<string, number>()
  const [withVersion, withoutVersion] = [true, false].map((isOlder) =>
    cases.filter(({ steps }) => (steps.at(-1)!.version !== undefined) === isOlder),
  )
  // Variations first: each aims at one mistake that servers make. Then what becomes of a record in each state.
  const rankOf = (each: Case): number => (isVariation(each) ? 0 : isOfRecord.test(each.outcome) ? 1 : 2)
  const byKind = [...withoutVersion!.toSorted((a, b) => rankOf(a) - rankOf(b)), ...withVersion!]
  const rounds = Map.groupBy(byKind, (each) => {
    const kind = describeKind(each, newest)
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    return casesPerRound.findIndex((limit) => count < limit)
  })
  return [...casesPerRound.keys(), -1].flatMap((round) => {
    const byPrefix = Map.groupBy(rounds.get(round) ?? [], ({ steps }) => JSON.stringify(steps.slice(0, -1)))
    return [...byPrefix.values()].flat()
  })
}

const isVariation = ({ variant, signature }: Case): boolean => variant !== undefined || signature.includes('in other letters')

/** Successes, and refusals that depend on records and their states. */
const isOfRecord = /^(ok|guard|require|invariant|duplicate|in-use|illegal-transition|dangling|precondition|idempotency)/

/** Refusals before the state of the record matters. */
const isEarly = (outcome: string): boolean => /^(unauthenticated|not-found|retired-version|invalid (path|query|header|body))/.test(outcome)

/** The operation, the state of its record, the outcome and its details, for any caller; of an older version without the state. */
function describeKind({ operation, outcome, signature, steps, variant }: Case, newest: string | undefined): string {
  const { version } = steps.at(-1)!
  // A request that names the newest version is the same as one that names none.
  if (version === newest && version !== undefined) return JSON.stringify([version, outcome])
  if (version !== undefined || (variant === undefined && isEarly(outcome))) return JSON.stringify([operation.id, version ?? '', outcome])
  return JSON.stringify([...signature.split(' | ').with(1, ''), variant])
}
