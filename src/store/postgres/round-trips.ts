// Counts the round trips of an operation: independent queries are sent together, others after the queries on which they depend.

import type { ExplainedQuery } from '../sql/explain/about.ts'

/** The writes are sent with the commit, and without queries also with the begin of the transaction. */
export function tripsOfWrite(queries: readonly ExplainedQuery[]): number {
  return tripsOfRead(queries) + 1
}

export function tripsOfRead(queries: readonly ExplainedQuery[]): number {
  const together = queries.filter(({ isAlone }) => isAlone !== true)
  const round = assignRounds(together)
  return Math.max(0, ...together.map(round)) + queries.length - together.length
}

/** The first round in which each query can be sent. */
function assignRounds(queries: readonly ExplainedQuery[]): (query: ExplainedQuery) => number {
  const rounds = new Map<ExplainedQuery, number>()
  const round = (query: ExplainedQuery): number => {
    const before = rounds.get(query)
    if (before !== undefined) return before
    rounds.set(query, 1)
    const needs = new Set(query.needs)
    const first = queries.filter((other) => other !== query && other.gives !== undefined && needs.has(other.gives))
    const found = 1 + Math.max(0, ...first.map(round))
    rounds.set(query, found)
    return found
  }
  return round
}
