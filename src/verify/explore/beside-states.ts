// Plays operations beside records in each state, because a refusal may depend on the state of another record.

import type { OperationFacts } from '../../fact/fact.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type RequestStep, joinSequences, joinSharing } from '../step.ts'
import { type Case, makeVariation } from './case.ts'
import type { BaseCase } from './missing.ts'
import { makeComparableAnswer } from './outcome.ts'
import { type RehearsalStage, rehearse } from './rehearse.ts'

/** A sequence that leads a record to a state, with the operation of each step. */
export type StateSequence = Pick<BaseCase, 'steps' | 'fresh' | 'walk'>

/** Refusals that may depend on the states of other records. */
const seesOthers: ReadonlySet<string> = new Set(['guard', 'require', 'in-use'])

/** For each operation with such a refusal: its sequence and another that leads a record to each state, without and with common records. */
export function buildCasesBesideStates(
  stage: RehearsalStage,
  operations: readonly OperationFacts[],
  bases: readonly BaseCase[],
  states: readonly (readonly [state: string, sequence: StateSequence])[],
): readonly Case[] {
  const creates = new Map(operations.map((each) => [each.operation, each.creates]))
  return operations.flatMap(({ operation, points, items }) => {
    const base = bases.find((each) => each.operation === operation)
    if (base === undefined || ![...points, ...items].some(({ condition }) => seesOthers.has(condition))) return []
    const own = resourceNameOf(operation)
    const isCommon = (each: Operation): boolean => {
      const created = creates.get(each) ?? []
      return created.length > 0 && !created.includes(own ?? '')
    }
    const played = states
      .filter(([, { steps }]) => steps.length > 0)
      .flatMap(([state, before]) =>
        listJoined(before, base, isCommon).flatMap(({ steps, name }): readonly Case[] => {
          const variant = `${name} ${state}`
          const rehearsal = rehearse(stage, steps, before.fresh, variant)
          return rehearsal === undefined ? [] : [makeVariation({ operation, fresh: before.fresh }, steps, rehearsal, variant)]
        }),
      )
    if (items.length > 0) return keepDistinctAnswers(played)
    // Where one state of a resource leads to such a refusal, a success beside its other states shows that these do not.
    const kindOf = ({ variant }: Case): string => variant!.replace(/ \S+$/, '')
    const isOfOthers = ({ outcome }: Case): boolean => seesOthers.has(outcome.split(' ')[0]!)
    const kinds = new Set(played.filter(isOfOthers).map(kindOf))
    return played.filter((each) => isOfOthers(each) || (each.expected.trace.condition === undefined && kinds.has(kindOf(each))))
  })
}

/** The first case of each answer, apart from texts that name records, beside states of one resource: it alone shows refusals of items. */
function keepDistinctAnswers(cases: readonly Case[]): readonly Case[] {
  const printAnswer = ({ expected, variant }: Case): string =>
    `${variant!.split(' ').at(-2)} ${makeComparableAnswer(expected).body.replaceAll(/"[^"]*\d[^"]*"/g, '""')}`
  return [...new Map(cases.toReversed().map((each) => [printAnswer(each), each])).values()]
}

type Joined = { readonly steps: readonly RequestStep[]; readonly name: string }

/** Both sequences with records of their own, with common records, and with common records of which one changes its state at the end. */
function listJoined(before: StateSequence, base: BaseCase, isCommon: (creation: Operation) => boolean): readonly Joined[] {
  const joined: Joined[] = [{ steps: joinSequences(before.steps, base.steps), name: 'beside' }]
  const common = findCommonCreations(before.walk, base.walk, isCommon)
  if (common.size > 0) joined.push({ steps: joinSharing(before.steps, base.steps, common), name: 'with common records beside' })
  const earlier = base.steps.slice(0, -1)
  const commonBefore = findCommonCreations(base.walk.slice(0, -1), before.walk, isCommon)
  if (commonBefore.size > 0 && before.steps.length > commonBefore.size) {
    const already = new Map(earlier.map((_, index) => [index, index]))
    joined.push({
      steps: joinSharing(joinSharing(earlier, before.steps, commonBefore), base.steps, already),
      name: 'before a change to',
    })
  }
  return joined
}

/** Indexes of creations in `second` with the index of the same operation in `first`. */
function findCommonCreations(
  first: readonly Operation[],
  second: readonly Operation[],
  isCommon: (creation: Operation) => boolean,
): ReadonlyMap<number, number> {
  return new Map(
    second.flatMap((operation, index) => {
      const other = first.indexOf(operation)
      return other < 0 || !isCommon(operation) ? [] : [[index, other] as const]
    }),
  )
}
