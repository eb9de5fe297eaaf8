// Measures which facts of a document its scenarios reach, and which they miss.

import type { Observation, OwnWork } from './service.ts'

/** All reachable facts, in the document's order and under its names. */
export type Reachable = {
  /** `POST /orders` */
  readonly operations: readonly string[]
  /** `Order.place` */
  readonly transitions: readonly string[]
  /** `Order.status placed after PT24H` */
  readonly timers: readonly string[]
  /** Catalogue entries of part 7. */
  readonly entries: readonly string[]
}

export type ScenarioCoverage = {
  readonly [kind in keyof Reachable]: { readonly reached: readonly string[]; readonly missed: readonly string[] }
}

export function computeCoverage(reachable: Reachable, observations: readonly Observation[], ownWork: readonly OwnWork[]): ScenarioCoverage {
  const operations = new Set(observations.map((each) => each.operation))
  const transitions = new Set([...observations, ...ownWork].flatMap((each) => each.transitions))
  const entries = new Set(observations.map((each) => each.entry))
  const splitByReached = (names: readonly string[], reachedNames: ReadonlySet<string | undefined>): ScenarioCoverage[keyof Reachable] => ({
    reached: names.filter((each) => reachedNames.has(each)),
    missed: names.filter((each) => !reachedNames.has(each)),
  })
  return {
    operations: splitByReached(reachable.operations, operations),
    transitions: splitByReached(reachable.transitions, transitions),
    timers: splitByReached(reachable.timers, new Set(ownWork.map(({ timer }) => timer))),
    entries: splitByReached(reachable.entries, entries),
  }
}

const titles = {
  operations: 'operations',
  transitions: 'transitions',
  timers: 'timed transitions',
  entries: 'catalogue entries',
} as const

/** One line for each kind, followed by the facts that no scenario reached. */
export function printCoverage(coverage: ScenarioCoverage): string {
  const kinds = (Object.keys(titles) as (keyof Reachable)[]).filter(
    (kind) => coverage[kind].reached.length + coverage[kind].missed.length > 0,
  )
  return kinds
    .map((kind) => {
      const { reached, missed } = coverage[kind]
      const total = reached.length + missed.length
      const summary = `${reached.length} of ${total} ${titles[kind]} reached`
      return missed.length === 0 ? summary : `${summary}; not by any scenario:\n${missed.map((each) => `    ${each}`).join('\n')}`
    })
    .join('\n')
}
