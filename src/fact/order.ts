// Orders the refusals of an operation: by data flow, then by `precedence`, then by the stages.

import type { Point, Stage } from './fact.ts'
import { type Relation, closeRelation, linearize, relate, isRelated, createRelation, uniteRelations } from './relation.ts'

/** The fields of a point that ordering needs. */
export type Orderable = {
  readonly stage: Stage
  readonly reads: readonly string[]
  readonly provides: readonly string[]
  /** Values that come before it unless `precedence` reverses them. */
  readonly preferredBefore?: readonly string[]
  /** Index of the narrowest entry of `precedence` that names it, or -1. */
  readonly place: number
  /** The catalogue entry of the answer; undefined if HTTP alone answers, or if the answer is unspecified. */
  readonly answer: object | undefined
}

type Pair = { readonly first: number; readonly second: number }

export type Order = {
  /** Indexes of the points, in the order in which they are met. */
  readonly indexes: readonly number[]
  /** Pairs of different stages with different answers that nothing orders, one example a pair of stages. */
  readonly undetermined: readonly Pair[]
  /** `first` gives the value that `second` reads, and `precedence` puts it after; one example a pair of stages. */
  readonly impossible: readonly (Pair & { readonly value: string })[]
}

/** The stages that come after a stage, besides `effect`, which comes after all. */
const laterStages: { readonly [S in Stage]?: readonly Stage[] } = {
  form: ['input', 'replay'],
  caller: ['replay', 'permission'],
  input: ['find'],
  replay: ['find', 'permission', 'match', 'state'],
  find: ['permission', 'match', 'state'],
}

/** A narrowed point has no check of its own: it answers some failures of the point that it narrows. */
export function hasOwnCheck({ stage, failing }: Point): boolean {
  return stage !== 'interrupt' && failing === undefined
}

/** True if the language itself puts one stage directly before another; transitive orders do not count. */
export function doesStagePrecede(first: Stage, second: Stage): boolean {
  if (first === second) return false
  return second === 'effect' || (laterStages[first]?.includes(second) ?? false)
}

/** Caches `orderPoints`: most operations of a large document have the same points. */
export function createOrdering(): typeof orderPoints {
  const cache = new Map<string, Order>()
  const answers = new Map<object, number>()
  return (points) => {
    const key = points.map((point) => keyOf(point, answers)).join('')
    return cache.getOrInsertComputed(key, () => orderPoints(points))
  }
}

/** A text of all fields that ordering needs. Names may contain any character, so each is preceded by its length. */
function keyOf({ stage, reads, provides, preferredBefore = [], place, answer }: Orderable, answers: Map<object, number>): string {
  let key = `${stage} ${place} ${answer === undefined ? '' : numberOf(answer, answers)} ${reads.length} ${provides.length} ${preferredBefore.length}`
  for (const value of reads) key += ` ${value.length}:${value}`
  for (const value of provides) key += ` ${value.length}:${value}`
  for (const value of preferredBefore) key += ` ${value.length}:${value}`
  return `${key};`
}

function numberOf(answer: object, answers: Map<object, number>): number {
  return answers.getOrInsertComputed(answer, () => answers.size)
}

/** Orders points that come in the language's own order. */
export function orderPoints(points: readonly Orderable[]): Order {
  const data = relateByData(points)
  const forcedOrder = closeRelation(data)
  const declaredOrder = relateByPrecedence(points)
  const impossible = findContradictions(points, data, forcedOrder, declaredOrder)
  // An impossible order is an error of the document; further findings would only repeat it.
  const certain = impossible.length > 0 ? forcedOrder : closeRelation(uniteRelations(data, declaredOrder))
  const fullOrder = closeRelation(uniteRelations(certain, defaultRelation(points, certain)))
  return { indexes: linearize(fullOrder), undetermined: impossible.length > 0 ? [] : findUndecided(points, fullOrder), impossible }
}

