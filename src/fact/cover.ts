// Finds the entry of the catalogue that answers a point: by layer, then by the narrowest pattern.

import { textOf } from '../base/text.ts'
import type { Condition, EntryFacts, ConditionPattern, PointAnswer, Tie } from './fact.ts'
import { type Matchable, matchesPoint, computeSpecificity } from './narrow.ts'
import { conditionTable } from './table.ts'

type Claim = { readonly entry: EntryFacts; readonly pattern: ConditionPattern; readonly rank: number; readonly answer: PointAnswer }

export type Cover = {
  /** `operationId` is undefined for points of the service. */
  answer(point: Matchable, operationId: string | undefined): PointAnswer
  /** Patterns of one layer that match the same requested points with equal specificity. */
  ties(): readonly Tie[]
  /** Patterns that matched no requested point, by entry. */
  unmetEntries(): readonly { readonly entry: EntryFacts; readonly patterns: readonly ConditionPattern[] }[]
}

export function cover(entries: readonly EntryFacts[]): Cover {
  const claims = indexEntries(entries)
  const matched = new Set<ConditionPattern>()
  const ties = new Map<string, Tie>()
  const answers = new Map<Condition, PointAnswer>()
  const answerOf = (condition: Condition, claims: readonly Claim[]): PointAnswer => {
    const winners = chooseNarrowest(claims)
    const [first, ...others] = winners
    for (const { pattern } of winners) matched.add(pattern)
    if (first === undefined) return answerByHttp(condition)
    for (const second of others)
      if (!isSamePattern(first, second)) ties.set(keyOf(first, second), { first: describeClaim(first), second: describeClaim(second) })
    return first.answer
  }
  const answerCondition = (condition: Condition, claims: readonly Claim[]): PointAnswer => {
    const answer = answerOf(condition, claims)
    answers.set(condition, answer)
    return answer
  }
  const answerPoint = (point: Matchable, operationId: string | undefined): PointAnswer => {
    const { condition } = point
    const cachedAnswer = answers.get(condition)
    if (cachedAnswer !== undefined) return cachedAnswer
    const { all, bySubject } = claims.get(condition) ?? noClaims
    if (bySubject === undefined) return answerCondition(condition, all)
    return answerOf(
      condition,
      listSubjects(point)
        .flatMap((subject) => bySubject.get(subject) ?? [])
        .filter(({ pattern }) => matchesPoint(pattern, point, operationId)),
    )
  }
  return {
    answer(point, operationId) {
      const answer = answerPoint(point, operationId)
      const status = answer.kind === 'gap' && point.name !== undefined ? conditionTable[point.condition].fallbacks?.[point.name] : undefined
      return status === undefined ? answer : { kind: 'http', status }
    },
    ties: () => [...ties.values()],
    unmetEntries: () =>
      entries.flatMap((entry) => {
        const patterns = entry.patterns.filter((pattern) => !matched.has(pattern))
        return patterns.length === 0 ? [] : [{ entry, patterns }]
      }),
  }
}

/**
 * The claims to a condition, in document order; by subject, because a catalogue may have an entry for each of a thousand resources,
 * unless no pattern is more specific than the condition. In that case all points of the condition have one answer.
 */
type Claims = { readonly all: readonly Claim[]; readonly bySubject?: ReadonlyMap<string, readonly Claim[]> }

const noClaims: Claims = { all: [] }

function indexEntries(entries: readonly EntryFacts[]): ReadonlyMap<Condition, Claims> {
  const claims = entries.flatMap((entry) => {
    const answer: PointAnswer = { kind: 'entry', entry }
    return entry.patterns.map((pattern): Claim => ({ entry, pattern, rank: computeSpecificity(pattern), answer }))
  })
  const byCondition = Map.groupBy(claims, ({ pattern: { condition } }) => condition)
  return new Map(
    Array.from(byCondition, ([condition, all]) => [
      condition,
      all.every((claim) => claim.rank === 0) ? { all } : { all, bySubject: Map.groupBy(all, ({ pattern: { subject = '' } }) => subject) },
    ]),
  )
}

/** The subjects that name a point: none, its resource, and each member on its path. */
function listSubjects({ subject }: Matchable): string[] {
  const words = subject?.split('.') ?? []
  return ['', ...words.map((_, indexEntries) => words.slice(0, indexEntries + 1).join('.'))]
}

function answerByHttp(condition: Condition): PointAnswer {
  const { fallback } = conditionTable[condition]
  return fallback === 'gap' ? { kind: 'gap' } : { kind: 'http', status: fallback }
}

/** The document's own entries are tried before those of all conventions together. */
function chooseNarrowest(claims: readonly Claim[]): readonly Claim[] {
  if (claims.length < 2) return claims
  const documentClaims = claims.filter(({ pattern }) => pattern.span.source.convention === undefined)
  const layer = documentClaims.length > 0 ? documentClaims : claims
  const highest = Math.max(...layer.map((claim) => claim.rank))
  return layer.filter((claim) => claim.rank === highest)
}

/** An entry that repeats a pattern, or two conventions with the same answer, are no conflict. */
function isSamePattern(first: Claim, second: Claim): boolean {
  if (first.entry === second.entry) return true
  const isConvention = first.pattern.span.source.convention !== undefined
  return isConvention && textOf(first.entry.slots.node.span) === textOf(second.entry.slots.node.span)
}

function describeClaim({ entry, pattern }: Claim): Tie['first'] {
  return { entry, pattern }
}

function keyOf(...claims: readonly Claim[]): string {
  return claims
    .map(({ pattern: { span } }) => `${span.source.name}:${span.start}`)
    .sort()
    .join(' ')
}
