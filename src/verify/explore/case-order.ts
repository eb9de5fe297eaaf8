// Orders the cases of a plan, so that each outcome is played once before others are played again by other callers.

import type { Case } from './case.ts'

/** The cases of one kind that are played before those after them of any kind. */
const casesPerRound: readonly number[] = [1, 3, 8]

/** In each round the cases with the same first steps follow each other, because these are played once. */
export function orderCases(cases: readonly Case[]): readonly Case[] {
  const counts = new Map<string, number>()
  const [older, newest] = [true, false].map((isOlder) => cases.filter(({ steps }) => (steps.at(-1)!.version !== undefined) === isOlder))
  // Variations first: each aims at one mistake that servers make.
  const byKind = [...newest!.filter(isVariation), ...newest!.filter((each) => !isVariation(each)), ...older!]
  const rounds = Map.groupBy(byKind, (each) => {
    const kind = kindOf(each)
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

/** The operation, the state of its record, the outcome and its details, for any caller; of an older version without the state. */
function kindOf({ operation, outcome, signature, steps, variant }: Case): string {
  const { version } = steps.at(-1)!
  if (version !== undefined) return JSON.stringify([operation.id, version, outcome])
  return JSON.stringify([...signature.split(' | ').with(1, ''), variant])
}