/** A point that provides a value comes before each point that reads the value. */
function relateByData(points: readonly Orderable[]): Relation {
  const data = createRelation(points.length)
  const providers = new Map<string, number[]>()
  points.forEach(({ reads, provides }, index) => {
    for (const value of reads) for (const provider of providers.get(value) ?? []) relate(data, provider, index)
    for (const value of provides) providers.getOrInsertComputed(value, () => []).push(index)
  })
  return data
}

/** `precedence`, pairwise between points whose places differ. */
function relateByPrecedence(points: readonly Orderable[]): Relation {
  const declaredOrder = createRelation(points.length)
  points.forEach((first, i) => {
    if (first.place < 0) return
    points.forEach((second, j) => {
      if (first.place < second.place) relate(declaredOrder, i, j)
    })
  })
  return declaredOrder
}

/**
 * The places of `precedence` are a weak order. So every cycle of data and `precedence` contains a pair that data orders one way and
 * `precedence` the other way: these pairs are all contradictions.
 */
function findContradictions(points: readonly Orderable[], data: Relation, forcedOrder: Relation, declared: Relation): Order['impossible'] {
  const contradictions: (Pair & { value: string })[] = []
  for (let first = 0; first < points.length; first++) {
    for (let second = 0; second < points.length; second++) {
      if (!isRelated(forcedOrder, first, second) || !isRelated(declared, second, first)) continue
      contradictions.push({ first, second, value: findMissingValue(points, data, forcedOrder, first, second) })
    }
  }
  const directContradictions = contradictions.filter(({ first, second }) => isRelated(data, first, second))
  return keepOnePerStages(points, [...directContradictions, ...contradictions])
}

/** The value that `second` reads and `first` provides, or the last point between them provides. */
function findMissingValue(points: readonly Orderable[], data: Relation, forcedOrder: Relation, first: number, second: number): string {
  const sharedValue = (provider: number): string | undefined =>
    points[provider]!.provides.find((value) => points[second]!.reads.includes(value))
  if (isRelated(data, first, second)) return sharedValue(first)!
  const last = points.findIndex((_, middle) => isRelated(forcedOrder, first, middle) && isRelated(data, middle, second))
  return sharedValue(last)!
}

/** The language's own order of stages, and inside a stage; data and `precedence` override it. */
function defaultRelation(points: readonly Orderable[], fixed: Relation): Relation {
  const defaults = createRelation(points.length)
  points.forEach((first, i) => {
    points.forEach((second, j) => {
      if (i === j || isRelated(fixed, j, i)) return
      const isSameStage = first.stage === second.stage && i < j && first.place === second.place
      if (
        isSameStage ||
        doesStagePrecede(first.stage, second.stage) ||
        second.preferredBefore?.some((value) => first.provides.includes(value)) === true
      )
        relate(defaults, i, j)
    })
  })
  const combined = closeRelation(uniteRelations(fixed, defaults))
  const result = createRelation(points.length)
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < points.length; j++) {
      // A default edge on a cycle decides nothing.
      if (isRelated(defaults, i, j) && !isRelated(combined, j, i)) relate(result, i, j)
    }
  }
  return result
}

function findUndecided(points: readonly Orderable[], fixed: Relation): Pair[] {
  const undecided: Pair[] = []
  for (let first = 0; first < points.length; first++) {
    for (let second = first + 1; second < points.length; second++) {
      const [a, b] = [points[first]!, points[second]!]
      if (a.stage === b.stage || a.answer === undefined || b.answer === undefined || a.answer === b.answer) continue
      if (!isRelated(fixed, first, second) && !isRelated(fixed, second, first)) undecided.push({ first, second })
    }
  }
  return keepOnePerStages(points, undecided)
}

function keepOnePerStages<P extends Pair>(points: readonly Orderable[], pairs: readonly P[]): P[] {
  const reported = new Set<string>()
  return pairs.filter(({ first, second }) => {
    const pair = [points[first]!.stage, points[second]!.stage].sort().join(' ')
    return !reported.has(pair) && Boolean(reported.add(pair))
  })
}
