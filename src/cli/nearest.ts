// Finds the operation with the fewest gaps, with which an author continues after an import.

import { position } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { gapsByOperation } from '../fact/missing/all.ts'

/** Undefined if an operation runs already, or if no operation has an action. */
export function nearestToRun({ facts, operations, diagnostics }: Compiled, name: string): string | undefined {
  if (operations.some(({ complete }) => complete)) return undefined
  const gaps = gapsByOperation(facts.missing, operations.map(({ operation }) => operation))
  const [closest] = operations
    .filter(({ operation }) => operation.action !== undefined)
    .map(({ operation }) => ({ operation, missing: [...(gaps.get(operation) ?? [])] }))
    .toSorted((a, b) => a.missing.length - b.missing.length)
  if (closest === undefined) return undefined
  const lines = closest.missing.map(({ at, code }) => {
    const diagnostic = diagnostics.find(
      (each) => each.code === code && each.primary.span.start === at.start && each.primary.span.source.name === at.source.name,
    )
    return `  ${name}:${position(at.source, at.start).line}: ${diagnostic?.message ?? code}\n`
  })
  return `\nNearest to run is \`${closest.operation.name}\`. It lacks:\n\n${[...new Set(lines)].join('')}\n\`ninefold check ${name}\` explains each; \`ninefold serve ${name}\` serves what is complete.\n`
}
