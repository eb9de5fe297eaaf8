// Proposes an order of stages for a document that leaves some of them unordered.

import { type OperationFacts, type Stage, stages } from './fact.ts'
import { matchesPoint } from './narrow.ts'
import { type Precedence, printPrecedence } from './precedence.ts'

type OrderedOperation = Pick<OperationFacts, 'operation' | 'points'>

/** The document's order, with the missing stages inserted as in the standard order: each before the conditions of later stages. */
export function proposePrecedence(
  declared: Precedence,
  unorderedStages: readonly Stage[],
  operations: readonly OrderedOperation[],
): string[] {
  const words = printPrecedence(declared)
  const places = declared.map((entry) => findFirstPlace(entry, operations))
  for (const [index, stage] of stages.entries()) {
    if (!unorderedStages.includes(stage) || words.includes(stage)) continue
    const laterIndex = places.findIndex((each) => each > index)
    const at = laterIndex < 0 ? places.length : laterIndex
    words.splice(at, 0, stage)
    places.splice(at, 0, index)
  }
  return words
}

/** The place in the standard order; of a condition, that of the first stage in which an operation meets it. */
function findFirstPlace(entry: Precedence[number], operations: readonly OrderedOperation[]): number {
  if (entry.kind === 'stage') return findStandardPlace(entry.stage)
  const points = operations.flatMap(({ operation, points }) => points.filter((point) => matchesPoint(entry.pattern, point, operation.id)))
  return Math.min(...points.map(({ stage }) => findStandardPlace(stage)))
}

function findStandardPlace(stage: string): number {
  return (stages as readonly string[]).indexOf(stage)
}
