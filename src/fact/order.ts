// Orders the refusals of an operation: by data flow, then by `precedence`, then by the stages.

import type { Stage } from './fact.ts'
import { type Relation, closure, linearize, relate, isRelated, relation, union } from './relation.ts'

/** The fields of a point that ordering needs. */
export type Orderable = {
  readonly stage: Stage
  readonly reads: readonly string[]
  readonly gives: readonly string[]
  /** Values that come before it unless `precedence` reverses them. */
  readonly usually?: readonly string[]
  /** Index of the narrowest entry of `precedence` that names it, or -1. */
  readonly place: number
  /** The catalogue entry of the answer; undefined if HTTP alone answers, or if the answer is unspecified. */
  readonly answer: object | undefined
}

type Pair = { readonly first: number; readonly second: number }

export type Order = {
  /** Indexes of the points, in the order in which they are met. */
  readonly line: readonly number[]
  /** Pairs of different stages with different answers that nothing orders, one example a pair of stages. */
  readonly undetermined: readonly Pair[]
  /** `first` gives the value that `second` reads, and `precedence` puts it after; one example a pair of stages. */
  readonly impossible: readonly (Pair & { readonly value: string })[]
}

/** The stages that come after a stage, besides `effect`, which comes after all. */
const before: { readonly [S in Stage]?: readonly Stage[] } = {
  form: ['input', 'replay'],
  caller: ['replay', 'permission'],
  input: ['find'],
  replay: ['find', 'permission', 'match', 'state'],
  find: ['permission', 'match', 'state'],
}

/** True where the language itself puts one stage before another, without what follows over others in between. */
export function stagePrecedes(first: Stage, second: Stage): boolean {
  if (first === second) return false
  return second === 'effect' || (before[first]?.includes(second) ?? false)
}

/** Caches `orderPoints`: most operations of a large document have the same points. */
export function ordering(): typeof orderPoints {
  const known = new Map<string, Order>()
  const answers = new Map<object, number>()
  return (points) => {
    const key = points.map((point) => keyOf(point, answers)).join('')
    return known.getOrInsertComputed(key, () => orderPoints(points))
  }
}

/** All that ordering asks of a point; names of the document may hold any sign, so each has its length before it. */
function keyOf({ stage, reads, gives, usually = [], place, answer }: Orderable, answers: Map<object, number>): string {
  let key = `${stage} ${place} ${answer === undefined ? '' : numberOf(answer, answers)} ${reads.length} ${gives.length} ${usually.length}`
  for (const value of reads) key += ` ${value.length}:${value}`
  for (const value of gives) key += ` ${value.length}:${value}`
  for (const value of usually) key += ` ${value.length}:${value}`
  return `${key};`
}

function numberOf(answer: object, answers: Map<object, number>): number {
  return answers.getOrInsertComputed(answer, () => answers.size)
}

/** Orders points that come in the language's own order. */
export function orderPoints(points: readonly Orderable[]): Order {
  const data = dataRelation(points)
  const forced = closure(data)
  const declaredOrder = declaredRelation(points)
  const impossible = contradictions(points, data, forced, declaredOrder)
  // An impossible order is an error of the document; further findings would only repeat it.
  const fixed = impossible.length > 0 ? forced : closure(union(data, declaredOrder))
  const known = closure(union(fixed, yielding(points, fixed)))
  return { line: linearize(known), undetermined: impossible.length > 0 ? [] : findUndecided(points, known), impossible }
}

/** A point that gives a value is before each that reads it. */
function dataRelation(points: readonly Orderable[]): Relation {
  const data = relation(points.length)
  const givers = new Map<string, number[]>()
  points.forEach(({ reads, gives }, index) => {
    for (const value of reads) for (const giver of givers.get(value) ?? []) relate(data, giver, index)
    for (const value of gives) givers.getOrInsertComputed(value, () => []).push(index)
  })
  return data
}

/** `precedence`, pairwise between points whose places differ. */
function declaredRelation(points: readonly Orderable[]): Relation {
  const declaredOrder = relation(points.length)
  points.forEach((first, i) => {
    if (first.place < 0) return
    points.forEach((second, j) => {
      if (first.place < second.place) relate(declaredOrder, i, j)
    })
  })
  return declaredOrder
}

/**
 * Said places are a weak order, so wherever data and `precedence` lead in a circle, some pair that data forces
 * is also said the other way round: naming those pairs names every contradiction.
 */
function contradictions(points: readonly Orderable[], data: Relation, forced: Relation, said: Relation): Order['impossible'] {
  const found: (Pair & { value: string })[] = []
  for (let first = 0; first < points.length; first++) {
    for (let second = 0; second < points.length; second++) {
      if (!isRelated(forced, first, second) || !isRelated(said, second, first)) continue
      found.push({ first, second, value: missingValue(points, data, forced, first, second) })
    }
  }
  const direct = found.filter(({ first, second }) => isRelated(data, first, second))
  return onePerStages(points, [...direct, ...found])
}

/** The value that `second` reads and only `first`, or the last link between them, gives. */
function missingValue(points: readonly Orderable[], data: Relation, forced: Relation, first: number, second: number): string {
  const shared = (giver: number): string | undefined => points[giver]!.gives.find((value) => points[second]!.reads.includes(value))
  if (isRelated(data, first, second)) return shared(first)!
  const last = points.findIndex((_, middle) => isRelated(forced, first, middle) && isRelated(data, middle, second))
  return shared(last)!
}

/** The language's own order of stages, and inside a stage; it gives way to data and to `precedence`. */
function yielding(points: readonly Orderable[], fixed: Relation): Relation {
  const soft = relation(points.length)
  points.forEach((first, i) => {
    points.forEach((second, j) => {
      if (i === j || isRelated(fixed, j, i)) return
      const inside = first.stage === second.stage && i < j && first.place === second.place
      if (inside || stagePrecedes(first.stage, second.stage) || second.usually?.some((value) => first.gives.includes(value)) === true)
        relate(soft, i, j)
    })
  })
  const all = closure(union(fixed, soft))
  const decided = relation(points.length)
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < points.length; j++) {
      // A soft edge on a circle decides nothing.
      if (isRelated(soft, i, j) && !isRelated(all, j, i)) relate(decided, i, j)
    }
  }
  return decided
}

function findUndecided(points: readonly Orderable[], known: Relation): Pair[] {
  const found: Pair[] = []
  for (let first = 0; first < points.length; first++) {
    for (let second = first + 1; second < points.length; second++) {
      const [a, b] = [points[first]!, points[second]!]
      if (a.stage === b.stage || a.answer === undefined || b.answer === undefined || a.answer === b.answer) continue
      if (!isRelated(known, first, second) && !isRelated(known, second, first)) found.push({ first, second })
    }
  }
  return onePerStages(points, found)
}

function onePerStages<P extends Pair>(points: readonly Orderable[], pairs: readonly P[]): P[] {
  const seen = new Set<string>()
  return pairs.filter(({ first, second }) => {
    const pair = [points[first]!.stage, points[second]!.stage].sort().join(' ')
    return !seen.has(pair) && Boolean(seen.add(pair))
  })
}
