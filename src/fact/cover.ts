// Which entry of the catalogue answers a point: layer first, then the narrowest pattern.

import { textOf } from '../base/text.ts'
import type { EntryFacts, Pattern, PointAnswer, Tie } from './fact.ts'
import { type Matchable, matches, rank } from './narrow.ts'
import { conditionTable } from './table.ts'

type Claim = { readonly entry: EntryFacts; readonly pattern: Pattern; readonly rank: number }

export type Cover = {
  /** `operationId` is undefined for points of the service. */
  answer(point: Matchable, operationId: string | undefined): PointAnswer
  /** Patterns of one layer that name the same points equally narrowly, as far as points were asked for. */
  ties(): readonly Tie[]
  /** Patterns that answered no point that was asked for, by their entry. */
  unmet(): readonly { readonly entry: EntryFacts; readonly patterns: readonly Pattern[] }[]
}

export function cover(entries: readonly EntryFacts[]): Cover {
  const claims = indexed(entries)
  const met = new Set<Pattern>()
  const ties = new Map<string, Tie>()
  return {
    answer(point, operationId) {
      const winners = narrowest(keysOf(point).flatMap((key) => claims.get(key) ?? []).filter(({ pattern }) => matches(pattern, point, operationId)))
      const [first, ...others] = winners
      for (const { pattern } of winners) met.add(pattern)
      const { fallback } = conditionTable[point.condition]
      if (first === undefined) return fallback === 'gap' ? { kind: 'gap' } : { kind: 'http', status: fallback }
      for (const second of others) if (!same(first, second)) ties.set(keyOf(first, second), { first: said(first), second: said(second) })
      return { kind: 'entry', entry: first.entry }
    },
    ties: () => [...ties.values()],
    unmet: () => entries.flatMap((entry) => {
      const patterns = entry.patterns.filter((pattern) => !met.has(pattern))
      return patterns.length === 0 ? [] : [{ entry, patterns }]
    }),
  }
}

/** By condition and subject, in document order: a catalogue may have an entry for each of a thousand resources. */
function indexed(entries: readonly EntryFacts[]): Map<string, Claim[]> {
  const claims = entries.flatMap((entry) => entry.patterns.map((pattern): Claim => ({ entry, pattern, rank: rank(pattern) })))
  return Map.groupBy(claims, ({ pattern: { condition, subject = '' } }) => `${condition} ${subject}`)
}

/** The subjects that name a point: none, its resource, each member that leads to it. */
function keysOf({ condition, subject }: Matchable): string[] {
  const words = subject?.split('.') ?? []
  return [`${condition} `, ...words.map((_, index) => `${condition} ${words.slice(0, index + 1).join('.')}`)]
}

/** The document's own entries are looked up before those of all conventions together. */
function narrowest(claims: readonly Claim[]): Claim[] {
  const own = claims.filter(({ pattern }) => pattern.span.source.convention === undefined)
  const layer = own.length > 0 ? own : claims
  const highest = Math.max(...layer.map((claim) => claim.rank))
  return layer.filter((claim) => claim.rank === highest)
}

/** An entry that says a pattern twice, or two conventions that answer the same, leave nothing open. */
function same(first: Claim, second: Claim): boolean {
  if (first.entry === second.entry) return true
  const isConvention = first.pattern.span.source.convention !== undefined
  return isConvention && textOf(first.entry.slots.node.span) === textOf(second.entry.slots.node.span)
}

function said({ entry, pattern }: Claim): Tie['first'] {
  return { entry, pattern }
}

function keyOf(...claims: readonly Claim[]): string {
  return claims.map(({ pattern: { span } }) => `${span.source.name}:${span.start}`).sort().join(' ')
}
