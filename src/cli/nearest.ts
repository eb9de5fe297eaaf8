// Finds the operation with the fewest gaps, with which an author continues after an import.

import { findPosition } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Missing } from '../fact/fact.ts'
import { groupGapsByOperation } from '../fact/missing/all.ts'
import type { Operation } from '../model/model.ts'

type Candidate = { readonly operation: Operation; readonly missing: readonly Missing[] }

/** Undefined if an operation runs already, or if there is none. */
export function describeNearestToRun(compiled: Compiled, name: string): string | undefined {
  const { facts, operations } = compiled
  if (operations.length === 0 || operations.some(({ complete }) => complete)) return undefined
  const gaps = groupGapsByOperation(
    facts.missing,
    operations.map(({ operation }) => operation),
  )
  const candidates = operations
    .filter(({ operation }) => operation.action !== undefined)
    .map(({ operation }): Candidate => ({ operation, missing: [...(gaps.get(operation) ?? [])] }))
    .toSorted((a, b) => a.missing.length - b.missing.length)
  const [closest] = candidates
  if (closest === undefined)
    return `\nNo operation says what it does. Answer their questions in ${name}, or import with \`--use stub@1\`: then they answer with the examples of the source.\n`
  const creating = candidates.find((each) => createsRecordFor(each, closest))
  const further = creating?.missing.filter((each) => !closest.missing.includes(each)) ?? []
  const ofCreating =
    creating === undefined
      ? describeRecords(closest)
      : `\nIts records come from \`${creating.operation.name}\`, which also lacks:\n\n${listLines(further, name, compiled)}`
  return `\nNearest to run is \`${closest.operation.name}\`. It lacks:\n\n${listLines(closest.missing, name, compiled)}${ofCreating}\n\`ninefold check ${name}\` explains each; \`ninefold serve ${name}\` serves what is complete.\n`
}

/** Without records, an operation on one of them only answers that there is none. */
function createsRecordFor({ operation: { action, subject } }: Candidate, { operation }: Candidate): boolean {
  const isCreating = (each: string | undefined): boolean => each === 'create' || each === 'put'
  return isCreating(action) && !isCreating(operation.action) && subject?.text === operation.subject?.text.split('.')[0]
}

/** Where the records come from that no operation creates. */
function describeRecords({ operation: { action, subject } }: Candidate): string {
  return action === 'read' || action === 'list'
    ? `\nNo operation creates its records. Part 2 can give some: \`records: { ${subject?.text ?? ''}: [ … ] }\`.\n`
    : ''
}

function listLines(missing: readonly Missing[], name: string, { diagnostics }: Compiled): string {
  const lines = missing.map(({ at, code, about }) => {
    const atPlace = diagnostics.filter(
      (each) => each.code === code && each.primary.span.start === at.start && each.primary.span.source.name === at.source.name,
    )
    const diagnostic = atPlace.find(({ message }) => message.includes(`\`${about['key'] as string}\``)) ?? atPlace[0]
    return `  ${name}:${findPosition(at.source, at.start).line}: ${diagnostic?.message ?? code}\n`
  })
  return [...new Set(lines)].join('')
}
