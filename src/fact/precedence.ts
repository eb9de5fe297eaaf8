// `precedence` of part 7: stages and narrowed conditions in the order in which they are met.

import { type Slot, type Word, slotValue } from '../model/slot.ts'
import { type ConditionPattern, type PatternProblem, type Stage, stages } from './fact.ts'
import { type Matchable, conditionWords, matchesPoint, rank } from './narrow.ts'
import { type Vocabulary, readConditionPattern } from './pattern.ts'

export type Precedence = readonly (
  { readonly kind: 'stage'; readonly stage: Stage } | { readonly kind: 'pattern'; readonly pattern: ConditionPattern }
)[]

/** Stages that an operation meets: those before there is one cannot be moved. */
export const movable = stages.filter((stage) => stage !== 'route' && stage !== 'version')

export function readPrecedence(
  slot: Slot<'standard' | readonly Word[]>,
  vocabulary: Vocabulary,
): { precedence: Precedence; problems: PatternProblem[] } {
  const declared = slotValue(slot)
  if (declared === undefined) return { precedence: [], problems: [] }
  if (declared === 'standard') return { precedence: stages.map((stage) => ({ kind: 'stage', stage })), problems: [] }
  const precedence: Precedence[number][] = []
  const problems: PatternProblem[] = []
  for (const { text, node } of declared) {
    if (text === 'standard') {
      // The stages that are not named themselves, in their usual order.
      for (const stage of movable) if (!declared.some((other) => other.text === stage)) precedence.push({ kind: 'stage', stage })
      continue
    }
    const stage = movable.find((each) => each === text)
    if (stage !== undefined) {
      precedence.push({ kind: 'stage', stage })
      continue
    }
    const reading = readConditionPattern(text, node, 'precedence', vocabulary)
    if ('pattern' in reading) precedence.push({ kind: 'pattern', pattern: reading.pattern })
    else problems.push(orStage(reading.problem))
  }
  return { precedence, problems }
}

/** A word that is not a condition could also have been meant as a stage. */
function orStage(problem: PatternProblem): PatternProblem {
  if ((stages as readonly string[]).includes(problem.word)) return { ...problem, kind: 'not-here' }
  return problem.kind === 'unknown-condition' ? { ...problem, candidates: ['standard', ...movable, ...problem.candidates] } : problem
}

type Placing = (point: Matchable & { readonly stage: Stage }, operationId: string) => number

const placings = new WeakMap<Precedence, Placing>()

/** Finds the index of the narrowest entry that names a point; a condition is narrower than its stage. -1 if none does. */
export function placing(precedence: Precedence): Placing {
  return placings.getOrInsertComputed(precedence, makePlacing)
}

function makePlacing(precedence: Precedence): Placing {
  const ofStages = new Map<Stage | 'interrupt', number>()
  const patterns: { readonly pattern: ConditionPattern; readonly index: number; readonly width: number }[] = []
  precedence.forEach((entry, index) => {
    if (entry.kind === 'pattern') patterns.push({ pattern: entry.pattern, index, width: rank(entry.pattern) })
    else if (!ofStages.has(entry.stage)) ofStages.set(entry.stage, index)
  })
  return (point, operationId) => {
    let place = ofStages.get(point.stage) ?? -1
    let narrowest = -1
    for (const { pattern, index, width } of patterns) {
      if (width > narrowest && matchesPoint(pattern, point, operationId)) [place, narrowest] = [index, width]
    }
    return place
  }
}

/** The entries of a list, as part 7 writes them. */
export function precedenceWords(precedence: Precedence): string[] {
  return precedence.map((entry) => (entry.kind === 'stage' ? entry.stage : conditionWords(entry.pattern)))
}

/** The list with a point taken out of its stage and put just before the entry at `place`. */
export function withBefore(
  precedence: Precedence,
  { condition, subject, name }: Matchable,
  place: number,
  span: ConditionPattern['span'],
): Precedence {
  const pattern = { condition, ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }), span }
  return precedence.toSpliced(place, 0, { kind: 'pattern', pattern })
}
