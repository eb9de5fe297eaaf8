// Reads `precedence` of part 7: the order of stages and narrowed conditions.

import { type Slot, type Word, slotValueOf } from '../model/slot.ts'
import { type ConditionPattern, type PatternProblem, type Stage, stages } from './fact.ts'
import { type Matchable, printConditionWords, matchesPoint, computeSpecificity } from './narrow.ts'
import { type Vocabulary, readConditionPattern } from './pattern.ts'

export type Precedence = readonly (
  | { readonly kind: 'stage'; readonly stage: Stage }
  | { readonly kind: 'pattern'; readonly pattern: ConditionPattern }
)[]

/** The stages that `precedence` can order: those before the operation is known have a fixed place. */
export const movable = stages.filter((stage) => stage !== 'route' && stage !== 'version')

export function readPrecedence(
  slot: Slot<'standard' | readonly Word[]>,
  vocabulary: Vocabulary,
): { precedence: Precedence; problems: PatternProblem[] } {
  const declared = slotValueOf(slot)
  if (declared === undefined) return { precedence: [], problems: [] }
  if (declared === 'standard') return { precedence: stages.map((stage) => ({ kind: 'stage', stage })), problems: [] }
  const precedence: Precedence[number][] = []
  const problems: PatternProblem[] = []
  for (const { text, node } of declared) {
    if (text === 'standard') {
      // All stages that `precedence` does not name, in the standard order.
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
    else problems.push(withStageCandidates(reading.problem))
  }
  return { precedence, problems }
}

/** Adds stages to the candidates: a word that is not a condition may be a misspelt stage. */
function withStageCandidates(problem: PatternProblem): PatternProblem {
  if ((stages as readonly string[]).includes(problem.word)) return { ...problem, kind: 'not-here' }
  return problem.kind === 'unknown-condition' ? { ...problem, candidates: ['standard', ...movable, ...problem.candidates] } : problem
}

type Placement = (point: Matchable & { readonly stage: Stage }, operationId: string) => number

const cache = new WeakMap<Precedence, Placement>()

/** Finds the index of the narrowest entry that names a point; a condition is narrower than its stage. -1 if none does. */
export function makePlacement(precedence: Precedence): Placement {
  return cache.getOrInsertComputed(precedence, createPlacement)
}

function createPlacement(precedence: Precedence): Placement {
  const indexByStage = new Map<Stage | 'interrupt', number>()
  const patterns: { readonly pattern: ConditionPattern; readonly index: number; readonly width: number }[] = []
  precedence.forEach((entry, index) => {
    if (entry.kind === 'pattern') patterns.push({ pattern: entry.pattern, index, width: computeSpecificity(entry.pattern) })
    else if (!indexByStage.has(entry.stage)) indexByStage.set(entry.stage, index)
  })
  return (point, operationId) => {
    let place = indexByStage.get(point.stage) ?? -1
    let narrowest = -1
    for (const { pattern, index, width } of patterns) {
      if (width > narrowest && matchesPoint(pattern, point, operationId)) [place, narrowest] = [index, width]
    }
    return place
  }
}

/** The entries of the list, in the notation of part 7. */
export function printPrecedence(precedence: Precedence): string[] {
  return precedence.map((entry) => (entry.kind === 'stage' ? entry.stage : printConditionWords(entry.pattern)))
}

/** Inserts a point before the entry at `place`, so that it no longer follows its stage. */
export function insertBefore(
  precedence: Precedence,
  { condition, subject, name }: Matchable,
  place: number,
  span: ConditionPattern['span'],
): Precedence {
  const pattern = { condition, ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }), span }
  return precedence.toSpliced(place, 0, { kind: 'pattern', pattern })
}
