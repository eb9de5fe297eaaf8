// Proposes an order of stages for a document that leaves some of them unordered.

import { type OperationFacts, type Stage, stages } from './fact.ts'
import { matchesPoint } from './narrow.ts'
import { type Precedence, precedenceWords } from './precedence.ts'

type Met = Pick<OperationFacts, 'operation' | 'points'>

/** The document's order, with the missing stages inserted as in the standard order: each before the conditions of later stages. */
export function proposal(declared: Precedence, concerned: readonly Stage[], operations: readonly Met[]): string[] {
  const words = precedenceWords(declared)
  const places = declared.map((entry) => firstPlace(entry, operations))
  for (const [index, stage] of stages.entries()) {
    if (!concerned.includes(stage) || words.includes(stage)) continue
    const later = places.findIndex((each) => each > index)
    const at = later < 0 ? places.length : later
    words.splice(at, 0, stage)
    places.splice(at, 0, index)
  }
  return words
}

/** The place in the standard order; of a condition, that of the first stage in which an operation meets it. */
function firstPlace(entry: Precedence[number], operations: readonly Met[]): number {
  if (entry.kind === 'stage') return place(entry.stage)
  const met = operations.flatMap(({ operation, points }) => points.filter((point) => matchesPoint(entry.pattern, point, operation.id)))
  return Math.min(...met.map(({ stage }) => place(stage)))
}

function place(stage: string): number {
  return (stages as readonly string[]).indexOf(stage)
}
