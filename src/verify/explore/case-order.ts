// Divides the cases of a plan into classes, and orders each, so that each outcome is played once before others are played again by other
// callers.

import type { Case } from './case.ts'

/** The cases of one kind that are played before those after them of any kind. */
const casesPerRound: readonly number[] = [1, 3, 8]

export type CaseClass = { readonly name: string; readonly cases: readonly Case[] }

/** The classes of cases: each aims at other mistakes of a server. */
export function classifyCases(cases: readonly Case[], newest?: string): readonly CaseClass[] {
  const byName = Map.groupBy(cases, nameClass)
  return [...classNames].flatMap((name) => {
    const ofClass = byName.get(name)
    return ofClass === undefined ? [] : [{ name, cases: orderCases(ofClass, newest) }]
  })
}

const classNames = ['variations', 'outcomes of records', 'outcomes before records', 'outcomes in older versions'] as const

function nameClass(each: Case): (typeof classNames)[number] {
  if (each.steps.at(-1)!.version !== undefined) return 'outcomes in older versions'
  if (isVariation(each)) return 'variations'
  return isOfRecord.test(each.outcome) ? 'outcomes of records' : 'outcomes before records'
}

/** In each round the cases with the same first steps follow each other, because these are played once. */
function orderCases(cases: readonly Case[], newest?: string): readonly Case[] {
  const counts = new Map<string, number>()
  const rounds = Map.groupBy(cases, (each) => {
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
